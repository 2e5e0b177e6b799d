import type { Analyser, LazyInput, RunOptions } from './analyser.ts';
import type { TaskName, TaskResult } from './tasks.ts';

export interface Lanes {
  /** Tasks for which a client waits. */
  readonly judged: ReadonlySet<string>;
  /** Runs those. */
  readonly judges: Analyser;
  /** Runs all other tasks. */
  readonly reports: Analyser;
}

/** Runs tasks for which a client waits in processes of their own, so that none of them waits for a report. */
export class LanedAnalyser implements Analyser {
  readonly #lanes: Lanes;

  constructor(lanes: Lanes) {
    this.#lanes = lanes;
  }

  run<Name extends TaskName>(name: Name, input: LazyInput<Name>, options?: RunOptions): Promise<TaskResult<Name>> {
    const { judged, judges, reports } = this.#lanes;
    return (judged.has(name) ? judges : reports).run(name, input, options);
  }

  async close(): Promise<void> {
    const { judges, reports } = this.#lanes;
    await Promise.all([judges.close(), reports.close()]);
  }
}
