import { type TaskInput, type TaskName, type TaskResult, tasks } from './tasks.ts';

/** Why no findings came: the reason for which a report goes to a person after its retries. */
export type AnalysisFailure = 'timeout' | 'crashed' | 'stopped';

/** An analysis that didn't end by itself. What is wrong with a file is a finding, or the error of its analyser. */
export class AnalysisFailed extends Error {
  readonly reason: AnalysisFailure;

  /** `cause` holds what the analyser's process said last: for the log, since nobody knows what is in it. */
  constructor(reason: AnalysisFailure, message: string, cause?: Error) {
    super(message, { cause });
    this.name = 'AnalysisFailed';
    this.reason = reason;
  }
}

/** Runs analysers somewhere. */
export interface Analyser {
  /** Throws `AnalysisFailed`, or what the analyser threw. */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskResult<Name>>;
  close(): Promise<void>;
}

/** Runs them where it is called, for tests and for the evaluation: nothing protects the caller. */
export const directAnalyser: Analyser = {
  run: (name, input) => (tasks[name] as (input: unknown) => Promise<never>)(input),
  close: async () => {},
};
