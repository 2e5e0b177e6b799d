import { Readable } from 'node:stream';
import { type CsvError, Parser } from 'csv-parse';
import type { Intake } from '../intake.ts';
import { LIMITS } from '../limits.ts';
import { ListRefused } from '../list-refused.ts';
import { decodedText, type Encoding } from './text.ts';
import type { Source } from './unpack.ts';

/** Reason for refusing a row with a NUL. */
const NUL = 'a cell has a NUL character';

/** A row and the line, from 1, on which it ends. */
export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvLayout {
  readonly delimiter?: ',' | ';' | '\t';
  readonly encoding?: Encoding;
  /** Cells of each row. Default: as many as the first has. */
  readonly columns?: number;
  /** Rows before the headers, which may have any number of cells. */
  readonly free?: number;
}

const REFUSALS: Partial<Record<string, readonly ['incomplete' | 'malformed' | 'too_large', string]>> = {
  CSV_QUOTE_NOT_CLOSED: ['incomplete', 'a quotation mark is not closed. The file may be truncated'],
  CSV_INVALID_CLOSING_QUOTE: [
    'malformed',
    'a closing quotation mark must be followed by a delimiter or the end of the line',
  ],
  INVALID_OPENING_QUOTE: ['malformed', 'an unquoted cell contains a quotation mark'],
  CSV_MAX_RECORD_SIZE: ['too_large', `a row is longer than ${LIMITS.lineLength / 1e6} MB`],
};

/**
 * The rows of delimited text (RFC 4180), blank ones left out. Throws `ListRefused` for an open quote and for a row with
 * another number of cells; when that is the last row, the file is called incomplete. Warns where the last row has no end of
 * its line: people's editors leave it out too.
 */
export async function* rowsOf(source: Source, intake: Intake, layout: CsvLayout = {}): AsyncGenerator<Row> {
  const { delimiter = ',', encoding, free = 0 } = layout;
  const file = source.name;
  let { columns } = layout;
  let read = 0;
  let wrong: Row | undefined;
  const last = new LastCharacter();
  try {
    for await (const { record, info } of parsed(last.of(decodedText(source, encoding)), delimiter)) {
      const row = { line: info.lines, cells: record };
      // No store keeps it, PostgreSQL least of all.
      if (record.some((cell) => cell.includes('\0'))) throw new ListRefused('malformed', NUL, { file, line: row.line });
      if (wrong) throw refusedRow('malformed', wrong, columns!, file);
      read++;
      if (read > free) columns ??= row.cells.length;
      if (read > free && row.cells.length !== columns) wrong = row;
      else yield row;
    }
  } catch (error) {
    throw refusalOf(error, file);
  }
  if (wrong) throw refusedRow('incomplete', wrong, columns!, file);
  if (!/[\r\n]/.test(last.character)) intake.warn('the last row has no end of line. The file may be truncated');
}

/** Passes text on, and keeps its last character. */
class LastCharacter {
  character = '';

  async *of(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of pieces) {
      this.character = text.at(-1) ?? this.character;
      yield text;
    }
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function parsed(text: AsyncIterable<string>, delimiter: string): AsyncIterable<Parsed> {
  const parser = new Parser({
    delimiter,
    info: true,
    // Lines of one file may end differently, where lines were added to it.
    record_delimiter: ['\r\n', '\n', '\r'],
    // Originals have blanks behind null values, and between a closing quote and the delimiter.
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: LIMITS.lineLength,
  });
  const input = Readable.from(text, { objectMode: false, highWaterMark: 1 << 18 });
  input.on('error', (error) => parser.destroy(error));
  return input.pipe(parser);
}

function refusedRow(
  reason: 'incomplete' | 'malformed',
  { line, cells }: Row,
  columns: number,
  file: string,
): ListRefused {
  const why = reason === 'incomplete' ? '. The file may be truncated' : '';
  return new ListRefused(reason, `${cells.length} of ${columns} columns${why}`, { file, line });
}

/** csv-parse quotes the data in its messages; ours have the line alone. */
function refusalOf(error: unknown, file: string): unknown {
  const { code, lines } = error as CsvError & { readonly lines: number };
  const known = code === undefined ? undefined : REFUSALS[code];
  if (!known)
    return error instanceof ListRefused || code === undefined
      ? error
      : new ListRefused('malformed', 'not readable as CSV', { file, line: lines });
  return new ListRefused(known[0], known[1], { file, line: lines });
}
