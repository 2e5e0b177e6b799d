import type { CardFields } from '../barcode/aamva-fields.ts';
import type { RgbRaster } from '../image/decode.ts';
import { outside } from '../mrz/find.ts';
import type { MrzRead } from '../mrz/read.ts';
import { better, findMrz, readMrz, zoneBothWays } from '../mrz/read.ts';
import { type Reader, readerOf } from '../text/languages.ts';
import { findScript, readOtherScript } from '../text/other-scripts.ts';
import { type PageText, pageOf } from '../text/page.ts';
import { type FoundLines, findLines, readFound, turnedOver } from '../text/read-lines.ts';
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
  /** Fields from the card's barcode, which hold type, country and state. */
  readonly barcode?: CardFields | null;
}

/**
 * Reads one side of an identity document: MRZ, printed fields and classification.
 *
 * The MRZ comes first, since finding it takes little; a complete MRZ spares its rows the slower OCR. If it is missing or has
 * wrong check digits, it is searched again among the OCR lines. Last, lines are read in the script of the issuing state, if that
 * is not Latin alone.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { decodeRgb, DOCUMENT_SIDE, readDocument } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('passport.jpg'), { side: DOCUMENT_SIDE });
 * const { mrz, printed } = await readDocument(rgb, { today: '2026-01-15' });
 * console.log(mrz?.mrz.documentNumber, printed.surname?.value);
 */
export async function readDocument(raster: RgbRaster, { today, barcode }: DocumentOptions): Promise<DocumentRead> {
  let found = await findLines(raster, undefined, zoneBothWays);
  let latin = await readLatin(found, today);
  const classified = (page: PageText) =>
    classifyDocument({ mrz: latin.mrz?.mrz ?? null, barcode: barcode ?? null, page });
  let page = pageOf(latin.lines, found.upright);
  let classification = classified(page);
  const known = latin.mrz !== null || classification.issuingCountry !== null || classification.documentType !== null;
  const script = known ? null : await findScript(found.upright, latin.quads, latin.lines);
  if (script?.onHead) {
    found = turnedOver(found);
    latin = await readLatin(found, today);
  }
  let reader = known ? readerOf(classification.issuingCountry) : (script?.reader ?? null);
  while (reader) {
    page = pageOf(latin.lines, found.upright, await readOtherScript(found.upright, latin.quads, latin.lines, reader));
    classification = classified(page);
    // Words in one script may name a state that has a reader of its own: Japanese was read as Chinese.
    const own: Reader | null = readerOf(classification.issuingCountry);
    reader = reader === script?.reader && own !== reader ? own : null;
  }
  const printed = printedFields(page, { ...classification, today });
  return { turn: found.quarters, page, mrz: latin.mrz, classification, printed };
}

/** The zone, and the print beside it as Latin. */
async function readLatin({ upright, quads }: FoundLines, today: string) {
  const first = await findMrz(upright, quads, today);
  const whole = first?.mrz.digitsValid === true;
  const lines = await readFound(upright, whole ? outside(quads, first.quads) : quads);
  const mrz = whole ? first : better(first, await readMrz(upright, lines, today));
  if (!mrz) return { quads, lines, mrz };
  const print = new Set(outside(quads, mrz.quads));
  return { quads: [...print], lines: lines.filter(({ quad }) => print.has(quad)), mrz };
}

/**
 * Document data from the barcode of a card.
 *
 * @example
 * import { dataOfBarcode } from '@bonafide/verification';
 *
 * dataOfBarcode({ document_type: 'driving_licence', document_number: 'D1234567' }).documentNumber; // 'D1234567'
 */
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

/**
 * Document data from the printed fields.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { dataOfPrint, decodeRgb, DOCUMENT_SIDE, readDocument } from '@bonafide/verification';
 *
 * const { rgb } = await decodeRgb(await readFile('passport.jpg'), { side: DOCUMENT_SIDE });
 * const { classification, printed } = await readDocument(rgb, { today: '2026-01-15' });
 * console.log(dataOfPrint(classification, printed));
 */
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
