import type { Box, HeatMap, RgbRaster } from '@bonafide/verification';

/** A part of an uploaded file, and what to draw over it. */
export interface CropOrder {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  /** The page of a PDF, from 0. */
  readonly page: number;
  /** Box in shares (0 to 1) of the picture as a viewer shows it. */
  readonly box: Box;
  /** Margin around the box, in shares of its longer side. */
  readonly margin: number;
  readonly heat?: HeatMap;
}

/** Pixels of a crop's longest side. */
const CROP_SIDE = 1200;

/** Pixels of the longest side in which a page of a PDF is drawn. */
const PAGE_SIDE = 2000;

/** Pixels of the longest side of the page that is drawn to count the pages. */
const COUNTED_SIDE = 200;

/** Red of the hottest cell, as a share of the pixel. */
const HOTTEST = 0.7;

const verification = () => import('@bonafide/verification');

/**
 * A part of a picture as PNG, without metadata, at most 1,200 pixels a side, never enlarged. Throws `UnreadableImage`,
 * `UnreadablePdf` or `DecodeTimeout`.
 */
export async function pictureCrop({ bytes, mediaType, page, box, margin, heat }: CropOrder): Promise<Buffer> {
  const { decodeRgb, orientationOf, pngOfSamples } = await verification();
  const picture = mediaType === 'application/pdf' ? await pageOf(bytes, page) : bytes;
  const region = regionOf(box, margin, await orientationOf(picture));
  const { rgb } = await decodeRgb(picture, { side: CROP_SIDE, region });
  const drawn = heat ? heated(rgb, heat) : rgb;
  return pngOfSamples(drawn.data, { width: drawn.width, height: drawn.height, channels: 3 });
}

/** Counts the pages of a PDF that can be drawn, at most 20. Throws `UnreadablePdf`. */
export async function pageCount(bytes: Uint8Array): Promise<number> {
  const { PDF_PAGES, pdfPages, UnreadablePdf } = await verification();
  for await (const { of } of pdfPages(bytes, { pages: 1, side: COUNTED_SIDE })) return Math.min(of, PDF_PAGES);
  throw new UnreadablePdf('no_pages', 'The PDF has no pages');
}

async function pageOf(bytes: Uint8Array, page: number): Promise<Uint8Array> {
  const { pdfPages, pngOfSamples, UnreadablePdf } = await verification();
  let number = 0;
  for await (const { rgb } of pdfPages(bytes, { pages: page + 1, side: PAGE_SIDE })) {
    if (number++ === page) return pngOfSamples(rgb.data, { width: rgb.width, height: rgb.height, channels: 3 });
  }
  throw new UnreadablePdf('undecodable', `There is no page ${page}`);
}

/** Pixels of a box with its margin, within the picture. */
function regionOf(box: Box, margin: number, { width, height }: { width: number; height: number }) {
  const around = margin * Math.max(box.width * width, box.height * height);
  const clamp = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most));
  const left = clamp(box.left * width - around, width - 1);
  const top = clamp(box.top * height - around, height - 1);
  const right = clamp((box.left + box.width) * width + around, width);
  const bottom = clamp((box.top + box.height) * height + around, height);
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}

/** The picture in grey, with the cells of a heat map in red over it. */
function heated({ width, height, data }: RgbRaster, { columns, rows, values }: HeatMap): RgbRaster {
  const drawn = new Uint8Array(data.length);
  for (let y = 0, at = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x++, at += 3) {
      const heat = (HOTTEST * values[row + Math.floor((x * columns) / width)]!) / 255;
      const grey = (data[at]! + data[at + 1]! + data[at + 2]!) / 3;
      drawn[at] = grey + (255 - grey) * heat;
      drawn[at + 1] = drawn[at + 2] = grey * (1 - heat);
    }
  }
  return { width, height, data: drawn };
}
