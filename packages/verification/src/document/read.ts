import type { CardFields } from '../barcode/aamva-fields.ts';
import type { RgbRaster } from '../image/decode.ts';
import { outside } from '../mrz/find.ts';
import type { MrzRead } from '../mrz/read.ts';
import { better, findMrz, readMrz, zoneBothWays } from '../mrz/read.ts';
import { type PageText, pageOf } from '../text/page.ts';
import { findLines, readFound } from '../text/read-lines.ts';
import { type Classification, classifyDocument } from './classify.ts';
import type { DocumentData } from './consistency.ts';
import { type PrintedFields, printedFields } from './fields.ts';

/** Pixels of the longest side of the raster that documents should be read from; more costs time and shows no more. */
export const DOCUMENT_SIDE = 2000;

export interface DocumentRead {
  /** Quarters by which the picture must be turned clockwise to stand upright. */
  readonly turn: 0 | 1 | 2 | 3;
  /** Everything printed on it but its machine readable zone, upright. */
  readonly page: PageText;
  readonly mrz: MrzRead | null;
  readonly classification: Classification;
  readonly printed: PrintedFields;
}

export interface DocumentOptions {
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** From the card's barcode, when there is one: it holds type, country and state. */
  readonly barcode?: CardFields | null;
}

/**
 * Reads one side of an identity document: machine readable zone, print, what it is and what its fields say.
 *
 * The zone comes first, since finding it takes little; a zone that is read whole spares its rows the slower reader of print.
 * Where there is none, or one with wrong digits, it is looked for again among the lines that print was read from.
 */
export async function readDocument(raster: RgbRaster, { today, barcode }: DocumentOptions): Promise<DocumentRead> {
  const { upright, quads, quarters } = await findLines(raster, undefined, zoneBothWays);
  const first = await findMrz(upright, quads, today);
  const whole = first?.mrz.digitsValid === true;
  const lines = await readFound(upright, whole ? outside(quads, first.quads) : quads);
  const mrz = whole ? first : better(first, await readMrz(upright, lines, today));
  const page = pageOf(mrz ? lines.filter(({ quad }) => outside([quad], mrz.quads).length > 0) : lines, upright);
  const classification = classifyDocument({ mrz: mrz?.mrz ?? null, barcode: barcode ?? null, page });
  return { turn: quarters, page, mrz, classification, printed: printedFields(page, { ...classification, today }) };
}

/** What the barcode of a card says. */
export function dataOfBarcode(card: CardFields): DocumentData {
  return {
    documentType: card.document_type,
    issuingCountry: card.issuing_country ?? null,
    surname: card.last_name ?? null,
    givenNames: [card.first_name, card.middle_name].filter(Boolean).join(' ') || null,
    documentNumber: card.document_number ?? null,
    dateOfBirth: card.date_of_birth ?? null,
    dateOfExpiry: card.date_of_expiry ?? null,
    sex: card.gender ? card.gender[0]! : null,
  };
}

/** What the print of a document says. */
export function dataOfPrint({ documentType, issuingCountry }: Classification, printed: PrintedFields): DocumentData {
  const value = (field: keyof PrintedFields) => printed[field]?.value ?? null;
  return {
    documentType,
    issuingCountry,
    surname: value('surname'),
    givenNames: value('givenNames'),
    documentNumber: value('documentNumber'),
    dateOfBirth: value('dateOfBirth'),
    dateOfExpiry: value('dateOfExpiry'),
    sex: value('sex'),
  };
}
