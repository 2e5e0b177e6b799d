import type { Box } from '../image/presence.ts';
import { boxOfPixels, type ForensicPicture, pixelsOf } from './forensic-picture.ts';

/** A cut of a picture with its print upright, in its own pixels: nothing is scaled or interpolated. */
export interface Strip {
  readonly width: number;
  readonly height: number;
  /** Luma, rows from top to bottom. */
  readonly grey: Float32Array;
  /** Index of a pixel of the strip in `rgb` and `grey` of its picture. */
  at(x: number, y: number): number;
  /** The part of the whole picture, in shares, that some pixels of the strip cover. */
  boxOf(left: number, top: number, width: number, height: number): Box;
}

/**
 * Cuts a part and a margin around it out of a picture and turns it upright.
 *
 * @param turn quarters clockwise
 * @param margin pixels, on all sides; less where the picture ends
 * @returns null where the picture does not show the part
 */
export function stripOf(
  picture: ForensicPicture,
  box: Box,
  turn: 0 | 1 | 2 | 3,
  margin: (short: number, long: number) => readonly [x: number, y: number] = () => [0, 0],
): Strip | null {
  const inner = pixelsOf(picture, box);
  if (!inner) return null;
  const lying = turn === 0 || turn === 2;
  const [long, short] = lying ? [inner.width, inner.height] : [inner.height, inner.width];
  const [along, across] = margin(short, long).map(Math.round) as [number, number];
  const [mx, my] = lying ? [along, across] : [across, along];
  const left = Math.max(0, inner.left - mx);
  const top = Math.max(0, inner.top - my);
  const w = Math.min(picture.rgb.width, inner.left + inner.width + mx) - left;
  const h = Math.min(picture.rgb.height, inner.top + inner.height + my) - top;
  const [width, height] = lying ? [w, h] : [h, w];
  const at: Strip['at'] = (x, y) => {
    const sx = turn === 0 ? x : turn === 1 ? y : turn === 2 ? w - 1 - x : w - 1 - y;
    const sy = turn === 0 ? y : turn === 1 ? h - 1 - x : turn === 2 ? h - 1 - y : x;
    return (top + sy) * picture.grey.width + left + sx;
  };
  const grey = new Float32Array(width * height);
  if (turn === 0) {
    for (let y = 0; y < height; y++) grey.set(picture.grey.data.subarray(at(0, y), at(0, y) + width), y * width);
  } else {
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) grey[i] = picture.grey.data[at(x, y)]!;
    }
  }
  const boxOf: Strip['boxOf'] = (x, y, boxWidth, boxHeight) => {
    const [sx, sy] =
      turn === 0
        ? [x, y]
        : turn === 1
          ? [y, h - x - boxWidth]
          : turn === 2
            ? [w - x - boxWidth, h - y - boxHeight]
            : [w - y - boxHeight, x];
    const size = lying ? { width: boxWidth, height: boxHeight } : { width: boxHeight, height: boxWidth };
    return boxOfPixels(picture, { left: left + sx, top: top + sy, ...size });
  };
  return { width, height, grey, at, boxOf };
}
