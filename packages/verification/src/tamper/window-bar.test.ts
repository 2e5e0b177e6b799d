import { expect, test } from 'vitest';
import type { GreyRaster } from '../image/decode.ts';
import { hasWindowBar } from './window-bar.ts';

type Shape = readonly [x: number, y: number, width: number, height: number, level: number];

/** A picture of 800 by 600 with shapes on it, the last on top. */
function picture(...shapes: Shape[]): GreyRaster {
  const data = new Uint8Array(800 * 600).map((_, i) => 90 + (((i % 800) * 7 + Math.floor(i / 800) * 13) % 60));
  for (const [left, top, width, height, level] of shapes) {
    for (let y = top; y < top + height; y++) data.fill(level, y * 800 + left, y * 800 + left + width);
  }
  return { width: 800, height: 600, data };
}

/** Controls of a window, from left to right. */
const controls = (x: number, y: number, level: number, { size = 9, step = 16 } = {}): Shape[] =>
  [0, 1, 2].map((i) => [x + i * step, y, size, size, level]);

const title: Shape[] = Array.from({ length: 12 }, (_, i) => [350 + 8 * i, 10, 5 - (i % 3), 8, 60]);

test.each<[string, Shape[]]>([
  ['macOS, light', [[0, 0, 800, 28, 232], ...title, ...controls(10, 9, 150)]],
  ['macOS, dark, smaller than the picture', [[100, 80, 600, 28, 44], ...controls(110, 89, 160)]],
  ['Windows, light', [[0, 0, 800, 30, 250], ...controls(690, 10, 30, { step: 40 })]],
  ['Windows, dark', [[0, 0, 800, 30, 32], ...title, ...controls(690, 10, 230, { step: 40 })]],
  ['Linux', [[40, 50, 700, 36, 60], ...controls(672, 60, 200, { size: 14, step: 22 })]],
])('a title bar of %s is one', (_, shapes) => {
  expect(hasWindowBar(picture(...shapes))).toBe(true);
});

test.each<[string, Shape[]]>([
  ['nothing', []],
  ['a bar without controls', [[0, 0, 800, 30, 200], ...title]],
  [
    'a row of letters',
    [[0, 0, 800, 30, 240], ...Array.from({ length: 20 }, (_, i): Shape => [10 + 16 * i, 9, 9, 9, 30])],
  ],
  [
    'marks of unequal size',
    [
      [0, 0, 800, 30, 240],
      [10, 9, 5, 5, 30],
      [26, 9, 12, 12, 30],
      [46, 9, 8, 8, 30],
    ],
  ],
  ['white paper with marks', [[0, 0, 800, 600, 250], ...controls(10, 9, 30)]],
])('%s is none', (_, shapes) => {
  expect(hasWindowBar(picture(...shapes))).toBe(false);
});
