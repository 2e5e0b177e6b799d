import { type BornField, dataOfBarcode, edits, type ReadableSide, sameLook } from '@bonafide/verification';
import { compareField } from '../data-consistency.ts';

/** Share of printed lines on both sides, relative to the side with fewer lines, from which two pictures show one side. */
const SHARED = 0.5;

/** Letters of a line that is compared; shorter ones stand anywhere. */
const LINE = 4;

/** Returns whether two pictures show different sides, as far as look, MRZ and print tell. */
export function isOtherSide(a: ReadableSide, b: ReadableSide): boolean {
  if (sameLook(a.hash, b.hash)) return false;
  if (a.mrz && b.mrz && a.mrz.mrz.lines.join() === b.mrz.mrz.lines.join()) return false;
  const [few, many] = [linesOf(a), linesOf(b)].sort((p, q) => p.length - q.length) as [string[], string[]];
  const shared = few.filter((line) => many.some((other) => edits(line, other) <= line.length / 5)).length;
  return few.length === 0 || shared < SHARED * few.length;
}

/**
 * Returns whether two pictures are a front and a back of one document: they show different sides, and the content of one ties it
 * to the other. A picture of anything else bears print, too.
 */
export const areBothSides = (a: ReadableSide, b: ReadableSide, bears: Bears): boolean =>
  [a, b].every(bearsAnything) &&
  isOtherSide(a, b) &&
  !areOfTwoKinds(a, b) &&
  (isTiedTo(a, b, bears) || isTiedTo(b, a, bears));

/** The two cards of one picture, each as if it had a picture of its own. */
export const halvesOf = (side: ReadableSide): ReadableSide[] =>
  side.halves.map(({ hash, lines, words, classification, printed, zone, barcode }) => ({
    ...side,
    hash,
    words,
    printed,
    classification,
    page: { ...side.page, lines },
    mrz: zone ? side.mrz : null,
    card: barcode ? side.card : null,
    // Where a barcode that gives no data stands is not known.
    cardRefused: null,
    barcodeUnread: false,
    halves: [],
  }));

/** Returns whether print of a side bears a value, character by character. */
export type Bears = (side: ReadableSide, field: BornField, value: string) => boolean;

const bearsCode = ({ mrz, card, cardRefused, barcodeUnread }: ReadableSide): boolean =>
  mrz !== null || card !== null || cardRefused !== null || barcodeUnread;

const bearsAnything = (side: ReadableSide): boolean => bearsCode(side) || linesOf(side).length > 0;

/** Returns whether two sides claim to be documents of two types or states, each by its MRZ, its barcode or its words. */
const areOfTwoKinds = ({ classification: a }: ReadableSide, { classification: b }: ReadableSide): boolean =>
  (a.documentType !== null &&
    b.documentType !== null &&
    compareField('documentType', { value: a.documentType }, { value: b.documentType }) !== 'same') ||
  (a.issuingCountry !== null && b.issuingCountry !== null && a.issuingCountry !== b.issuingCountry);

/** Data that no letter or other paper about the holder repeats, as it does names. */
const TYING = ['documentNumber', 'dateOfBirth', 'dateOfExpiry'] as const;

/**
 * Returns whether a side has features that only sides of documents have, names the other side's kind of document, or repeats its
 * data.
 */
function isTiedTo(side: ReadableSide, other: ReadableSide, bears: Bears): boolean {
  if (bearsCode(side)) return true;
  const { documentType } = side.classification;
  if (documentType !== null && other.classification.documentType !== null) return true;
  return TYING.some((field) => {
    const value = other.printed[field]?.value ?? machineValue(other, field);
    return value && bears(side, field, value);
  });
}

function machineValue({ mrz, card }: ReadableSide, field: (typeof TYING)[number]): string | null {
  const read = mrz?.mrz;
  const ofZone = read && { ...read, dateOfBirth: read.dateOfBirth.day, dateOfExpiry: read.dateOfExpiry.day }[field];
  return ofZone || (card && dataOfBarcode(card.fields)[field]) || null;
}

const linesOf = ({ page }: ReadableSide): string[] =>
  [...page.lines, ...(page.others ?? [])]
    .map(({ text }) => text.replace(/[^\p{L}\d]/gu, '').toUpperCase())
    .filter(({ length }) => length >= LINE);
