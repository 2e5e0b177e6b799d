import { crc32 } from 'node:zlib';

/**
 * The file of an index: a header and sections of 32-bit numbers, little-endian, each as long as the header says. It is
 * never changed. Processes read it into a `SharedArrayBuffer`, which all their threads see.
 *
 * Header: mark, version of the format, bytes of the file, CRC-32 of everything behind the header, then for each
 * section of `SECTIONS` its first word and its length in words.
 */
const MARK = 0x31584e42; // 'BNX1'

/** Version of the format and of the builder: an index of another version is built again. */
const INDEX_VERSION = 7;

/** Sections in the order of the file. "Starts" have one more number than the section that they index. */
const SECTIONS = [
  /** Vocabulary: distinct parts of names. Where the letters of each begin, and the letters. */
  'partStarts',
  'letters',
  /**
   * Facts for each part: its kind in bits 0 and 1, Arabic or Hebrew in bit 2, a syllable of Chinese or Korean in bit 3, and 28
   * bits of the hash of its skeleton.
   */
  'partFacts',
  /** Letters of each part and their count, as `shapeOf` encodes them. */
  'partShapes',
  /** Starts of the sounds of each part, and the sounds, one in a byte. */
  'soundStarts',
  'sounds',
  /** Buckets of hashes of keys, and the parts that have a key of the bucket, with `KEY_TAG` bits of the hash above. */
  'keyStarts',
  'keyParts',
  /** Names that have a part, for parts that are content. */
  'postingStarts',
  'postings',
  /** Names: their parts in order. */
  'nameStarts',
  'nameParts',
  /** Record number of each name, and the name's index in the record with `NAME_WEAK`, `NAME_PEOPLE`. */
  'nameRecords',
  'nameFacts',
  /** Buckets of hashes of whole names, and the names. */
  'wholeStarts',
  'wholeNames',
  /** Buckets of hashes of identity numbers; pairs of another hash of the number, and the ordinal of its record. */
  'numberStarts',
  'numberPairs',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** A part has so many bits in `keyParts`; the bits above are of the hash of the key. */
export const KEY_TAG = 24;

/** Bits above the part in `keyParts`: bits of the hash that its bucket hardly depends on. */
export const keyTagOf = (hash: number) => (hash & 0xff000000) >>> 0;

/** The name is a weak alias. */
export const NAME_WEAK = 1 << 16;
/** The record is of a person, or may be. */
export const NAME_PEOPLE = 1 << 17;
/** Bits of the place of the name in its record. */
export const NAME_PLACE = 0xffff;

/** An index that is ready to be searched. Its arrays are views of the bytes it was opened from. */
export type NameIndex = { readonly [section in SectionName]: Uint32Array } & {
  /** `letters` as bytes. */
  readonly letterBytes: Uint8Array;
  /** `sounds` as bytes. */
  readonly soundBytes: Uint8Array;
  /** Distinct parts, names, bytes of the file. */
  readonly parts: number;
  readonly names: number;
  readonly bytes: number;
};

const HEADER_WORDS = 4 + 2 * SECTIONS.length;

/** The file of these sections. */
export function writeIndexFile(sections: { readonly [section in SectionName]: Uint32Array }): Uint8Array<ArrayBuffer> {
  let words = HEADER_WORDS;
  for (const name of SECTIONS) words += sections[name].length;
  const file = new Uint32Array(words);
  let at = HEADER_WORDS;
  SECTIONS.forEach((name, i) => {
    file.set([at, sections[name].length], 4 + 2 * i);
    file.set(sections[name], at);
    at += sections[name].length;
  });
  const bytes = new Uint8Array(file.buffer);
  file.set([MARK, INDEX_VERSION, bytes.length, crc32(bytes.subarray(4 * HEADER_WORDS))]);
  return bytes;
}

/**
 * Opens an index without copying it.
 *
 * @param bytes as `buildNameIndex` gives them. They must stay as they are while the index is in use
 * @throws {NotANameIndex} they are cut, altered, of another version, or no index at all
 *
 * @example
 * import { buildNameIndex, openNameIndex, searchNames } from '@bonafide/verification';
 *
 * const index = openNameIndex(buildNameIndex([]));
 * searchNames(index, { names: [{ full: 'Iskra Novak' }] }).candidates; // []
 */
export function openNameIndex(bytes: SharedArrayBuffer | Uint8Array): NameIndex {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  if (view.byteOffset % 4 !== 0) throw new NotANameIndex('its bytes begin between two words');
  if (view.length < 4 * HEADER_WORDS || view.length % 4 !== 0) throw new NotANameIndex('it is cut short');
  const file = new Uint32Array(view.buffer, view.byteOffset, view.length / 4);
  if (file[0] !== MARK) throw new NotANameIndex('it does not begin as one');
  if (file[1] !== INDEX_VERSION) throw new NotANameIndex(`it is of version ${file[1]}, not ${INDEX_VERSION}`, true);
  if (file[2] !== view.length) throw new NotANameIndex('it is cut short');
  if (file[3] !== crc32(view.subarray(4 * HEADER_WORDS))) throw new NotANameIndex('its checksum differs');
  const section = (name: SectionName) => {
    const at = 4 + 2 * SECTIONS.indexOf(name);
    return file.subarray(file[at]!, file[at]! + file[at + 1]!);
  };
  const sections = Object.fromEntries(SECTIONS.map((name) => [name, section(name)])) as Record<
    SectionName,
    Uint32Array
  >;
  return {
    ...sections,
    letterBytes: bytesOf(sections.letters),
    soundBytes: bytesOf(sections.sounds),
    parts: sections.partFacts.length,
    names: sections.nameRecords.length,
    bytes: view.length,
  };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array) => new Uint8Array(buffer, byteOffset, byteLength);

/**
 * Thrown by `openNameIndex` for bytes that are cut, altered, of another version, or no index at all.
 *
 * @example
 * import { NotANameIndex, openNameIndex } from '@bonafide/verification';
 *
 * try {
 *   openNameIndex(new Uint8Array(8));
 * } catch (error) {
 *   if (error instanceof NotANameIndex) console.log(error.message);
 * }
 */
export class NotANameIndex extends Error {
  override name = 'NotANameIndex';
  /** True for an index of another version, which can be built again from its records. */
  readonly isOtherVersion: boolean;
  constructor(reason: string, isOtherVersion = false) {
    super(`Not an index of names: ${reason}`);
    this.isOtherVersion = isOtherVersion;
  }
}

/** FNV-1a, 32 bits (G. Fowler, L. C. Noll, K.-P. Vo, "The FNV non-cryptographic hash algorithm", RFC 9923). */
export function hashOf(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  // Its low bits are mixed less than its high ones.
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A second hash of the same text, which makes collisions rarer. */
export const otherHashOf = (text: string) => hashOf(text, 0x9747b28c);

/** Returns the bucket of a hash. */
export const bucketOf = (hash: number, starts: Uint32Array) => hash % (starts.length - 1);
