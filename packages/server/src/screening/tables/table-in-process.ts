import { AnalyserProcess } from '../../analysis/process.ts';
import { type Clock, HOUR_MS } from '../../base/clock.ts';
import { ListRefused, type RefusalFacts } from '../list-refused.ts';
import type { ListFile } from '../options.ts';
import type { TableOptions, TableSummary } from './read-table.ts';

/** Bytes of the process that reads a table. */
const MEMORY = 1_000_000_000;

/** Milliseconds of a processor: for a table of a hundred million people. */
const PROCESSOR_TIME = 2 * HOUR_MS;

/** Milliseconds after which a table is given up, on a machine that has no processor to spare. */
const PATIENCE = 12 * HOUR_MS;

/** Path of the worker beside the bundle that contains this module; see scripts/build.js. */
const WORKER = new URL('../screening/worker.js', import.meta.url);

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
 * @param signal kills the process
 * @throws ListRefused for the table, AnalysisFailed for the process
 */
export async function readTableInProcess(
  request: TableRequest,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<TableSummary> {
  const process = new AnalyserProcess(
    {
      script: WORKER,
      clock,
      processorTime: PROCESSOR_TIME,
      patience: PATIENCE,
      idle: PATIENCE,
      memory: { most: MEMORY, kept: MEMORY },
    },
    () => {},
  );
  const stop = () => void process.end('stopped', 'The import was stopped');
  signal.addEventListener('abort', stop);
  try {
    const running = process.run({ name: 'table', input: request });
    if (signal.aborted) stop();
    const answer = (await running) as TableAnswer;
    if ('refused' in answer) throw new ListRefused(...answer.refused);
    return answer.summary;
  } finally {
    signal.removeEventListener('abort', stop);
    await process.end('stopped', 'The import has ended');
  }
}
