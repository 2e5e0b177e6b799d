import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { type ImportOptions, type ImportOutcome, importWatchlist } from './import.ts';
import { beginJob, getJob, type ImportJob, listJobs, waitForJob } from './import-jobs.ts';
import type { ReceivedFiles } from './received-files.ts';
import type { ListVersion } from './version.ts';

/** Result of an import, at its end. */
interface ImportResult extends Pick<ImportOutcome, 'outcome' | 'set'> {
  readonly version: ListVersion;
  readonly kinds: Readonly<Record<string, number>>;
  readonly names: number;
  readonly unusable: Readonly<Record<string, number>>;
}

/** An import of a watchlist; times are Unix milliseconds. */
export type WatchlistImport = ImportJob<ImportResult>;

/** An import. Throws `resource_not_found`. */
export function getImport(services: Services, id: string): Promise<WatchlistImport> {
  return getJob(services, 'list', id);
}

/** The newest imports, at most 100. */
export function listImports(services: Services): Promise<WatchlistImport[]> {
  return listJobs(services, 'list');
}

/** An import as soon as it has ended, or as it is after some milliseconds. Throws `resource_not_found`. */
export function waitForImport(services: Services, id: string, ms: number): Promise<WatchlistImport> {
  return waitForJob(services, 'list', { id, ms });
}

/**
 * Begins an import, and answers at once; `waitForImport` has its end. The files are read when the imports before it have ended,
 * and are deleted when it ends.
 */
export function beginImport(
  services: Services,
  received: ReceivedFiles,
  options: ImportOptions,
  principal: Principal,
): Promise<WatchlistImport> {
  return beginJob<ImportResult>(services, {
    kind: 'list',
    name: options.list,
    received,
    principal,
    action: 'watchlist_import_started',
    run: (id, { signal, note, succeeded }) =>
      importWatchlist(services, {
        id,
        files: received.files,
        options,
        principal,
        signal,
        note,
        succeeded: (tx, { outcome, set, version, summary: { kinds, names, unusable } }) =>
          succeeded(tx, { outcome, set, version, kinds, names, unusable }),
      }),
  });
}
