import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AnalysisFailed } from '../analysis/analyser.ts';
import { recordChange } from '../audit/record.ts';
import { HOUR_MS } from '../base/clock.ts';
import { invalid, notFound, problem } from '../base/errors.ts';
import { type Principal, type RecordedPrincipal, recordedPrincipal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { ListRefused } from '../screening/list-refused.ts';
import type { FileSummary, ListFile } from '../screening/options.ts';
import { HASH_LENGTH, type TableKind } from '../screening/tables/entry.ts';
import type { TableSummary } from '../screening/tables/read-table.ts';
import { readTableInProcess } from '../screening/tables/table-in-process.ts';
import type { Progress } from '../screening/watchlists/import-jobs.ts';
import type { ReceivedFiles } from '../screening/watchlists/received-files.ts';
import { makeWorkFolder } from '../screening/watchlists/work-files.ts';
import {
  activateSourceTable,
  activeSourceTables,
  deleteSourceEntries,
  deleteSourceTable,
  insertSourceEntries,
  insertSourceTable,
  lastSourceTable,
  leftSourceTables,
  retireSourceTable,
  touchSourceTable,
} from '../store/queries/source-tables.ts';

export { tableKinds } from '../screening/tables/entry.ts';

/** Entries that are written, or deleted, at once: others get their turn between two writes. */
const ROWS = 2_000;

/** Milliseconds after which an import that wrote nothing has ended with its process. A table of many people is read for hours. */
const UNFINISHED_MS = 12 * HOUR_MS;

/** Tables that may be loaded. */
const MOST_TABLES = 200;

/** Seconds after which an operator may try again where the machine could not read the table. */
const RETRY_AFTER = 30;

export interface SourceTable {
  readonly name: string;
  readonly kind: TableKind;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
  readonly people: number;
  /** Unix milliseconds. */
  readonly imported_at: number;
  readonly imported_by: RecordedPrincipal | null;
  readonly files: readonly FileSummary[];
}

export interface TableImport extends Pick<SourceTable, 'name' | 'kind' | 'country'>, Omit<TableSummary, 'file'> {}

interface Given extends Pick<SourceTable, 'name' | 'kind' | 'country'> {
  readonly received: ReceivedFiles;
  readonly principal: Principal;
  readonly progress: Progress<TableImport>;
}

/** Throws `validation_error` for a name that a table can't have. */
export async function refuseName({ store, providers }: Services, name: string): Promise<void> {
  if (providers.all.some((provider) => provider.name === name)) throw invalid({ name: ['is the name of a provider'] });
  const active = await store.system.all(activeSourceTables, {});
  if (active.length >= MOST_TABLES && !active.some((table) => table.name === name)) {
    throw invalid({ name: [`is one too many: the service can have ${MOST_TABLES} tables`] });
  }
}

/**
 * Loads a table of people as keyed hashes and replaces the table of that name. All or nothing: the earlier table answers until
 * the last step. Throws `validation_error` under `file` for a refused table, with the line and never its content; `unavailable`
 * if the machine could not read it; and `AnalysisFailed` if it was stopped.
 */
export async function importTable(
  services: Services,
  { name, kind, country, received, principal, progress }: Given,
): Promise<void> {
  const { store, clock } = services;
  await progress.note('reading', 0);
  // Others may have been loaded while this one waited for its turn.
  await refuseName(services, name);
  const by = { imported_at: clock.now(), imported_by: recordOf(principal) };
  const id = await begin(services, { name, kind, country, ...by });
  try {
    const { file, ...summary } = await readAndKeep(services, { id, kind, country, received, progress });
    await progress.note('activating', summary.hashes);
    await store.transaction(async (tx) => {
      await tx.run(retireSourceTable, { name });
      const files = JSON.stringify([file]);
      const activated = await tx.run(activateSourceTable, { id, people: summary.people, files, now: clock.now() });
      if (activated === 0) throw problem('unavailable', { retryAfter: RETRY_AFTER });
      await progress.succeeded(tx, { name, kind, country, ...summary });
      const details = { kind, country, people: summary.people };
      recordChange(services, tx, { action: 'source_imported', object_id: name, details, principal });
    });
  } catch (error) {
    await discard(services, id);
    throw error;
  }
  await discardTables(services);
}

/** Reads the file of a table and stores its hashes. Its files are deleted then: who sees the end of an import finds none. */
async function readAndKeep(
  services: Services,
  { id, kind, country, received, progress }: Omit<Given, 'name' | 'principal'> & { readonly id: number },
): Promise<TableSummary> {
  const [file] = received.files;
  if (!file) throw new Error('The import of a table has no file');
  const folder = await makeWorkFolder(services.settings);
  try {
    const staging = join(folder, 'hashes');
    const secret = services.master.derive('source-entries').toString('base64');
    const { signal } = progress;
    const summary = await readFile(services, { file, id, kind, country, secret, staging, signal });
    await keepHashes(services, id, staging, progress);
    return summary;
  } finally {
    await rm(folder, { recursive: true, force: true });
    await received.discard();
  }
}

/** Adds the row of a table, under a number of its own. */
async function begin(
  { store }: Services,
  row: Pick<SourceTable, 'name' | 'kind' | 'country' | 'imported_at'> & { imported_by: string },
): Promise<number> {
  for (;;) {
    const taken = await store.transaction(async (tx) => {
      const last = await tx.first(lastSourceTable, {});
      const id = Number(last?.id ?? 0) + 1;
      const written = await tx.run(insertSourceTable, {
        ...row,
        id,
        people: 0,
        touched_at: row.imported_at,
        files: '[]',
      });
      return written === 0 ? undefined : id;
    });
    if (taken !== undefined) return taken;
  }
}

interface Reading {
  readonly file: ListFile;
  readonly id: number;
  readonly kind: TableKind;
  readonly country: string;
  readonly secret: string;
  readonly staging: string;
  readonly signal: AbortSignal;
}

async function readFile(
  { clock, runListTask }: Services,
  { file, id, kind, country, secret, staging, signal }: Reading,
): Promise<TableSummary> {
  try {
    return await readTableInProcess(
      runListTask,
      { file, options: { kind, country, table: id, secret }, staging },
      { clock, signal },
    );
  } catch (error) {
    if (error instanceof ListRefused) throw invalid({ file: [error.message] });
    if (!(error instanceof AnalysisFailed)) throw error;
    if (error.reason === 'stopped') throw error;
    if (error.reason === 'too_slow') throw invalid({ file: ['took too long to read'] });
    if (error.reason === 'crashed') throw invalid({ file: ['could not be read'] });
    throw problem('unavailable', { retryAfter: RETRY_AFTER });
  }
}

/** Writes the entries of a table from the staging file, in many short transactions. */
async function keepHashes(
  { store, clock }: Services,
  id: number,
  staging: string,
  { signal, note }: Progress<TableImport>,
): Promise<void> {
  let stored = 0;
  const lines = await open(staging);
  try {
    const bytes = Buffer.alloc(ROWS * (HASH_LENGTH + 1));
    for (;;) {
      if (signal.aborted) throw new AnalysisFailed('stopped', 'The import was stopped');
      const { bytesRead } = await lines.read(bytes, 0, bytes.length, null);
      if (bytesRead === 0) return;
      const page = bytes.toString('latin1', 0, bytesRead).trimEnd().split('\n');
      const hashes = JSON.stringify(page);
      await store.transaction(async (tx) => {
        await tx.run(insertSourceEntries, { table_id: id, hashes });
        // Another process may have taken the import for lost.
        const touched = await tx.run(touchSourceTable, { id, now: clock.now() });
        if (touched === 0) throw problem('unavailable', { retryAfter: RETRY_AFTER });
      });
      stored += page.length;
      await note('storing', stored);
    }
  } finally {
    await lines.close();
  }
}

/** The tables that are asked. */
export async function listTables({ store }: Services): Promise<SourceTable[]> {
  const rows = await store.system.all(activeSourceTables, {});
  return rows.map(({ name, kind, country, people, imported_at, imported_by, files }) => ({
    name,
    kind: kind as TableKind,
    country,
    people: Number(people),
    imported_at: Number(imported_at),
    imported_by: recordedPrincipal(imported_by),
    files: JSON.parse(files) as FileSummary[],
  }));
}

/** Removes a table. Throws `resource_not_found`. */
export async function removeTable(services: Services, name: string, principal: Principal): Promise<void> {
  await services.store.transaction(async (tx) => {
    if ((await tx.run(retireSourceTable, { name })) === 0) throw notFound('Source', name);
    recordChange(services, tx, { action: 'source_removed', object_id: name, principal });
  });
  await discardTables(services);
}

/**
 * Deletes what removed and replaced tables, and imports that never ended, have left. `alone`: no other process imports, so that each
 * import which has not ended never will.
 */
export async function discardTables(services: Services, { alone = false } = {}): Promise<void> {
  const { store, clock } = services;
  const before = alone ? Number.MAX_SAFE_INTEGER : clock.now() - UNFINISHED_MS;
  for (const { id } of await store.system.all(leftSourceTables, { before })) await discard(services, id);
}

/** Deletes a table. Its row goes last, so that a later attempt finds the table after a crash. */
async function discard({ store }: Services, id: number): Promise<void> {
  for (;;) {
    const deleted = await store.transaction((tx) => tx.run(deleteSourceEntries, { table_id: id, limit: ROWS }));
    if (deleted === 0) break;
  }
  await store.transaction((tx) => tx.run(deleteSourceTable, { id }));
}
