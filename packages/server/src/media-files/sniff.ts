import type { Format } from './format.ts';

/** Bytes from the start of a file that decide its format (what file-type asks for). */
export const HEAD_BYTES = 4100;

/**
 * Data of an identity document's chip: a JSON object whose first key names a data group of ICAO 9303 part 10, or the chip's answer to
 * a challenge.
 */
const CHIP_DATA = /^\uFEFF?\s*\{\s*(?:"(?:com|sod|dg(?:[1-9]|1[0-6]))"\s*:\s*\[|"active"\s*:\s*\{)/;

/** A credential of a wallet as the service itself stores it: see `credentialJson`. */
const CREDENTIAL = /^\{"credential":\{/;

/** Characters of a JSON file that are examined. */
const CHIP_DATA_HEAD = 256;

/** The format that the first `HEAD_BYTES` of a file (or all of a shorter one) show; null for any other format. */
export async function sniff(head: Uint8Array): Promise<Format | null> {
  const start = Buffer.from(head.subarray(0, CHIP_DATA_HEAD)).toString('utf8');
  if (CHIP_DATA.test(start) || CREDENTIAL.test(start)) return 'json';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES));
  switch (found?.ext) {
    case 'jpg':
    case 'png':
    case 'pdf':
    case 'mp4':
    case 'mov':
    case 'webm':
      return found.ext;
    case 'apng': // Every PNG decoder reads its first picture.
      return 'png';
    case 'm4v':
      return 'mp4';
    default:
      return null;
  }
}
