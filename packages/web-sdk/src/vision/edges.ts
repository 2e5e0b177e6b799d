import type { Frame } from './frame.ts';

/** Thin edges of a picture. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** Slope across the picture and down it, for each pixel; both 0 for a pixel off any edge. */
  readonly across: Int16Array;
  readonly down: Int16Array;
}

/** Least slope of an edge, in levels over two pixels of means of three. */
const LEAST_SLOPE = 14;

/** Share of the pixels that may be edges before they are thinned: of busy pictures the stronger ones are kept. */
const MOST_EDGES = 0.2;

/** Edges in the colour that changes most, thinned across (J. Canny, 1986, without hysteresis). */
export function* edgesOf(frame: Frame): Generator<void, Edges> {
  const { width, height } = frame;
  const across = new Int16Array(width * height);
  const down = new Int16Array(width * height);
  const slope = new Uint16Array(width * height);
  const counts = new Uint32Array(1024);
  const smooth = smoothed(frame);
  yield;
  // The outermost pixels have no means, and their neighbours therefore no slope.
  for (let y = 2; y < height - 2; y++) {
    for (let x = 2; x < width - 2; x++) {
      const i = y * width + x;
      for (let c = 0; c < 3; c++) {
        const dx = smooth[(i + 1) * 3 + c]! - smooth[(i - 1) * 3 + c]!;
        const dy = smooth[(i + width) * 3 + c]! - smooth[(i - width) * 3 + c]!;
        const size = Math.sqrt(dx * dx + dy * dy);
        if (size <= slope[i]!) continue;
        slope[i] = size;
        across[i] = dx;
        down[i] = dy;
      }
      counts[slope[i]!]!++;
    }
  }
  yield;
  let [least, left] = [counts.length - 1, MOST_EDGES * width * height];
  while (least > LEAST_SLOPE && left > 0) left -= counts[--least]!;
  // In place, so that what was thinned away still stands against its neighbour below.
  const thin = new Uint8Array(slope.length);
  for (let i = width; i < slope.length - width; i++) {
    if (slope[i]! < least) continue;
    const step = Math.abs(across[i]!) > Math.abs(down[i]!) ? 1 : width;
    if (slope[i]! >= slope[i - step]! && slope[i]! > slope[i + step]!) thin[i] = 1;
  }
  for (let i = 0; i < thin.length; i++) if (!thin[i]) across[i] = down[i] = 0;
  return { width, height, across, down };
}

/** Means of 3 by 3 pixels, three colours each, so that one noisy pixel is not an edge. */
function smoothed({ width, height, data }: Frame): Uint8Array {
  const rows = new Uint16Array(width * height * 3);
  const out = new Uint8Array(width * height * 3);
  for (let i = 1; i < width * height - 1; i++)
    for (let c = 0; c < 3; c++) rows[i * 3 + c] = data[i * 4 - 4 + c]! + data[i * 4 + c]! + data[i * 4 + 4 + c]!;
  const line = width * 3;
  for (let i = line; i < out.length - line; i++) out[i] = (rows[i - line]! + rows[i]! + rows[i + line]!) / 9;
  return out;
}
