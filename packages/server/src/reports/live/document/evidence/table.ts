import { type DocumentKind, documentKinds, type Forgery, type Grade } from './forgery.ts';

/** Sources that can confirm that a document was not forged in one way, with their grade. */
export const SOURCES_OF_EVIDENCE = {
  second_place: {
    grade: 'independent',
    words: 'the same value in a second place: MRZ and printed text, or barcode and printed text',
  },
  other_side: { grade: 'independent', words: 'the same value in the printed text of the other side' },
  third_place: { grade: 'independent', words: 'the same name, number and dates in MRZ, barcode and printed text' },
  chip: { grade: 'issuer', words: 'the same data on the chip, signed by the issuing state' },
  chip_portrait: {
    grade: 'issuer',
    words: 'the same person in the portrait on the chip, signed by the issuing state',
  },
  credential: { grade: 'issuer', words: "the same data in a credential of the holder's wallet, signed by its issuer" },
  credential_portrait: {
    grade: 'issuer',
    words: "the same person in the portrait of a credential of the holder's wallet, signed by its issuer",
  },
  seal: { grade: 'issuer', words: 'the same data in a barcode that the issuer signed' },
  seal_portrait: { grade: 'issuer', words: 'the same person in the portrait of a barcode that the issuer signed' },
  issuer_record: { grade: 'issuer', words: "the same data in the issuer's register of documents" },
  issuer_portrait: { grade: 'issuer', words: "the same person in the portrait of the issuer's register" },
  ghost: { grade: 'independent', words: 'a ghost portrait of the same person on the document' },
  back: { grade: 'independent', words: 'an image of the other side that differs from the first' },
  zone_and_print: { grade: 'forensic', words: 'image forensics of MRZ and printed text that found no change' },
  print: { grade: 'forensic', words: 'image forensics of the printed text that found no change' },
  portrait_pixels: { grade: 'forensic', words: 'image forensics of the portrait that found no change' },
  portrait_and_ghost_pixels: {
    grade: 'forensic',
    words: 'image forensics of portrait and ghost portraits that found no change',
  },
  genuine_picture: { grade: 'forensic', words: 'no specimen words, no program window and no screenshot' },
  live_capture: {
    grade: 'independent',
    words: 'images that our capture SDK took with a camera, in the session of its token',
  },
  no_copy: { grade: 'forensic', words: 'colours and no screen pattern; in large images also no print dots' },
} as const satisfies Record<string, { grade: Grade; words: string }>;

export type EvidenceSource = keyof typeof SOURCES_OF_EVIDENCE;

/** Sources that bear a signature of the issuer. A register answers without one. */
export const SIGNED: readonly EvidenceSource[] = [
  ...(['chip', 'chip_portrait', 'credential', 'credential_portrait', 'seal', 'seal_portrait'] as const),
];

/** One forgery: the leaf that answers for it, and what confirms its absence. Any one source is enough. */
export interface EvidenceRow {
  readonly forgery: Forgery;
  readonly kinds: readonly DocumentKind[];
  readonly leaves: readonly string[];
  readonly sources: readonly EvidenceSource[];
}

const WITH_ZONE: readonly DocumentKind[] = ['passport', 'visa', 'card_with_zone'];
const WITHOUT_ZONE: readonly DocumentKind[] = ['card_with_barcode', 'card'];
const TWO_SIDED: readonly DocumentKind[] = ['card_with_zone', 'card_with_barcode', 'card'];

/** The data that each have a leaf, and a place of their own on a document. */
const DATA = ['first_name', 'last_name', 'date_of_birth', 'document_numbers', 'date_of_expiry'].map(
  (leaf) => `data_consistency.${leaf}`,
);

const TAMPERING = ['visual_authenticity.digital_tampering'];
const TEXT = ['visual_authenticity.fonts'];
const PORTRAIT = ['visual_authenticity.picture_face_integrity'];
const ORIGINAL = ['visual_authenticity.original_document_present'];
const COMPLETE = ['image_integrity.conclusive_document_quality'];

/**
 * Sources that confirm a document, per forgery and kind of document: `docs/reference/assurance.md` prints this table. A leaf is clear
 * only if each of its rows that the required validity names has a source that the validity accepts: see `RULES`.
 */
export const EVIDENCE: readonly EvidenceRow[] = [
  {
    forgery: 'data_in_one_place',
    kinds: ['passport', 'visa', 'card_with_zone', 'card_with_barcode'],
    leaves: DATA,
    sources: ['second_place', 'chip', 'credential', 'seal', 'issuer_record'],
  },
  {
    forgery: 'data_in_one_place',
    kinds: ['card'],
    leaves: DATA,
    sources: ['other_side', 'chip', 'credential', 'seal', 'issuer_record'],
  },
  {
    forgery: 'data_everywhere',
    kinds: WITH_ZONE,
    leaves: TAMPERING,
    sources: ['chip', 'credential', 'seal', 'issuer_record', 'third_place', 'zone_and_print'],
  },
  {
    forgery: 'data_everywhere',
    kinds: WITHOUT_ZONE,
    leaves: TAMPERING,
    sources: ['chip', 'credential', 'seal', 'issuer_record', 'print'],
  },
  {
    forgery: 'portrait',
    kinds: documentKinds,
    leaves: PORTRAIT,
    sources: ['chip_portrait', 'credential_portrait', 'seal_portrait', 'issuer_portrait', 'ghost', 'portrait_pixels'],
  },
  {
    forgery: 'portrait_and_ghost',
    kinds: documentKinds,
    leaves: PORTRAIT,
    sources: ['chip_portrait', 'credential_portrait', 'seal_portrait', 'issuer_portrait', 'portrait_and_ghost_pixels'],
  },
  { forgery: 'side_missing', kinds: TWO_SIDED, leaves: COMPLETE, sources: ['back', 'chip', 'credential', 'seal'] },
  {
    forgery: 'not_a_document',
    kinds: documentKinds,
    leaves: ORIGINAL,
    sources: ['chip', 'credential', 'genuine_picture'],
  },
  { forgery: 'copy', kinds: documentKinds, leaves: ORIGINAL, sources: ['chip', 'credential', 'no_copy'] },
  {
    forgery: 'pasted_text',
    kinds: WITH_ZONE,
    leaves: TEXT,
    sources: ['chip', 'credential', 'seal', 'issuer_record', 'zone_and_print'],
  },
  {
    forgery: 'pasted_text',
    kinds: WITHOUT_ZONE,
    leaves: TEXT,
    sources: ['chip', 'credential', 'seal', 'issuer_record', 'print'],
  },
  { forgery: 'uploaded_file', kinds: documentKinds, leaves: ORIGINAL, sources: ['live_capture'] },
];
