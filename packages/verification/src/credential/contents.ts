import countries from 'i18n-iso-countries/index.js';
import { bytesOf, textOf } from '../cbor/read.ts';
import { portraitOf } from '../seal/bytes.ts';
import { agesIn } from './age.ts';
import type { CredentialContents, CredentialIssuer, StatusReference } from './credential.ts';
import { need } from './credential.ts';
import type { CredentialType } from './types.ts';

/** Names of elements of mdocs and claims of SD-JWT VCs for the same datum, the first that is there counts. */
const NAMES = {
  surname: ['family_name', 'family_name_unicode'],
  givenNames: ['given_name', 'given_name_unicode'],
  documentNumber: ['document_number', 'travel_document_number', 'personal_administrative_number'],
  dateOfBirth: ['birth_date', 'birthdate'],
  dateOfExpiry: ['expiry_date', 'date_of_expiry'],
  issuedOn: ['issue_date', 'issuance_date', 'date_of_issuance'],
  nationality: ['nationality', 'nationalities'],
  portrait: ['portrait', 'picture'],
} as const;

/** Letters of ISO/IEC 5218, which mdocs and person identification data use. */
const SEXES: ReadonlyMap<unknown, string> = new Map([
  [1, 'M'],
  [2, 'F'],
]);

/** The data of a document in signed elements or claims. */
export function contentsOf(elements: ReadonlyMap<string, unknown>, type: CredentialType): CredentialContents {
  const find = (names: readonly string[]) => names.map((name) => elements.get(name)).find((value) => value != null);
  const text = (field: keyof typeof NAMES) => textOf(find(NAMES[field])) ?? null;
  const nationality = find(NAMES.nationality);
  return {
    data: {
      documentType: type.documentType,
      issuingCountry: alpha3(elements.get('issuing_country')),
      nationality: alpha3(Array.isArray(nationality) ? nationality[0] : nationality),
      surname: text('surname'),
      givenNames: text('givenNames'),
      documentNumber: text('documentNumber'),
      dateOfBirth: dayIn(find(NAMES.dateOfBirth)),
      dateOfExpiry: dayIn(find(NAMES.dateOfExpiry)),
      sex: SEXES.get(elements.get('sex')) ?? null,
    },
    portrait: portraitIn(find(NAMES.portrait)),
    issuedOn: dayIn(find(NAMES.issuedOn)),
    jurisdiction: textOf(elements.get('issuing_jurisdiction')) ?? null,
    ages: agesIn(elements),
  };
}

/** The value as a record; empty for anything else. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A country of two letters as three; null for anything else. */
export function alpha3(value: unknown): string | null {
  const code = textOf(value)?.toUpperCase() ?? '';
  return code.length === 2 ? (countries.alpha2ToAlpha3(code) ?? null) : countries.isValid(code) ? code : null;
}

/** A day as text, with or without a time; null for anything else. */
function dayIn(value: unknown): string | null {
  const day = /^(\d{4}-\d\d-\d\d)(T.*)?$/.exec(textOf(value) ?? '')?.[1];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : null;
}

/** A portrait as bytes, or as a `data:` address of an image. */
function portraitIn(value: unknown): CredentialContents['portrait'] {
  const bytes = bytesOf(value);
  if (bytes) return portraitOf(bytes);
  const encoded = /^data:image\/[a-z0-9]+;base64,(.+)$/s.exec(textOf(value) ?? '')?.[1];
  return encoded === undefined ? null : portraitOf(Buffer.from(encoded, 'base64'));
}

/** The value of a name in a map of CBOR or an object of JSON. */
const memberOf = (value: unknown, name: string): unknown =>
  value instanceof Map ? value.get(name) : recordOf(value)[name];

/** The place of a credential in a list of revoked credentials, in its `status` (Token Status List, 6). */
export function statusReference(status: unknown): StatusReference | 'unreadable' | null {
  if (status === undefined || status === null) return null;
  const list = memberOf(status, 'status_list');
  const [uri, index] = [textOf(memberOf(list, 'uri')), memberOf(list, 'idx')];
  const isIndex = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0;
  return uri !== undefined && isIndex ? { uri, index } : 'unreadable';
}

/**
 * Throws `Refused` unless the issuer may issue the type, and the issuing country is the issuer's own. Issuers that are loaded for a type by
 * name may issue it for any country.
 */
export function needAuthority(
  issuer: CredentialIssuer,
  type: string,
  isOfState: boolean,
  country: string | null,
): void {
  need(issuer.types?.includes(type) ?? isOfState, 'unknown_issuer');
  need(!isOfState || country === null || country === issuer.country, 'issuer_mismatch');
}
