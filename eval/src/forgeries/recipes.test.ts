import { expect, test } from 'vitest';
import { specimen } from '../../../packages/verification/src/mrz/testing.ts';
import { zoneCells } from './letters.ts';
import { forgeriesOf, isTried } from './make.ts';
import { randomOf } from './random.ts';
import { opened, sharpOf } from './raster.ts';
import { recipes } from './recipes.ts';
import type { Page, Source } from './source.ts';

const lines = ['P<NLDVAN<DER<MEER<<JOOST<<<<<<<<<<<<<<<<<<<<', 'NXR15B8K29NLD8411237M3006154<<<<<<<<<<<<<<04'];

/** A page of 1000 by 640 pixels with a zone at its foot, letters 20 pixels apart from the left at 50. */
async function passport(): Promise<{ source: Source; page: Page }> {
  const canvas = await specimen(lines);
  const bytes = await sharpOf(canvas).png().toBuffer();
  const upload = { bytes, mediaType: 'image/png', type: 'passport', side: null } as const;
  const row = (top: number) =>
    [
      { x: 0.05, y: top / 640 },
      { x: 0.93, y: top / 640 },
      { x: 0.93, y: (top + 32) / 640 },
      { x: 0.05, y: (top + 32) / 640 },
    ] as const;
  return {
    page: { upload, canvas, places: { zone: [row(525), row(575)], print: [], faces: [] } },
    source: {
      id: 'drawn',
      origin: 'drawn',
      type: 'passport',
      specimen: false,
      split: 'tune',
      today: '2026-01-15',
      uploads: [upload],
      sides: 'one',
      zone: lines,
      fields: {},
    },
  };
}

const named = (name: string) => recipes.find((recipe) => recipe.name === name)!;

test('letters of a zone are found where they stand', async () => {
  const { page } = await passport();
  const corners = page.places.zone[0]!.map(({ x, y }) => ({ x: x * 1000, y: y * 640 }));
  const cells = zoneCells(page.canvas, corners as never, 44)!;
  const far = cells.map(({ left }, i) => Math.abs(left - (50 + 20 * i)));
  expect(Math.max(...far)).toBeLessThanOrEqual(3);
});

test.each(['zone, letters cloned', 'zone, letters drawn in OCR-B', 'zone, set again'])(
  '%s: nothing but the zone changes, and it is the same in every run',
  async (name) => {
    const { source, page } = await passport();
    const forge = () => named(name).make({ source, pages: [page], people: [] }, randomOf('7'));
    const [[first], [second]] = [(await forge())!, (await forge())!];
    expect(first!.bytes.equals(second!.bytes)).toBe(true);
    expect(first!.mediaType).toBe('image/png');
    const after = await opened(first!.bytes);
    const rows = Array.from({ length: 640 }, (_, y) => y).filter((y) => {
      const row = (data: Uint8Array) => Buffer.from(data.subarray(y * 3000, (y + 1) * 3000));
      return !row(after.data).equals(row(page.canvas.data));
    });
    expect(rows.length).toBeGreaterThan(8);
    expect(rows[0]!).toBeGreaterThanOrEqual(520);
    expect(rows.at(-1)!).toBeLessThanOrEqual(612);
  },
);

test('what a recipe needs and a document lacks is skipped', async () => {
  const { source, page } = await passport();
  const material = { source, pages: [page], people: [] };
  for (const name of ['print, letters cloned', 'portrait, matched', 'front alone', 'name on a patch']) {
    expect([name, await named(name).make(material, randomOf('1'))]).toEqual([name, null]);
  }
});

test('every recipe is tried on a sound document, about half of them on a specimen', async () => {
  const { source } = await passport();
  expect(recipes.filter((recipe) => isTried(source, recipe))).toHaveLength(recipes.length);
  const tried = Array.from({ length: 40 }, (_, i) =>
    recipes.filter((recipe) => isTried({ ...source, id: `${i}`, specimen: true }, recipe)),
  ).flat();
  expect(tried.length / (40 * recipes.length)).toBeCloseTo(0.5, 1);
});

test('a forgery says what was done, and to what', async () => {
  const { source } = await passport();
  const made = [];
  for await (const one of forgeriesOf(source, [named('overprint')], [])) made.push(one);
  expect(made.map(({ uploads, ...truth }) => truth)).toEqual([
    {
      id: 'drawn: overprint',
      recipe: 'overprint',
      forgery: 'not_a_document',
      source: 'drawn',
      origin: 'drawn',
      specimen: false,
      split: 'tune',
      today: '2026-01-15',
    },
  ]);
});
