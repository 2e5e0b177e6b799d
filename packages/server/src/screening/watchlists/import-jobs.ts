import { once } from 'node:events';
import { AnalysisFailed } from '../../analysis/analyser.ts';
import type { AuditAction } from '../../audit/actions.ts';
import { recordChange } from '../../audit/record.ts';
import { type ErrorType, type FieldErrors, notFound, Problem, problem } from '../../base/errors.ts';
import { every } from '../../base/every.ts';
import { type Principal, type RecordedPrincipal, recordedPrincipal, recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import {
  endWatchlistImport,
  findWatchlistImport,
  insertWatchlistImport,
  listWatchlistImports,
  noteWatchlistImport,
  runningWatchlistImports,
  touchWatchlistImport,
} from '../../store/queries/watchlist-imports.ts';
import { withdrawListVersion } from '../../store/queries/watchlists.ts';
import type { WatchlistImportRow } from '../../store/schema.ts';
import type { SystemTx } from '../../store/store.ts';
import { noteSharedUpdate } from '../../updates/note.ts';
import { discardUnlessActivated } from './discard.ts';
import type { ReceivedFiles } from './received-files.ts';

/** Imports that a list of them has. */
const SHOWN = 100;

/** Milliseconds between two notes that an import waits or is under way. */
const BEAT_MS = 10_000;

/** Milliseconds without a note after which the process of an import has ended, or is as good as ended. */
const LOST_MS = 60_000;

/** Milliseconds after which a process looks again whether the imports of others have ended. */
const LOOK_MS = 5_000;

type Kind = WatchlistImportRow['kind'];

/** The reason why an import has failed: an error of the catalogue. It reveals no content of the files. */
interface ImportError {
  readonly type: ErrorType;
  readonly message: string;
  readonly fields?: FieldErrors | string;
}

/** An import, of a watchlist or of a table of people; `Result` is what it has made. Times are Unix milliseconds. */
export interface ImportJob<Result> extends Omit<WatchlistImportRow, 'result' | 'error' | 'process' | 'created_by'> {
  readonly created_by: RecordedPrincipal | null;
  readonly result: Result | null;
  readonly error: ImportError | null;
}

function toJob<Result>({ result, error, process: _, ...row }: WatchlistImportRow): ImportJob<Result> {
  return {
    ...row,
    created_at: Number(row.created_at),
    ended_at: row.ended_at === null ? null : Number(row.ended_at),
    touched_at: Number(row.touched_at),
    stored: Number(row.stored),
    created_by: recordedPrincipal(row.created_by),
    result: result === null ? null : (JSON.parse(result) as Result),
    error: error === null ? null : (JSON.parse(error) as ImportError),
  };
}

/** An import of a kind. Throws `resource_not_found`. */
export async function getJob<Result>({ store }: Services, kind: Kind, id: string): Promise<ImportJob<Result>> {
  const row = await store.system.first(findWatchlistImport, { id });
  if (row?.kind !== kind) throw notFound(kind === 'list' ? 'WatchlistImport' : 'SourceImport', id);
  return toJob(row);
}

/** The newest imports of a kind, at most 100. */
export async function listJobs<Result>({ store }: Services, kind: Kind): Promise<ImportJob<Result>[]> {
  const rows = await store.system.all(listWatchlistImports, { kind, limit: SHOWN });
  return rows.map((row) => toJob<Result>(row));
}

/** An import as soon as it has ended, or as it is after some milliseconds. Throws `resource_not_found`. */
export async function waitForJob<Result>(
  services: Services,
  kind: Kind,
  { id, ms }: { readonly id: string; readonly ms: number },
): Promise<ImportJob<Result>> {
  const { store, clock } = services;
  const waiting = new AbortController();
  const late = once(waiting.signal, 'abort');
  const forget = store.onSignal('watchlist_import', (ended) => {
    if (ended === id) waiting.abort();
  });
  const cancel = clock.schedule(ms, () => waiting.abort());
  try {
    // After the listener is there: an import that ends in between is not missed.
    const now = await getJob<Result>(services, kind, id);
    if (now.ended_at !== null || ms === 0) return now;
    await late;
    return await getJob<Result>(services, kind, id);
  } finally {
    cancel();
    forget();
  }
}

/** Callbacks of an import as it proceeds. An error of either ends the import. */
export interface Progress<Result> {
  /** Ends the import early. */
  readonly signal: AbortSignal;
  /** Notes the current step, and how many entries are stored. */
  note(state: 'reading' | 'storing' | 'activating', stored: number): Promise<void>;
  /** Is written in the transaction that ends the import well. What it throws undoes that. */
  succeeded(tx: SystemTx, result: Result): Promise<void>;
}

interface Begun<Result> {
  readonly kind: Kind;
  /** Name of the list, or of the table. */
  readonly name: string;
  readonly received: ReceivedFiles;
  readonly principal: Principal;
  readonly action: Extract<AuditAction, 'watchlist_import_started' | 'source_import_started'>;
  run(id: string, progress: Progress<Result>): Promise<void>;
}

/**
 * Begins an import, and answers at once; `waitForJob` has its end. It runs when the imports before it have ended, of either kind,
 * and its files are deleted when it ends.
 */
export async function beginJob<Result>(services: Services, begun: Begun<Result>): Promise<ImportJob<Result>> {
  const { store, clock, ids } = services;
  const { kind, name, received, principal, action } = begun;
  const now = clock.now();
  const row: WatchlistImportRow = {
    id: ids.uuid(),
    kind,
    list: name,
    state: 'queued',
    created_at: now,
    created_by: recordOf(principal),
    ended_at: null,
    touched_at: now,
    process: services.imports.process,
    stored: 0,
    result: null,
    error: null,
  };
  try {
    await store.transaction(async (tx) => {
      await tx.run(insertWatchlistImport, row);
      noteUpdateOf(tx, kind);
      recordChange(services, tx, { action, object_id: row.id, details: { [kind]: name }, principal });
    });
  } catch (error) {
    await received.discard();
    throw error;
  }
  const stopBeats = beat(services, row.id);
  services.imports.add((signal) => runJob(services, row.id, begun, signal).finally(stopBeats));
  return toJob(row);
}

async function runJob<Result>(
  services: Services,
  id: string,
  { kind, received, run }: Begun<Result>,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = services;
  try {
    await othersFirst(services, id, signal);
    await run(id, {
      signal,
      note: (state, stored) =>
        store.transaction(async (tx) => {
          if ((await tx.run(noteWatchlistImport, { id, state, stored, now: clock.now() })) === 0) throw givenUp();
          noteUpdateOf(tx, kind);
        }),
      succeeded: (tx, result) => succeed(services, tx, id, result),
    });
  } catch (error) {
    const known = errorOf(error);
    if (!known) log.error({ err: error, import: id }, 'an import failed');
    await received.discard();
    const reason = known ?? asError(problem('internal_server_error'));
    await store
      .transaction((tx) => fail(services, tx, id, reason))
      .catch((err) => log.error({ err, import: id }, 'the failure of an import could not be noted'));
  } finally {
    await received.discard();
  }
}

/** Pages show imports of watchlists alone. */
function noteUpdateOf(tx: SystemTx, kind: Kind): void {
  if (kind === 'list') noteSharedUpdate(tx, 'watchlist');
}

/** Notes from time to time that an import waits or is under way. */
function beat({ store, clock, log }: Services, id: string): () => void {
  return every(clock, BEAT_MS, () =>
    store
      .transaction((tx) => tx.run(touchWatchlistImport, { id, now: clock.now() }))
      .catch((err) => log.warn({ err, import: id }, 'an import could not note that it is under way')),
  );
}

/** Waits until the imports of other processes that came before have ended: what an import changes is counted against them. */
async function othersFirst(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const { store, clock, imports } = services;
  if (store.exclusive) return;
  for (;;) {
    if (signal.aborted) throw stopped();
    let ended = () => {};
    const signalled = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const forget = store.onSignal('watchlist_import', ended);
    const cancel = clock.schedule(LOOK_MS, ended);
    signal.addEventListener('abort', ended);
    try {
      const running = await store.system.all(runningWatchlistImports, {});
      const first = running.find((job) => job.id < id && job.process !== imports.process);
      if (!first) return;
      if (isLost(first, clock.now())) await giveUp(services, first);
      else await signalled;
    } finally {
      cancel();
      forget();
      signal.removeEventListener('abort', ended);
    }
  }
}

const isLost = ({ touched_at }: WatchlistImportRow, now: number) => now - Number(touched_at) > LOST_MS;

/** Ends imports whose process has ended. `alone`: no other process imports, so it is every one that has no end. */
export async function endLostImports(services: Services, { alone }: { readonly alone: boolean }): Promise<void> {
  const { store, clock } = services;
  for (const row of await store.system.all(runningWatchlistImports, {})) {
    if (alone || isLost(row, clock.now())) await giveUp(services, row);
  }
}

/**
 * Ends an import in the place of its process. Should that live, it changes nothing any more. What a table has stored by then is never
 * asked, and `discardTables` deletes it.
 */
async function giveUp(services: Services, { id, kind }: WatchlistImportRow): Promise<void> {
  const ended = await services.store.transaction(async (tx) => {
    if (!(await fail(services, tx, id, asError(stopped())))) return false;
    if (kind === 'list') await tx.run(withdrawListVersion, { id });
    return true;
  });
  if (ended && kind === 'list') await discardUnlessActivated(services, id);
}

async function succeed({ clock }: Services, tx: SystemTx, id: string, outcome: unknown): Promise<void> {
  const result = JSON.stringify(outcome);
  const end = { id, state: 'succeeded', result, error: null, now: clock.now() } as const;
  if ((await tx.run(endWatchlistImport, end)) === 0) throw givenUp();
  tx.signal('watchlist_import', id);
}

/** Returns whether the import had not ended before. */
async function fail({ clock }: Services, tx: SystemTx, id: string, error: ImportError): Promise<boolean> {
  const end = { id, state: 'failed', result: null, error: JSON.stringify(error), now: clock.now() } as const;
  tx.signal('watchlist_import', id);
  return (await tx.run(endWatchlistImport, end)) > 0;
}

const stopped = () =>
  problem('unavailable', { message: 'The service ended before the import did. Import the files again' });

/** Another process took this one for ended. */
const givenUp = () => problem('unavailable', { message: 'The import was given up. Import the files again' });

const asError = ({ type, message, fields }: Problem): ImportError => ({
  type,
  message,
  ...(fields !== undefined && { fields }),
});

/** Part of an error that an operator reads; undefined for an unforeseen one. */
function errorOf(error: unknown): ImportError | undefined {
  if (error instanceof Problem) return asError(error);
  if (error instanceof AnalysisFailed) return asError(error.reason === 'stopped' ? stopped() : problem('unavailable'));
  return undefined;
}
