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

/** What an import has made. */
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
  error: { type: string; message: string; fields?: unknown } | null;
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
  const begun: Import = await operator.send('/watchlists/imports', fields, files);
  for (;;) {
    const now: Import = await operator.call('GET', `/watchlists/imports/${begun.id}?wait=${PROGRESS_SECONDS}`);
    if (now.result) return now.result;
    if (now.error) throw importError(now.error);
    print(`${now.list}: ${PROGRESS[now.state]}${now.state === 'storing' ? `, ${now.records_stored} so far` : ''}`);
  }
}

const PROGRESS: Readonly<Record<string, string>> = {
  queued: 'waiting for the end of other imports',
  reading: 'reading the files',
  storing: 'storing the records',
  activating: 'building the index',
};

/** What of the service may pass is no refusal of the list. */
const importError = (error: NonNullable<Import['error']>) =>
  error.type === 'validation_error' ? new CommandFailed(reasonOf(error)) : new TryAgain(reasonOf(error));

/** Why an import has failed, in one line. */
export const reasonOf = ({ message, fields }: { message: string; fields?: unknown }) =>
  printable(fields === undefined ? message : `${message}: ${explain(fields)}`);
