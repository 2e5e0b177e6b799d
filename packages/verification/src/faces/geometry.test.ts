import { expect, test } from 'vitest';
import { apply, fitSimilarity, overlap, scaleOf } from './geometry.ts';
import { cut, reduced, squareOf, warp } from './warp.ts';

test('a similarity is found again from the points that it moved', () => {
  const similarity = { a: 1.5, b: -0.8, tx: 30, ty: -12 };
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 3 },
    { x: -4, y: 17 },
  ];
  const fitted = fitSimilarity(
    points,
    points.map((point) => apply(similarity, point)),
  );
  for (const key of ['a', 'b', 'tx', 'ty'] as const) expect(fitted[key]).toBeCloseTo(similarity[key], 9);
  expect(scaleOf(fitted)).toBeCloseTo(1.7, 9);
});

test('overlap is shared area of all area', () => {
  const box = { left: 0, top: 0, width: 10, height: 10 };
  expect(overlap(box, box)).toBe(1);
  expect(overlap(box, { ...box, left: 5 })).toBeCloseTo(1 / 3, 9);
  expect(overlap(box, { ...box, left: 10 })).toBe(0);
});

test('a cut at the size of the picture is the picture, and black beyond', () => {
  const picture = { width: 2, height: 2, data: Uint8Array.from({ length: 12 }, (_, i) => 20 * i) };
  expect(warp(picture, squareOf({ left: 0, top: 0, width: 2, height: 2 }, 2), 2)).toEqual(picture);
  const beyond = warp(picture, squareOf({ left: 10, top: 0, width: 2, height: 2 }, 2), 2);
  expect([...beyond.data]).toEqual(new Array(12).fill(0));
});

test('a reduced pixel is the mean of those that it covers', () => {
  const picture = { width: 4, height: 2, data: Uint8Array.from({ length: 24 }, (_, i) => 10 * Math.floor(i / 3)) };
  const { raster, scale } = reduced(picture, 2);
  expect(scale).toBe(0.5);
  expect([...raster.data]).toEqual([25, 25, 25, 45, 45, 45]);
});

test('a cut that reaches beyond the picture is black there', () => {
  const picture = { width: 4, height: 4, data: new Uint8Array(48).fill(90) };
  const { data } = cut(picture, { left: -4, top: 0, width: 8, height: 8 }, 4);
  const reds = Array.from({ length: 16 }, (_, i) => data[3 * i]);
  expect(reds).toEqual([0, 0, 90, 90, 0, 0, 90, 90, 0, 0, 0, 0, 0, 0, 0, 0]);
});
