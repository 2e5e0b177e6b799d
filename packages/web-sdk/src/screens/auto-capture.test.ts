import { expect, test } from 'vitest';
import { lasting } from './auto-capture.ts';

test('a picture has been good since its first good look, and from the start again after one that was not', () => {
  const measure = lasting();
  const looks = [
    [false, 0],
    [true, 200],
    [true, 400],
    [false, 600],
    [true, 800],
    [true, 1700],
    [true, 1800],
  ] as const;
  expect(looks.map(([good, at]) => measure(good, at))).toEqual([undefined, 0, 200, undefined, 0, 900, 1000]);
});
