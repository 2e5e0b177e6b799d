import { describe, expect, it } from 'vitest';
import type { RgbRaster } from './decode.ts';
import { glare } from './glare.ts';

const [WIDTH, HEIGHT] = [700, 1000];

/** Paper with paragraphs of print, under a light: what of its white arrives at the camera, and what the light adds as a mirror. */
function paper(light: (x: number, y: number) => { lit: number; mirrored: number }): RgbRaster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const line = x > 80 && x < 240 && y > 100 && y % 200 < 120 && y % 20 < 9;
      const ink = line && (x * 7 + ((y / 20) | 0) * 13) % 23 < 14;
      const { lit, mirrored } = light(x, y);
      const shade = Math.min(255, (ink ? 40 : 250) * lit + mirrored);
      data.fill(shade, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3);
    }
  }
  return { width: WIDTH, height: HEIGHT, data };
}

/** Brightness of a place around the middle of the sheet, 1 there and less around it. */
const bell = (x: number, y: number, spread: number) =>
  Math.exp(-((x - 350) ** 2 + (y - 470) ** 2) / (2 * (spread * HEIGHT) ** 2));

describe('glare on paper', () => {
  it.each([
    ['a lamp above it', 0.75, 1.15, 0.15],
    ['a window beside it', 0.65, 1.1, 0.22],
    ['a flash', 0.8, 1.25, 0.18],
  ])('is absent if %s only takes its white to the end of the scale', (_, around, most, spread) => {
    const { measure, result } = glare({
      rgb: paper((x, y) => ({ lit: around + (most - around) * bell(x, y, spread), mirrored: 0 })),
    });
    expect([measure, result]).toEqual([0, 'pass']);
  });

  it.each([0.5, 0.6, 0.7])('is a lamp that it mirrors, which wipes print out, under light of %f', (lit) => {
    const { measure, result } = glare({
      rgb: paper((x, y) => ({ lit, mirrored: 400 * bell(x, y, 0.04) })),
    });
    expect(result).toBe('fail');
    expect(measure).toBeGreaterThan(0.005);
  });
});
