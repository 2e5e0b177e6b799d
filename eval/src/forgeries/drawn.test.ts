import { parseMrz } from '@bonafide/verification';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawnSource } from './drawn.ts';
import { holders } from './holders.ts';
import { rasterOf } from './raster.ts';
import { soundOf } from './sound.ts';

const face = () => rasterOf(sharp({ create: { width: 300, height: 300, channels: 3, background: '#c98' } }));

test('drawn documents have a size as phones give, two sides where their kind has, and a zone that is right', async () => {
  const card = holders.find(({ kind }) => kind === 'card')!;
  const { uploads, zone, sides, split, ...source } = await drawnSource(card, await face());
  expect([source.type, sides, split]).toEqual(['national_identity_card', 'each', 'held']);
  expect(uploads.map(({ side, mediaType }) => [side, mediaType])).toEqual([
    ['front', 'image/jpeg'],
    ['back', 'image/jpeg'],
  ]);
  for (const { bytes } of uploads) expect((await sharp(bytes).metadata()).width).toBeGreaterThan(1500);
  expect(parseMrz(zone!, source.today)).toMatchObject({ valid: true, documentNumber: card.number });
  expect(source.fields).toEqual({
    surname: card.surname,
    documentNumber: card.number,
    dateOfBirth: card.birth,
    dateOfExpiry: card.expiry,
  });
});

test('a sound document is captured as it is and in four other ways; a specimen as it is', async () => {
  const source = await drawnSource(holders[0]!, await face());
  expect(soundOf(source).map(({ id }) => id.split(': ')[1])).toEqual([
    ...['as it is', 'as JPEG', 'resized', 'photographed', 'by a messenger'],
  ]);
  expect(soundOf({ ...source, specimen: true })).toHaveLength(1);
  const [asIs, jpeg] = await Promise.all(
    soundOf(source)
      .slice(0, 2)
      .map((capture) => capture.make()),
  );
  expect(asIs!.uploads).toEqual(source.uploads);
  expect(jpeg).toMatchObject({ forgery: null, recipe: 'as JPEG', specimen: false });
  expect(jpeg!.uploads[0]!.bytes.equals(source.uploads[0]!.bytes)).toBe(false);
});
