import { expect, test } from 'vitest';
import type { GreyRaster } from '../image/decode.ts';
import { repetition, strongestRepetition } from './resampling.ts';

/** White noise, the same each time. */
function noise(width: number, height: number): GreyRaster {
  let state = 5;
  const data = Uint8Array.from({ length: width * height }, () => {
    state = (state * 48271) % 2147483647;
    return 90 + (state % 64);
  });
  return { width, height, data };
}

/** Made wider by linear interpolation, each row by itself. */
function widened({ width, height, data }: GreyRaster, by: number): GreyRaster {
  const wide = Math.floor((width - 1) * by);
  const out = new Uint8Array(wide * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < wide; x++) {
      const from = x / by;
      const [left, share] = [Math.floor(from), from % 1];
      const at = y * width + left;
      out[y * wide + x] = Math.round(data[at]! * (1 - share) + data[at + 1]! * share);
    }
  }
  return { width: wide, height, data: out };
}

const whole = ({ width, height }: GreyRaster) => ({ left: 0, top: 0, width, height });
const found = (raster: GreyRaster) => repetition(raster, whole(raster), () => true)!;

test('a picture that was made wider repeats, and noise put into it does not', () => {
  const wide = widened(noise(500, 120), 1.4);
  const { whole: seen, part: there } = strongestRepetition(found(wide), found(wide));
  const missing = strongestRepetition(found(wide), found(noise(200, 120)));
  expect(seen).toBeGreaterThan(Math.log(15));
  expect(there).toBeCloseTo(seen, 5);
  expect(missing.part).toBeLessThan(Math.log(5));
});

test('noise repeats no more than chance makes it', () => {
  const chance = found(noise(700, 120));
  expect(strongestRepetition(chance, chance).whole).toBeLessThan(Math.log(5));
});

test('blocks of JPEG are not resampling', () => {
  const raster = noise(700, 120);
  const blocks = { ...raster, data: raster.data.map((value, i) => ((i % 700) % 8 === 0 ? value + 60 : value)) };
  expect(strongestRepetition(found(blocks), found(blocks)).whole).toBeLessThan(Math.log(5));
});

test('a narrow part is not measured', () => {
  const raster = noise(60, 120);
  expect(repetition(raster, { left: 0, top: 0, width: 40, height: 120 }, () => true)).toBeNull();
});
