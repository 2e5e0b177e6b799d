import type { RgbRaster } from '@bonafide/verification';
import sharp from 'sharp';
import type { Stencil } from './ink.ts';
import { between, type Random } from './random.ts';
import { copyOf, luma, type PixelBox, statistics, within } from './raster.ts';

/** Distances, in sizes of the box, at which bare paper is looked for. */
const REACH = 4;

/**
 * Covers a box with bare paper of the same picture from near by, its noise and pattern included, changing `canvas`. The
 * paper is made as light as the border of the box.
 *
 * @returns false where no paper is near
 */
export function stamp(canvas: RgbRaster, box: PixelBox): boolean {
  const inner = within(canvas, box);
  if (!inner) return false;
  const before = copyOf(canvas);
  let best: { from: PixelBox; cost: number } | null = null;
  const step = Math.max(2, Math.round(inner.width / 3));
  for (let dy = -REACH * inner.height; dy <= REACH * inner.height; dy += Math.max(2, Math.round(inner.height / 3))) {
    for (let dx = -REACH * inner.width; dx <= REACH * inner.width; dx += step) {
      const from = within(canvas, { ...inner, left: inner.left + dx, top: inner.top + dy });
      if (!from || from.width !== inner.width || from.height !== inner.height) continue;
      if (Math.abs(dx) < inner.width && Math.abs(dy) < inner.height) continue;
      const { mean, deviation } = statistics(before, from);
      const cost = deviation[1]! + 0.05 * Math.hypot(dx, dy) + 0.1 * Math.max(0, 255 - mean[1]! - 100);
      if (!best || cost < best.cost) best = { from, cost };
    }
  }
  if (!best) return false;
  const wanted = lightOf(before, {
    ...inner,
    left: inner.left - 2,
    top: inner.top - 2,
    width: inner.width + 4,
    height: inner.height + 4,
  });
  const found = statistics(before, best.from).mean;
  const { left, top, width, height } = inner;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = ((best.from.top + y) * canvas.width + best.from.left + x) * 3;
      const to = ((top + y) * canvas.width + left + x) * 3;
      // Softened at the border, as the brush of a program is.
      const share = Math.min(1, (1 + Math.min(x, y, width - 1 - x, height - 1 - y)) / 2);
      for (let k = 0; k < 3; k++) {
        const value = before.data[from + k]! - found[k]! + wanted[k]!;
        canvas.data[to + k] = clamped(share * value + (1 - share) * before.data[to + k]!);
      }
    }
  }
  return true;
}

/** Median colour of the lighter half of a box: its paper. */
function lightOf(canvas: RgbRaster, box: PixelBox): number[] {
  const inner = within(canvas, box)!;
  const at: number[] = [];
  for (let y = inner.top; y < inner.top + inner.height; y++) {
    for (let x = inner.left; x < inner.left + inner.width; x++) at.push((y * canvas.width + x) * 3);
  }
  at.sort((a, b) => luma(canvas.data, b) - luma(canvas.data, a));
  const light = at.slice(0, Math.max(1, at.length >> 1));
  return [0, 1, 2].map((k) => light.reduce((sum, i) => sum + canvas.data[i + k]!, 0) / light.length);
}

/** Ink made as soft as print that a camera saw, with space around it for its edges. */
export async function softened(
  { width, height, data }: Stencil,
  random: Random,
): Promise<Stencil & { margin: number }> {
  const margin = 3;
  const picture = sharp(data, { raw: { width, height, channels: 1 } }).extend({
    top: margin,
    bottom: margin,
    left: margin,
    right: margin,
    background: '#000',
  });
  const wide = await picture.extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const soft = await sharp(wide.data, { raw: { width: wide.info.width, height: wide.info.height, channels: 1 } })
    .blur(between(random, 0.5, 0.9))
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: soft.info.width, height: soft.info.height, data: new Uint8Array(soft.data), margin };
}

/** Puts only the ink of a part onto the paper that is there, changing `canvas`: each pixel darkens it as it darkens its own. */
export function inkOnto(canvas: RgbRaster, part: RgbRaster, { left, top }: { left: number; top: number }): void {
  const paper = lightOf(part, { left: 0, top: 0, width: part.width, height: part.height });
  for (let y = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++) {
      const [cx, cy] = [left + x, top + y];
      if (cx < 0 || cy < 0 || cx >= canvas.width || cy >= canvas.height) continue;
      const [to, from] = [(cy * canvas.width + cx) * 3, (y * part.width + x) * 3];
      for (let k = 0; k < 3; k++) {
        const share = Math.min(1, (part.data[from + k]! + 6) / Math.max(1, paper[k]!));
        canvas.data[to + k] = clamped(canvas.data[to + k]! * share);
      }
    }
  }
}

const clamped = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
