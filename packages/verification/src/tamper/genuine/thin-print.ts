import type { RgbRaster } from '../../image/decode.ts';

/** Pixels of the longest side of the picture in which thick letters are read. */
const SIDE = 640;

/** Half of the width in pixels of the widest stroke that is removed: letters of a card are thinner, an overprint is thicker. */
const RADIUS = 3;

/** Part of the picture over which contrast is evened out, as a share of its sides, and the steepest gain. */
const WINDOW = 1 / 3;
const GAIN = 3;

/**
 * The picture without its small print, reduced, with even contrast: a grey closing (the least of the largest levels around a pixel)
 * fills strokes that are thinner than twice `RADIUS`. Thick letters of an overprint stay, translucent ones too.
 */
export async function withoutThinPrint({ width, height, data }: RgbRaster): Promise<RgbRaster> {
  const { default: sharp } = await import('sharp');
  const { data: grey, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const closed = extremes(extremes(grey, size, Math.max), size, Math.min);
  const window = (side: number) => Math.max(1, Math.round(WINDOW * side));
  const even = await sharp(closed, { raw: { ...size, channels: 1 } })
    .clahe({ width: window(size.width), height: window(size.height), maxSlope: GAIN })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = new Uint8Array(3 * size.width * size.height);
  const { channels } = even.info;
  for (let i = 0; i < rgb.length; i++) rgb[i] = even.data[Math.floor(i / 3) * channels]!;
  return { ...size, data: rgb };
}

/** The largest or smallest level within `RADIUS` of each pixel, along rows and then along columns. */
function extremes(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  choose: (a: number, b: number) => number,
): Uint8Array {
  const rows = new Uint8Array(data.length);
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let level = data[y * width + x]!;
      const last = Math.min(width - 1, x + RADIUS);
      for (let u = Math.max(0, x - RADIUS); u <= last; u++) level = choose(level, data[y * width + u]!);
      rows[y * width + x] = level;
    }
  }
  for (let y = 0; y < height; y++) {
    const last = Math.min(height - 1, y + RADIUS);
    for (let x = 0; x < width; x++) {
      let level = rows[y * width + x]!;
      for (let v = Math.max(0, y - RADIUS); v <= last; v++) level = choose(level, rows[v * width + x]!);
      out[y * width + x] = level;
    }
  }
  return out;
}
