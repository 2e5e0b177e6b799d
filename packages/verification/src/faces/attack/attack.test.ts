import { expect, test } from 'vitest';
import type { GreyRaster, RgbRaster } from '../../image/decode.ts';
import { noise } from '../testing.ts';
import { deviceFrame } from './device.ts';
import { frame } from './frame.ts';
import { moire } from './moire.ts';
import { genuineness } from './signals.ts';
import { skin } from './skin.ts';
import { powerSpectrum } from './spectrum.ts';

function grey(width: number, height: number, value: (x: number, y: number) => number): GreyRaster {
  const data = Uint8Array.from({ length: width * height }, (_, i) => value(i % width, Math.floor(i / width)));
  return { width, height, data };
}

function coloured({ width, height, data }: GreyRaster): RgbRaster {
  return { width, height, data: Uint8Array.from({ length: 3 * data.length }, (_, i) => data[Math.floor(i / 3)]!) };
}

test('a wave is one pair of peaks in the spectrum', () => {
  const side = 16;
  const wave = Float64Array.from({ length: side * side }, (_, i) =>
    Math.cos((2 * Math.PI * (3 * (i % side) + 2 * Math.floor(i / side))) / side),
  );
  const power = powerSpectrum(wave, side);
  const peaks = [...power.entries()].filter(([, value]) => value > 1e-6).map(([i]) => i);
  expect(peaks).toEqual([2 * side + 3, 14 * side + 13]);
  expect(power[2 * side + 3]).toBeCloseTo((side * side * side * side) / 4, 6);
});

test('a weak grid over noise stands out, noise alone does not', () => {
  const { data } = noise(300, 300);
  const box = { left: 50, top: 50, width: 200, height: 200 };
  const plain = grey(300, 300, (x, y) => 100 + (data[3 * (y * 300 + x)]! >> 3));
  const grid = grey(300, 300, (x, y) => plain.data[y * 300 + x]! + 4 * Math.sin(1.1 * x + 0.7 * y));
  expect(moire(coloured(plain), box)).toBeLessThan(1.6);
  expect(moire(coloured(grid), box)).toBeGreaterThan(2);
  const small = grey(100, 100, () => 0);
  expect(moire(coloured(small), box)).toBe(0);
});

test('a tilted sheet around the face is a frame, one edge is not', () => {
  const box = { left: 150, top: 150, width: 100, height: 100 };
  const sheet = grey(400, 400, (x, y) => (Math.abs(x - 200 - 0.1 * (y - 200)) < 120 && y > 60 && y < 340 ? 220 : 60));
  const edge = grey(400, 400, (x) => (x < 100 ? 220 : 60));
  expect(frame(sheet, box)).toBeGreaterThan(0.9);
  expect(frame(edge, box)).toBe(0);
});

/** A screen of 160 by 300 pixels in a phone that is turned about the middle of its picture, with skin tones on it. */
function phone({
  frame,
  ground,
  tilt = 0,
  shift = 0,
}: {
  frame: number;
  ground: number;
  tilt?: number;
  shift?: number;
}) {
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)];
  return grey(400, 400, (x, y) => {
    const [u, v] = [(x - 200 - shift) * cos + (y - 200) * sin, (y - 200) * cos - (x - 200 - shift) * sin];
    if (Math.abs(u) > 90 || Math.abs(v) > 165) return ground;
    return Math.abs(u) > 80 || Math.abs(v) > 150 ? frame : 130 + (x % 7) * 4;
  });
}

test.each([
  ['a dark frame', { frame: 15, ground: 120 }, 0],
  ['a white frame', { frame: 235, ground: 90 }, 0],
  ['a phone held at an angle', { frame: 15, ground: 170, tilt: 12 }, 0],
  ['a phone that the border of the picture cuts', { frame: 15, ground: 120, shift: 150 }, 150],
])('%s is seen beside a face on at least two sides', (_, drawn, shift) => {
  const box = { left: 155 + Math.min(shift, 120), top: 150, width: 90, height: 100 };
  expect(deviceFrame(phone(drawn), box)).toBeGreaterThanOrEqual(2);
});

test('neither a doorway far from the face, nor a dark wall, nor plain noise is the frame of a device', () => {
  const box = { left: 185, top: 170, width: 40, height: 45 };
  const doorway = grey(400, 400, (x) => (Math.abs(x - 200) > 150 && Math.abs(x - 200) < 170 ? 235 : 120));
  const wall = grey(400, 400, (x) => (x < 170 ? 20 : 140));
  expect([doorway, wall].map((image) => deviceFrame(image, box))).toEqual([0, 0]);
});

test('two bands of unlike width or tilt are not one frame', () => {
  const box = { left: 155, top: 150, width: 90, height: 100 };
  const bars = grey(400, 400, (x, y) =>
    (x > 60 && x < 110) || Math.abs(x - 290 - 0.2 * (y - 200)) < 8 ? 225 : 110 + (x % 5),
  );
  expect(deviceFrame(bars, box)).toBe(1);
});

test('the frame of a device counts as two signs where it is on two sides', () => {
  const raised = (name: string, measure = 1) => ({ name, measure, result: 'fail' as const });
  expect(genuineness([])).toBe(1);
  expect(genuineness([raised('frame')])).toBe(0.5);
  expect(genuineness([raised('device_frame')])).toBe(0.5);
  expect(genuineness([raised('device_frame', 2)])).toBe(0.25);
});

test('warmth and glare of an even skin', () => {
  const data = new Uint8Array(100 * 100 * 3).map((_, i) => [150, 100, 50][i % 3]!);
  expect(skin({ width: 100, height: 100, data }).warmth).toBeCloseTo(100 / 301, 6);
  expect(skin({ width: 100, height: 100, data: new Uint8Array(30000).fill(255) })).toEqual({ warmth: 0, glare: 1 });
});
