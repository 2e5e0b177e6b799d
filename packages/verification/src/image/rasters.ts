import {
  type DecodedImage,
  decodeRgb,
  loadSharp,
  MAX_PIXELS,
  orientationOf,
  type Region,
  type RgbRaster,
} from './decode.ts';

/** A picture in colour, perhaps reduced, and its size unreduced. */
export type Decoded = Omit<DecodedImage, 'grey'>;

/**
 * Most pixels of a picture that is kept unreduced: 72 MB, what phones take. Of a larger one every size is decoded by
 * itself, since the process has a bound of memory.
 */
const MOST_KEPT = 24_000_000;

/** Longest side of a picture of `MAX_PIXELS` in one row: none is reduced to it. */
const LONGEST_SIDE = MAX_PIXELS;

/**
 * The sizes of one picture that several analysers look at. Its file is decoded once; a size that was made is made no more.
 * Nobody may change what it gives.
 */
export class Rasters {
  readonly #bytes: Uint8Array;
  readonly #sizes = new Map<number, Promise<Decoded>>();
  #whole: Promise<Decoded | null> | undefined;

  /** @param bytes JPEG or PNG. Nothing is decoded before it is asked for. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The picture upright, its longest side at most `side` pixels, never enlarged. Throws as `decode` does. */
  at(side: number): Promise<Decoded> {
    const known = this.#sizes.get(side);
    if (known) return known;
    const raster = this.#make(side);
    this.#sizes.set(side, raster);
    return raster;
  }

  /** A part of the picture, its longest side at most `side` pixels, never enlarged. Throws as `decode` does. */
  async part(region: Region, side: number): Promise<RgbRaster> {
    const whole = await this.#unreduced();
    return whole ? reduced(whole.rgb, side, region) : (await decodeRgb(this.#bytes, { side, region })).rgb;
  }

  async #make(side: number): Promise<Decoded> {
    const whole = await this.#unreduced();
    if (!whole) return decodeRgb(this.#bytes, { side });
    return Math.max(whole.width, whole.height) <= side ? whole : { ...whole, rgb: await reduced(whole.rgb, side) };
  }

  #unreduced(): Promise<Decoded | null> {
    this.#whole ??= this.#decodeWhole();
    return this.#whole;
  }

  async #decodeWhole(): Promise<Decoded | null> {
    const { width, height } = await orientationOf(this.#bytes);
    return width * height <= MOST_KEPT ? decodeRgb(this.#bytes, { side: LONGEST_SIDE }) : null;
  }
}

/** A picture, or a part of it, its longest side at most `side` pixels, never enlarged. */
export async function reduced({ width, height, data }: RgbRaster, side: number, region?: Region): Promise<RgbRaster> {
  const sharp = await loadSharp();
  const image = sharp(data, { raw: { width, height, channels: 3 } });
  const { data: pixels, info } = await (region ? image.extract({ ...region }) : image)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: pixels };
}
