import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Forensic } from './forensics.ts';
import { heatOf } from './heat.ts';

const finding = (change: Partial<Forensic>): Forensic => ({
  name: 'noise',
  part: 'portrait',
  measure: 1,
  threshold: 2,
  result: 'pass',
  reason: '',
  able: true,
  place: null,
  ...change,
});
const SIZE = { width: 640, height: 320 };

describe('the heat map of a side', () => {
  it('draws each place as far as its measure points to a change, the strongest on top', () => {
    const place = { left: 0, top: 0, width: 1 / 64, height: 1 / 32 };
    const beside = { ...place, left: 1 / 64 };
    const heat = heatOf(SIZE, [
      finding({ place, measure: 1 }),
      finding({ place: beside, measure: 1 }),
      finding({ place: beside, measure: 3, result: 'fail' }),
    ]);
    expect(heat).toMatchObject({ columns: 64, rows: 32 });
    expect([...heat!.values.subarray(0, 3)]).toEqual([64, 191, 0]);
    expect(heat!.values.reduce((sum, value) => sum + value, 0)).toBe(255);
  });

  it('draws the spots of a finding in place of its place', () => {
    const spots = [{ box: { left: 0.5, top: 0, width: 0.01, height: 0.01 }, strength: 1 }];
    const heat = heatOf(SIZE, [{ ...finding({ place: { left: 0, top: 0, width: 1, height: 1 } }), spots }]);
    expect(heat!.values.indexOf(128)).toBe(32);
    expect(heat!.values.filter((value) => value > 0)).toHaveLength(1);
  });

  it('leaves out what could not be measured, and is null where nothing could', () => {
    const unable = finding({
      able: false,
      place: { left: 0, top: 0, width: 1, height: 1 },
      measure: 9,
      result: 'fail',
    });
    expect(heatOf(SIZE, [])).toBeNull();
    expect(heatOf(SIZE, [unable])).toBeNull();
    expect(heatOf(SIZE, [unable, finding({})])?.values.every((value) => value === 0)).toBe(true);
  });

  it('takes any box, also those that leave the picture', () => {
    const number = fc.double({ min: -2, max: 3, noNaN: true });
    const box = fc.record({ left: number, top: number, width: number, height: number });
    const sizes = fc.record({ width: fc.integer({ min: 1, max: 9000 }), height: fc.integer({ min: 1, max: 9000 }) });
    fc.assert(
      fc.property(sizes, box, (size, place) => {
        const heat = heatOf(size, [finding({ place, measure: 2 })])!;
        expect(heat.values).toHaveLength(heat.columns * heat.rows);
        expect(heat.values.every((value) => value === 0 || value === 128)).toBe(true);
      }),
    );
  });
});
