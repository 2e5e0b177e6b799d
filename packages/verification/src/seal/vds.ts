import type { DocumentData } from '../document/consistency.ts';
import { isoOfState } from '../mrz/states.ts';
import { Cursor, c40, dayOf } from './bytes.ts';
import { checkEcdsa } from './ecdsa.ts';
import { dataOfZone, visaLines, zoneLines } from './mrz-data.ts';
import { NotASeal, type ReadSeal, type SealFormat } from './seal.ts';

/** First byte of a seal, and the version byte of versions 3 and 4. */
const MAGIC = 0xdc;
const VERSION_3 = 0x02;
const VERSION_4 = 0x03;
/** Tag of the signature; everything before it is signed. */
const SIGNATURE = 0xff;

/** The messages of a seal by their tag. */
type Messages = ReadonlyMap<number, Uint8Array>;

/** Reads the data that a kind of document keeps in its messages. */
type Profile = (messages: Messages, today: string) => Partial<DocumentData>;

const zone =
  (tag: number): Profile =>
  (messages, today) =>
    dataOfZone(zoneLines(c40(needed(messages, tag)), 72), today);

/** A sticker or sheet that belongs to a document, whose number it repeats. */
const numberOf =
  (documentType: string): Profile =>
  (messages) => ({ documentType, documentNumber: c40(needed(messages, 1)).trim() });

/** Profiles by the document feature definition reference and the type category, hexadecimal (BSI TR-03137-1, annexes; ICAO Doc 9303-7). */
const PROFILES: Readonly<Record<string, Profile>> = {
  '5d01': (messages, today) => {
    const lines = messages.has(1) ? visaLines(c40(needed(messages, 1)), 44) : visaLines(c40(needed(messages, 2)), 36);
    return dataOfZone(lines, today);
  },
  '5e03': zone(2),
  fb06: zone(2),
  fa06: zone(4),
  fd02: zone(2),
  f908: numberOf('national_identity_card'),
  f90c: numberOf('residence_permit'),
  f80a: numberOf('passport'),
  fc04: (messages) => ({
    surname: Buffer.from(needed(messages, 2)).toString('utf8'),
    givenNames: Buffer.from(needed(messages, 3)).toString('utf8'),
  }),
};

/** Visible digital seals of ICAO Doc 9303-13 and BSI TR-03137, versions 3 and 4. */
export const vds: SealFormat = {
  scheme: 'icao_vds',
  chained: true,
  read({ bytes }, today) {
    const version = bytes[1];
    if (bytes[0] !== MAGIC || (version !== VERSION_3 && version !== VERSION_4)) return null;
    const cursor = new Cursor(bytes);
    cursor.take(2);
    const state = c40(cursor.take(2)).trim();
    const key = version === VERSION_3 ? c40(cursor.take(6)).trim() : signerOf(cursor);
    cursor.take(3);
    const signedAt = dayOf(cursor.take(3));
    const kind = Buffer.from(cursor.take(2)).toString('hex');
    const { messages, signed, signature } = messagesOf(cursor, bytes);
    const issuer = isoOfState(state) ?? state;
    // Only data that are certain count: a profile that is not known gives none.
    const data = PROFILES[kind]?.(messages, today) ?? {};
    return {
      issuer,
      key: keyReference(key),
      signedAt,
      data: { issuingCountry: issuer, ...data },
      portrait: null,
      check: (publicKey) => checkEcdsa(publicKey, signed, signature),
    } satisfies ReadSeal;
  },
};

/** Country, signer and the number of its certificate without leading zeros: `DETS32`. */
export const keyReference = (text: string): string =>
  text.slice(0, 4).toUpperCase() +
  text
    .slice(4)
    .toUpperCase()
    .replace(/^0+(?=.)/, '');

/** Version 4: four characters of the signer, two digits of a length, then the reference to the certificate. */
function signerOf(cursor: Cursor): string {
  const head = c40(cursor.take(4));
  const length = Number.parseInt(head.slice(4), 16);
  if (head.length !== 6 || !(length >= 1 && length <= 40)) throw new NotASeal('The signer in the seal is not valid');
  return head.slice(0, 4) + c40(cursor.take(2 * Math.ceil(length / 3))).slice(0, length);
}

function messagesOf(cursor: Cursor, bytes: Uint8Array) {
  const messages = new Map<number, Uint8Array>();
  for (;;) {
    const end = cursor.offset;
    const tag = cursor.byte();
    const value = cursor.take(cursor.length());
    if (tag === SIGNATURE) return { messages, signed: bytes.subarray(0, end), signature: value };
    if (messages.has(tag)) throw new NotASeal('A message stands twice in the seal');
    messages.set(tag, value);
  }
}

function needed(messages: Messages, tag: number): Uint8Array {
  const value = messages.get(tag);
  if (!value) throw new NotASeal('A message is missing in the seal');
  return value;
}
