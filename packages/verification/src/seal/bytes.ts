import { constants, unzipSync } from 'node:zlib';
import { isoDay } from '../text/iso-days.ts';
import { MAX_SEAL_BYTES, NotASeal, type SealPortrait } from './seal.ts';

/** Reads bytes one after the other. Throws `NotASeal` at the end. */
export class Cursor {
  private at = 0;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  get offset(): number {
    return this.at;
  }

  take(length: number): Uint8Array {
    if (length > this.left) throw new NotASeal('The barcode is too short');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  /** The bytes from a place that was passed up to here. */
  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  /** A length as DER writes it (ITU-T X.690, 8.1.3), of at most three bytes. */
  length(): number {
    const first = this.byte();
    if (first < 0x80) return first;
    const count = first & 0x7f;
    if (count < 1 || count > 3) throw new NotASeal('A length of the barcode is not valid');
    return this.take(count).reduce((sum, byte) => sum * 256 + byte, 0);
  }
}

const C40 = '\0\0\0 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Text in the C40 encoding of ICAO Doc 9303-13, 2.4: three characters in two bytes; blanks stand for fillers. */
export function c40(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 2) {
    if (bytes[i] === 0xfe) {
      text += String.fromCharCode((bytes[i + 1] ?? 1) - 1);
      continue;
    }
    const value = (bytes[i]! << 8) + (bytes[i + 1] ?? 0) - 1;
    const three = [Math.floor(value / 1600), Math.floor((value % 1600) / 40), value % 40];
    for (const index of three) {
      const character = C40[index];
      if (character === undefined) throw new NotASeal('The barcode has a character that C40 lacks');
      if (character !== '\0') text += character;
    }
  }
  return text;
}

/** A day in three bytes, which as a number read `MMDDYYYY`; null if it is not a day. */
export function dayOf(bytes: Uint8Array): string | null {
  const number = (bytes[0]! << 16) | (bytes[1]! << 8) | bytes[2]!;
  return isoDay(number % 10_000, Math.floor(number / 1_000_000), Math.floor(number / 10_000) % 100);
}

/** The day of a time in Unix milliseconds, UTC; null for a number that is not a time. */
export function isoDayOf(time: number): string | null {
  return Number.isFinite(time) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString().slice(0, 10) : null;
}

const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Bytes of a text in base 45 (RFC 9285). Throws `NotASeal`. */
export function base45(text: string): Uint8Array {
  const out: number[] = [];
  for (let i = 0; i < text.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => (i + k < text.length ? BASE45.indexOf(text[i + k]!) : undefined));
    if (a === -1 || b === -1 || c === -1 || b === undefined) throw new NotASeal('The text is not base 45');
    const value = a! + b * 45 + (c ?? 0) * 2025;
    if (value > (c === undefined ? 0xff : 0xffff)) throw new NotASeal('The text is not base 45');
    if (c !== undefined) out.push(value >> 8);
    out.push(value & 0xff);
  }
  return Uint8Array.from(out);
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of a text in base 32 (RFC 4648) without padding. Throws `NotASeal`. */
export function base32(text: string): Uint8Array {
  const out: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of text.replace(/=+$/, '')) {
    const value = BASE32.indexOf(letter);
    if (value === -1) throw new NotASeal('The text is not base 32');
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      out.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(out);
}

/** Unpacks gzip or zlib. Throws for more than `MAX_SEAL_BYTES`, and for anything else. */
export const unzip = (bytes: Uint8Array): Uint8Array =>
  unzipSync(bytes, { maxOutputLength: MAX_SEAL_BYTES, finishFlush: constants.Z_FINISH });

/** First bytes of each format of portraits. */
const FORMATS: readonly (readonly [SealPortrait['format'], string])[] = [
  ['jp2', 'ff4fff51'],
  ['jp2', '0000000c6a502020'],
  ['jpg', 'ffd8ff'],
  ['png', '89504e470d0a1a0a'],
  ['webp', '52494646'],
];

/** A portrait by its first bytes; null for other bytes. */
export function portraitOf(bytes: Uint8Array): SealPortrait | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const found = FORMATS.find(([, magic]) => head.startsWith(magic));
  return found ? { format: found[0], bytes } : null;
}
