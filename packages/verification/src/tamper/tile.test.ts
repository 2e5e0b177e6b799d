import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { forensicPicture } from './forensic-picture.ts';
import { TILE_VALUES, tileOf } from './tile.ts';

const SIZE = 16;
const NOTHING = { turn: 0, zone: [], print: [], portrait: null, ghosts: [] } as const;

/** The tile in the middle of a picture of 16 by 16 pixels, each as `value` gives it. */
async function tile(value: (x: number, y: number, k: number) => number) {
  const data = Uint8Array.from({ length: SIZE * SIZE * 3 }, (_, i) => {
    const at = Math.floor(i / 3);
    return value(at % SIZE, Math.floor(at / SIZE), i % 3);
  });
  const png = await sharp(data, { raw: { width: SIZE, height: SIZE, channels: 3 } })
    .png()
    .toBuffer();
  return tileOf(await forensicPicture(png, NOTHING), 4, 4);
}

/** Pixels whose coefficient is as large as the half step that counts; sums of another order fall below it. */
const ON_THE_EDGE = Array.from({ length: SIZE * SIZE }, (_, i) => {
  const middle = [
    [21, 22, 95, 25, 106, 26, 116, 114],
    [41, 115, 35, 38, 98, 22, 20, 116],
    [77, 87, 116, 22, 105, 90, 65, 40],
    [20, 66, 117, 22, 51, 70, 60, 70],
    [55, 25, 35, 120, 116, 37, 26, 74],
    [22, 100, 79, 102, 89, 57, 70, 21],
    [23, 45, 21, 22, 47, 117, 113, 57],
    [57, 104, 22, 119, 119, 20, 119, 31],
  ];
  return middle[Math.floor(i / SIZE) - 4]?.[(i % SIZE) - 4] ?? 20;
});

const valueNamed = (of: { readonly values: Float64Array }, name: (typeof TILE_VALUES)[number]) =>
  of.values[TILE_VALUES.indexOf(name)]!;

describe('a tile', () => {
  it('of a slope has neither texture beyond it nor a residual', async () => {
    const slope = (await tile((x, y) => 60 + 4 * x + 3 * y))!;
    expect(slope.level).toBeCloseTo(60 + 4 * 7.5 + 3 * 7.5, 5);
    expect(valueNamed(slope, 'residual')).toBeCloseTo(Math.log(0.15));
    expect(valueNamed(slope, 'horizontal')).toBeCloseTo(Math.log(0.3));
    expect(valueNamed(slope, 'fourth')).toBeCloseTo(Math.log(0.6));
  });

  it('of a chessboard has a residual of its step, the same in all colours', async () => {
    // Corners are like the middle, sides are not: 4 a - 2 * 4 b + 4 a = 8 (a - b), of 10 levels, over 6.
    const board = (await tile((x, y) => 100 + 10 * ((x + y) % 2)))!;
    expect(valueNamed(board, 'residual')).toBeCloseTo(Math.log(0.15 + 80 / 6));
    expect(valueNamed(board, 'horizontal')).toBeCloseTo(Math.log(0.3 + 20));
    expect(valueNamed(board, 'red')).toBeCloseTo(Math.log(0.1));
    expect(valueNamed(board, 'channels')).toBeGreaterThan(0.99);
    expect(valueNamed(board, 'lag')).toBeCloseTo(-56 / 64, 1);
    expect(board.texture).toBe(0);
  });

  it('whose colours differ by themselves has a residual of colour', async () => {
    const red = (await tile((x, y, k) => 100 + (k === 0 ? 10 * ((x + y) % 2) : 0)))!;
    expect(valueNamed(red, 'red')).toBeGreaterThan(2);
    expect(valueNamed(red, 'channels')).toBeLessThan(0.05);
  });

  it('that is clipped says nothing', async () => {
    expect(await tile((x) => (x === 7 ? 255 : 200))).toBeNull();
    expect(await tile((x, y) => (x === 7 && y < 7 ? 0 : 200))).not.toBeNull();
  });

  it('says the same of a lighter picture', async () => {
    const rows = fc.array(fc.integer({ min: 20, max: 120 }), { minLength: SIZE * SIZE, maxLength: SIZE * SIZE });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 100 }), async (pixels, lighter) => {
        const one = (await tile((x, y) => pixels[y * SIZE + x]!))!;
        const other = (await tile((x, y) => pixels[y * SIZE + x]! + lighter))!;
        expect(other.level).toBeCloseTo(one.level + lighter, 5);
        const furthest = Math.max(...one.values.map((value, i) => Math.abs(value - other.values[i]!)));
        expect(furthest).toBeLessThan(1e-6);
      }),
      { numRuns: 20, examples: [[ON_THE_EDGE, 1]] },
    );
  });
});
