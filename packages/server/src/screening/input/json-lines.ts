import { holdsUnstorable } from '../../base/storable-text.ts';
import { LIMITS } from '../limits.ts';
import { ListRefused } from '../list-refused.ts';
import { decodedText, refuseLength } from './text.ts';
import type { Source } from './unpack.ts';

export interface JsonLine {
  readonly line: number;
  readonly value: Readonly<Record<string, unknown>>;
  /** Text of the line, unchanged. */
  readonly text: string;
}

/**
 * The objects of a file with one on each line.
 *
 * @param complete whether a checksum has shown that the file is whole: then its last line needs no end
 * @throws ListRefused
 */
export async function* jsonLinesOf(source: Source, complete: boolean): AsyncGenerator<JsonLine> {
  const file = source.name;
  let rest = '';
  let line = 0;
  for await (const text of decodedText(source)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    refuseLength(rest.length, file, line + 1);
    for (const text of lines) {
      line++;
      if (text.length > LIMITS.lineLength) refuseLength(text.length, file, line);
      if (text.trim() !== '') yield parsed(text, { file, line }, false);
    }
  }
  if (rest.trim() === '') return;
  line++;
  if (!complete) {
    const why =
      'the last line has no end of line. The file may be truncated; send --checksum to show that it is complete';
    throw new ListRefused('incomplete', why, { file, line });
  }
  yield parsed(rest, { file, line }, true);
}

/** A value as one line. Readers of lines take two separators of Unicode, which JSON leaves as they are, for ends of a line. */
export const jsonLineOf = (value: object): string =>
  JSON.stringify(value).replace(/[\u2028\u2029]/g, (end) => (end === '\u2028' ? '\\u2028' : '\\u2029'));

/** The JSON escapes of characters that no store keeps, behind an even number of backslashes. */
const ESCAPED = /\\u(?:0000|[dD][89a-fA-F])/;

function parsed(text: string, place: { file: string; line: number }, last: boolean): JsonLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ListRefused(last ? 'incomplete' : 'malformed', 'the line is not JSON', place);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ListRefused('malformed', 'the line is not a JSON object', place);
  }
  if (ESCAPED.test(text) && holdsUnstorable(value)) {
    throw new ListRefused('malformed', 'a text has a NUL character, or half of a surrogate pair', place);
  }
  return { line: place.line, value: value as Record<string, unknown>, text };
}
