import { HOUR_MS } from '../../base/clock.ts';
import { ListRefused, type RefusalFacts } from '../list-refused.ts';
import type { ListFile } from '../options.ts';
import type { RunTask, TaskOptions } from '../run-task.ts';
import type { TableOptions, TableSummary } from './read-table.ts';

/** Bytes of the process that reads a table. */
const MEMORY = 1_000_000_000;

/** Milliseconds of a processor: for a table of a hundred million people. */
const PROCESSOR_TIME = 2 * HOUR_MS;

/** Milliseconds after which a table is given up, on a machine that has no processor to spare. */
const PATIENCE = 12 * HOUR_MS;

export interface TableRequest {
  readonly file: ListFile;
  readonly options: TableOptions;
  /** Path of the file that the hashes are written to. */
  readonly staging: string;
}

export type TableAnswer = { readonly summary: TableSummary } | { readonly refused: RefusalFacts };

/**
 * Reads a table in a process of its own; see `readTable`.
 *
 * @throws ListRefused for the table, AnalysisFailed for the process
 */
export async function readTableInProcess(
  run: RunTask,
  request: TableRequest,
  options: Pick<TaskOptions, 'clock' | 'signal'>,
): Promise<TableSummary> {
  const bounds = { memory: MEMORY, processorTime: PROCESSOR_TIME, patience: PATIENCE };
  const answer = (await run('table', request, { ...bounds, ...options })) as TableAnswer;
  if ('refused' in answer) throw new ListRefused(...answer.refused);
  return answer.summary;
}
