import { rm } from 'node:fs/promises';
import { HOUR_MS } from '../base/clock.ts';
import { ListRefused } from './list-refused.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import type { ListSummary } from './options.ts';
import { type RunTask, runInProcess, type TaskOptions } from './run-task.ts';
import { leftoversOf } from './stage.ts';

/** Bytes of the process of an import, of whatever kind. */
const MEMORY = 512_000_000;

/** Milliseconds after which an import is given up, on a machine that has no processor to spare. */
const PATIENCE = 4 * HOUR_MS;

export interface ProcessOfImport extends Omit<TaskOptions, 'memory' | 'patience'> {
  /** Default: 512 MB. */
  readonly memory?: number;
  /** Default: `runInProcess`. */
  readonly run?: RunTask;
}

/**
 * Reads a list in a process of its own. The records are in the staging file, one a line as JSON, when the promise resolves;
 * otherwise there is no such file.
 *
 * @param staging path of a file in a directory that exists
 * @throws ListRefused for the list, AnalysisFailed for the process: `crashed`, `too_slow`, `no_time`, `stopped`
 */
export async function importInProcess(
  request: ImportRequest,
  { run = runInProcess, ...options }: ProcessOfImport,
): Promise<ListSummary> {
  try {
    const answer = (await run('import', request, { memory: MEMORY, patience: PATIENCE, ...options })) as ImportAnswer;
    if ('refused' in answer) throw new ListRefused(...answer.refused);
    return answer.summary;
  } catch (error) {
    const left = [request.staging, ...leftoversOf(request.staging)];
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
    throw error;
  }
}
