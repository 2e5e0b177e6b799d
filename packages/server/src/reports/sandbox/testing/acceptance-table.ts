import type { ReportName } from '../../index.ts';
import type { Outcome, SubResult } from '../../outcome.ts';

/** Short names of the acceptance table. */
export const names = {
  doc: 'document',
  face: 'facial_similarity_photo',
  video: 'facial_similarity_video',
  wl: 'watchlist_standard',
  known: 'known_faces',
} as const satisfies Record<string, ReportName>;
export type Short = keyof typeof names;

export interface Row {
  row: number | string;
  first?: string;
  last?: string;
  /** The only generation in which it holds, v2 with v1; absent when it holds in every one, or in all `ofV3`. */
  generation?: '3.6' | '3.2' | '2';
  /** True for a row that doesn't hold in v1 and v2. */
  ofV3?: true;
  consider?: Short[];
  subResult?: SubResult;
  /** Expected result by report: `clear`, or the leaves that must be `consider` while all others are not. */
  expected: Partial<Record<Short, 'clear' | string[]>>;
  docSubResult?: SubResult;
  /** Document type whose properties are shown; default: the properties without a type. */
  properties?: string;
  frontOnly?: true;
  check?: 'clear' | 'consider';
}

const security = ['visual_authenticity.security_features', 'visual_authenticity.other'];
const fonts = ['visual_authenticity.fonts', 'visual_authenticity.other'];
const quality = ['image_integrity.image_quality'];
const match = ['face_comparison.face_match'];
const spoofing = ['visual_authenticity.spoofing_detection'];
const missingBack = [...quality, 'image_integrity.conclusive_document_quality'];
const pep = ['politically_exposed_person'];
const allClear = { doc: 'clear', face: 'clear', wl: 'clear' } as const;
const allConsider = { doc: security, face: match, wl: pep };

const FONTS = 'Visual Authenticity - Fonts';
const QUALITY = 'Image Integrity - Image Quality';
const MATCH = 'Face Comparison - Face Match';
const FRONT_REJECTED = 'FRA ID 1994 front only rejected';

/**
 * The acceptance table of the sandbox (contract 11), by its numbers. Row 30 (known faces without media) and row 32
 * (the live token) have their own tests.
 */
export const rows: readonly Row[] = [
  { row: 1, expected: allClear, docSubResult: 'clear', check: 'clear' },
  { row: 2, last: 'Consider', expected: allConsider, docSubResult: 'suspected', check: 'consider' },
  { row: 3, last: 'consider', expected: allClear, docSubResult: 'clear', check: 'clear' },
  { row: '3b', last: 'CONSIDER', expected: allClear, docSubResult: 'clear' },
  { row: 4, last: 'Considered', expected: allClear, docSubResult: 'clear', check: 'clear' },
  { row: 5, consider: ['wl'], expected: { wl: pep, doc: 'clear', face: 'clear' }, check: 'consider' },
  { row: 6, last: 'Consider', consider: ['wl'], expected: { wl: pep, doc: 'clear', face: 'clear' } },
  { row: 7, consider: [], expected: allClear, docSubResult: 'clear', check: 'clear' },
  { row: 8, first: FONTS, expected: { doc: fonts, face: 'clear', wl: 'clear' }, docSubResult: 'suspected' },
  { row: 9, first: 'visual authenticity - fonts', expected: allClear, docSubResult: 'clear' },
  { row: '9b', first: `${FONTS} `, expected: allClear, docSubResult: 'clear' },
  { row: 10, first: QUALITY, expected: { doc: quality }, docSubResult: 'rejected' },
  { row: 11, first: QUALITY, last: 'clear', expected: { doc: quality }, docSubResult: 'rejected' },
  { row: 12, first: FONTS, last: 'rejected', expected: { doc: fonts }, docSubResult: 'suspected' },
  {
    row: 13,
    first: FONTS,
    last: 'CA DL 2018',
    expected: { doc: fonts },
    docSubResult: 'suspected',
    properties: 'CA DL 2018',
  },
  {
    row: 14,
    first: FONTS,
    last: 'Consider',
    expected: { doc: fonts, face: match, wl: pep },
    docSubResult: 'suspected',
  },
  {
    row: 15,
    last: 'caution',
    expected: { doc: ['data_comparison.last_name'], face: 'clear' },
    docSubResult: 'caution',
  },
  { row: 16, last: 'suspected', expected: { doc: security }, docSubResult: 'suspected' },
  { row: 17, last: 'Rejected', expected: allClear, docSubResult: 'clear' },
  { row: 18, last: 'NY DL 2017', expected: { doc: 'clear' }, docSubResult: 'clear', properties: 'NY DL 2017' },
  { row: 19, last: 'NY DL 2017 front only', expected: { doc: 'clear' }, properties: 'NY DL 2017', frontOnly: true },
  { row: 20, last: 'FRA ID 1994 front only', expected: { doc: 'clear' }, properties: 'FRA ID 1994', frontOnly: true },
  { row: 21, last: 'Ontario ID 2010 front only', expected: allClear, docSubResult: 'clear' },
  {
    row: 22,
    generation: '3.6',
    last: 'FRA ID 1994',
    subResult: 'rejected',
    expected: { doc: quality },
    docSubResult: 'rejected',
  },
  {
    row: '22, v3.2',
    generation: '3.2',
    last: 'FRA ID 1994',
    subResult: 'rejected',
    expected: { doc: quality },
    docSubResult: 'rejected',
    properties: 'FRA ID 1994',
  },
  {
    row: '22, v2',
    generation: '2',
    last: 'FRA ID 1994',
    subResult: 'rejected',
    expected: { doc: quality },
    docSubResult: 'rejected',
    properties: 'FRA ID 1994',
  },
  { row: 23, subResult: 'suspected', expected: { doc: security, face: 'clear' }, docSubResult: 'suspected' },
  { row: 24, first: MATCH, expected: { face: match, doc: 'clear' } },
  { row: 25, ofV3: true, first: MATCH, expected: { video: 'clear' } },
  { row: '25, v2', generation: '2', first: MATCH, expected: { video: match, face: match } },
  {
    row: 26,
    first: 'Image Integrity - Source Integrity',
    last: 'CA DL 2018',
    expected: { face: ['image_integrity.source_integrity'], doc: 'clear' },
    docSubResult: 'clear',
    properties: 'CA DL 2018',
  },
  { row: 27, first: MATCH, consider: ['doc'], expected: { doc: security, face: 'clear' }, docSubResult: 'suspected' },
  { row: 28, first: FONTS, consider: ['doc'], expected: { doc: fonts }, docSubResult: 'suspected' },
  {
    row: 29,
    last: 'CA DL 2018',
    consider: ['doc'],
    expected: { doc: security },
    docSubResult: 'suspected',
    properties: 'CA DL 2018',
  },
  {
    row: 31,
    last: 'rejected',
    subResult: 'caution',
    expected: { doc: ['data_comparison.last_name'] },
    docSubResult: 'caution',
  },
  // Precedence beyond the table (contract 11.3).
  {
    row: 'listed with a word',
    last: 'rejected',
    consider: ['doc'],
    expected: { doc: quality },
    docSubResult: 'rejected',
  },
  {
    row: 'listed with clear',
    last: 'clear',
    consider: ['doc'],
    expected: { doc: security },
    docSubResult: 'suspected',
  },
  { row: 'not listed with a word', last: 'rejected', consider: ['wl'], expected: { doc: 'clear', wl: pep } },
  {
    row: 'not listed with a document type',
    last: 'CA DL 2018',
    consider: ['wl'],
    expected: { doc: 'clear' },
    docSubResult: 'clear',
    properties: 'CA DL 2018',
  },
  {
    row: 'request sub_result over consider',
    subResult: 'clear',
    consider: ['doc'],
    expected: { doc: 'clear' },
    docSubResult: 'clear',
  },
  { row: 'request sub_result over first_name', first: FONTS, subResult: 'clear', expected: { doc: 'clear' } },
  {
    row: 'request sub_result is for documents',
    last: 'Consider',
    subResult: 'clear',
    expected: { doc: 'clear', wl: pep },
  },
  { row: 'a v2 option in v3', ofV3: true, last: FRONT_REJECTED, expected: { doc: 'clear' } },
  // Triggers of v1 and v2 alone (contract 11.5).
  {
    row: 'front only rejected',
    generation: '2',
    last: FRONT_REJECTED,
    expected: { doc: missingBack, face: 'clear', wl: 'clear' },
    docSubResult: 'rejected',
    properties: 'FRA ID 1994',
    frontOnly: true,
    check: 'consider',
  },
  {
    row: 'front only rejected, listed',
    generation: '2',
    last: FRONT_REJECTED,
    consider: ['doc'],
    expected: { doc: missingBack },
    docSubResult: 'rejected',
    properties: 'FRA ID 1994',
    frontOnly: true,
  },
  {
    row: 'front only rejected, not listed',
    generation: '2',
    last: FRONT_REJECTED,
    consider: ['wl'],
    expected: { doc: 'clear', wl: pep },
    docSubResult: 'clear',
    properties: 'FRA ID 1994',
    frontOnly: true,
  },
  {
    row: 'first_name over front only rejected',
    generation: '2',
    first: FONTS,
    last: FRONT_REJECTED,
    expected: { doc: fonts },
    docSubResult: 'suspected',
    properties: 'FRA ID 1994',
    frontOnly: true,
  },
  {
    row: 'spoofing of every capture',
    generation: '2',
    first: 'Visual Authenticity - Spoofing Detection',
    expected: { face: spoofing, video: spoofing, doc: 'clear' },
  },
];

/** Paths of the flagged leaves, sorted. */
export function flagged(breakdown: Outcome['breakdown']): string[] {
  return Object.entries(breakdown)
    .flatMap(([name, { result, breakdown: leaves }]) =>
      leaves === undefined
        ? [[name, result] as const]
        : Object.entries(leaves).map(([leaf, sub]) => [`${name}.${leaf}`, sub.result] as const),
    )
    .filter(([, result]) => result === 'consider' || result === 'unidentified')
    .map(([path]) => path)
    .sort();
}
