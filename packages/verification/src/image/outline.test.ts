import { describe, expect, it } from 'vitest';
import { decode } from './decode.ts';
import { outlineOf } from './outline.ts';
import type { Point } from './point.ts';
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
  it.each([0, 4, 10, -8])('follows a card turned by %i degrees', async (tilt) => {
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

  it.each([0.8, 0.9, 0.95])(
    'is not cut where the left side of a card fades into a shadow, at %f of the width',
    (share) => {
      const [width, height] = [500, 400];
      const left = ((1 - share) / 2) * width;
      const data = new Uint8Array(3 * width * height);
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const inside = x >= left && x < width - left && Math.abs(y - height / 2) < (share * width) / 3.2;
          const fades = Math.min(1, Math.max(0, (x - left) / 60));
          data.fill(inside ? 60 + 160 * fades : 60, 3 * (y * width + x), 3 * (y * width + x) + 3);
        }
      }
      expect(outlineOf({ width, height, data })?.cutAt).toBeUndefined();
    },
  );

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
