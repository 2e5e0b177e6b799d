import type { Box, Frame } from './frame.ts';
import { CAPTURE_LIMITS } from './limits.ts';

const SATURATED = CAPTURE_LIMITS.saturated;

const RAYS = 24;
/** Pixels out from a spot at which its light is looked at, and how much it may have lost on the first. */
const REACH = 7;
const SOFT = 50;

/** Least share of the document that a spot covers, and the share from which it may end at once, as a lamp in a mirror does. */
const LEAST = 0.0015;
const HARD = 0.004;
/** More than this is paper. */
const MOST = 0.35;

/**
 * Share of a document that its largest spot of glare covers: saturated, round rather than angular, and fading into what is
 * around it. White print and paper end at an edge.
 *
 * @param part where the document is, in pixels
 */
export function glareOn(frame: Frame, part: Box): number {
  const { width } = frame;
  const [left, top] = [Math.max(0, Math.round(part.left)), Math.max(0, Math.round(part.top))];
  const right = Math.min(width, Math.round(part.left + part.width));
  const bottom = Math.min(frame.height, Math.round(part.top + part.height));
  const light = (i: number) => Math.min(frame.data[4 * i]!, frame.data[4 * i + 1]!, frame.data[4 * i + 2]!);
  const seen = new Uint8Array(width * frame.height);
  const whole = Math.max(1, (right - left) * (bottom - top));
  let measure = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (seen[y * width + x] || light(y * width + x) < SATURATED) continue;
      const spot = spread(y * width + x);
      const share = spot.length / whole;
      if (share > measure && share >= LEAST && share <= MOST && isShine(spot, share)) measure = share;
    }
  }
  return measure;

  /** The bright pixels that hang together with one. */
  function spread(start: number): number[] {
    const pixels = [start];
    seen[start] = 1;
    for (let n = 0; n < pixels.length; n++) {
      const i = pixels[n]!;
      const x = i % width;
      if (x > left) take(i - 1);
      if (x < right - 1) take(i + 1);
      if (i >= (top + 1) * width) take(i - width);
      if (i < (bottom - 1) * width) take(i + width);
    }
    return pixels;

    function take(i: number): void {
      if (seen[i] || light(i) < SATURATED) return;
      seen[i] = 1;
      pixels.push(i);
    }
  }

  function isShine(spot: readonly number[], share: number): boolean {
    const box = { left: right, right: 0, top: bottom, bottom: 0 };
    let [cx, cy] = [0, 0];
    for (const i of spot) {
      const [x, y] = [i % width, Math.floor(i / width)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      cx += x / spot.length;
      cy += y / spot.length;
    }
    const [w, h] = [box.right - box.left + 1, box.bottom - box.top + 1];
    if (w > 6 * h || h > 6 * w || spot.length < 0.45 * w * h) return false;
    const member = new Set(spot);
    let [rays, soft, dimmer, round] = [0, 0, 0, 0];
    for (let ray = 0; ray < RAYS; ray++) {
      const [dx, dy] = [Math.cos((2 * ray * Math.PI) / RAYS), Math.sin((2 * ray * Math.PI) / RAYS)];
      const at = (distance: number): number => {
        const [x, y] = [Math.round(cx + distance * dx), Math.round(cy + distance * dy)];
        return x < 0 || y < 0 || x >= width || y >= frame.height ? -1 : y * width + x;
      };
      let distance = 0;
      while (member.has(at(distance))) distance++;
      const radius = 2 * (distance - 0.5) * Math.hypot(dx / w, dy / h);
      if (radius > 0.8 && radius < 1.2) round++;
      const [near, far] = [at(distance + 1), at(distance + REACH)];
      if (near < 0 || far < 0) continue;
      rays++;
      if (255 - light(near) < SOFT) soft++;
      if (light(far) < light(near) - 4 || light(far) < SATURATED - 12) dimmer++;
    }
    if (rays < RAYS / 2 || dimmer < 0.7 * rays || round < 0.6 * RAYS) return false;
    return soft >= 0.7 * rays || (share >= HARD && round >= 0.8 * RAYS);
  }
}
