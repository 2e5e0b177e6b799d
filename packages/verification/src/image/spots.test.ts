import { describe, expect, it } from 'vitest';
import { depthsOf, spotsOf } from './spots.ts';

/** A raster drawn with `#` for bright pixels. */
function drawn(...rows: string[]) {
  const levels = Uint8Array.from(rows.join(''), (sign) => (sign === '#' ? 255 : 90));
  return { width: rows[0]!.length, depth: depthsOf(levels, rows[0]!.length, 200) };
}

describe('spots', () => {
  const { width, depth } = drawn(
    '...........', //
    '.###...###.',
    '.#########.',
    '.###...###.',
    '...........',
  );
  const boxes = (opening: number) =>
    spotsOf(depth, width, opening).map(({ pixels, left, top, right, bottom }) => [
      pixels.length,
      [left, top, right, bottom],
    ]);

  it('hang together however little, unless they are opened', () => {
    expect(boxes(0)).toEqual([[21, [1, 1, 9, 3]]]);
    expect(boxes(1)).toEqual([
      [9, [1, 1, 3, 3]],
      [9, [7, 1, 9, 3]],
    ]);
    expect(boxes(2)).toEqual([]);
  });

  it('continue outside of the raster', () => {
    const corner = drawn('##..', '##..', '....');
    expect([...corner.depth]).toEqual([2, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect(spotsOf(corner.depth, 4, 1).map(({ pixels }) => [...pixels].sort())).toEqual([[0, 1, 4, 5]]);
  });

  it('may fill the raster, or be nowhere in it', () => {
    expect(spotsOf(drawn('###', '###').depth, 3, 5).map(({ pixels }) => pixels.length)).toEqual([6]);
    expect(spotsOf(drawn('...').depth, 3, 0)).toEqual([]);
  });
});
