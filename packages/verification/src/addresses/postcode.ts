const US_STATES =
  'AL|AK|AZ|AR|CA|CO|CT|DE|DC|FL|GA|HI|ID|IL|IN|IA|KS|KY|LA|ME|MD|MA|MI|MN|MS|MO|MT|NE|NV|NH|NJ|NM|NY|NC|ND|OH|OK|OR|PA|PR|RI|SC|SD|TN|TX|UT|VT|VA|WA|WV|WI|WY';
const CA_PROVINCES = 'AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|QC|SK|YT';
const AU_STATES = 'NSW|VIC|QLD|SA|WA|TAS|ACT|NT';

export interface Postcode {
  /** ISO 3166-1 alpha-3; null where several countries write it so. */
  readonly country: string | null;
  /** The code without blanks that OCR put between its digits. */
  readonly code: string;
  readonly at: number;
  readonly length: number;
}

/**
 * Forms of town and postcode by country. Digits may have blanks between them, because wide print is read so. More specific forms
 * come earlier. In a form with the groups `code` and `rest`, the line must have `rest` beside the code.
 */
const FORMS: readonly (readonly [country: string | null, form: RegExp])[] = [
  ['USA', new RegExp(`(?<rest>\\b(?:${US_STATES})[ ,.]*)(?<code>\\d(?: ?\\d){4}(?: ?- ?\\d(?: ?\\d){3})?)(?! ?\\d)`)],
  ['USA', new RegExp(`(?<rest>(?<=[A-Z]{2})(?:${US_STATES}))(?<code>\\d{5}(?:-\\d{4})?)$`)],
  ['CAN', new RegExp(`(?<rest>\\b(?:${CA_PROVINCES})[ ,.]+)?(?<code>\\b[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d)\\b`)],
  ['GBR', /(?<code>(?<![A-Z\d])(?:[A-Z]{1,2} ?\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}|GIR ?0AA))\b(?! ?\d)/],
  [
    'CAN',
    new RegExp(`(?<rest>(?<=\\p{L}{2}|, ?)(?:${CA_PROVINCES}))(?<code>[ABCEGHJ-NPRSTVXY]\\d[A-Z] ?\\d[A-Z]\\d)$`, 'u'),
  ],
  ['AUS', new RegExp(`(?<rest>\\b(?:${AU_STATES})[ ,]+)(?<code>\\d{4})\\b`)],
  ['AUS', new RegExp(`(?<rest>(?<=\\p{L}{3}|\\b)(?:${AU_STATES}))(?<code>\\d{4})$`, 'u')],
  ['NLD', /(?<=^|, ?|\D\d{0,3},)(?<code>[1-9]\d{3}[A-Z]{2})(?<rest>[A-Z]\p{Ll}{2}[\p{L}' -]*)$/u],
  ['NLD', /(?<code>\b[1-9]\d{3} ?[A-Z]{2})(?<rest> +[A-Z][\p{L}' -]+)/u],
  ['IRL', /(?<code>\b(?:[AC-FHKNPRTV-Y]\d{2}|D6W) ?[0-9AC-FHKNPRTV-Y]{4})\b/],
  ['SGP', /(?<rest>\bsingapore[ ,]*\(?|\bS ?\()(?<code>\d{6})(?!\d)/i],
  ['BRA', /(?<code>\b\d{5}-\d{3})\b/],
  ['PRT', /(?<code>\b\d{4}-\d{3})(?<rest> +\p{Lu}[\p{L}' -]+)/u],
  ['POL', /(?<code>\b\d{2}-\d{3})(?<rest> +\p{Lu}[\p{L}' -]+)/u],
  ['IND', /(?<rest>\p{L}[ ,-]+)(?<code>[1-9]\d{2} ?\d{3})(?!\d)/u],
  [null, /(?<code>\b(?:[A-Z]{1,2}-)?\d{5})(?<rest>(?: +\p{Lu}|\p{Lu}\p{Ll})[\p{L}' .-]+)/u],
  // Without the blank, as in `10122TORINO TO`; a house's number has a street behind it, which ends otherwise.
  [null, /^(?<code>\d{5})(?<rest>\p{Lu}{3,}(?: ?\(?[A-Z]{2}\)?)?)$/u],
  [null, /(?<code>\b\d{3} \d{2})(?<rest> +\p{Lu}[\p{L}' .-]+)/u],
  [null, /(?<code>\b(?:[A-Z]{1,2}-)?\d{4})(?<rest> +\p{Lu}\p{L}{2,}[\p{L}' .-]*$)/u],
  // Town first, as in much of Asia, Africa and Latin America; or the code alone in its line, as in South Africa.
  [null, /^(?<rest>\p{Lu}[\p{L}' .-]{2,}[ ,-]+(?:C\.?P\.? *)?)(?<code>\d{5,6})\.?$/u],
  [null, /^(?<code>\d{4})$/],
  // A state and more digits than its postcodes have: samples, and codes that were read wrong.
  ['USA', new RegExp(`(?<rest>, ?(?:${US_STATES})[ ,.]+)(?<code>\\d{4,9})(?!\\d)`)],
];

/**
 * Letters and digits of British postcodes that reading takes for each other. The place in the code tells which: areas such as YO and
 * OX have letters alone, no district begins with 0 behind C, P, S or Y, and the second half is a digit and two letters (Royal Mail,
 * "Programmers' guide to PAF", postcode formats).
 */
const MISREAD: readonly (readonly [misread: RegExp, right: string])[] = [
  [/(?<=\b[A-Z]{1,2})[il|](?=[A-Z\d]? ?\d[A-Z]{2}\b)/g, '1'],
  [/(?<=\b[CPSY])0(?=\d{1,2} ?[\dO][A-Z\d]{2}\b)/g, 'O'],
  [/\b0(?=[LX]\d{1,2} ?[\dO][A-Z\d]{2}\b)/g, 'O'],
  [/(?<=\b[A-Z]{1,2}\d[A-Z\d]? )O(?=[A-Z]{2}\b)/g, '0'],
  // Canadian codes (`H2X 1B8`) end with a digit.
  [/(?<=\b[A-Z]{1,2}\d[A-Z\d]? \d)8(?=[A-Z]\b)|(?<=\b(?:[A-Z]{1,2}\d{1,2}|[A-Z]{2}\d[A-Z]) \d[A-Z])8\b/g, 'B'],
  [/(?<=\b[A-Z]{1,2}\d[A-Z\d]? \d)5(?=[A-Z]\b)|(?<=\b(?:[A-Z]{1,2}\d{1,2}|[A-Z]{2}\d[A-Z]) \d[A-Z])5\b/g, 'S'],
];

const EMIRATES = 'Dubai|Abu ?Dhabi|Sharjah|Ajman|Fujairah|Ras ?Al ?Khaimah|Umm ?Al ?Quwain';

/**
 * Forms that only papers of one country have: others write other numbers so. The code is alone in its line, or behind the town. The
 * Emirates have no postcodes: the emirate ends an address there.
 */
const FORMS_OF: Readonly<Record<string, readonly RegExp[]>> = {
  UKR: [
    /^(?<code>\d{5})$/,
    /(?<rest>(?<=^|, ?)(?:м|с|смт)\. ?\p{L}[\p{L}' -]+, ?)(?<code>\d{5})$/u,
    /(?<=^|, ?)(?<code>\d{5})(?<rest>,? (?:м|с|смт)\. ?\p{Lu})/u,
  ],
  RUS: [/^(?<code>\d{6})$/, /(?<rest>\p{L}[ ,]+)(?<code>\d{6})$/u, /(?<=^|, ?)(?<code>\d{6})(?<rest>,? \p{L})/u],
  SAU: [/(?<rest>\p{L}[ ,-]+)(?<code>\d{5}(?:-\d{4})?)$/u],
  ARE: [
    new RegExp(`(?<code>\\b(?:${EMIRATES}))(?<rest>[ ,-]+(?:U\\.? ?A\\.? ?E\\.?|United ?Arab ?Emirates))$`, 'i'),
    new RegExp(`^(?<code>${EMIRATES})$`, 'i'),
  ],
};

/**
 * The postcode of a line of an address. A number may look like one: the block of lines decides.
 *
 * @param issuedIn ISO 3166-1 alpha-3 of the country that the paper comes from
 */
export function postcodeIn(line: string, issuedIn?: string): Postcode | null {
  const text = MISREAD.reduce((mended, [misread, right]) => mended.replace(misread, right), line);
  const own = (FORMS_OF[issuedIn ?? ''] ?? []).map((form) => [issuedIn ?? null, form] as const);
  for (const [country, form] of [...own, ...FORMS]) {
    const match = form.exec(text);
    const groups = match?.groups;
    if (!groups?.code) continue;
    const at = match!.index + match![0].indexOf(groups.code);
    const code = /^[\d -]+$/.test(groups.code) ? groups.code.replaceAll(' ', '') : groups.code;
    return { country, code, at, length: groups.code.length };
  }
  return null;
}

/** The line with its postcode as its country writes it: without blanks between digits, with the one between its halves. */
export function withPostcodeMended(text: string): string {
  const found = postcodeIn(text);
  if (!found || found.country === null) return text;
  const code = /^(?:GBR|CAN)$/.test(found.country)
    ? found.code.replaceAll(' ', '').replace(/(\w{3})$/, ' $1')
    : found.code;
  return text.slice(0, found.at) + code + text.slice(found.at + found.length);
}
