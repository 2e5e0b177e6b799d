import type { X509Certificate } from 'node:crypto';
import { base32, isoDayOf } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { NotASeal, type SealedPaper, type SealedParty, type SealedPerson, type SealFormat } from './seal.ts';
import { commonNameOf } from './signer.ts';

/** Ends a value, ends a value that was cut, and ends the data before the signature. */
const GS = '\x1d';
const RS = '\x1e';
const US = 0x1f;

/** Version; authority and certificate; days of issue and of signing; kind of paper; perimeter, from version 3 on. */
const HEADER =
  /^DC0(?<version>[1-4])(?<key>FR[0-9A-Z]{6})(?<issued>[0-9A-F]{4})(?<signed>[0-9A-F]{4})(?<kind>[0-9A-Z]{2})(?<perimeter>[0-9A-Z]{2})/;

/** Letters of the header by its version. */
const HEADER_LENGTHS: Readonly<Record<string, number>> = { 1: 22, 2: 22, 3: 24, 4: 26 };

/** Perimeter of the ANTS, whose kinds and values these are. */
const PERIMETER = '01';

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
  '0B': 9,
  '0D': 36,
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

const UNLIMITED: ReadonlySet<string> = new Set(['01', '02', '03', '04', '05', '0C', '18', '19', '1A', '1B']);

const longestOf = (id: string): number | undefined =>
  LONGEST[id] ?? (LINES.has(id) ? LONGEST_LINE : UNLIMITED.has(id) ? Number.POSITIVE_INFINITY : undefined);

/** Ids of the values of a party: names in one line or by themselves, lines 2 to 5 of an address (NF Z10-011), its place. */
interface PartyIds {
  readonly people: readonly { readonly line: string; readonly firstNames: string; readonly lastNames: string }[];
  readonly lines: readonly string[];
  readonly postcode: string;
  readonly town: string;
  readonly country: string;
}

const SUPPLIED: PartyIds = {
  people: [
    { line: '10', firstNames: '12', lastNames: '13' },
    { line: '1I', firstNames: '1K', lastNames: '1L' },
  ],
  lines: ['20', '21', '22', '23'],
  postcode: '24',
  town: '25',
  country: '26',
};

const RECIPIENT: PartyIds = {
  people: [
    { line: '14', firstNames: '16', lastNames: '17' },
    { line: '1M', firstNames: '1O', lastNames: '1P' },
  ],
  lines: ['27', '28', '29', '2A'],
  postcode: '2B',
  town: '2C',
  country: '2D',
};

/** Values that say that the paper has a holder more than the barcode names. */
const UNNAMED = ['1G', '1H'] as const;

/** Values with the titles of people. */
const TITLES = ['10', '11', '14', '15', '1I', '1J', '1M', '1N'] as const;

/** A title of two people, where one has no name: `M ET MME`. */
const OF_TWO = /\b(?:ET|OU)\b|&/i;

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
    const { version, key, perimeter } = head;
    const isOfAnts = Number(version) < 3 || perimeter === PERIMETER;
    const kind = isOfAnts ? KINDS[head.kind!] : undefined;
    return {
      issuer: 'FRA',
      key: key!,
      signedAt: dayOfHex(head.signed!),
      data: {},
      portrait: null,
      ...(kind && { paper: paperOf(kind, dayOfHex(head.issued!), textOf(signed).slice(HEADER_LENGTHS[version!])) }),
      check: (key) => checkEcdsa(key, signed, base32(signature)),
    };
  },
};

/** Days since 1 January 2000 in four hexadecimal digits; null for `FFFF`. */
const dayOfHex = (hex: string): string | null =>
  hex === 'FFFF' ? null : isoDayOf(Date.UTC(2000, 0, 1 + Number.parseInt(hex, 16)));

/** Text of UTF-8, else of ISO 8859-1: specifications know capitals of ASCII alone, but issuers may write accents. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}

interface Values {
  readonly byId: ReadonlyMap<string, Value>;
  /** False from the first id on that is not known: the length of its value isn't known either. */
  readonly areWhole: boolean;
}

function valuesOf(data: string): Values {
  const byId = new Map<string, Value>();
  let rest = data;
  while (rest !== '') {
    const id = rest.slice(0, 2);
    const most = FIXED[id] ?? longestOf(id);
    if (most === undefined) return { byId, areWhole: false };
    const length = Math.min(id in FIXED ? most : endOf(rest.slice(2)), most);
    const text = rest.slice(2, 2 + length);
    if (byId.has(id)) throw new NotASeal('A value stands twice in the barcode');
    const after = rest[2 + length];
    byId.set(id, { text: text.trim(), isCut: after === RS });
    rest = rest.slice(2 + length + (after === GS || after === RS ? 1 : 0));
  }
  return { byId, areWhole: true };
}

/** The place of the first character that ends a value. */
const endOf = (text: string): number =>
  Math.min(...[GS, RS].map((mark) => text.indexOf(mark)).filter((at) => at !== -1), text.length);

function paperOf(kind: SealedPaper['kind'], issueDate: string | null, data: string): SealedPaper {
  const values = valuesOf(data);
  const { byId, areWhole } = values;
  const says = (ids: readonly string[], test: (text: string) => boolean) =>
    ids.some((id) => test(byId.get(id)?.text ?? ''));
  const isOfTwo = says(TITLES, (text) => OF_TWO.test(text.split('/')[0]!));
  return {
    kind,
    issueDate,
    supplied: partyOf(SUPPLIED, values),
    recipient: partyOf(RECIPIENT, values),
    namesEverybody: areWhole && !isOfTwo && !says(UNNAMED, (text) => text === '1'),
  };
}

function partyOf({ people, lines, postcode, town, country }: PartyIds, { byId, areWhole }: Values): SealedParty {
  const text = (id: string) => byId.get(id)?.text ?? '';
  const place = [text(postcode), text(town)].filter(Boolean).join(' ');
  const parts = [...lines.map(text), place, text(country)].filter(Boolean);
  const isAddress = text(postcode) !== '' && lines.some((id) => text(id) !== '');
  return {
    people: people.flatMap((ids) => personOf(ids, byId) ?? []),
    address: isAddress ? parts.join(', ') : null,
    addressIsWhole: areWhole && ![...lines, town].some((id) => byId.get(id)?.isCut),
  };
}

function personOf(
  { line, firstNames, lastNames }: PartyIds['people'][number],
  byId: ReadonlyMap<string, Value>,
): SealedPerson | null {
  const [whole, first, last] = [byId.get(line), byId.get(firstNames), byId.get(lastNames)];
  if (last?.text) {
    const isCut = last.isCut || first?.isCut === true;
    return { firstNames: first?.text ?? '', lastNames: last.text, isCut };
  }
  // A line without slashes names a company.
  const [, family = '', given = ''] = whole?.text.split('/') ?? [];
  if (family === '' && given === '') return null;
  return { firstNames: given.trim(), lastNames: family.trim(), isCut: whole?.isCut === true };
}

/** The reference by which a 2D-Doc names a certificate: names of its authority and its own; null for a certificate without one. */
export function referenceOf2dDoc({ issuer, subject }: X509Certificate): string | null {
  const reference = `${commonNameOf(issuer)}${commonNameOf(subject)}`;
  return /^FR[0-9A-Z]{6}$/.test(reference) ? reference : null;
}

export const isForTests = (reference: string): boolean => reference.startsWith(TEST_AUTHORITY);
