import { type CardFields, fieldsOf } from './aamva-fields.ts';
import { type CardIssuer, cardIssuer, issuerOfState } from './issuers.ts';
import { readStripe } from './magnetic-stripe.ts';

/** Data in the barcode of a North American driving licence or identity card. */
export interface AamvaCard {
  /** Version of the standard: 0 before the standard, 1 for the edition of 2000, 2 for 2003, up to 11 for 2025 and later. */
  readonly version: number;
  /** Issuer identification number, six digits. */
  readonly iin: string;
  /** Undefined for a number that nobody has. */
  readonly issuer: CardIssuer | undefined;
  readonly kind: 'driving_licence' | 'national_identity_card';
  /** Elements of every subfile by their three letters, trimmed. Empty elements are included. */
  readonly elements: ReadonlyMap<string, string>;
  readonly fields: CardFields;
  /** Faults that a card of a careful issuer would not have, in words: missing, impossible or contradicting elements. */
  readonly faults: readonly string[];
}

/** A text that does not belong to a card, and the reason. */
export interface NotAamva {
  readonly refused: string;
}

/** The largest PDF417 symbol holds 1,850 characters or 2,710 digits (ISO/IEC 15438). */
const LONGEST_TEXT = 2710;

/** File type, issuer, version, then the jurisdiction's own version (since 2003) and the number of subfiles. */
const HEADER = /(?:ANSI|AAMVA) ?(?<digits>\d{7,13})(?=[A-Z])/;
/** Digits of a header in version 1, and in later versions. Old cards of some states lack one or two. */
const HEADER_LENGTHS: readonly number[] = [10, 12];
/** Type, offset and length of a subfile: four digits each, some issuers write fewer or blanks. */
const SUBFILE_ENTRY = /^[A-Z]{2}[\d ]{6,10}(?=[A-Z\s]|$)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard separates by control characters
const SEPARATORS = /[\0\n\r\x1c-\x1f]+/;

/**
 * Reads the text of the PDF417 barcode on a driving licence or identity card of the USA, Canada or Mexico
 * (AAMVA DL/ID Card Design Standard, annex D, versions of 2000 to 2025). The text may also hold the tracks of a magnetic
 * stripe, as in British Columbia.
 *
 * Offsets and lengths of subfiles are not used: issuers get them wrong. Elements are split at their separators.
 *
 * @example
 * import { parseAamva } from '@bonafide/verification';
 *
 * const card = parseAamva('not the text of a card');
 * if ('fields' in card) console.log(card.fields.document_number);
 */
export function parseAamva(text: string): AamvaCard | NotAamva {
  if (text.length > LONGEST_TEXT)
    return { refused: `It has ${text.length} characters, more than a PDF417 symbol can hold` };
  const found = aamvaBody(text);
  if (!found) return stripeCard(text) ?? { refused: 'It has no ANSI or AAMVA header with an issuer number' };

  const { body, subfiles } = found;
  const lines = body.split(SEPARATORS).filter((line) => line !== '');
  if (lines.length < 2) return { refused: 'Its data elements are not separated' };

  const faults: string[] = [];
  const elements = elementsOf(lines, subfiles, faults);
  const kind = subfiles.find((type) => type === 'DL' || type === 'EN' || type === 'ID') ?? typeOf(lines[0]!);
  if (!kind) return { refused: 'It has no subfile of a licence (DL) or identity card (ID)' };
  if (!['DAA', 'DAB', 'DCS', 'DAQ'].some((id) => elements.get(id))) {
    return { refused: 'It has neither a name nor a card number' };
  }

  const { iin, version } = headerOf(found.digits, elements);
  const document_type = kind === 'ID' ? 'national_identity_card' : 'driving_licence';
  return cardOf({ version, iin, kind: document_type, elements, faults });
}

/** The text of a card in its parts. */
export interface AamvaBody {
  /** Digits of the header: issuer, version and number of subfiles. */
  readonly digits: string;
  /** Types of the subfiles that the header lists. */
  readonly subfiles: readonly string[];
  /** The subfiles one after the other. */
  readonly body: string;
}

/** Splits the text of a card into its parts; null without a header of the standard. */
export function aamvaBody(text: string): AamvaBody | null {
  const header = HEADER.exec(text);
  if (!header) return null;
  let body = text.slice(header.index + header[0].length);
  const subfiles: string[] = [];
  for (let entry = SUBFILE_ENTRY.exec(body); entry; entry = SUBFILE_ENTRY.exec(body)) {
    subfiles.push(entry[0].slice(0, 2));
    body = body.slice(entry[0].length);
  }
  return { digits: header.groups!.digits!, subfiles, body };
}

/** Elements as the card has them, blanks included; of an element that stands twice, the first. */
export function rawElements({ body, subfiles }: AamvaBody): Map<string, string> {
  const elements = new Map<string, string>();
  for (const line of body.split(SEPARATORS)) {
    const element = withoutSubfileType(line, subfiles);
    const id = /^[A-Z]{3}/.exec(element)?.[0];
    if (id && !elements.has(id)) elements.set(id, element.slice(3));
  }
  return elements;
}

/**
 * Issuer and version of a header. Old cards of North Carolina lack the first digit of the issuer number (`36004` for 636004),
 * which the state in their address confirms.
 */
function headerOf(digits: string, elements: ReadonlyMap<string, string>): { iin: string; version: number } {
  const [iin, mended] = [digits.slice(0, 6), `6${digits.slice(0, 5)}`];
  const state = elements.get('DAJ') || elements.get('DAO');
  const isShort = !HEADER_LENGTHS.includes(digits.length) && !cardIssuer(iin);
  if (isShort && state && cardIssuer(mended)?.state === state) {
    return { iin: mended, version: Number(digits.slice(5, 7)) };
  }
  return { iin, version: Number(digits.slice(6, 8)) };
}

function stripeCard(text: string): AamvaCard | null {
  const stripe = readStripe(text);
  if (!stripe) return null;
  const { iin, state, elements } = stripe;
  const faults: string[] = [];
  const issuer = cardIssuer(iin);
  if (issuer?.state && issuer.state !== state) {
    faults.push(`The state in the barcode (${state}) is not the state of the issuer (${issuer.state})`);
  }
  return cardOf({ version: 0, iin, kind: 'driving_licence', elements, faults });
}

function cardOf(card: Pick<AamvaCard, 'version' | 'iin' | 'kind' | 'elements'> & { faults: string[] }): AamvaCard {
  const { version, iin, kind, elements, faults } = card;
  const issuer = cardIssuer(iin);
  if (!issuer) faults.push(`The issuer number ${iin} in the barcode is not assigned`);
  const state = elements.get('DAJ') || elements.get('DAO');
  const country = issuer?.country ?? issuerOfState(state ?? '')?.country;
  const fields = fieldsOf(elements, { document_type: kind, issuer, country, version }, faults);
  return { version, iin, issuer, kind, elements, fields, faults };
}

/** Each line is three letters and a value; the first line of a subfile has the subfile's type before them. */
function elementsOf(lines: readonly string[], subfiles: readonly string[], faults: string[]): Map<string, string> {
  const elements = new Map<string, string>();
  for (const line of lines) {
    const element = withoutSubfileType(line, subfiles);
    const id = /^[A-Z]{3}/.exec(element)?.[0];
    if (!id) continue;
    const value = element.slice(3).trim();
    const earlier = elements.get(id);
    if (earlier === undefined || earlier === '') elements.set(id, value);
    else if (value !== '' && value !== earlier)
      faults.push(`Element ${id} of the barcode appears twice with different values`);
  }
  return elements;
}

function withoutSubfileType(line: string, subfiles: readonly string[]): string {
  const type = line.slice(0, 2);
  const rest = line.slice(2);
  // Some issuers write the type twice.
  if (typeOf(line) && typeOf(rest) && /^D[A-D][A-Z]/.test(rest.slice(2))) return rest.slice(2);
  if (typeOf(line) && /^D[A-D][A-Z]/.test(rest)) return rest;
  // The elements of a jurisdiction begin with the letters of its subfile: `ZV` and then `ZVA`.
  if (type.startsWith('Z') && subfiles.includes(type) && new RegExp(`^${type}[A-Z]`).test(rest)) return rest;
  return line;
}

function typeOf(line: string): string | undefined {
  return /^(?:DL|EN|ID)/.exec(line)?.[0];
}
