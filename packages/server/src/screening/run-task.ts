import { AnalyserProcess } from '../analysis/process.ts';
import { type Clock, MINUTE_MS } from '../base/clock.ts';

/** Path of the worker beside the bundle that contains this module; see scripts/build.js. */
const WORKER = new URL('../screening/worker.js', import.meta.url);

/** Milliseconds of a processor: six times what a million records may take, for five million of them. */
const PROCESSOR_TIME = 15 * MINUTE_MS;

export interface TaskOptions {
  readonly clock: Clock;
  /** Ends the task: its process is killed. */
  readonly signal?: AbortSignal;
  /** Bytes of the process, of whatever kind. */
  readonly memory: number;
  /** Megabytes of JavaScript objects; default: the limit of an analyser. */
  readonly heap?: number;
  /** Milliseconds of a processor; default: 15 minutes. */
  readonly processorTime?: number;
  /** Milliseconds after which the task is given up, on a machine that has no processor to spare. */
  readonly patience: number;
  /** Default: the worker of the bundle. */
  readonly script?: URL;
}

/**
 * Runs a task of `tasks.ts` and returns its result.
 *
 * @throws AnalysisFailed for the process: `crashed`, `too_slow`, `no_time`, `stopped`
 */
export type RunTask = (name: string, input: object, options: TaskOptions) => Promise<unknown>;

declare module '../context/services.ts' {
  interface Services {
    /** Runs tasks on lists and tables, each in a process of its own. */
    readonly runListTask: RunTask;
  }
}

/** Runs a task in a process of its own, which inherits neither environment nor open files and is ended beyond its bounds. */
export const runInProcess: RunTask = async (
  name,
  input,
  { clock, signal, memory, heap, processorTime = PROCESSOR_TIME, patience, script = WORKER },
) => {
  const bounds = { memory: { most: memory, kept: memory }, ...(heap && { heap }) };
  const process = new AnalyserProcess({ script, clock, processorTime, patience, idle: patience, ...bounds }, () => {});
  const stop = () => void process.end('stopped', `The task ${name} was stopped`);
  signal?.addEventListener('abort', stop);
  try {
    const running = process.run({ name, input });
    if (signal?.aborted) stop();
    return await running;
  } finally {
    signal?.removeEventListener('abort', stop);
    await process.end('stopped', `The task ${name} has ended`);
  }
};
