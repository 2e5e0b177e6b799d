import { CommandFailed, TryAgain } from './io.ts';
import { explain, type Operator } from './operator.ts';
import { printable } from './printable.ts';

/** A version as an import shows it. */
export interface Version {
  id: string;
  list: string;
  published: string | null;
  records: number;
  people: number;
  changes: Record<string, number> | null;
  skipped: Record<string, number>;
  warnings: { text: string; count: number }[];
}

/** Result of an import. */
export interface Imported {
  outcome: 'activated' | 'staged' | 'confirmed' | 'dry_run';
  version: Version;
  set: number | null;
}

/** An import as the operator interface answers it. */
export interface Import {
  id: string;
  list: string;
  state: 'queued' | 'reading' | 'storing' | 'activating' | 'succeeded' | 'failed';
  records_stored: number;
  result: Imported | null;
  error: ImportFailure | null;
}

interface ImportFailure {
  type: string;
  message: string;
  fields?: unknown;
}

/** An import of a table of people as the operator interface answers it. */
interface TableImport extends Pick<Import, 'id' | 'state' | 'error'> {
  name: string;
  hashes_stored: number;
  result: { people: number; unusable: number; hashes: number; warnings: string[] } | null;
}

/** Seconds between two lines on an import that is under way. */
const PROGRESS_SECONDS = 5;

/**
 * Sends the files of a list, and waits for the end of the import. Throws `CommandFailed` where the list is refused, `TryAgain`
 * for what may pass.
 *
 * @param print gets a line on what a long import is doing
 */
export async function importFiles(
  operator: Operator,
  print: (line: string) => void,
  { fields, files }: { readonly fields: Readonly<Record<string, string>>; readonly files: readonly string[] },
): Promise<Imported> {
  return endOf<Import, Imported>(operator, '/watchlists/imports', { fields, files }, (now) =>
    print(progressOf(now.list, now.state, now.records_stored)),
  );
}

/**
 * Sends the file of a table of people, and waits for the end of the import. Throws `CommandFailed` if the table is refused, and
 * `TryAgain` for a temporary failure.
 *
 * @param print gets a line on what a long import is doing; without it none is printed
 */
export async function importTable(
  operator: Operator,
  upload: { readonly fields: Readonly<Record<string, string>>; readonly file: string },
  print: (line: string) => void = () => {},
): Promise<NonNullable<TableImport['result']>> {
  const { fields, file } = upload;
  return endOf<TableImport, NonNullable<TableImport['result']>>(
    operator,
    '/sources/imports',
    { fields, files: [file] },
    (now) => print(progressOf(now.name, now.state, now.hashes_stored)),
  );
}

/** Result of an import, when it has ended. `underWay` is called every few seconds until then. */
async function endOf<One extends { id: string; result: Result | null; error: ImportFailure | null }, Result>(
  operator: Operator,
  path: string,
  { fields, files }: { readonly fields: Readonly<Record<string, string>>; readonly files: readonly string[] },
  underWay: (now: One) => void,
): Promise<Result> {
  const begun: One = await operator.send(path, fields, files);
  for (;;) {
    const now: One = await operator.call('GET', `${path}/${begun.id}?wait=${PROGRESS_SECONDS}`);
    if (now.result) return now.result;
    if (now.error) throw importError(now.error);
    underWay(now);
  }
}

const progressOf = (name: string, state: Import['state'], stored: number) =>
  `${name}: ${PROGRESS[state]}${state === 'storing' ? `, ${stored} so far` : ''}`;

const PROGRESS: Readonly<Record<string, string>> = {
  queued: 'waiting for other imports',
  reading: 'reading the files',
  storing: 'storing the records',
  activating: 'building the index',
};

/** Converts an error of an import. A passing error of the service is not a refusal of the list. */
const importError = (error: ImportFailure) =>
  error.type === 'validation_error' ? new CommandFailed(reasonOf(error)) : new TryAgain(reasonOf(error));

/** Reason why an import has failed, in one line. */
export const reasonOf = ({ message, fields }: { message: string; fields?: unknown }) =>
  printable(fields === undefined ? message : `${message}: ${explain(fields)}`);
