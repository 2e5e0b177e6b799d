import countries from 'i18n-iso-countries/index.js';
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { CardFields } from '../barcode/aamva-fields.ts';
import type { Mrz } from '../mrz/parse.ts';
import { type PageText, squeezed } from '../text/page.ts';
import { LICENCE_LEGEND } from './licence-table.ts';
import { scriptCountryIn, scriptTypeWords } from './script-words.ts';
import { COUNTRY_WORDS, TYPE_WORDS, US_STATES } from './words.ts';

export type DocumentType =
  | 'passport'
  | 'passport_card'
  | 'national_identity_card'
  | 'residence_permit'
  | 'driving_licence'
  | 'visa';

export interface Classification {
  readonly documentType: DocumentType | null;
  /** ISO 3166-1 alpha-3, RKS for Kosovo. */
  readonly issuingCountry: string | null;
  /** State of the United States, two letters. */
  readonly issuingState: string | null;
  /** Source of the type. */
  readonly grounds: 'mrz' | 'barcode' | 'words' | null;
}

export interface ClassificationInput {
  readonly mrz?: Mrz | null;
  /** Fields from the barcode of an AAMVA card. */
  readonly barcode?: Pick<CardFields, 'document_type' | 'issuing_country' | 'issuing_state'> | null;
  readonly page: PageText;
}

/**
 * Classifies a document and its issuer: by its MRZ, else by its barcode, else by its words.
 *
 * @example
 * import { classifyDocument } from '@bonafide/verification';
 *
 * const line = { text: 'DRIVING LICENCE', box: { left: 0, top: 0, width: 150, height: 20 } };
 * classifyDocument({ page: { width: 400, height: 250, lines: [line] } }).documentType; // 'driving_licence'
 */
export function classifyDocument({ mrz, barcode, page }: ClassificationInput): Classification {
  const words = squeezed([...page.lines, ...(page.others ?? [])].map(({ text }) => text).join(' '));
  const state = stateIn(page);
  const country = mrz?.issuingCountry ?? barcode?.issuing_country ?? countryIn(words) ?? (state ? 'USA' : null);
  const issuingState = country === 'USA' ? (barcode?.issuing_state ?? state) : null;
  if (mrz) return { documentType: typeOfMrz(mrz, words), issuingCountry: country, issuingState, grounds: 'mrz' };
  if (barcode) {
    return { documentType: barcode.document_type, issuingCountry: country, issuingState, grounds: 'barcode' };
  }
  const documentType = typeIn(words);
  return { documentType, issuingCountry: country, issuingState, grounds: documentType && 'words' };
}

/** ICAO Doc 9303-4 to -7 fix the first letter only; the second letter, or the print, says what a state means by A, C and I. */
function typeOfMrz({ format, documentCode, issuingState }: Mrz, words: string): DocumentType {
  if (format === 'DL1' || format === 'CHE_DL') return 'driving_licence';
  if (documentCode.startsWith('V')) return 'visa';
  if (documentCode.startsWith('P') || format === 'TD3') return 'passport';
  if (documentCode === 'IP') return 'passport_card';
  if (format === 'CHN_PERMIT') return 'national_identity_card';
  const permit =
    /^(?:[ACIT]R|RP|[IA]T|[IA]F)$/.test(documentCode) || (/^C\d$/.test(documentCode) && issuingState === 'USA');
  if (permit) return 'residence_permit';
  return typeIn(words) === 'residence_permit' ? 'residence_permit' : 'national_identity_card';
}

/** The type with most of its words in the text; in a tie, the first type in the table. */
function typeIn(words: string): DocumentType | null {
  if (LICENCE_LEGEND.test(words)) return 'driving_licence';
  const counts = Object.entries(TYPE_WORDS).map(([type, list]) => ({
    type: type as DocumentType,
    count: list.filter((word) => words.includes(word)).length + scriptTypeWords(type, words),
  }));
  const best = counts.reduce((a, b) => (b.count > a.count ? b : a));
  return best.count > 0 ? best.type : null;
}

/** Long enough that no other word holds it. */
const LONG_NAME = 6;

let names: readonly (readonly [name: string, code: string])[] | undefined;

function countryIn(words: string): string | null {
  const own = COUNTRY_WORDS.find(([word]) => words.includes(word));
  const code = own?.[1] ?? scriptCountryIn(words);
  if (code !== null) return code;
  names ??= Object.entries(english.countries as Record<string, string | string[]>)
    .flatMap(([alpha2, all]) =>
      [all].flat().map((name) => [squeezed(name), countries.alpha2ToAlpha3(alpha2) ?? ''] as const),
    )
    .filter(([name, code]) => name.length >= LONG_NAME && code !== '')
    .sort((a, b) => b[0].length - a[0].length);
  const type = names.find(([name]) => words.includes(name))?.[1] ?? null;
  return type === 'XKK' ? 'RKS' : type;
}

/** Share of the height, from the top, in which a card names its state. */
const HEAD = 0.25;

function stateIn({ lines, height }: PageText): string | null {
  const head = lines.filter(({ box }) => box.top < HEAD * height).map(({ text }) => squeezed(text));
  return (
    US_STATES.find(([name]) => head.some((line) => line.includes(name) && line.length < name.length + 12))?.[1] ?? null
  );
}
