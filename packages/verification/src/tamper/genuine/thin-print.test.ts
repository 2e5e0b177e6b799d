import { expect, test } from 'vitest';
import { withoutThinPrint } from './thin-print.ts';

test('thin strokes are gone, and thick ones stay, faint as they are', async () => {
  const [width, height] = [1200, 800];
  const data = new Uint8Array(3 * width * height).fill(210);
  const draw = (left: number, top: number, w: number, h: number, level: number) => {
    for (let y = top; y < top + h; y++) data.fill(level, 3 * (y * width + left), 3 * (y * width + left + w));
  };
  for (let i = 0; i < 40; i++) draw(100 + 12 * i, 200, 4, 40, 20);
  draw(700, 100, 40, 500, 170);
  const { width: w, height: h, data: seen } = await withoutThinPrint({ width, height, data });
  expect([w, h]).toEqual([640, 427]);
  const at = (x: number, y: number) => seen[3 * (Math.round((y * h) / height) * w + Math.round((x * w) / width))]!;
  const ground = at(300, 700);
  expect(Math.abs(at(102, 220) - ground)).toBeLessThan(20);
  expect(ground - at(720, 300)).toBeGreaterThan(35);
});
