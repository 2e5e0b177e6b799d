import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeRgb } from '../image/decode.ts';
import {
  attackSignals,
  compareFaces,
  embed,
  faceCount,
  faceMatch,
  findFaces,
  findPortraits,
  genuineness,
  headPose,
  portraitsAgree,
} from './index.ts';
import { drawing, noise, onCard } from './testing.ts';

const data = join(process.cwd(), '../shared/data');
const photographs = test.skipIf(!existsSync(data));
const read = (file: string) => readFileSync(join(data, file));

test('noise, an even picture and a drawn person show no face', async () => {
  expect(await findFaces(noise(400, 300))).toEqual([]);
  expect(await findFaces({ width: 40, height: 300, data: new Uint8Array(40 * 300 * 3).fill(200) })).toEqual([]);
  const drawn = await drawing();
  expect(await findFaces(drawn)).toEqual([]);
  expect(await findPortraits(drawn)).toBeUndefined();
});

test('a picture of one pixel is looked at without error', async () => {
  expect(await findFaces({ width: 1, height: 1, data: new Uint8Array(3) })).toEqual([]);
});

test('what is no picture is refused', async () => {
  await expect(findFaces(Buffer.from('no picture'))).rejects.toThrow('Neither JPEG nor PNG');
});

test('exactly one face is wanted', () => {
  expect(faceCount([])).toMatchObject({ measure: 0, threshold: 1, result: 'fail' });
});

test('an embedding matches itself', () => {
  const one = new Float32Array(384).fill(1 / Math.sqrt(384));
  expect(compareFaces(one, one)).toBeCloseTo(1, 6);
  expect(faceMatch(one, one.with(0, 0.4))).toMatchObject({ name: 'face_match', threshold: 0.94 });
});

photographs('faces are counted; a cat is none', async () => {
  const counts: [string, number][] = [
    ['compreface_000_5.jpg', 5],
    ['compreface_010_2.jpg', 2],
    ['onfido_sample_photo.png', 1],
    ['skimage_cat.png', 0],
  ];
  for (const [file, count] of counts) expect(await findFaces(read(`faces_misc/${file}`)), file).toHaveLength(count);
});

photographs('a person is recognised in a small grey document portrait, another is not', async () => {
  const [neutral, smiling, other] = await Promise.all(
    ['london_010_neutral', 'london_010_smiling', 'london_018_neutral'].map(async (name) => {
      const { rgb } = await decodeRgb(read(`faces_pairs/${name}.jpg`), { side: 1000 });
      const [face] = await findFaces(rgb);
      return { rgb, face: face!, embedding: await embed(rgb, face!) };
    }),
  );
  const card = await onCard(neutral!.rgb, neutral!.face.box, { width: 80, quality: 50 });
  const portraits = await findPortraits(card);
  expect(portraits).toMatchObject({ turned: 0, others: [] });
  const { raster, face } = portraits!.main;
  const embedding = await embed(raster, face);
  expect(faceMatch(embedding, smiling!.embedding).result).toBe('pass');
  expect(faceMatch(embedding, other!.embedding).result).toBe('fail');
  expect(await portraitsAgree(portraits!)).toBeUndefined();
});

photographs('a portrait is found on a card that lies on its side', async () => {
  const { default: sharp } = await import('sharp');
  const upright = sharp(read('documents_front/USA-Driver-License-CO-2015.png'));
  const portraits = await findPortraits(await upright.rotate(90).png().toBuffer());
  expect(portraits?.turned).toBe(270);
  const { roll } = headPose(portraits!.main.face.landmarks);
  expect(Math.abs(roll)).toBeLessThan(5);
});

photographs('a replaced portrait disagrees with the ghost that was left', async () => {
  const original = await findPortraits(read('documents_front/alb00_original.jpg'));
  const tampered = await findPortraits(read('documents_front/alb00_tampered.jpg'));
  expect((await portraitsAgree(original!))?.result).toBe('pass');
  expect((await portraitsAgree(tampered!))?.result).toBe('fail');
});

photographs('a mirror image turns the head the other way', async () => {
  const { default: sharp } = await import('sharp');
  const bytes = read('faces_pairs/deepface_img12.jpg');
  const [face] = await findFaces(bytes);
  const [mirrored] = await findFaces(await sharp(bytes).flop().jpeg({ quality: 95 }).toBuffer());
  const [a, b] = [headPose(face!.landmarks), headPose(mirrored!.landmarks)];
  expect(Math.abs(a.yaw)).toBeGreaterThan(10);
  expect(Math.abs(a.yaw + b.yaw)).toBeLessThan(3);
  expect(Math.abs(a.pitch - b.pitch)).toBeLessThan(3);
});

photographs('a live picture raises no sign of attack, one of a screen does', async () => {
  const signals = async (file: string) => {
    const bytes = read(`faces_spoof/${file}`);
    const [face] = await findFaces(bytes);
    return attackSignals(bytes, face!);
  };
  const live = await signals('silent_image_T1.jpg');
  expect(live.map(({ name }) => name)).toEqual([
    'moire',
    'frame',
    'skin_warmth',
    'glare_on_face',
    'sharper_surroundings',
    'face_share',
  ]);
  expect(genuineness(live)).toBe(1);
  expect(genuineness(await signals('silent_image_F2.jpg'))).toBeLessThanOrEqual(0.25);
});
