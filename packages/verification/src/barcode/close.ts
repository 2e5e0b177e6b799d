import type { GreyRaster } from '../image/decode.ts';
import { levelsAt } from '../image/levels.ts';
import type { Bars } from './tilt.ts';

/** A part of a picture, prepared for a closer look. */
export interface Part {
  readonly picture: GreyRaster;
  readonly left: number;
  readonly top: number;
  /** Factor by which it should be enlarged. */
  readonly scale: number;
}

/** Pixels that the longer side of bars is brought to, and most times that it is enlarged. */
const CLOSE = 1700;
const MOST_ENLARGED = 3;
/** Share of the longer side around them: the quiet zone, and ends that are too pale to look like bars. */
const ROOM = 0.15;

/**
 * The part of a picture that looks like bars, by itself: its contrast stretched, as it is and sharpened. A symbol that is a
 * small, pale or blurred part of a photograph is not found in the whole of it.
 */
export function partsOf(grey: GreyRaster, bars: Bars): Part[] {
  const side = Math.max(bars.right - bars.left, bars.bottom - bars.top);
  const room = Math.round(ROOM * side);
  const left = Math.max(0, bars.left - room);
  const top = Math.max(0, bars.top - room);
  const width = Math.min(grey.width, bars.right + room) - left;
  const height = Math.min(grey.height, bars.bottom + room) - top;
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const from = (top + y) * grey.width + left;
    data.set(grey.data.subarray(from, from + width), y * width);
  }
  const part = stretched({ width, height, data });
  const scale = Math.min(MOST_ENLARGED, CLOSE / side);
  return [part, sharpened(part)].map((picture) => ({ picture, left, top, scale }));
}

/** Shares of the pixels below and above which they become black and white. */
const ENDS = [0.02, 0.98] as const;

function stretched({ width, height, data }: GreyRaster): GreyRaster {
  const places = ENDS.map((share) => Math.floor(share * (data.length - 1)));
  const [low, high] = levelsAt(data, places) as [number, number];
  const scale = 255 / Math.max(1, high - low);
  const levels = Uint8ClampedArray.from({ length: 256 }, (_, value) => (value - low) * scale);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) out[i] = levels[data[i]!]!;
  return { width, height, data: out };
}

/** Strength of sharpening, in multiples of the difference between a pixel and the mean of the 5 by 5 pixels around it. */
const SHARPEN = 2.5;

/** Unsharp masking: bars that blur has run together stand apart again. */
function sharpened({ width, height, data }: GreyRaster): GreyRaster {
  const across = new Float32Array(data.length);
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y++) {
    const row = y * width;
    for (let x = 0; x < width; x++) {
      const before = data[row + Math.max(0, x - 2)]! + data[row + Math.max(0, x - 1)]!;
      const after = data[row + Math.min(width - 1, x + 1)]! + data[row + Math.min(width - 1, x + 2)]!;
      across[row + x] = (before + data[row + x]! + after) / 5;
    }
  }
  for (let y = 0; y < height; y++) {
    const [a, b, c] = [width * Math.max(0, y - 2), width * Math.max(0, y - 1), width * y];
    const [d, e] = [width * Math.min(height - 1, y + 1), width * Math.min(height - 1, y + 2)];
    for (let x = 0; x < width; x++) {
      const mean = (across[a + x]! + across[b + x]! + across[c + x]! + across[d + x]! + across[e + x]!) / 5;
      const value = data[c + x]!;
      out[c + x] = value + SHARPEN * (value - mean);
    }
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}
