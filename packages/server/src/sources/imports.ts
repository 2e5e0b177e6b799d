import { invalid } from '../base/errors.ts';
import type { Principal } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { beginJob, getJob, type ImportJob, listJobs, waitForJob } from '../screening/watchlists/import-jobs.ts';
import type { ReceivedFiles } from '../screening/watchlists/received-files.ts';
import { importTable, refuseName, type SourceTable, type TableImport } from './tables.ts';

/** An import of a table of people; times are Unix milliseconds. */
export type SourceImport = ImportJob<TableImport>;

/** An import. Throws `resource_not_found`. */
export function getSourceImport(services: Services, id: string): Promise<SourceImport> {
  return getJob(services, 'table', id);
}

/** The newest imports, at most 100. */
export function listSourceImports(services: Services): Promise<SourceImport[]> {
  return listJobs(services, 'table');
}

/** An import as soon as it has ended, or as it is after some milliseconds. Throws `resource_not_found`. */
export function waitForSourceImport(services: Services, id: string, ms: number): Promise<SourceImport> {
  return waitForJob(services, 'table', { id, ms });
}

/**
 * Begins the import of a table, and answers at once; `waitForSourceImport` has its end. The file is read when the imports before
 * it have ended, and is deleted when it ends. Throws `validation_error` for a name that a table can't have, or another number of
 * files than one; the files then stay the caller's.
 */
export async function beginSourceImport(
  services: Services,
  received: ReceivedFiles,
  table: Pick<SourceTable, 'name' | 'kind' | 'country'>,
  principal: Principal,
): Promise<SourceImport> {
  const [file, another] = received.files;
  if (!file || another) throw invalid({ file: ['must be one file'] });
  await refuseName(services, table.name);
  return beginJob<TableImport>(services, {
    kind: 'table',
    name: table.name,
    received,
    principal,
    action: 'source_import_started',
    run: (_, progress) => importTable(services, { ...table, received, principal, progress }),
  });
}
