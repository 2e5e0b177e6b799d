import { expect, test } from 'vitest';
import { inkOnto, softened, stamp } from './careful.ts';
import { randomOf } from './random.ts';

/** Paper of 60 by 40 pixels with a pattern that repeats every seven, and a black bar on it. */
function page() {
  const data = new Uint8Array(60 * 40 * 3);
  for (let y = 0; y < 40; y++) {
    for (let x = 0; x < 60; x++) {
      const bar = x >= 30 && x < 34 && y >= 14 && y < 26;
      data.fill(bar ? 20 : 200 + ((x + 3 * y) % 7), (y * 60 + x) * 3, (y * 60 + x) * 3 + 3);
    }
  }
  return { width: 60, height: 40, data };
}

test('paper from near by covers print, its pattern included, and leaves the rest as it is', () => {
  const canvas = page();
  const before = Uint8Array.from(canvas.data);
  expect(stamp(canvas, { left: 28, top: 12, width: 8, height: 16 })).toBe(true);
  const levels = new Set<number>();
  for (let y = 14; y < 26; y++) for (let x = 30; x < 34; x++) levels.add(canvas.data[(y * 60 + x) * 3]!);
  expect(Math.min(...levels)).toBeGreaterThanOrEqual(195);
  expect(levels.size).toBeGreaterThan(4);
  for (let y = 0; y < 40; y++) {
    for (let x = 0; x < 60; x++) {
      if (x >= 28 && x < 36 && y >= 12 && y < 28) continue;
      expect(canvas.data[(y * 60 + x) * 3]).toBe(before[(y * 60 + x) * 3]);
    }
  }
});

test('ink of a letter darkens the paper that is there, and its own paper does not', () => {
  const canvas = { width: 4, height: 2, data: new Uint8Array(24).fill(100) };
  const letter = { width: 4, height: 2, data: Uint8Array.from({ length: 24 }, (_, i) => (i < 6 ? 44 : 200)) };
  inkOnto(canvas, letter, { left: 0, top: 0 });
  // The ink has a quarter of the light of its paper: (44 + 6) / 200.
  expect([...canvas.data.subarray(0, 6)]).toEqual([25, 25, 25, 25, 25, 25]);
  expect([...canvas.data.subarray(6)]).toEqual(new Array(18).fill(100));
});

test('soft ink keeps its sum and gets wider edges', async () => {
  const data = new Uint8Array(100).fill(0);
  for (let y = 0; y < 10; y++) data.fill(255, y * 10 + 4, y * 10 + 6);
  const soft = await softened({ width: 10, height: 10, data }, randomOf('soft'));
  expect([soft.width, soft.height, soft.margin]).toEqual([16, 16, 3]);
  const row = [...soft.data.subarray(8 * 16, 9 * 16)];
  expect(row[6]!).toBeGreaterThan(10);
  expect(row[7]!).toBeLessThan(255);
  expect(Math.abs(row.reduce((sum, value) => sum + value, 0) - 510)).toBeLessThan(12);
});
