import { setImmediate } from 'node:timers/promises';
import { invalid } from '../../base/errors.ts';
import { lettersAndDigits } from '../../base/letters-and-digits.ts';
import { identityDocumentTypes } from '../../reports/document-types.ts';
import type { CompromisedDocument } from './compromised.ts';

const REQUIRED = ['issuing_country', 'document_number'] as const;
const COLUMNS: readonly string[] = [...REQUIRED, 'document_type'];

/** Longest document number that is taken; a number in an MRZ has at most 22 characters (ICAO 9303 part 5). */
const NUMBER_LENGTH = 64;

/** Wrong lines that are named at once. */
const NAMED = 10;

/** Lines that are read before others have their turn. */
const CHUNK = 2000;

interface Line {
  /** Line number in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Reads a list of compromised documents: CSV (RFC 4180) with a first line that names the columns `issuing_country`,
 * `document_number` and, where it matters, `document_type`, in any order. Throws `validation_error` naming the lines that
 * are wrong; never what stands in them, since numbers are personal data.
 */
export async function readCompromised(csv: string): Promise<CompromisedDocument[]> {
  const lines = linesOf(csv);
  const header = lines.next().value;
  if (!header) throw invalid({ csv: ["can't be blank"] });
  const names = header.cells.map((cell) => cell.toLowerCase());
  const wrong = [
    ...names.flatMap((name, i) =>
      COLUMNS.includes(name) ? [] : [`line ${header.number}: column ${i + 1} is unknown`],
    ),
    ...REQUIRED.filter((name) => !names.includes(name)).map((name) => `line ${header.number}: ${name} is missing`),
  ];
  if (new Set(names).size < names.length) wrong.push(`line ${header.number}: a column occurs twice`);
  if (wrong.length > 0) throw invalid({ csv: [...wrong, `columns are ${COLUMNS.join(', ')}`] });

  const documents: CompromisedDocument[] = [];
  for (const { number, cells } of lines) {
    const cell = (name: string) => cells[names.indexOf(name)] ?? '';
    const document = {
      issuing_country: cell('issuing_country').toUpperCase(),
      document_number: cell('document_number'),
      document_type: cell('document_type').toLowerCase() || undefined,
    };
    const reason =
      cells.length === names.length ? reasonAgainst(document) : `has ${cells.length} of ${names.length} cells`;
    if (reason) wrong.push(`line ${number}: ${reason}`);
    else documents.push(document);
    if (documents.length % CHUNK === 0) await setImmediate();
  }
  if (wrong.length > NAMED) wrong.splice(NAMED, wrong.length, `and ${wrong.length - NAMED} more`);
  if (wrong.length > 0) throw invalid({ csv: wrong });
  if (documents.length === 0) throw invalid({ csv: ['has no documents'] });
  return documents;
}

function reasonAgainst({ issuing_country, document_number, document_type }: CompromisedDocument): string | undefined {
  if (!/^[A-Z]{3}$/.test(issuing_country)) return 'issuing_country must be three letters (ISO 3166-1 alpha-3)';
  if (lettersAndDigits(document_number) === '') return "document_number can't be blank";
  if (document_number.length > NUMBER_LENGTH) return `document_number has more than ${NUMBER_LENGTH} characters`;
  const known =
    document_type === undefined || (document_type !== 'unknown' && identityDocumentTypes.has(document_type));
  return known ? undefined : 'document_type is not included in the list';
}

/** A cell in quotes, in which a quote is written twice, or one without; then what ends it. */
const CELL = /(?:[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The lines of a CSV text with their cells, trimmed; blank lines are left out. Throws `validation_error`. */
function* linesOf(csv: string): Generator<Line, undefined> {
  let number = 1;
  let cells: string[] = [];
  let begun = 1;
  // Of its own, since others are read in between.
  const reading = new RegExp(CELL);
  reading.lastIndex = csv.startsWith('\uFEFF') ? 1 : 0;
  while (reading.lastIndex < csv.length || cells.length > 0) {
    const found = reading.exec(csv);
    if (!found)
      throw invalid({ csv: [`line ${number}: a quotation mark is not closed, or is inside an unquoted cell`] });
    const [, quoted, plain = '', end] = found;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    number += quoted?.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === ',') continue;
    if (cells.length > 1 || cells[0] !== '') yield { number: begun, cells };
    cells = [];
    number += 1;
    begun = number;
  }
  return undefined;
}
