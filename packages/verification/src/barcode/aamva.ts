import { type CardFields, fieldsOf } from './aamva-fields.ts';
import { type CardIssuer, cardIssuer } from './issuers.ts';

/** Data in the barcode of a North American driving licence or identity card. */
export interface AamvaCard {
  /** Version of the standard: 0 and 1 for the edition of 2000, 2 for 2003, up to 10 for 2020 and later. */
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
const HEADER = /(?:ANSI|AAMVA) ?(?<iin>\d{6})(?<version>\d{2})(?:\d{2})?\d{2}(?=[A-Z])/;
const SUBFILE_ENTRY = /^[A-Z]{2}\d{8}/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the standard separates by control characters
const SEPARATORS = /[\n\r\x1c-\x1e]+/;

/**
 * Reads the text of the PDF417 barcode on a driving licence or identity card of the USA, Canada or Mexico
 * (AAMVA DL/ID Card Design Standard, annex D, versions of 2000 to 2025).
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
  const header = HEADER.exec(text);
  if (!header) return { refused: 'It has no ANSI or AAMVA header with an issuer number' };
  const { iin, version } = header.groups as { iin: string; version: string };

  let body = text.slice(header.index + header[0].length);
  const subfiles: string[] = [];
  for (let entry = SUBFILE_ENTRY.exec(body); entry; entry = SUBFILE_ENTRY.exec(body)) {
    subfiles.push(entry[0].slice(0, 2));
    body = body.slice(entry[0].length);
  }
  const lines = body.split(SEPARATORS).filter((line) => line !== '');
  if (lines.length < 2) return { refused: 'Its data elements are not separated' };

  const faults: string[] = [];
  const elements = elementsOf(lines, subfiles, faults);
  const kind = subfiles.find((type) => type === 'DL' || type === 'EN' || type === 'ID') ?? typeOf(lines[0]!);
  if (!kind) return { refused: 'It has no subfile of a licence (DL) or identity card (ID)' };
  if (!['DAA', 'DAB', 'DCS', 'DAQ'].some((id) => elements.get(id))) {
    return { refused: 'It has neither a name nor a card number' };
  }

  const issuer = cardIssuer(iin);
  if (!issuer) faults.push(`The issuer number ${iin} in the barcode is not assigned`);
  const document_type = kind === 'ID' ? 'national_identity_card' : 'driving_licence';
  const fields = fieldsOf(elements, { document_type, issuer }, faults);
  return { version: Number(version), iin, issuer, kind: document_type, elements, fields, faults };
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
  if (typeOf(line) && /^D[A-D][A-Z]/.test(rest)) return rest;
  // The elements of a jurisdiction begin with the letters of its subfile: `ZV` and then `ZVA`.
  if (type.startsWith('Z') && subfiles.includes(type) && new RegExp(`^${type}[A-Z]`).test(rest)) return rest;
  return line;
}

function typeOf(line: string): string | undefined {
  return /^(?:DL|EN|ID)/.exec(line)?.[0];
}
