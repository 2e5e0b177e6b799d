import type { CardFields } from '../barcode/aamva-fields.ts';
import { type Classification, classifyDocument } from '../document/classify.ts';
import { type PrintedFields, printedFields } from '../document/fields.ts';
import type { GreyRaster } from '../image/decode.ts';
import { perceptualHash } from '../image/hash.ts';
import type { Box } from '../image/presence.ts';
import { boxOf, cornersOf } from '../layout/places.ts';
import type { Mrz } from '../mrz/parse.ts';
import type { PageLine, PageText } from '../text/page.ts';

/** One of two cards in one picture: front and back of one document, or two documents. */
export interface Half {
  /** See `perceptualHash`; of this part of the picture alone. */
  readonly hash: string;
  readonly lines: readonly PageLine[];
  /** Classification by the card's MRZ or barcode if it has one, else by its words. */
  readonly classification: Classification;
  /** Classification by the card's words alone. */
  readonly words: Classification;
  readonly printed: PrintedFields;
  /** True if the MRZ of the picture is on this card; `barcode` says the same for the barcode. */
  readonly zone: boolean;
  readonly barcode: boolean;
}

export interface Halved {
  readonly grey: GreyRaster;
  readonly page: PageText;
  /** Quarters by which the page was turned to be read. */
  readonly turn: 0 | 1 | 2 | 3;
  /** The MRZ and its box in the picture, as shares of its sides; null without an MRZ. */
  readonly zone: { readonly mrz: Mrz; readonly box: Box } | null;
  readonly barcode: { readonly fields: CardFields; readonly box: Box } | null;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** Distributes the reading of a picture among its parts: see `halvesOf`. */
export function halves(parts: readonly Box[], { grey, page, turn, zone, barcode, today }: Halved): Half[] {
  return parts.map((part) => {
    const lines = page.lines.filter(({ box }) => isIn(part, boxOf(cornersOf(box), page, turn)));
    const words = classifyDocument({ page: { ...page, lines } });
    const mrz = zone && isIn(part, zone.box) ? zone.mrz : null;
    const card = barcode && isIn(part, barcode.box) ? barcode.fields : null;
    return {
      hash: perceptualHash(cropped(grey, part)),
      lines,
      words,
      classification: classifyDocument({ mrz, barcode: card, page: { ...page, lines } }),
      printed: printedFields({ ...page, lines }, { ...words, today }),
      zone: mrz !== null,
      barcode: card !== null,
    };
  });
}

function isIn({ left, top, width, height }: Box, box: Box): boolean {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return x >= left && x < left + width && y >= top && y < top + height;
}

function cropped({ width, height, data }: GreyRaster, part: Box): GreyRaster {
  const [left, top] = [Math.round(part.left * width), Math.round(part.top * height)];
  const [w, h] = [Math.round(part.width * width), Math.round(part.height * height)];
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    const from = (top + y) * width + left;
    out.set(data.subarray(from, from + w), y * w);
  }
  return { width: w, height: h, data: out };
}
