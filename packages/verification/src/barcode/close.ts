import type { GreyRaster } from '../image/decode.ts';
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
  const sorted = Uint8Array.from(data).sort();
  const [low, high] = ENDS.map((share) => sorted[Math.floor(share * (sorted.length - 1))]!) as [number, number];
  const scale = 255 / Math.max(1, high - low);
  return { width, height, data: new Uint8Array(Uint8ClampedArray.from(data, (value) => (value - low) * scale).buffer) };
}

/** Strength of sharpening, in multiples of the difference between a pixel and the mean of the 5 by 5 pixels around it. */
const SHARPEN = 2.5;

/** Unsharp masking: bars that blur has run together stand apart again. */
function sharpened({ width, height, data }: GreyRaster): GreyRaster {
  const across = new Float32Array(data.length);
  const out = new Uint8ClampedArray(data.length);
  const mean = (i: number, step: number, from: number, to: number, values: Uint8Array | Float32Array) => {
    let sum = 0;
    for (let k = -2; k <= 2; k++) sum += values[Math.min(to, Math.max(from, i + k * step))]!;
    return sum / 5;
  };
  for (let y = 0; y < height; y++) {
    for (let i = y * width; i < (y + 1) * width; i++) across[i] = mean(i, 1, y * width, (y + 1) * width - 1, data);
  }
  for (let x = 0; x < width; x++) {
    for (let i = x; i < data.length; i += width) {
      out[i] = data[i]! + SHARPEN * (data[i]! - mean(i, width, x, x + (height - 1) * width, across));
    }
  }
  return { width, height, data: new Uint8Array(out.buffer) };
}
