import type { BenchOptions, StoreChoice } from './arguments.ts';
import type { Baseline } from './baselines.ts';
import type { DataPlace } from './database.ts';
import type { RunningService } from './service.ts';

/** Context of a measurement: the service on one store, and the place of its data. */
export interface Bench {
  readonly options: BenchOptions;
  readonly store: StoreChoice;
  readonly place: DataPlace;
  readonly service: RunningService;
  /** The service of another build, on a place of its own; undefined unless `--against` names one. */
  readonly other: RunningService | undefined;
  /** Undefined where it is not installed. */
  readonly prism: Baseline | undefined;
}

/** Least part of the bare framework's rate, by store: reads, writes that are durable when they are answered, lists. */
export const leastOfBare = {
  embedded: { get: 0.55, post: 0.4, list: 0.35 },
  PostgreSQL: { get: 0.4, post: 0.2, list: 0.4 },
} as const;

/** Least multiple of Prism's rate. */
export const LEAST_OF_PRISM = 5;
