import type { Finding } from '../finding.ts';
import type { Container } from '../image/container.ts';

/** Signatures of foreign data in a picture, by the bytes that readers of it look for. */
const SIGNATURES: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a PDF', /%PDF-\d/],
  ['a web page', /<(?:!doctype html|html|script|body|iframe)[\s>]/i],
  ['a script', /<\?php|^#!\//],
  // A ZIP is recognised by its end, so it may begin anywhere.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: formats mark themselves with them
  ['an archive', /PK\x03\x04|PK\x05\x06|Rar!\x1a|7z\xbc\xaf\x27\x1c/],
  ['a program', /^MZ[\s\S]{0,200}PE|^\x7fELF/],
];

/** Number of bytes that are searched at the start and at the end of a part and of appended data. */
const SEARCHED = 64 * 1024;

/**
 * Finding on whether a picture is something else at the same time (a polyglot): files of other kinds in its comments or after its
 * end. Data that cameras append (a second picture, the video of a moving photo, padding) is not a reason to fail.
 */
export function foreignData(container: Container): Finding {
  const found = new Set<string>();
  const places = [...container.parts.map(({ data }) => data), container.appended];
  for (const data of places) {
    for (const text of [latin1(data.subarray(0, SEARCHED)), latin1(data.subarray(-SEARCHED))]) {
      for (const [kind, pattern] of SIGNATURES) if (pattern.test(text)) found.add(kind);
    }
  }
  const { length } = container.appended;
  const after =
    length > 0 ? `${length} bytes follow the end of the image data` : 'No data follows the end of the image';
  return {
    name: 'foreign_data',
    measure: found.size,
    threshold: 0,
    result: found.size > 0 ? 'fail' : 'pass',
    reason: found.size > 0 ? `The file also contains ${[...found].join(', ')}. ${after}` : after,
  };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
