import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { LEAST_SCORE, placeHint } from './face-hint.ts';
import { type Face, findFaces } from './faces.ts';
import { yawOf } from './pose.ts';
import { blurred, ended, headTurned } from './testing.ts';

const facesIn = (yaw: number): Face[] => ended(findFaces(headTurned(yaw).data, LEAST_SCORE));

describe('faces', () => {
  it('are found where they are', () => {
    const [face, ...others] = facesIn(0) as [Face];
    expect(others).toEqual([]);
    expect(face.left + face.width / 2).toBeCloseTo(0.5, 1);
    expect(face.top + face.height / 2).toBeCloseTo(0.5, 1);
    const [left, right, nose, mouth] = face.points;
    expect(left!.x).toBeLessThan(nose!.x);
    expect(nose!.x).toBeLessThan(right!.x);
    expect(nose!.y).toBeLessThan(mouth!.y);
  });

  it('are not found in pictures without faces', () => {
    let state = 1;
    const noise = Uint8ClampedArray.from({ length: 128 * 128 * 4 }, () => {
      state = (state * 48271) % 2147483647;
      return state & 255;
    });
    expect(ended(findFaces(noise, LEAST_SCORE))).toEqual([]);
    expect(ended(findFaces(new Uint8ClampedArray(128 * 128 * 4), LEAST_SCORE))).toEqual([]);
    expect(ended(findFaces(blurred(headTurned(), 12).data, LEAST_SCORE))).toEqual([]);
  });

  test.each([-30, -20, 20, 30])('turned by %d degrees are seen to be', (yaw) => {
    const [face] = facesIn(yaw);
    const ahead = yawOf(facesIn(0)[0]!.points);
    expect(Math.sign(yawOf(face!.points) - ahead)).toBe(Math.sign(yaw));
    expect(Math.abs(yawOf(face!.points) - ahead)).toBeGreaterThan(12);
  });
});

test('a head that is tilted is turned as far as one that isn’t, and its mirror image as far the other way', () => {
  const number = fc.double({ min: -0.4, max: 0.4, noNaN: true });
  fc.assert(
    fc.property(number, number, (tilt, nose) => {
      const upright = [0, 0, nose, 0, -1, 1].map((x, i) => ({ x, y: i === 2 ? 0.3 : 0 }));
      const [sin, cos] = [Math.sin(tilt), Math.cos(tilt)];
      const tilted = upright.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
      const mirrored = upright.map(({ x, y }, i) => ({ x: i > 3 ? x : -x, y }));
      expect(yawOf(tilted)).toBeCloseTo(yawOf(upright), 6);
      expect(yawOf(mirrored)).toBeCloseTo(-yawOf(upright), 6);
    }),
  );
});

describe('a hint for a face', () => {
  const oval = { left: 0.25, top: 0.15, width: 0.5, height: 0.7 };
  const face = (width: number, x = 0.5, y = 0.52): Face => ({
    left: x - width / 2,
    top: y - width / 2,
    width,
    height: width,
    score: 0.9,
    points: [],
  });

  test.each([
    ['no_face', []],
    ['many_faces', [face(0.4), face(0.2, 0.9)]],
    ['closer', [face(0.2)]],
    ['further', [face(0.6)]],
    ['centre', [face(0.4, 0.7)]],
    ['centre', [face(0.4, 0.5, 0.2)]],
    ['good', [face(0.4)]],
  ] as const)('%s', (hint, faces) => {
    expect(placeHint(faces, oval)).toBe(hint);
  });

  it('doesn’t flicker at its limits', () => {
    expect(placeHint([face(0.24)], oval, 'closer')).toBe('closer');
    expect(placeHint([face(0.24)], oval, 'good')).toBe('good');
    expect(placeHint([face(0.2)], oval, 'good')).toBe('closer');
  });
});
