import type { RgbRaster } from '@bonafide/verification';
import { normal, type Random } from './random.ts';
import { luma, type PixelBox, within } from './raster.ts';

/**
 * Fills a box with what surrounds it, changing `canvas`: every pixel is the mean of the four of the border in its row and
 * column, weighed by their nearness (a Coons patch). Print that crosses the border counts as the paper beside it.
 *
 * @param noise grey levels that are added, so that the fill isn't smoother than the paper
 */
export function erase(canvas: RgbRaster, box: PixelBox, random: Random, noise = 0): void {
  const inner = within(canvas, box);
  if (!inner) return;
  const { left, top, width, height } = inner;
  const [right, bottom] = [Math.min(canvas.width - 1, left + width), Math.min(canvas.height - 1, top + height)];
  const [west, east] = [Math.max(0, left - 1), right];
  const [north, south] = [Math.max(0, top - 1), bottom];
  const at = (x: number, y: number) => (y * canvas.width + x) * 3;
  const rows = [west, east].map((x) =>
    paperOf(Array.from({ length: height }, (_, y) => colour(canvas, at(x, top + y)))),
  );
  const columns = [north, south].map((y) =>
    paperOf(Array.from({ length: width }, (_, x) => colour(canvas, at(left + x, y)))),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const weights = [1 / (x + 1), 1 / (width - x), 1 / (y + 1), 1 / (height - y)];
      const from = [rows[0]![y]!, rows[1]![y]!, columns[0]![x]!, columns[1]![x]!];
      const total = weights.reduce((a, b) => a + b, 0);
      const grey = noise > 0 ? normal(random) * noise : 0;
      for (let k = 0; k < 3; k++) {
        const value = from.reduce((sum, one, i) => sum + one[k]! * weights[i]!, 0) / total + grey;
        canvas.data[at(left + x, top + y) + k] = Math.min(255, Math.max(0, Math.round(value)));
      }
    }
  }
}

const colour = ({ data }: RgbRaster, at: number) => [data[at]!, data[at + 1]!, data[at + 2]!] as const;

/** Pixels of a border, those that are much darker than its median replaced by the median: they are print. */
function paperOf(border: readonly (readonly [number, number, number])[]) {
  const byLuma = [...border].sort((a, b) => luma(Uint8Array.from(a), 0) - luma(Uint8Array.from(b), 0));
  const median = byLuma[Math.floor(byLuma.length * 0.6)]!;
  const least = luma(Uint8Array.from(median), 0) - 25;
  return border.map((one) => (luma(Uint8Array.from(one), 0) < least ? median : one));
}
