import { isUtf8 } from 'node:buffer';
import { LIMITS } from '../limits.ts';
import { ListRefused } from '../list-refused.ts';
import type { Source } from './unpack.ts';

export type Encoding = 'utf-8' | 'windows-1252';

/** Byte that ends files of old systems; the originals of OFAC have it. */
const END_OF_FILE = '\u001a';

/**
 * The text of a source in pieces, without byte order mark, and without the control character that ends some files. Throws
 * `ListRefused` with the offset of the first byte that is not of the encoding.
 */
export async function* decodedText(source: Source, encoding: Encoding = 'utf-8'): AsyncGenerator<string> {
  const decode = encoding === 'utf-8' ? utf8Decoder(source.name) : decoderOf(encoding);
  let first = true;
  // Held back until more text follows: it may be the end of the file.
  let ends = '';
  for await (const chunk of source.read()) {
    let text = decode(chunk);
    if (text === '') continue;
    if (first) text = text.replace(/^\uFEFF/, '');
    first = false;
    text = ends + text;
    const kept = text.length - trailingEnds(text);
    ends = text.slice(kept);
    if (kept > 0) yield text.slice(0, kept);
  }
  decode(undefined);
}

function trailingEnds(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === END_OF_FILE) count++;
  return count;
}

function decoderOf(encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  return (chunk: Buffer | undefined) => decoder.decode(chunk, { stream: chunk !== undefined });
}

/** Decodes chunk by chunk; `undefined` ends the text. */
function utf8Decoder(file: string) {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let hint: string | undefined;
  return (chunk: Buffer | undefined): string => {
    if (chunk) hint ??= hintFor(chunk);
    const bytes = rest.length > 0 && chunk ? Buffer.concat([rest, chunk]) : (chunk ?? rest);
    const whole = chunk ? bytes.subarray(0, bytes.length - partialLength(bytes)) : bytes;
    if (!isUtf8(whole)) {
      const byte = offset + validLength(whole);
      throw new ListRefused('encoding', `not UTF-8; ${hint}`, { file, byte });
    }
    rest = bytes.subarray(whole.length);
    offset += whole.length;
    return whole.toString('utf8');
  };
}

/** Advice for a file that is not UTF-8: rows of text may have another encoding, XML and JSON may not. */
const hintFor = (beginning: Buffer): string =>
  /^(\xEF\xBB\xBF)?\s*[<{[]/.test(beginning.toString('latin1', 0, 100))
    ? 'convert the file to UTF-8 first'
    : '--encoding windows-1252 reads old exports';

/** Bytes of a character at the end that is not all there yet. */
function partialLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0;
  }
  return 0;
}

const sequenceLength = (lead: number) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2);

/** Bytes before the first character that is not UTF-8, by halves: a prefix that ends within one counts as valid. */
function validLength(bytes: Buffer): number {
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const prefix = bytes.subarray(0, middle);
    if (isUtf8(prefix.subarray(0, middle - partialLength(prefix)))) low = middle;
    else high = middle - 1;
  }
  return low - partialLength(bytes.subarray(0, low));
}

const ERROR_PAGE = /^\s*<(!doctype html|html|head|body)\b/i;

/** The first characters of a source, at most 4,000, by which its format is known. Throws `ListRefused` on a page of HTML. */
export async function headOf(source: Source, encoding: Encoding): Promise<string> {
  let head = '';
  for await (const text of decodedText(source, encoding)) {
    head += text;
    if (head.length >= 4000) break;
  }
  const file = source.name;
  if (head.trim() === '') throw new ListRefused('wrong_format', 'the file is empty', { file });
  if (ERROR_PAGE.test(head)) throw new ListRefused('wrong_format', 'not a list but a page of HTML', { file });
  return head.slice(0, 4000);
}

/** Throws `ListRefused` for a line that is longer than any list has. */
export function refuseLength(length: number, file: string, line: number): void {
  if (length <= LIMITS.lineLength) return;
  throw new ListRefused('too_large', `longer than ${LIMITS.lineLength / 1e6} MB`, { file, line });
}
