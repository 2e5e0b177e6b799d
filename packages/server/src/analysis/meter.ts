import type { Turns } from '../base/turns.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { LabelsOf } from '../metrics/table.ts';
import { AnalysisFailed } from './analyser.ts';
import type { ExitReason, ProcessWatch } from './process.ts';
import type { TaskName } from './tasks.ts';

/** The metrics that a pool counts in, and the name of the pool there. */
export interface PoolMetrics {
  readonly metrics: Metrics;
  readonly pool: LabelsOf<'bonafide_analyses'>['pool'];
}

/** Counts the analyses and processes of one pool. */
export class Meter implements ProcessWatch {
  readonly #metrics: Metrics;
  readonly #pool: PoolMetrics['pool'];

  constructor({ metrics, pool }: PoolMetrics, turns: Turns) {
    this.#metrics = metrics;
    this.#pool = pool;
    metrics.beforeReading(() => {
      metrics.set('bonafide_analyses', turns.running, { pool, state: 'running' });
      metrics.set('bonafide_analyses', turns.waiting, { pool, state: 'waiting' });
    });
  }

  /** Observes the duration of an analysis that has begun, with its outcome. */
  time(task: TaskName, answer: Promise<unknown>): Promise<unknown> {
    const outcomeOf = (error: unknown) => {
      if (error === undefined) return 'ok';
      return error instanceof AnalysisFailed ? error.reason : 'refused';
    };
    const labels = { pool: this.#pool, task };
    return this.#metrics.time('bonafide_analysis_duration_seconds', labels, () => answer, outcomeOf);
  }

  countRefused(): void {
    this.#metrics.count('bonafide_analyses_refused_total', { pool: this.#pool });
  }

  held(bytes: number): void {
    this.#metrics.observe('bonafide_analyser_memory_bytes', bytes, { pool: this.#pool });
  }

  exited(reason: ExitReason): void {
    this.#metrics.count('bonafide_analyser_exits_total', { pool: this.#pool, reason });
  }
}
