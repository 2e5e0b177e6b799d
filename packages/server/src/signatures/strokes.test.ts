import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readStrokes, STROKE_FIELD } from './strokes.ts';

const { width, height } = STROKE_FIELD;
const point = fc.tuple(fc.nat(width), fc.nat(height));
const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 8 });
const written = (drawn: readonly (readonly (readonly number[])[])[]) =>
  drawn.map((stroke) => stroke.flat().join(' ')).join(';');

test('reads what browsers draw, and nothing that is too small', () => {
  fc.assert(
    fc.property(strokes, (drawn) => {
      const flat = drawn.flat();
      const extent = (at: 0 | 1) => Math.max(...flat.map((one) => one[at])) - Math.min(...flat.map((one) => one[at]));
      const large = Math.max(extent(0), extent(1)) >= 50;
      expect(readStrokes(written(drawn))).toEqual(large ? drawn.map((stroke) => stroke.flat()) : undefined);
    }),
  );
});

test('never reads a point beyond the field', () => {
  const beyond = fc.oneof(
    fc.tuple(fc.integer({ min: width + 1 }), fc.nat()),
    fc.tuple(fc.nat(), fc.integer({ min: height + 1 })),
  );
  fc.assert(
    fc.property(strokes, beyond, (drawn, point) => {
      expect(readStrokes(written([...drawn, [point]]))).toBeUndefined();
    }),
  );
});

test('refuses any other text without failing', () => {
  fc.assert(fc.property(fc.string(), (text) => readStrokes(text) === undefined || /^\d/.test(text)));
  for (const text of ['', ' ', ';', '1', '1 2 3', '1  2', '1 2;', '-1 0 900 0', '0.5 0 900 0', '0 0 900 0 '])
    expect([text, readStrokes(text)]).toEqual([text, undefined]);
  expect(readStrokes(`0 0 900 0${' 1 1'.repeat(8000)}`)).toBeUndefined();
});
