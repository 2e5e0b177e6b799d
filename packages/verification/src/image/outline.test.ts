import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Point } from '../barcode/read.ts';
import { decode, type RgbRaster } from './decode.ts';
import { outlineOf } from './outline.ts';
import { straighten } from './straighten.ts';
import { cardOnTable, hills } from './testing.ts';

const raster = async (scene: Promise<import('sharp').Sharp>) =>
  (await decode(await (await scene).png().toBuffer())).rgb;

/** Corners of the 860 by 540 card in a scene of 1200 by 800, in shares, turned about its middle. */
function trueCorners(tilt: number): Point[] {
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)];
  return [
    [-430, -270],
    [430, -270],
    [430, 270],
    [-430, 270],
  ].map(([x = 0, y = 0]) => ({ x: (600 + x * cos - y * sin) / 1200, y: (400 + x * sin + y * cos) / 800 }));
}

describe('outline', () => {
  it.each([0, 4, 10, -8])('is that of the card turned by %i degrees', async (tilt) => {
    const outline = await outlineOf(await raster(cardOnTable({ tilt })));
    expect(outline).toBeDefined();
    for (const [i, { x, y }] of trueCorners(tilt).entries()) {
      const corner = outline!.corners[i]!;
      expect(Math.hypot(corner.x - x, corner.y - y)).toBeLessThan(0.015);
    }
    expect(Math.abs(outline!.ratio - 860 / 540)).toBeLessThan(0.05);
    expect([outline!.lying, outline!.cutAt]).toEqual([true, undefined]);
  });

  it('ends at the border of the picture where the card does', async () => {
    expect(outlineOf(await raster(cardOnTable({ zone: false, shift: [0, 190] })))?.cutAt).toBe('bottom');
  });

  it('is not found where nothing is straight, nor in the smallest pictures', async () => {
    expect(outlineOf(await raster(hills()))?.area ?? 0).toBeLessThan(0.7);
    for (const [width, height] of [
      [1, 1],
      [2, 40],
      [40, 2],
    ] as const) {
      const data = new Uint8Array(width * height * 3).fill(9);
      expect(outlineOf({ width, height, data })).toBeUndefined();
    }
  });
});

describe('straighten', () => {
  it('shows the turned card as if it lay straight', async () => {
    const picture = await raster(cardOnTable({ tilt: 9 }));
    const straight = straighten(picture, outlineOf(picture)!)!;
    expect(Math.abs(straight.width / straight.height - 860 / 540)).toBeLessThan(0.05);
    const at = (x: number, y: number) => {
      const i = (Math.round(y * straight.height) * straight.width + Math.round(x * straight.width)) * 3;
      return [...straight.data.subarray(i, i + 3)];
    };
    // The portrait's jacket and the card's ground, where the card has them.
    expect(at(70 / 860, 90 / 540)).toEqual([0x7d, 0x6a, 0x5c]);
    expect(at(280 / 860, 90 / 540)).toEqual([0xcf, 0xe0, 0xee]);
  });

  it('leaves a rectangle as it is', () => {
    const side = fc.integer({ min: 2, max: 30 });
    fc.assert(
      fc.property(side, side, fc.infiniteStream(fc.nat(255)), (width, height, levels) => {
        const data = Uint8Array.from({ length: width * height * 3 }, () => levels.next().value as number);
        const picture: RgbRaster = { width, height, data };
        const whole = { corners: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] as [Point, Point, Point, Point] };
        expect(straighten(picture, whole)?.data).toEqual(data);
      }),
    );
  });

  it('refuses corners that are none', () => {
    const data = new Uint8Array(300);
    expect(straighten({ width: 10, height: 10, data }, { corners: [at(0, 0), at(0, 0), at(0, 0), at(0, 0)] })).toBe(
      undefined,
    );
  });
});

const at = (x: number, y: number): Point => ({ x, y });
