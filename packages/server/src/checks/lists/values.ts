import ipaddr from 'ipaddr.js';
import type { Address } from '../../applicants/applicant.ts';
import { lettersAndDigits } from '../../base/letters-and-digits.ts';
import type { ListedKind } from '../../base/listed-kinds.ts';
import type { Ctx } from '../../context/ctx.ts';
import { parsedPhone } from '../../reports/live/phone.ts';

/** A value on a list, as people read it. Personal data. */
export interface ListedValue {
  readonly kind: ListedKind;
  readonly value: string;
  /** ISO 3166-1 alpha-3: issuing state of a document, null for any, or country of an address. Null for other kinds. */
  readonly country: string | null;
  /** Postcode of an address; null for other kinds. */
  readonly postcode: string | null;
}

/** The normalised form of a value. Two ways of writing a value have one key. */
export type ValueKey = readonly [kind: ListedKind, ...parts: (string | number)[]];

export const documentKey = (number: unknown, country: string | null): ValueKey => [
  'document_number',
  lettersAndDigits(country ?? ''),
  lettersAndDigits(number),
];

/** Key of an address or, with an empty part before the `@`, of its domain. Case does not count. */
export const emailKey = (email: string): ValueKey => ['email', email.normalize('NFKC').trim().toLowerCase()];

/** The keys by which an e-mail address may be listed: in full, and by its domain. */
export const emailKeys = (email: string): ValueKey[] => [
  emailKey(email),
  emailKey(email.slice(email.lastIndexOf('@'))),
];

/** Key of a phone number, in E.164 where the number has a country code. */
export const phoneKey = (number: string): ValueKey => [
  'phone',
  parsedPhone(number)?.number ?? lettersAndDigits(number),
];

/** Key of a postal address: country, postcode, and the words of the lines in any order. Marks on letters do not count. */
export const addressKey = (country: string, postcode: string, lines: string): ValueKey => [
  'address',
  country,
  lettersAndDigits(postcode),
  [...new Set(wordsOf(lines))].sort().join(' '),
];

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** The lines of an address that its key counts, as one text. The town is left out, because the postcode has it. */
export const linesOf = (address: Partial<Address>): string =>
  [
    ...([address.flat_number, address.building_number, address.building_name, address.street] as const),
    ...([address.sub_street, address.line1, address.line2, address.line3] as const),
  ]
    .filter(Boolean)
    .join(' ');

/** The widest ranges that can be listed, in bits of the prefix: more addresses would stop everybody. */
export const WIDEST = { ipv4: 8, ipv6: 16 } as const;

/** A range of addresses: the first address and the length of the prefix. */
interface AddressRange {
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
  readonly bits: number;
}

/** Four decimal numbers, or IPv6: `ipaddr.js` also reads `10` as an address. */
const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f.]*:[\da-f:.]*)(\/\d{1,3})?$/i;

/** Reads `192.0.2.7`, `192.0.2.0/24` and their IPv6 forms; undefined for other texts. IPv4 that is mapped to IPv6 is IPv4. */
export function rangeOf(text: string): AddressRange | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const [start = '', length] = text.split('/');
  if (!ipaddr.isValid(start)) return undefined;
  const parsed = ipaddr.parse(start);
  const all = parsed.toByteArray().length * 8;
  const bits = length === undefined ? all : Number(length);
  if (bits > all) return undefined;
  const address = ipaddr.process(start);
  const mapped = all - address.toByteArray().length * 8;
  return bits < mapped ? undefined : { address: networkOf(address, bits - mapped), bits: bits - mapped };
}

/** The first address of the network of an address. */
function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const bytes = address
    .toByteArray()
    .map((byte, index) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - index * 8)))));
  return ipaddr.fromByteArray(bytes);
}

export const rangeKey = ({ address, bits }: AddressRange): ValueKey => [
  'ip_range',
  address.kind(),
  bits,
  networkOf(address, bits).toNormalizedString(),
];

/** Writes a range as `192.0.2.0/24`, or as the address alone. */
export function rangeText({ address, bits }: AddressRange): string {
  const single = bits === address.toByteArray().length * 8;
  return single ? address.toString() : `${address}/${bits}`;
}

/** The keys of all ranges that can be listed and have the address; none for a text that is not an address. */
export function rangeKeys(text: string): ValueKey[] {
  const range = rangeOf(text);
  if (!range) return [];
  const { address, bits } = range;
  const widest = WIDEST[address.kind()];
  return Array.from({ length: bits - widest + 1 }, (_, index) => rangeKey({ address, bits: widest + index }));
}

/**
 * The fingerprint by which a value is found: HMAC-SHA-256 under a key of the deployment, hexadecimal. The values of one account say
 * nothing of another account's, nor of the other environment's.
 */
export const fingerprintOf = (ctx: Ctx, key: ValueKey): string =>
  ctx.services.master.hash('list-entries', JSON.stringify([ctx.account_id, ctx.environment, ...key]));
