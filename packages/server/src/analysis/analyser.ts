import type { Lane } from '../base/turns.ts';
import type { TaskInput, TaskName, TaskResult } from './tasks.ts';

/**
 * The reason why no findings came. `too_slow`: the task used up the processor time that it may, as it would again. `no_time`: it
 * waited for a processor for so long that the machine must be busy.
 */
export type AnalysisFailure = 'too_slow' | 'no_time' | 'crashed' | 'stopped';

/** An analysis that didn't end by itself. What is wrong with a file is a finding, or the error of its analyser. */
export class AnalysisFailed extends Error {
  readonly reason: AnalysisFailure;

  /** `cause` holds what the analyser's process said last: for the log, since it may hold anything. */
  constructor(reason: AnalysisFailure, message: string, cause?: Error) {
    super(message, { cause });
    this.name = 'AnalysisFailed';
    this.reason = reason;
  }
}

/** Options for the start of a task that must wait for a process. */
export interface RunOptions {
  /**
   * Accounts take turns, and so do the applicants of one. Too many tasks that wait make it throw `TooManyWaiting`. Without
   * a lane the task waits as long as it must.
   */
  readonly lane?: Lane;
  /** Bytes of memory that the task takes, as far as the caller knows: large tasks never take all processes. Default: 0. */
  readonly weight?: number;
}

/** Input of a task, or a function that reads it once a process is free: a waiting task then holds no bytes in memory. */
export type LazyInput<Name extends TaskName> = TaskInput<Name> | (() => Promise<TaskInput<Name>>);

/** Runs tasks somewhere. */
export interface Analyser {
  /** Throws `AnalysisFailed`, `TooManyWaiting`, what the task threw, or what reading its input threw. */
  run<Name extends TaskName>(name: Name, input: LazyInput<Name>, options?: RunOptions): Promise<TaskResult<Name>>;
  close(): Promise<void>;
}

/** The input of a task, read if it must be. */
export async function inputOf<Name extends TaskName>(input: LazyInput<Name>): Promise<TaskInput<Name>> {
  return typeof input === 'function' ? input() : input;
}
