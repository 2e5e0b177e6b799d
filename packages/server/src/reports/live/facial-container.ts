import type { SourceNames } from './facial-capture.ts';

/** Bytes at the start of a WebM before which its first pictures begin; names stand before them. */
const WEBM_HEAD = 64 * 1024;

/** Begins a WebM (RFC 8794, 8.1). */
const EBML = '1a45dfa3';
/** Marks the first group of pictures of a WebM (Matroska, RFC 9559, 5.1.3). */
const CLUSTER = '1f43b675';

/** Boxes of an MP4 or QuickTime file that hold other boxes on the way to its metadata (ISO/IEC 14496-12). */
const PARENTS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia']);
/** Boxes that hold the metadata themselves. */
const METADATA: ReadonlySet<string> = new Set(['udta', 'meta']);

/** Bytes of metadata that are searched for names, and names that are shown. */
const MOST_BYTES = 64 * 1024;
const MOST_NAMES = 100;

/**
 * Names in the metadata of an MP4, QuickTime or WebM file: programs, devices, tracks, and any other text there. Broken files give
 * the names before the damage.
 */
export function videoNames(bytes: Uint8Array): SourceNames {
  const video = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const metadata = video.toString('hex', 0, 4) === EBML ? webmHead(video) : Buffer.concat(boxesOf(video));
  const texts =
    metadata
      .subarray(0, MOST_BYTES)
      .toString('latin1')
      .match(/[\x20-\x7e]{3,200}/g) ?? [];
  return { software: [...new Set(texts.map((text) => text.trim()))].filter(Boolean).slice(0, MOST_NAMES) };
}

function webmHead(video: Buffer): Buffer {
  const end = video.indexOf(CLUSTER, 0, 'hex');
  return video.subarray(0, Math.min(WEBM_HEAD, end < 0 ? video.length : end));
}

/** The metadata boxes of a part of a file, at most four boxes deep. */
function boxesOf(part: Buffer, depth = 0): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 8 <= part.length; ) {
    const short = part.readUInt32BE(at);
    const name = part.toString('latin1', at + 4, at + 8);
    const long = short === 1 && at + 16 <= part.length;
    const size = long ? Number(part.readBigUInt64BE(at + 8)) : short === 0 ? part.length - at : short;
    if (size < (long ? 16 : 8)) break;
    const content = part.subarray(at + (long ? 16 : 8), at + size);
    if (METADATA.has(name)) found.push(content);
    else if (PARENTS.has(name) && depth < 4) found.push(...boxesOf(content, depth + 1));
    at += size;
  }
  return found;
}
