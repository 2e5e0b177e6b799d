import {
  type CardFields,
  type Classification,
  type DocumentAnalysis,
  type DocumentType,
  dataOfPrint,
  type FieldName,
  type Finding,
  type Forensic,
  type Half,
  type LicenceClass,
  type LicenceEntry,
  type MrzRead,
  type Part,
  type PrintedFields,
  parseMrz,
  type ReadableSide,
} from '@bonafide/verification';
import type { LeafFinding } from '../../outcome.ts';
import type { DocumentRef, ReportApplicant } from '../../types.ts';
import type { DocumentReading } from './reading.ts';

export const today = '2026-01-15';

/** A specimen of the United States, as published. */
export const passportLines = [
  'P<USATRAVELER<<HAPPY<<<<<<<<<<<<<<<<<<<<<<<<',
  'E000077303USA6502056F3010149500101920<091824',
];

/** The example of ICAO Doc 9303-6. */
export const identityCardLines = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'];

const everyField = [
  ...['documentCode', 'issuingState', 'names', 'documentNumber', 'nationality', 'dateOfBirth', 'sex'],
  ...['dateOfExpiry', 'optionalData'],
] as FieldName[];

/** A zone that was read, with every field certain but those named. */
export function zoneOf(lines: readonly string[], { misfit = 0, unsure = [] as FieldName[] } = {}): MrzRead {
  const certain = new Set(everyField.filter((field) => !unsure.includes(field)));
  return { mrz: parseMrz(lines, today)!, certain, misfit, quads: [], places: {} };
}

/** TD3 with its check digits. */
export function td3(
  fields: Partial<Record<'code' | 'state' | 'names' | 'number' | 'nationality' | 'birth' | 'sex' | 'expiry', string>>,
): string[] {
  const { code = 'P<', state = 'USA', names = 'TRAVELER<<HAPPY', number = 'E00007730', nationality = 'USA' } = fields;
  const { birth = '650205', sex = 'F', expiry = '301014' } = fields;
  const parts = [number.padEnd(9, '<'), birth, expiry, '<'.repeat(14)] as const;
  const [first, second, third] = parts.map((part) => part + digitOf(part)) as [string, string, string];
  const optional = `${parts[3]}0`;
  const second2 = `${first}${nationality.padEnd(3, '<')}${second}${sex}${third}${optional}`;
  return [`${code}${state}${names}`.padEnd(44, '<'), second2 + digitOf(first + second + third + optional)];
}

/** ICAO Doc 9303-3, 4.9. */
function digitOf(text: string): string {
  const value = (sign: string) => (sign === '<' ? 0 : Number.parseInt(sign, 36));
  return String(Array.from(text, (sign, i) => value(sign) * [7, 3, 1][i % 3]!).reduce((a, b) => a + b, 0) % 10);
}

interface ShownHalf {
  readonly hash: string;
  readonly print: readonly string[];
  readonly zone?: boolean;
  readonly words?: readonly [DocumentType | null, string | null];
}

export interface Shown {
  zone?: MrzRead | null;
  card?: CardFields | null;
  cardFaults?: readonly string[];
  /** Version of the standard that the barcode follows; 0 on a magnetic stripe. Default: 10. */
  cardVersion?: number;
  cardCutNames?: DocumentAnalysis['cardCutNames'];
  cardRefused?: string | null;
  barcodeUnread?: boolean;
  /** Signed barcodes, verified. */
  seals?: DocumentReading['seals'];
  /** Issuer number of the barcode. Default: 636014. */
  iin?: string;
  licenceClasses?: readonly LicenceClass[];
  /** Two cards in the first picture: how each looks and its lines of print; which has the zone, and what its words show. */
  halves?: readonly ShownHalf[];
  /** Table of the first side. */
  licenceTable?: readonly LicenceEntry[];
  elements?: ReadonlyMap<string, string>;
  /** Values under labels; values from place or order alone have their grounds. */
  printed?: PrintedFields;
  /** Lines of print. */
  print?: readonly string[];
  /** Type and country by its words. */
  words?: readonly [DocumentType | null, string | null];
  /** Names of findings that failed. */
  failed?: readonly string[];
  /** Forensic findings that failed, with their measures. */
  forged?: Readonly<Record<string, number>>;
  portrait?: { width: number; others?: readonly number[]; agree?: number; embedding?: Float32Array } | null;
  digitalLines?: number;
  /** Parts whose pixels were measured, on every side that shows them, with their findings. */
  pixels?: Partial<Record<Part, 'unchanged' | 'changed' | 'unable'>>;
  /** The measure that found it; default: one for each part. */
  measure?: string;
  /** Hash of the first side. */
  hash?: string;
  /** A second side: how it looks, and what it shows of its own; without more it shows what the first does. */
  back?: {
    readonly hash: string;
    readonly zone?: MrzRead;
    readonly card?: CardFields;
    readonly portrait?: Float32Array;
    readonly print?: readonly string[];
    /** Type and country by its words; then no field is read of it. */
    readonly words?: readonly [DocumentType | null, string | null];
  };
  unreadable?: string;
  /** No picture at all was uploaded. */
  none?: true;
  uploads?: readonly Partial<DocumentRef>[];
  chip?: DocumentReading['chip'];
  westernToday?: string;
}

const findings = {
  quality: [
    'document',
    'cutoff',
    'two_documents',
    'blur',
    'glare',
    'darkness',
    'contrast',
    'resolution',
    'colour',
    'damage',
  ],
  origin: ['screenshot', 'photo_of_screen', 'editing_traces', 'generated_marks', 'foreign_data', 'text_laid_over'],
} as const;

const box = { left: 300, top: 100, width: 200, height: 15 };
export const label = (value: string) => ({ value, grounds: 'label', box, confidence: 1 }) as const;
export const order = (value: string) => ({ value, grounds: 'order', box, confidence: 1 }) as const;

/** Printed fields of the specimen passport. */
export const passportPrint: PrintedFields = {
  surname: label('TRAVELER'),
  givenNames: label('HAPPY'),
  documentNumber: label('E00007730'),
  dateOfBirth: label('1965-02-05'),
  dateOfExpiry: label('2030-10-14'),
};

const passportWords = ['UNITED STATES OF AMERICA', 'PASSPORT', 'TRAVELER', 'HAPPY', 'E00007730'];

/** A reading of a document in the analysers' form: a passport whose sources agree, except for the given values. */
export function readingOf(shown: Shown = {}): DocumentReading {
  const { card = null, printed = passportPrint, print = passportWords, failed = [] } = shown;
  const { portrait = { width: 120 }, words: [type, country] = ['passport', 'USA'] } = shown;
  const zone = shown.zone === undefined ? zoneOf(passportLines) : shown.zone;
  const words = wordsOf(type, country);
  const classification = classificationOf(words, zone, card);
  const finding = (name: string): Finding => ({
    name,
    measure: failed.includes(name) ? 9 : 1,
    threshold: 5,
    result: failed.includes(name) ? 'fail' : 'pass',
    reason: `${name} was measured`,
  });
  const lines = print.map((text, i) => ({ text, box: lineBox(i) }));
  const read = (fields: CardFields) => ({
    version: shown.cardVersion ?? 10,
    iin: shown.iin ?? '636014',
    issuer: { state: 'CA', country: 'USA' as const },
    kind: fields.document_type,
    elements: shown.elements ?? new Map(),
    fields,
    faults: shown.cardFaults ?? [],
  });
  const side: ReadableSide = {
    id: 'front',
    pageNumber: 0,
    quality: findings.quality.map(finding),
    origin: findings.origin.map(finding),
    digitalLines: shown.digitalLines ?? 0,
    hash: shown.hash ?? '0000000000000000',
    page: { width: 600, height: 400, lines },
    mrz: zone,
    classification,
    words,
    printed,
    licenceTable: shown.licenceTable ?? [],
    halves: (shown.halves ?? []).map((half) => halfOf(half, words, classification)),
    card: card && read(card),
    cardRefused: shown.cardRefused ?? null,
    barcodeUnread: shown.barcodeUnread ?? false,
    seals: [],
    portrait: portrait && {
      embedding: portrait.embedding ?? new Float32Array(),
      width: portrait.width,
      others: portrait.others ?? [],
      agree: portrait.agree === undefined ? null : agreement(portrait.agree),
    },
    regions: {
      turn: 0,
      zone: (zone?.mrz.lines ?? []).map((text) => ({ box: somewhere, text })),
      print: print.map((text) => ({ box: somewhere, text })),
      portrait: portrait && somewhere,
      ghosts: (portrait?.others ?? []).map(() => somewhere),
    },
    places: { zone: {}, printed: {}, barcode: null },
    forensics: {
      findings: [
        ...Object.entries({ ...WHOLE, ...shown.forged }).map(wholeForensic),
        ...Object.entries(shown.pixels ?? {}).map((found) => forensic(found, shown.measure)),
      ],
      heat: null,
    },
  };
  const sides = shown.unreadable || shown.none ? [] : shown.back ? [side, backSide(side, shown.back, read)] : [side];
  const analysis: DocumentAnalysis = {
    sides: shown.unreadable ? [{ id: 'front', unreadable: shown.unreadable }] : sides,
    classification,
    mrz: zone,
    card,
    cardFaults: shown.cardFaults ?? [],
    cardCutNames: shown.cardCutNames ?? { surname: false, givenNames: false },
    licenceClasses: shown.licenceClasses ?? [],
    printed,
    print: Object.keys(printed).length > 0 ? dataOfPrint(words, printed) : null,
    places: { zone: {}, printed: {}, barcode: null },
  };
  const uploads = (shown.uploads ?? [{}]).map(uploadOf);
  return {
    analysis,
    sides,
    uploads,
    chip: shown.chip ?? null,
    ...(shown.seals && { seals: shown.seals }),
    today,
    westernToday: shown.westernToday ?? today,
  };
}

const wordsOf = (documentType: DocumentType | null, issuingCountry: string | null): Classification => ({
  documentType,
  issuingCountry,
  issuingState: null,
  grounds: documentType && 'words',
});

/** The classification by the strongest source: MRZ, barcode, words. */
function classificationOf(words: Classification, zone: MrzRead | null, card: CardFields | null): Classification {
  if (zone)
    return { ...words, documentType: typeOfZone(zone), issuingCountry: zone.mrz.issuingCountry, grounds: 'mrz' };
  if (!card) return words;
  const issuingCountry = card.issuing_country ?? null;
  return { ...words, documentType: card.document_type, issuingCountry, grounds: 'barcode' };
}

const agreement = (measure: number): Finding => ({
  name: 'portraits_agree',
  measure,
  threshold: 0.97,
  result: measure < 0.97 ? 'fail' : 'pass',
  reason: `The portraits are alike by ${measure}`,
});

const uploadOf = (upload: Partial<DocumentRef>, index: number): DocumentRef => ({
  id: index === 0 ? 'front' : 'back',
  type: 'passport',
  side: null,
  issuing_country: 'USA',
  created_at: index,
  ...upload,
});

/** Measures of every picture, with no findings. */
const WHOLE = { specimen_words: 0, software_window: 0, grey_copy: 0, screen_copy: 0 };

const wholeForensic = ([name, measure]: [string, number]): Forensic => ({
  name,
  measure,
  threshold: 0,
  result: measure > 0 ? 'fail' : 'pass',
  reason: `${name} was measured`,
  part: 'whole',
  able: true,
  place: null,
});

const halfOf = (
  { hash, print, zone = false, words: [type, country] = [null, null] }: ShownHalf,
  of: Classification,
  ofZone: Classification,
): Half => ({
  hash,
  zone,
  barcode: false,
  printed: {},
  lines: print.map((text, i) => ({ text, box: lineBox(i) })),
  words: { ...of, documentType: type, issuingCountry: country },
  classification: zone
    ? { ...ofZone, issuingCountry: ofZone.issuingCountry ?? country }
    : { ...of, documentType: type, issuingCountry: country },
});

const lineBox = (i: number) => ({ left: 0, top: 20 * i, width: 200, height: 15 });

const somewhere = { left: 0.1, top: 0.1, width: 0.2, height: 0.1 };

const forensic = ([part, found]: [string, string], name = `${part}_noise`): Forensic => ({
  name,
  part: part as Part,
  able: found !== 'unable',
  place: null,
  measure: found === 'changed' ? 9 : 1,
  threshold: 5,
  result: found === 'changed' ? 'fail' : 'pass',
  reason: `The ${part} was measured`,
});

function backSide(
  side: ReadableSide,
  { hash, zone, card, portrait, print, words }: NonNullable<Shown['back']>,
  read: (fields: CardFields) => NonNullable<ReadableSide['card']>,
): ReadableSide {
  return {
    ...side,
    id: 'back',
    hash,
    ...(print && {
      page: { ...side.page, lines: print.map((text, i) => ({ ...side.page.lines[0]!, text, box: lineBox(i) })) },
    }),
    ...(words && {
      classification: { ...side.classification, documentType: words[0], issuingCountry: words[1] },
      printed: {},
    }),
    ...(zone && { mrz: zone, classification: { ...side.classification, documentType: typeOfZone(zone) } }),
    ...(card && { card: read(card) }),
    portrait: portrait ? { embedding: portrait, width: 100, others: [], agree: null } : null,
  };
}

function typeOfZone({ mrz: { documentCode, format } }: MrzRead): DocumentType {
  if (format === 'DL1') return 'driving_licence';
  if (documentCode.startsWith('V')) return 'visa';
  return documentCode.startsWith('P') ? 'passport' : 'national_identity_card';
}

export const holder: ReportApplicant = {
  first_name: 'Happy',
  last_name: 'Traveler',
  id_numbers: [],
  dob: '1965-02-05',
};

/** State of a leaf in one word, its doubt included. */
export const stateOf = (finding: LeafFinding | undefined) =>
  finding === undefined ? 'absent' : finding.doubt ? 'doubt' : (finding.result ?? 'unassessed');

/** A Californian licence as the example of the standard gives one. */
export const card: CardFields = {
  first_name: 'JANE',
  middle_name: 'ANN',
  last_name: 'SAMPLE',
  document_type: 'driving_licence',
  document_number: 'D1234562',
  date_of_birth: '1980-06-01',
  date_of_expiry: '2028-06-01',
  issuing_date: '2023-06-01',
  address_line_1: '789 E OAK ST',
  address_line_2: 'ANYTOWN',
  address_line_3: 'CA',
  address_line_4: '90223',
  address_line_5: 'USA',
  issuing_state: 'CA',
  issuing_country: 'USA',
  class: 'C',
  gender: 'Female',
  real_id_classification: 'F',
};

export const cardPrint: PrintedFields = {
  surname: label('SAMPLE'),
  givenNames: label('JANE ANN'),
  documentNumber: label('D1234562'),
  dateOfBirth: label('1980-06-01'),
  dateOfExpiry: label('2028-06-01'),
};

/** The licence: front and back, no zone. */
export const licence: Shown = {
  zone: null,
  card,
  printed: cardPrint,
  words: ['driving_licence', 'USA'],
  print: ['CALIFORNIA', 'DRIVER LICENSE', 'SAMPLE', 'JANE ANN', 'D1234562'],
  uploads: [
    { type: 'driving_licence', side: 'front' },
    { type: 'driving_licence', side: 'back' },
  ],
};
