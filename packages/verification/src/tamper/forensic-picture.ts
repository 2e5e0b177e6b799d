import { type GreyRaster, greyOf, orientationOf, type Region, type RgbRaster } from '../image/decode.ts';
import type { Box } from '../image/presence.ts';
import { Rasters } from '../image/rasters.ts';
import type { Regions } from './forensics.ts';
import { jpegHeaderOf } from './jpeg-header.ts';

/**
 * A picture as measures of its pixels need it: decoded once, upright, in its own pixels. It is never reduced, since
 * reducing destroys noise and the traces of earlier files; a large picture is cut to the parts of the document.
 */
export interface ForensicPicture {
  /** Pixels of the whole picture, upright. */
  readonly width: number;
  readonly height: number;
  /** Position of `rgb` and `grey` in the whole picture, in pixels. */
  readonly left: number;
  readonly top: number;
  readonly rgb: RgbRaster;
  /** Luma of `rgb`, the same size. */
  readonly grey: GreyRaster;
  /** Quantisation of the file; null for a PNG, and for JPEGs whose luma is not on a grid of 8 pixels. */
  readonly jpeg: Quantisation | null;
}

interface Quantisation {
  /** Steps of luma, 64, row by row, for blocks of the upright picture: the step of frequency (x, y) at `8 * y + x`. */
  readonly luma: Uint16Array;
  readonly chroma: Uint16Array | null;
  /** Column and row of `rgb`, 0 to 7, at which the first whole block of the stored file begins. */
  readonly gridX: number;
  readonly gridY: number;
}

/** A part of a raster, in whole pixels. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels that are decoded of one picture: the whole of pictures of most phones. 64 MB of samples. */
const MOST_PIXELS = 16_000_000;

/** Margin around the parts of a document, in shares of the picture: the parts are compared with their surroundings. */
const MARGIN = 0.02;

/**
 * Decodes what the measures look at: the whole picture, or, above `MOST_PIXELS`, what surrounds the parts of the document.
 * Throws `UnreadableImage` or `DecodeTimeout`.
 */
export async function forensicPicture(
  bytes: Uint8Array,
  regions: Regions,
  rasters = new Rasters(bytes),
): Promise<ForensicPicture> {
  const { width, height, orientation } = await orientationOf(bytes);
  const region = width * height <= MOST_PIXELS ? undefined : cutOf(width, height, regions);
  const side = Math.max(width, height);
  const rgb = region ? await rasters.part(region, side) : (await rasters.at(side)).rgb;
  const { left, top } = region ?? { left: 0, top: 0 };
  return {
    width,
    height,
    left,
    top,
    rgb,
    grey: greyOf(rgb),
    jpeg: quantisation(bytes, orientation, { width, height, left, top }),
  };
}

/** The pixels of `rgb` that a part of the whole picture covers; null where it covers none. */
export function pixelsOf(picture: ForensicPicture, box: Box): PixelBox | null {
  const left = Math.max(0, Math.round(box.left * picture.width) - picture.left);
  const top = Math.max(0, Math.round(box.top * picture.height) - picture.top);
  const right = Math.min(picture.rgb.width, Math.round((box.left + box.width) * picture.width) - picture.left);
  const bottom = Math.min(picture.rgb.height, Math.round((box.top + box.height) * picture.height) - picture.top);
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** The part of the whole picture, in shares, that some pixels of `rgb` cover. */
export function boxOfPixels(picture: ForensicPicture, { left, top, width, height }: PixelBox): Box {
  return {
    left: (picture.left + left) / picture.width,
    top: (picture.top + top) / picture.height,
    width: width / picture.width,
    height: height / picture.height,
  };
}

function cutOf(width: number, height: number, { zone, print, portrait, ghosts }: Regions): Region {
  const boxes = [...[...zone, ...print].map(({ box }) => box), ...(portrait ? [portrait] : []), ...ghosts];
  const [left, right] = span(
    boxes.map((box) => [box.left, box.left + box.width]),
    width,
  );
  const [top, bottom] = span(
    boxes.map((box) => [box.top, box.top + box.height]),
    height,
  );
  // What is still too large loses its sides alike.
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / ((right - left) * (bottom - top))));
  const [kept, tall] = [Math.floor((right - left) * scale), Math.floor((bottom - top) * scale)];
  return {
    left: left + ((right - left - kept) >> 1),
    top: top + ((bottom - top - tall) >> 1),
    width: kept,
    height: tall,
  };
}

function span(spans: readonly (readonly [from: number, to: number])[], pixels: number): [from: number, to: number] {
  const from = Math.min(...spans.map(([from]) => from)) - MARGIN;
  const to = Math.max(...spans.map(([, to]) => to)) + MARGIN;
  // Without any part the span is infinite: the whole side.
  if (!(to > from)) return [0, pixels];
  return [Math.round(Math.max(0, from) * pixels), Math.round(Math.min(1, to) * pixels)];
}

interface Cut {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

/**
 * The quantisation of a file seen from its upright picture. EXIF orientations 5 to 8 exchange rows and columns (CIPA
 * DC-008, 4.6.5); those that mirror a side count its grid from the other end.
 */
function quantisation(bytes: Uint8Array, orientation: number, cut: Cut): Quantisation | null {
  const header = jpegHeaderOf(bytes);
  if (!header?.fullLuma) return null;
  const mirroredX = [2, 3, 6, 7].includes(orientation);
  const mirroredY = [3, 4, 7, 8].includes(orientation);
  const exchanged = orientation >= 5;
  return {
    luma: exchanged ? transposed(header.luma) : header.luma,
    chroma: header.chroma && (exchanged ? transposed(header.chroma) : header.chroma),
    gridX: modulo((mirroredX ? cut.width : 0) - cut.left, 8),
    gridY: modulo((mirroredY ? cut.height : 0) - cut.top, 8),
  };
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

function transposed(table: Uint16Array): Uint16Array {
  return table.map((_, i) => table[(i & 7) * 8 + (i >> 3)]!);
}
