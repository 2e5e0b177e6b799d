import { describe, expect, it } from 'vitest';
import type { Quad } from '../text/geometry.ts';
import { placesOfAll, placesOfSide } from './places.ts';

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });
const value = { value: 'EXAMPLE', grounds: 'label', box: box(100, 50, 200, 25), confidence: 1 } as const;
const page = { width: 1000, height: 500 };

describe('places of values', () => {
  it.each([
    [0, box(0.1, 0.1, 0.2, 0.05)],
    [1, box(0.1, 0.7, 0.05, 0.2)],
    [2, box(0.7, 0.85, 0.2, 0.05)],
    [3, box(0.85, 0.1, 0.05, 0.2)],
  ] as const)(
    'are shares of the picture as it is shown, though it was read after %d quarter turns',
    (turn, expected) => {
      const { printed } = placesOfSide({ mrz: null, printed: { surname: value }, turn }, page, null);
      for (const side of ['left', 'top', 'width', 'height'] as const) {
        expect(printed.surname![side]).toBeCloseTo(expected[side], 10);
      }
    },
  );

  it('belong to the side that each value is taken from', () => {
    const quad: Quad = [
      { x: 0, y: 400 },
      { x: 500, y: 400 },
      { x: 500, y: 450 },
      { x: 0, y: 450 },
    ];
    const front = placesOfSide({ mrz: null, printed: { surname: value }, turn: 0 }, page, null);
    const read = { places: { documentNumber: quad } } as never;
    const back = placesOfSide({ mrz: read, printed: { surname: value, sex: value }, turn: 0 }, page, box(0, 0, 1, 1));
    expect(placesOfAll([front, null, back], { zone: 2, barcode: 2 })).toEqual({
      zone: { documentNumber: { side: 2, box: box(0, 0.8, 0.5, 0.09999999999999998) } },
      printed: { surname: { side: 0, box: front.printed.surname }, sex: { side: 2, box: back.printed.sex } },
      barcode: { side: 2, box: box(0, 0, 1, 1) },
    });
    expect(placesOfAll([front], { zone: -1, barcode: -1 })).toMatchObject({ zone: {}, barcode: null });
  });
});
