import { assert, float, property } from 'fast-check';
import { expect, test } from 'vitest';
import { bending, heldPicture, movement } from './motion.ts';

/** 68 points on half an ellipsoid: across, up and towards the camera; eyes 200 apart. */
const head = Array.from({ length: 68 }, (_, i) => {
  const [angle, ring] = [i * 2.4, Math.sqrt(i / 68)];
  const [x, y] =
    i === 36 ? [-0.625, -0.3] : i === 45 ? [0.625, -0.3] : [ring * Math.cos(angle), ring * Math.sin(angle)];
  return { x: 160 * x, y: 220 * y, z: 160 * Math.sqrt(Math.max(0, 1 - x * x - y * y)) };
});

/** Landmarks of a head turned by so many degrees, seen by a distant camera. */
function seen(yaw: number) {
  const angle = (yaw * Math.PI) / 180;
  return head.map(({ x, y, z }) => ({ x: 400 + x * Math.cos(angle) + z * Math.sin(angle), y: 300 + y }));
}

const ahead = seen(0);

test('movement is counted in distances between the eyes', () => {
  const moved = ahead.map(({ x, y }) => ({ x: x + 30, y: y - 40 }));
  expect(movement(moved, ahead)).toBeCloseTo(0.25, 9);
  expect(bending(moved, ahead)).toBeCloseTo(0, 9);
});

test('a sheet may be shifted, turned, scaled and sheared without bending', () => {
  const some = float({ min: -Math.fround(0.4), max: Math.fround(0.4), noNaN: true });
  assert(
    property(some, some, some, some, some, (a, b, c, d, shift) => {
      const sheet = ahead.map(({ x, y }) => ({
        x: (1 + a) * x + b * y + 300 * shift,
        y: c * x + (1 + d) * y - 200 * shift,
      }));
      // Frames are warped onto the best one, whatever came of it: no sheet is flattened to a line here.
      expect(bending(sheet, ahead)).toBeLessThan(1e-6);
    }),
  );
});

test('a head that turns bends, the more the farther', () => {
  const turns = [5, 10, 20, 30].map((yaw) => bending(seen(yaw), ahead));
  expect(turns).toEqual(turns.toSorted((a, b) => a - b));
  expect(turns[2]).toBeGreaterThan(0.042);
});

test('a still picture and a moved one are distinguished from a head', () => {
  const results = (...frames: (typeof ahead)[]) => heldPicture(frames, ahead).map(({ result }) => result);
  expect(results(ahead, ahead)).toEqual(['fail', 'fail']);
  const shifted = ahead.map(({ x, y }) => ({ x: x + 20, y }));
  expect(results(ahead, shifted)).toEqual(['pass', 'fail']);
  expect(results(ahead, seen(8))).toEqual(['pass', null]);
  expect(results(ahead, seen(30))).toEqual(['pass', 'pass']);
  expect(results(ahead)).toEqual([null, null]);
});
