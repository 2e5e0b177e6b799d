import type { DocumentData } from '../document/consistency.ts';
import { isoOfState } from '../mrz/states.ts';
import { base32, Cursor, c40, dayOf, portraitOf, unzip } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { dataOfZone, zoneLines } from './mrz-data.ts';
import { NotASeal, type SealFormat, type SealPortrait } from './seal.ts';

/** Identifiers of the barcode: of the technical report, and of its drafts. The flag says whether it is signed (1) and packed (2). */
const IDENTIFIER = /^(?:RDB1|NDB1)([A-D])([A-Z2-7]+=*)$/;

const MESSAGES = 0x61;
const CERTIFICATE = 0x7e;
const SIGNATURE = 0x7f;

/** Hash functions by the algorithm of the header: each with ECDSA. */
const HASHES: Readonly<Record<number, string>> = { 1: 'sha256', 2: 'sha384', 3: 'sha512' };

const FACE = 0x80;
const NUMBERS = [0x85, 0x82];
/** Messages that hold an MRZ, with its characters. */
const ZONES: readonly (readonly [tag: number, characters: number])[] = [
  [0x07, 90],
  [0x08, 88],
  [0x81, 72],
];

/** ICAO datastructure for barcodes, in base 32. */
export const idb: SealFormat = {
  scheme: 'icao_idb',
  chained: true,
  read({ text }, today) {
    const [, flag, body] = IDENTIFIER.exec(text.trim()) ?? [];
    if (flag === undefined || body === undefined) return null;
    const flags = flag.charCodeAt(0) - 0x41;
    if ((flags & 1) === 0) return null;
    const packed = base32(body);
    const bytes = flags & 2 ? unzip(packed) : packed;
    const cursor = new Cursor(bytes);
    const state = c40(cursor.take(2)).trim();
    const hash = HASHES[cursor.byte()];
    if (!hash) throw new NotASeal('The signature algorithm of the barcode is unknown');
    const key = Buffer.from(cursor.take(5)).toString('hex');
    const [mask, ...day] = cursor.take(4);
    const header = cursor.offset;
    const parts = partsOf(cursor);
    const messages = parts.get(MESSAGES);
    const signature = parts.get(SIGNATURE);
    if (!messages || !signature) throw new NotASeal('A part of the barcode is missing');
    const issuer = isoOfState(state) ?? state;
    const certificate = parts.get(CERTIFICATE)?.value;
    const signed = Buffer.concat([bytes.subarray(0, header), messages.raw]);
    return {
      issuer,
      key,
      signedAt: mask === 0 ? dayOf(Uint8Array.from(day)) : null,
      ...contentsOf(messages.value, issuer, today),
      ...(certificate && { certificate }),
      check: (publicKey) => checkEcdsa(publicKey, signed, signature.value, hash),
    };
  },
};

interface Part {
  /** Bytes with tag and length. */
  readonly raw: Uint8Array;
  readonly value: Uint8Array;
}

function partsOf(cursor: Cursor): Map<number, Part> {
  const parts = new Map<number, Part>();
  while (cursor.left > 0) {
    const { tag, part } = nextOf(cursor);
    if (parts.has(tag)) throw new NotASeal('A part stands twice in the barcode');
    parts.set(tag, part);
  }
  return parts;
}

function nextOf(cursor: Cursor): { tag: number; part: Part } {
  const start = cursor.offset;
  const tag = cursor.byte();
  const value = cursor.take(cursor.length());
  return { tag, part: { raw: cursor.since(start), value } };
}

function contentsOf(
  bytes: Uint8Array,
  issuer: string,
  today: string,
): { data: Partial<DocumentData>; portrait: SealPortrait | null } {
  const messages = partsOf(new Cursor(bytes));
  const zone = ZONES.find(([tag]) => messages.has(tag));
  const number = NUMBERS.map((tag) => messages.get(tag)).find(Boolean);
  const face = messages.get(FACE);
  return {
    data: {
      issuingCountry: issuer,
      ...(number && { documentNumber: c40(number.value).trim() }),
      ...(zone && dataOfZone(zoneLines(c40(messages.get(zone[0])!.value), zone[1]), today)),
    },
    portrait: face ? portraitOf(face.value) : null,
  };
}
