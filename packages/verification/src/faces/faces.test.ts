import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeRgb } from '../image/decode.ts';
import { hasTestFiles, testFile } from '../testing/data.ts';
import { attackSignals, genuineness } from './attack/signals.ts';
import {
  analysePortraits,
  analyseSelfie,
  compareFaces,
  type DocumentPortrait,
  EMBEDDING_LENGTH,
  embed,
  FACE_THRESHOLDS,
  faceCount,
  findFaces,
  headPose,
  type SelfieAnalysis,
  samePortrait,
} from './index.ts';
import { drawing, noise, onCard } from './testing.ts';

const read = (file: string) => readFileSync(testFile(file));
/** Tests on files that the repository lacks. */
const withFiles = (...files: readonly string[]) => test.skipIf(!hasTestFiles(...files));

test('noise, an even picture and a drawn person show no face', async () => {
  expect(await findFaces(noise(400, 300))).toEqual([]);
  expect(await findFaces({ width: 40, height: 300, data: new Uint8Array(40 * 300 * 3).fill(200) })).toEqual([]);
  const drawn = await drawing();
  expect(await findFaces(drawn)).toEqual([]);
  expect(await analysePortraits(drawn)).toEqual({ portraits: [], agree: null });
  expect(await analyseSelfie(drawn)).toMatchObject({ faces: [], count: { result: 'fail' }, person: null });
});

test('a picture of one pixel is looked at without error', async () => {
  expect(await findFaces({ width: 1, height: 1, data: new Uint8Array(3) })).toEqual([]);
});

test('what is not a picture is refused', async () => {
  await expect(findFaces(Buffer.from('no picture'))).rejects.toThrow('The file is not a JPEG or PNG image');
});

test('exactly one face is wanted', () => {
  expect(faceCount([])).toMatchObject({ measure: 0, threshold: 1, result: 'fail' });
});

test('an embedding matches itself', () => {
  const one = new Float32Array(384).fill(1 / Math.sqrt(384));
  expect(compareFaces(one, one)).toBeCloseTo(1, 6);
  expect(FACE_THRESHOLDS.match).toBe(0.98);
});

withFiles('faces_misc/compreface_000_5.jpg')('counts faces of people but not of a cat (needs TEST_DATA)', async () => {
  const counts: [string, number][] = [
    ['compreface_000_5.jpg', 5],
    ['compreface_010_2.jpg', 2],
    ['onfido_sample_photo.png', 1],
    ['skimage_cat.png', 0],
  ];
  for (const [file, count] of counts) expect(await findFaces(read(`faces_misc/${file}`)), file).toHaveLength(count);
});

test('a person is recognised in a small grey document portrait, another is not', async () => {
  const [neutral, smiling, other] = await Promise.all(
    ['london_010_neutral', 'london_010_smiling', 'london_018_neutral'].map(async (name) => {
      const { rgb } = await decodeRgb(read(`faces_pairs/${name}.jpg`), { side: 1000 });
      const [face] = await findFaces(rgb);
      return { rgb, face: face!, embedding: await embed(rgb, face!) };
    }),
  );
  for (const size of [undefined, 2000]) {
    const card = await onCard(neutral!.rgb, neutral!.face.box, { width: 80, quality: 50, ...(size && { card: size }) });
    const { portraits, agree } = await analysePortraits(card);
    expect(portraits, `card of ${size ?? 'no more than its portrait'}`).toHaveLength(1);
    expect(agree).toBeNull();
    const [{ embedding, width }] = portraits as [DocumentPortrait];
    expect(width).toBeGreaterThan(60);
    expect(width).toBeLessThan(110);
    expect(compareFaces(embedding, smiling!.embedding)).toBeGreaterThanOrEqual(FACE_THRESHOLDS.match);
    expect(compareFaces(embedding, other!.embedding)).toBeLessThan(FACE_THRESHOLDS.match);
  }
});

test('the portrait of a card is known again when it is cut out and sent as a selfie', async () => {
  const { default: sharp } = await import('sharp');
  const { rgb } = await decodeRgb(read('faces_pairs/london_010_neutral.jpg'), { side: 1000 });
  const [face] = await findFaces(rgb);
  for (const [width, card] of [
    [90, 1000],
    [400, 4000],
  ] as const) {
    const document = await onCard(rgb, face!.box, { width, quality: 70, card });
    const [portrait] = (await analysePortraits(document)).portraits;
    const cut = { left: 0, top: 0, width: Math.round(2.6 * width), height: Math.round(2.6 * width) };
    const selfies = [
      await sharp(document).extract(cut).resize(800).jpeg({ quality: 60 }).toBuffer(),
      await sharp(document).extract(cut).modulate({ brightness: 1.1 }).png().toBuffer(),
      document,
    ];
    for (const selfie of selfies) {
      const { person } = await analyseSelfie(selfie);
      expect(samePortrait(person!.embedding, portrait!.embedding)).toBe(true);
    }
    for (const other of ['london_010_smiling', 'london_018_neutral']) {
      const { person } = await analyseSelfie(read(`faces_pairs/${other}.jpg`));
      expect(samePortrait(person!.embedding, portrait!.embedding)).toBe(false);
    }
  }
});

withFiles('documents_front/USA-Driver-License-CO-2015.png')(
  'a portrait is found on a card that lies on its side (needs TEST_DATA)',
  async () => {
    const { default: sharp } = await import('sharp');
    const card = sharp(read('documents_front/USA-Driver-License-CO-2015.png'));
    const { portraits: upright } = await analysePortraits(await card.png().toBuffer());
    const { portraits: lying } = await analysePortraits(await card.rotate(90).png().toBuffer());
    const [a, b] = [upright[0]!.box, lying[0]!.box];
    // What was at the left is at the top.
    expect(b.top + b.height / 2).toBeCloseTo(a.left + a.width / 2, 1);
    expect(b.left + b.width / 2).toBeCloseTo(1 - a.top - a.height / 2, 1);
    expect(compareFaces(upright[0]!.embedding, lying[0]!.embedding)).toBeGreaterThan(0.99);
  },
);

withFiles('documents_front/alb00_original.jpg')(
  'a replaced portrait disagrees with the ghost that was left (needs TEST_DATA)',
  async () => {
    const original = await analysePortraits(read('documents_front/alb00_original.jpg'));
    const tampered = await analysePortraits(read('documents_front/alb00_tampered.jpg'));
    expect(original.portraits).toHaveLength(2);
    expect(original.agree).toMatchObject({ name: 'portraits_agree', result: 'pass' });
    expect(tampered.agree).toMatchObject({ name: 'portraits_agree', result: 'fail' });
  },
);

test('a selfie is described in plain data: box, embedding, pose and signs of attack', async () => {
  const bytes = read('faces_pairs/london_010_neutral.jpg');
  const selfie = await analyseSelfie(bytes);
  expect(selfie.count).toMatchObject({ measure: 1, result: 'pass' });
  const [{ left, top, width, height }] = selfie.faces as [SelfieAnalysis['faces'][number]];
  expect(Math.abs(left + width / 2 - 0.5)).toBeLessThan(0.05);
  expect(top).toBeGreaterThan(0);
  expect(top + height).toBeLessThan(1);
  const { embedding, pose, signals, genuineness: score } = selfie.person!;
  expect(embedding).toHaveLength(EMBEDDING_LENGTH);
  expect(Math.abs(pose.yaw)).toBeLessThan(8);
  expect(signals).toHaveLength(7);
  expect(score).toBe(1);
  expect(structuredClone(selfie)).toEqual(selfie);
});

withFiles('faces_misc/compreface_010_2.jpg')(
  'of two people in a selfie, none is taken for the applicant (needs TEST_DATA)',
  async () => {
    const selfie = await analyseSelfie(read('faces_misc/compreface_010_2.jpg'));
    expect(selfie.faces).toHaveLength(2);
    expect(selfie.count.result).toBe('fail');
    expect(selfie.person).toBeNull();
  },
);

withFiles('faces_pairs/deepface_img12.jpg')(
  'a mirror image turns the head the other way (needs TEST_DATA)',
  async () => {
    const { default: sharp } = await import('sharp');
    const bytes = read('faces_pairs/deepface_img12.jpg');
    const [face] = await findFaces(bytes);
    const [mirrored] = await findFaces(await sharp(bytes).flop().jpeg({ quality: 95 }).toBuffer());
    const [a, b] = [headPose(face!.landmarks), headPose(mirrored!.landmarks)];
    expect(Math.abs(a.yaw)).toBeGreaterThan(10);
    expect(Math.abs(a.yaw + b.yaw)).toBeLessThan(3);
    expect(Math.abs(a.pitch - b.pitch)).toBeLessThan(3);
  },
);

test('a live picture raises no sign of attack, one of a screen does', async () => {
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
    'device_frame',
  ]);
  expect(genuineness(live)).toBe(1);
  expect(genuineness(await signals('silent_image_F2.jpg'))).toBeLessThanOrEqual(0.25);
});
