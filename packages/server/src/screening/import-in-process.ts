import { rm } from 'node:fs/promises';
import { AnalyserProcess } from '../analysis/process.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { ListRefused } from './list-refused.ts';
import type { ImportAnswer, ImportRequest } from './messages.ts';
import type { ListSummary } from './options.ts';
import { leftoversOf } from './stage.ts';

/** Bytes of the process of an import, of whatever kind. */
const MEMORY = 512_000_000;

/** Milliseconds of a processor: six times what a million records may take, for five million of them. */
const PROCESSOR_TIME = 15 * MINUTE_MS;

/** Milliseconds after which an import is given up, on a machine that has no processor to spare. */
const PATIENCE = 4 * HOUR_MS;

/** Path of the worker, next to the bundle that contains this module; see scripts/build.js. */
const WORKER = new URL('../screening/worker.js', import.meta.url);

export interface ProcessOfImport {
  readonly clock: Clock;
  /** Ends the import: its process is killed and nothing is left of it. */
  readonly signal?: AbortSignal;
  /** Default: the worker of the bundle and the bounds above. */
  readonly script?: URL;
  readonly memory?: number;
  readonly processorTime?: number;
}

/**
 * Reads a list in a process of its own, which inherits neither environment nor open files and is ended beyond its bounds of
 * memory and processor time. The records are in the staging file, one a line as JSON, when the promise resolves; otherwise
 * there is no such file.
 *
 * @param staging path of a file in a directory that exists
 * @throws ListRefused for the list, AnalysisFailed for the process: `crashed`, `too_slow`, `no_time`, `stopped`
 */
export async function importInProcess(
  { files, options, staging }: ImportRequest,
  { clock, signal, script = WORKER, memory = MEMORY, processorTime = PROCESSOR_TIME }: ProcessOfImport,
): Promise<ListSummary> {
  const bounds = { most: memory, kept: memory };
  const process = new AnalyserProcess(
    { script, clock, processorTime, patience: PATIENCE, idle: PATIENCE, memory: bounds },
    () => {},
  );
  const stop = () => void process.end('stopped', 'The import was stopped');
  signal?.addEventListener('abort', stop);
  try {
    const running = process.run({ name: 'import', input: { files, options, staging } });
    if (signal?.aborted) stop();
    const answer = (await running) as ImportAnswer;
    if ('refused' in answer) throw new ListRefused(...answer.refused);
    return answer.summary;
  } catch (error) {
    await process.end('stopped', 'The import has ended');
    const left = [staging, ...leftoversOf(staging)];
    await Promise.all(left.map((path) => rm(path, { recursive: true, force: true })));
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await process.end('stopped', 'The import has ended');
  }
}
