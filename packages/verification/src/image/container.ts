import type { Part } from './file-part.ts';
import { zeroTail } from './zero-tail.ts';

/** Structure of a picture file. */
export interface Container {
  readonly format: 'jpeg' | 'png';
  /** Parts in the order of the file, without the parts that carry pixels. */
  readonly parts: readonly Part[];
  /** Bytes after the end of the picture; empty in most files. */
  readonly appended: Uint8Array;
  /** Frames of an animated PNG; 1 otherwise. */
  readonly frames: number;
  /** Share of the picture that zero bytes at the end of a JPEG's data stand for, see `zeroTail`; may be above 1. */
  readonly zeroTail: number;
}

/** More parts than this are not looked at. Pictures of cameras have about ten, PNGs of screens up to a few hundred. */
const MOST_PARTS = 10_000;

/** Takes a JPEG or PNG apart by its own lengths, without decoding. Undefined for anything else. */
export function containerOf(bytes: Uint8Array): Container | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpeg(bytes);
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return png(bytes);
  return undefined;
}

const SOS = 0xda;
const EOI = 0xd9;

/** Markers and lengths of ITU-T T.81, annex B. */
function jpeg(bytes: Uint8Array): Container {
  const parts: Part[] = [];
  const coding: Part[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && parts.length + coding.length < MOST_PARTS) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === EOI) break;
    if (marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd8) || marker === 1) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = (bytes[at + 2]! << 8) | bytes[at + 3]!;
    const [name, data] = [segmentName(marker), bytes.subarray(at + 4, at + 2 + length)];
    if (name) (isCoding(name) ? coding : parts).push({ name, data });
    at += 2 + length;
    if (marker === SOS) at = endOfScan(bytes, at);
  }
  const end = bytes[at] === 0xff && bytes[at + 1] === EOI ? at + 2 : bytes.length;
  let zeros = 0;
  while (bytes[at - 1 - zeros] === 0) zeros++;
  return { format: 'jpeg', parts, appended: bytes.subarray(end), frames: 1, zeroTail: zeroTail(coding, zeros) };
}

function segmentName(marker: number): string | undefined {
  if (marker >= 0xe0 && marker <= 0xef) return `APP${marker - 0xe0}`;
  switch (marker) {
    case 0xc0:
    case 0xc1:
      return 'SOF';
    case 0xc4:
      return 'DHT';
    case SOS:
      return 'SOS';
    case 0xfe:
      return 'COM';
    default:
      return undefined;
  }
}

function isCoding(name: string): boolean {
  return name === 'SOF' || name === 'DHT' || name === 'SOS';
}

/** Finds the end of a scan. In its data, 0xff is followed by 0 or by a restart marker; anything else ends it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** Chunks of the PNG specification, third edition, clause 5. */
function png(bytes: Uint8Array): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Part[] = [];
  let frames = 1;
  let at = 8;
  while (at + 12 <= bytes.length && parts.length < MOST_PARTS) {
    const length = view.getUint32(at);
    const name = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1');
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (name === 'acTL' && data.length >= 4) frames = view.getUint32(at + 8);
    if (name !== 'IDAT' && name !== 'fdAT') parts.push({ name, data });
    at += 12 + length;
    if (name === 'IEND') break;
  }
  return { format: 'png', parts, appended: bytes.subarray(Math.min(at, bytes.length)), frames, zeroTail: 0 };
}
