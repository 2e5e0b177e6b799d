import { type DocumentAnalysis, FACE_THRESHOLDS, type SealCode, type SealFound } from '@bonafide/verification';
import type { LeafFinding, LeafFindings } from '../../outcome.ts';
import { clear, consider, doubtful, unassessed } from '../assessment.ts';
import type { Tools } from '../tools.ts';
import { CARDS, compareField, LEAVES } from './data-consistency.ts';
import { contradictionOfSides } from './driver.ts';
import { authenticSeal, likenessToPrint, type SealRead } from './issuer-data.ts';
import {
  bestOf,
  type DocumentReading,
  type Field,
  type Known,
  SOURCES,
  shownValue,
  valuesOf,
  WORDS,
} from './reading.ts';

export type SealTools = Tools<'analyser' | 'today' | 'sealTrust'>;

/**
 * Verifies the signed barcodes of a document; documents without any cost nothing.
 *
 * @param closeUps codes of close-ups. They count as standing on the side whose code was seen but not read, else on the side with the portrait,
 *   so that they stand for no other side.
 */
export async function readDocumentSeals(
  { sides }: Pick<DocumentAnalysis, 'sides'>,
  closeUps: readonly SealFound[],
  { analyser, today, sealTrust }: SealTools,
): Promise<SealRead[]> {
  const found = sides.flatMap((side, number) =>
    side.unreadable === undefined ? side.seals.map((seal) => ({ ...seal, side: number })) : [],
  );
  const unread = sides.findIndex((side) => side.unreadable === undefined && side.barcodeUnread);
  const portrait = sides.findIndex((side) => side.unreadable === undefined && side.portrait !== null);
  const place = Math.max(0, unread === -1 ? portrait : unread);
  found.push(...closeUps.map((seal) => ({ ...seal, side: place })));
  if (found.length === 0) return [];
  const codes: SealCode[] = found.map(({ text, bytes, side }) => ({ text, bytes, side }));
  return analyser.run('seals', { codes, trust: { ...(await sealTrust(found)), today } });
}

const BARCODE = 'data_validation.barcode';
const PORTRAIT = 'visual_authenticity.picture_face_integrity';
const SEVERAL = 'data_consistency.multiple_data_sources_present';

/**
 * The leaves, with what signed barcodes say: `data_validation.barcode`, contradictions in `data_consistency`, and the absence of a
 * signature that the issuer always makes.
 */
export function withSeals(leaves: LeafFindings, reading: DocumentReading): LeafFindings {
  const barcode = barcodeLeaf(leaves[BARCODE], reading);
  const seal = authenticSeal(reading.seals);
  return {
    ...leaves,
    ...(barcode && { [BARCODE]: barcode }),
    ...(seal && contradictions(leaves, reading, seal)),
    ...(seal && severalSources(leaves[SEVERAL], reading, seal)),
    ...(seal && portraitBeside(leaves[PORTRAIT], reading, seal)),
  };
}

/** Returns whether a seal is about this document: its issuer and its type are the document's, as far as both are known. */
function isAbout(reading: DocumentReading, { issuer, data }: SealRead): boolean {
  const country = bestOf(reading, 'issuingCountry')?.value;
  const type = bestOf(reading, 'documentType')?.value;
  if (country && issuer && country !== issuer) return false;
  const { documentType } = data;
  return !type || !documentType || type === documentType || (CARDS.includes(type) && CARDS.includes(documentType));
}

/**
 * Seals of this document alone. The seal of another issuer or another kind of document, such as a visa on the page beside, neither
 * confirms nor accuses.
 */
export const sealsOfDocument = (reading: DocumentReading, seals: readonly SealRead[]): readonly SealRead[] =>
  seals.map((seal) =>
    seal.result === 'undecided' || isAbout(reading, seal)
      ? seal
      : {
          ...seal,
          result: 'undecided',
          reason: 'The signed barcode belongs to another kind of document or another issuer',
        },
  );

function barcodeLeaf(finding: LeafFinding | undefined, reading: DocumentReading): LeafFinding | undefined {
  if (finding?.result === 'consider') return finding;
  const { seals = [] } = reading;
  const refuted = seals.find(({ result }) => result === 'refuted');
  if (refuted) return consider(refuted.reason);
  const missing = missingSignature(reading);
  if (missing) return missing;
  const authentic = authenticSeal(seals);
  if (authentic && !finding?.doubt) return clear(finding ? `${finding.reason}. ${authentic.reason}` : authentic.reason);
  return finding ?? (seals[0] && unassessed(seals[0].reason));
}

/** Names that a source writes in its own order or leaves undivided. */
const NAMES: readonly Field[] = ['surname', 'givenNames'];

/** Leaves of `data_consistency` that the seal contradicts. Print accuses only where its label names the field. */
function contradictions(leaves: LeafFindings, reading: DocumentReading, seal: SealRead): LeafFindings {
  const entries = Object.entries(LEAVES).flatMap(([leaf, field]): [string, LeafFinding][] => {
    const path = `data_consistency.${leaf}`;
    const value = seal.data[field];
    if (!value || field === 'documentType' || leaves[path]?.result === 'consider') return [];
    const other = valuesOf(reading, field).find((known) => contradicts(reading, seal, field, known));
    if (!other) return [];
    const reason =
      `The ${WORDS[field]} in the signed barcode (${shownValue(field, value)}) differs from the ${SOURCES[other.source]} ` +
      `(${shownValue(field, other.value)})`;
    return [[path, consider(reason)]];
  });
  return Object.fromEntries(entries);
}

function contradicts(reading: DocumentReading, seal: SealRead, field: Field, known: Known): boolean {
  const isSure = known.certainty === 'sure' || (known.certainty === 'likely' && field !== 'sex');
  if (!isSure || compareField(field, known, { value: seal.data[field]! }) !== 'different') return false;
  if (!NAMES.includes(field)) return true;
  // A name that stands at the other field, or undivided, is the same name.
  const whole = (values: readonly (string | null | undefined)[]) => values.filter(Boolean).join(' ');
  const own = NAMES.map((name) => valuesOf(reading, name).find(({ source }) => source === known.source));
  const mayBeCut = own.some((value) => value?.mayBeCut);
  const read = { value: whole(own.map((value) => value?.value)), mayBeCut };
  const signed = { value: whole([seal.data.surname, seal.data.givenNames]) };
  return compareField('givenNames', read, signed) === 'different';
}

function severalSources(finding: LeafFinding | undefined, reading: DocumentReading, seal: SealRead): LeafFindings {
  if (finding?.result || contradictionOfSides(reading) !== null) return {};
  const agrees = (['documentNumber', 'dateOfBirth', 'surname'] as const).some((field) => {
    const value = seal.data[field];
    return value && valuesOf(reading, field).some((known) => compareField(field, known, { value }) === 'same');
  });
  return agrees ? { [SEVERAL]: clear('The signed barcode repeats data that was read elsewhere on the document') } : {};
}

/**
 * Least width of a signed face, in pixels, whose difference from print accuses. Of portraits of one person, 6 of 124 with smaller
 * faces scored below `stranger`, and none of 101 with larger faces (`npm run eval -- --only seals`).
 */
export const ACCUSING_FACE = 34;

/** A printed portrait of another person than the portrait in the seal accuses. That both match is evidence, not a leaf. */
function portraitBeside(finding: LeafFinding | undefined, { sides }: DocumentReading, seal: SealRead): LeafFindings {
  if ((seal.portrait?.width ?? 0) < ACCUSING_FACE) return {};
  const measure = likenessToPrint(seal.portrait?.embedding, sides);
  if (measure === null || measure >= FACE_THRESHOLDS.stranger || finding?.result === 'consider') return {};
  const reason = 'The printed portrait and the signed portrait in the barcode show different people';
  return { [PORTRAIT]: consider(reason, { measure, threshold: FACE_THRESHOLDS.stranger }) };
}

/** Issuer number of California, and the day since which its licences and identity cards carry a credential. */
const CALIFORNIA = '636014';
const CALIFORNIA_SINCE = '2025-09-29';

/** First expiry of an Austrian identity card that can't have been issued before its signed barcode: cards are valid for ten years. */
const AUSTRIA_UNTIL = '2031-08-02';

/** Pixels of the printed MRZ from which the QR code beside it is readable: two for each of its modules. */
const LEGIBLE_ZONE = 1300;

/** The finding for a card whose issuer always signs its barcode, and which has no signature; null for other documents. */
function missingSignature(reading: DocumentReading): LeafFinding | null {
  const seals = reading.seals ?? [];
  const californian = reading.sides.find(
    ({ card }) => card?.iin === CALIFORNIA && (card.fields.issuing_date ?? '') >= CALIFORNIA_SINCE,
  );
  if (californian && !seals.some(({ scheme, key }) => scheme === 'aamva_vcb' && key !== null)) {
    // A symbol that was read is complete: its error correction leaves nothing out.
    return seals.some(({ scheme }) => scheme === 'aamva_vcb')
      ? doubtful('The barcode holds a signature that can not be read')
      : consider('Cards of California carry a signature since 29 September 2025, and this barcode holds none');
  }
  return isUnsignedAustrian(reading)
    ? consider('Austrian identity cards carry a signed QR code since 2 August 2021, and this card shows none')
    : null;
}

function isUnsignedAustrian({ analysis, sides, seals = [] }: DocumentReading): boolean {
  const { documentType, issuingCountry } = analysis.classification;
  if (documentType !== 'national_identity_card' || issuingCountry !== 'AUT') return false;
  const expiry = analysis.mrz?.mrz.digitsValid ? analysis.mrz.mrz.dateOfExpiry.day : null;
  if (!expiry || expiry <= AUSTRIA_UNTIL || seals.some(({ scheme }) => scheme === 'at_id')) return false;
  // The picture must be good enough that a QR code would have been read.
  const back = sides.find(({ mrz }) => mrz?.mrz.digitsValid);
  const widths = back?.regions.zone.map(({ box }) => box.width * back.page.width) ?? [];
  return (
    back !== undefined &&
    !back.barcodeUnread &&
    back.quality.every(({ result }) => result === 'pass') &&
    Math.max(0, ...widths) >= LEGIBLE_ZONE
  );
}
