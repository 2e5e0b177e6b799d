import { Readable } from 'node:stream';
import { type CsvError, Parser } from 'csv-parse';
import { invalid } from '../base/errors.ts';
import type { Encoding } from './options.ts';

/** Largest file in bytes. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** Most rows of a file, without the first one. */
const MOST_ROWS = 10_000;

/** Longest row in characters. */
const ROW_LENGTH = 16_384;

/** A row of a file. Rows have numbers from 1, as a spreadsheet shows them; the first has the names of the columns. */
export interface Row {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Delimiters of spreadsheets: commas, semicolons where numbers have decimal commas, and tabs. */
const DELIMITERS = [',', ';', '\t'] as const;

const UTF16_MARKS = { fffe: 'utf-16le', feff: 'utf-16be' } as const;

/** The text of a file. Throws `validation_error` for bytes that are not of the encoding. */
function textOf(file: Buffer, encoding: Encoding): string {
  const mark = file.toString('hex', 0, 2) as keyof typeof UTF16_MARKS;
  const used: string = UTF16_MARKS[mark] ?? encoding;
  try {
    return new TextDecoder(used, { fatal: true }).decode(file);
  } catch {
    const hint = used === 'utf-8' ? '. Save it as "CSV UTF-8", or choose windows-1252 as its encoding' : '';
    throw invalid({ file: [`is not ${used.toUpperCase()}${hint}`] });
  }
}

/** The delimiter that the first line has most often. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counted.reduce((best, other) => (other.count > best.count ? other : best)).delimiter;
}

const REFUSALS: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed. The file may be truncated',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quotation mark must be followed by a delimiter or the end of the row',
  INVALID_OPENING_QUOTE: 'a cell without quotation marks at its ends contains one',
  CSV_MAX_RECORD_SIZE: `the row has more than ${ROW_LENGTH} characters`,
};

/**
 * Reads a CSV file (RFC 4180) with commas, semicolons or tabs. Blank rows are left out. Cells lose blanks at their ends. Throws
 * `validation_error` for a file that is empty, too long, broken, or not of its encoding.
 */
export async function readRows(file: Buffer, encoding: Encoding): Promise<Row[]> {
  const text = textOf(file, encoding);
  const parser = new Parser({
    delimiter: delimiterOf(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    trim: true,
    relax_column_count: true,
    max_record_size: ROW_LENGTH,
  });
  const rows: Row[] = [];
  let row = 0;
  try {
    // In pieces, so that other requests have their turn.
    for await (const cells of Readable.from(pieces(text), { objectMode: false }).pipe(parser) as AsyncIterable<
      string[]
    >) {
      row += 1;
      if (cells.every((cell) => cell === '')) continue;
      rows.push({ row, cells });
      if (rows.length > MOST_ROWS + 1) throw invalid({ file: [`has more than ${MOST_ROWS} rows`] });
    }
  } catch (error) {
    // The messages of the parser quote the data.
    const { code, records } = error as CsvError & { readonly records: number };
    if (code === undefined) throw error;
    throw invalid({ file: [`row ${records + 1}: ${REFUSALS[code] ?? 'is not readable as CSV'}`] });
  }
  const last = rows.at(-1);
  if (!last || rows.length === 1) throw invalid({ file: ['has no rows below the names of the columns'] });
  const isCut = !/[\r\n]$/.test(text) && last.cells.length < (rows[0] as Row).cells.length;
  if (isCut) throw invalid({ file: [`row ${last.row}: the row is incomplete. The file may be truncated`] });
  return rows;
}

function* pieces(text: string): Generator<string> {
  const length = 1 << 16;
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}
