import type { RgbRaster } from '@bonafide/verification';
import { chipFace, parseChip } from './chip.ts';

/** A picture as it is printed. */
export interface PrintedPicture {
  /** JPEG; a logo may be PNG. */
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** A file as it was uploaded. */
export interface UploadedPicture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** Pixels of the longest side: 210 to the inch at the size in which documents are printed. */
const PRINTED_SIDE = 720;

/** Pixels of the longest side in which a portrait is searched. */
const SEARCHED_SIDE = 1600;

/** Margin around a face, in widths and heights of its box. */
const AROUND = { side: 0.45, above: 0.55, below: 0.45 } as const;

const verification = () => import('@bonafide/verification');

/**
 * An uploaded file as a small picture: a JPEG or PNG, the first page of a PDF, or the portrait in the data of a chip. Null for a
 * file that can't be shown.
 */
export async function printedPicture(file: UploadedPicture): Promise<PrintedPicture | null> {
  const raster = await rasterOf(file, PRINTED_SIDE);
  return raster && printed(raster);
}

/** The largest portrait on a file of a document, cut out; null without a portrait. Loads nets. */
export async function portraitOn(file: UploadedPicture): Promise<PrintedPicture | null> {
  const raster = await rasterOf(file, SEARCHED_SIDE);
  if (!raster) return null;
  const { findFaces } = await verification();
  const [face] = await findFaces(raster);
  if (!face) return null;
  const { left, top, width, height } = face.box;
  const from = { x: Math.max(0, left - width * AROUND.side), y: Math.max(0, top - height * AROUND.above) };
  const to = {
    x: Math.min(raster.width, left + width * (1 + AROUND.side)),
    y: Math.min(raster.height, top + height * (1 + AROUND.below)),
  };
  return printed(cut(raster, from, to));
}

async function rasterOf({ bytes, mediaType }: UploadedPicture, side: number): Promise<RgbRaster | null> {
  const { decodeRgb, pdfPages, UnreadableImage, UnreadablePdf } = await verification();
  try {
    if (mediaType === 'application/pdf') {
      for await (const { rgb } of pdfPages(bytes, { pages: 1, side })) return rgb;
      return null;
    }
    if (mediaType !== 'application/json') return (await decodeRgb(bytes, { side })).rgb;
    const chip = parseChip(bytes);
    const face = chip && (await chipFace(chip));
    return face && (await decodeRgb(face, { side })).rgb;
  } catch (error) {
    if (error instanceof UnreadableImage || error instanceof UnreadablePdf) return null;
    throw error;
  }
}

async function printed(raster: RgbRaster): Promise<PrintedPicture> {
  const { jpegOf } = await verification();
  const { width, height } = raster;
  return { bytes: await jpegOf(raster), width, height };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function cut({ width, data }: RgbRaster, from: Point, to: Point): RgbRaster {
  const [left, top, right, bottom] = [from.x, from.y, to.x, to.y].map(Math.round) as [number, number, number, number];
  const size = { width: right - left, height: bottom - top };
  const kept = new Uint8Array(size.width * size.height * 3);
  for (let row = 0; row < size.height; row++) {
    const start = ((top + row) * width + left) * 3;
    kept.set(data.subarray(start, start + size.width * 3), row * size.width * 3);
  }
  return { ...size, data: kept };
}
