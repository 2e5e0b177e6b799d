import type { X509Certificate } from 'node:crypto';
import { base32, isoDayOf } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { NotASeal, type SealedPaper, type SealedPerson, type SealFormat } from './seal.ts';

/** Ends a value, ends a value that was cut, and ends the data before the signature. */
const GS = '\x1d';
const RS = '\x1e';
const US = 0x1f;

/** Version; authority and certificate; days of issue and of signing; kind of paper; perimeter; country of the issuer. */
const HEADER =
  /^DC0(?:[12](?=.{20})|[34](?=.{22}))(?<key>FR[0-9A-Z]{6})(?<issued>[0-9A-F]{4})(?<signed>[0-9A-F]{4})(?<kind>[0-9A-Z]{2})/s;

/** Letters of the header by its version. */
const HEADER_LENGTHS: Readonly<Record<string, number>> = { 1: 22, 2: 22, 3: 24, 4: 26 };

/** Certificates of the authority for tests sign specimens alone. */
const TEST_AUTHORITY = 'FR00';

/** Kinds of papers that prove an address: certificates of residence, bills, notices of the housing tax. */
const KINDS: Readonly<Record<string, SealedPaper['kind']>> = {
  '00': 'certificate',
  '01': 'bill',
  '02': 'housing_tax',
};

/** Values that always have as many letters. Nothing ends them. */
const FIXED: Readonly<Record<string, number>> = {
  '06': 4,
  '07': 6,
  '08': 4,
  '09': 4,
  '0A': 9,
  '1C': 8,
  24: 5,
  26: 2,
  '2B': 5,
  '2D': 2,
};

/** Values with a greatest number of letters, at which nothing may end them. Others end with `GS` or `RS`. */
const LONGEST: Readonly<Record<string, number>> = { '1D': 16, '1E': 30, '1F': 30, '1G': 1, '1H': 1, 25: 32, '2C': 32 };

/** Names, and lines of addresses. */
const LINES: ReadonlySet<string> = new Set([
  ...['10', '11', '12', '13', '14', '15', '16', '17', '1I', '1J', '1K', '1L', '1M', '1N', '1O', '1P'],
  ...['20', '21', '22', '23', '27', '28', '29', '2A'],
]);
const LONGEST_LINE = 38;

const UNLIMITED: ReadonlySet<string> = new Set(['01', '02', '03', '04', '05', '0B', '0C', '18', '19', '1A', '1B']);

const longestOf = (id: string): number | undefined =>
  LONGEST[id] ?? (LINES.has(id) ? LONGEST_LINE : UNLIMITED.has(id) ? Number.POSITIVE_INFINITY : undefined);

/** The line with title, last and first names, and the values that may stand for it, of each person that a paper may name. */
const PEOPLE = [
  { line: '10', firstNames: '12', lastNames: '13' },
  { line: '14', firstNames: '16', lastNames: '17' },
  { line: '1I', firstNames: '1K', lastNames: '1L' },
  { line: '1M', firstNames: '1O', lastNames: '1P' },
] as const;

/** The address that is supplied and the recipient's address: lines 2 to 5 of NF Z10-011, postcode, town and country. */
const ADDRESSES = [
  { lines: ['20', '21', '22', '23'], postcode: '24', town: '25', country: '26' },
  { lines: ['27', '28', '29', '2A'], postcode: '2B', town: '2C', country: '2D' },
] as const;

interface Value {
  readonly text: string;
  readonly isCut: boolean;
}

/**
 * 2D-Doc of France on papers, versions 1 to 4 (ANTS, "Spécifications techniques des codes à barres 2D-Doc", 3.2.6). The binary form, and
 * kinds of papers that prove no address, hold no data that are used here.
 */
export const frenchPaper: SealFormat = {
  scheme: 'fr_2ddoc',
  isOfPapers: true,
  read({ bytes }) {
    const content = Buffer.from(bytes);
    const head = HEADER.exec(content.subarray(0, 26).toString('latin1'))?.groups;
    if (!head) return null;
    const end = content.indexOf(US);
    if (end === -1) throw new NotASeal('The barcode has no signature');
    const signed = content.subarray(0, end);
    const [signature = ''] = content
      .subarray(end + 1)
      .toString('latin1')
      .split(GS);
    const values = valuesOf(signed.toString('utf8').slice(HEADER_LENGTHS[String.fromCharCode(content[3]!)]));
    const kind = KINDS[head.kind!];
    return {
      issuer: 'FRA',
      key: head.key!,
      signedAt: dayOfHex(head.signed!),
      data: {},
      portrait: null,
      ...(kind && { paper: paperOf(kind, dayOfHex(head.issued!), values) }),
      check: (key) => checkEcdsa(key, signed, base32(signature)),
    };
  },
};

/** Days since 1 January 2000 in four hexadecimal digits; null for `FFFF`. */
const dayOfHex = (hex: string): string | null =>
  hex === 'FFFF' ? null : isoDayOf(Date.UTC(2000, 0, 1 + Number.parseInt(hex, 16)));

/** Values by their ids, up to the first id that is not known: the length of its value isn't known either. */
function valuesOf(data: string): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  let rest = data;
  while (rest !== '') {
    const id = rest.slice(0, 2);
    const most = FIXED[id] ?? longestOf(id);
    if (most === undefined) break;
    const length = Math.min(id in FIXED ? most : endOf(rest.slice(2)), most);
    const text = rest.slice(2, 2 + length);
    if (values.has(id)) throw new NotASeal('A value stands twice in the barcode');
    const after = rest[2 + length];
    values.set(id, { text: text.trim(), isCut: after === RS });
    rest = rest.slice(2 + length + (after === GS || after === RS ? 1 : 0));
  }
  return values;
}

/** The place of the first character that ends a value. */
const endOf = (text: string): number =>
  Math.min(...[GS, RS].map((mark) => text.indexOf(mark)).filter((at) => at !== -1), text.length);

function paperOf(kind: SealedPaper['kind'], issueDate: string | null, values: ReadonlyMap<string, Value>): SealedPaper {
  const text = (id: string) => values.get(id)?.text ?? '';
  return {
    kind,
    issueDate,
    people: PEOPLE.flatMap((ids) => personOf(ids, values) ?? []),
    namesEverybody: text('1G') !== '1' && text('1H') !== '1',
    addresses: ADDRESSES.flatMap(({ lines, postcode, town, country }) => {
      const place = [text(postcode), text(town)].filter(Boolean).join(' ');
      const parts = [...lines.map(text), place, text(country)].filter(Boolean);
      return text(postcode) === '' || lines.every((id) => text(id) === '') ? [] : [parts.join(', ')];
    }),
  };
}

function personOf(
  { line, firstNames, lastNames }: (typeof PEOPLE)[number],
  values: ReadonlyMap<string, Value>,
): SealedPerson | null {
  const [whole, first, last] = [values.get(line), values.get(firstNames), values.get(lastNames)];
  const named = (given: string, family: string, isCut: boolean): SealedPerson | null =>
    given === '' && family === '' ? null : { firstNames: given, lastNames: family, isCut };
  if (last?.text) return named(first?.text ?? '', last.text, last.isCut || first?.isCut === true);
  const [, family = '', given = ''] = whole?.text.split('/') ?? [];
  return named(given.trim(), family.trim(), whole?.isCut === true);
}

const commonName = (names: string): string | undefined =>
  names
    .split('\n')
    .find((part) => part.startsWith('CN='))
    ?.slice(3);

/** The reference by which a 2D-Doc names a certificate: names of its authority and its own; null for a certificate without one. */
export function referenceOf2dDoc({ issuer, subject }: X509Certificate): string | null {
  const reference = `${commonName(issuer)}${commonName(subject)}`;
  return /^FR[0-9A-Z]{6}$/.test(reference) ? reference : null;
}

export const isForTests = (reference: string): boolean => reference.startsWith(TEST_AUTHORITY);
