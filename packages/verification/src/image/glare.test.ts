import { describe, expect, it } from 'vitest';
import type { RgbRaster } from './decode.ts';
import { glare } from './glare.ts';

const [WIDTH, HEIGHT] = [700, 1000];

/** Paper with paragraphs of print, under a light: what of its white arrives at the camera, and what the light adds as a mirror. */
function paper(light: (x: number, y: number) => { lit: number; mirrored: number }, blank = false): RgbRaster {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const line = !blank && x > 80 && x < 240 && y > 100 && y % 200 < 120 && y % 20 < 9;
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

describe('glare on blank paper', () => {
  it.each([
    [1, 0.08],
    [0.8, 0.12],
    [0.6, 0.15],
  ])('is absent, since it hides nothing: a flash near the paper, light around it %f, spread %f', (around, spread) => {
    const { measure, result } = glare({
      rgb: paper((x, y) => ({ lit: 0.6 * around + bell(x, y, spread), mirrored: 0 }), true),
    });
    expect([measure, result]).toEqual([0, 'pass']);
  });

  it.each([0, 20, 45, 70])('is absent on a sheet that lies on a patterned cloth, turned by %i degrees', (degrees) => {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    const data = new Uint8Array(WIDTH * HEIGHT * 3);
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < WIDTH; x++) {
        const [u, v] = [(x - 350) * cos + (y - 500) * sin, (y - 500) * cos - (x - 350) * sin];
        const sheet = Math.abs(u) < 210 && Math.abs(v) < 190;
        const cloth = ((x >> 5) + (y >> 5)) % 2 === 0 ? 70 : 130;
        data.fill(sheet ? 255 : cloth, 3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3);
      }
    }
    expect(glare({ rgb: { width: WIDTH, height: HEIGHT, data } }).result).toBe('pass');
  });

  it('is a slanted lamp with a hard edge over print', () => {
    const lamp = (x: number, y: number) => {
      const [u, v] = [(x - 200 + (y - 360)) / 1.41, (y - 360 - (x - 200)) / 1.41];
      return (u / 90) ** 2 + (v / 45) ** 2 < 1;
    };
    expect(glare({ rgb: paper((x, y) => ({ lit: 0.6, mirrored: lamp(x, y) ? 200 : 0 })) }).result).toBe('fail');
  });
});
