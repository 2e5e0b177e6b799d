/**
 * Every metric of the service, once. `Metrics` counts by this table, `/metrics` shows it, and `docs/operations/monitoring.md` lists it.
 *
 * To add a metric, add its row here and to the table in `docs/operations/monitoring.md`. Then call `services.metrics.count`,
 * `observe` or `set` where the thing happens; the compiler knows the names, the labels and their values. A part that is opened
 * before the services gets `metrics` as an argument.
 *
 * The values of each label are listed here. No label has a value that comes from outside: no id, name, path or address.
 */

/** Label whose values the service knows at its start: templates of routes, its version. Only `Metrics.provide` gives such series. */
export const atStart = 'known at the start';

type LabelValues = Readonly<Record<string, readonly string[] | typeof atStart>>;

interface Counter<L extends LabelValues = LabelValues> {
  readonly type: 'counter';
  readonly help: string;
  readonly labels: L;
}

interface Gauge<L extends LabelValues = LabelValues> {
  readonly type: 'gauge';
  readonly help: string;
  readonly labels: L;
}

interface Histogram<L extends LabelValues = LabelValues> {
  readonly type: 'histogram';
  readonly help: string;
  readonly labels: L;
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

export type Metric = Counter | Gauge | Histogram;

/** A number that only grows. Its name ends in `_total`. */
function counter<const L extends LabelValues>(help: string, labels: L): Counter<L> {
  return { type: 'counter', help, labels };
}

/** A number that rises and falls. */
function gauge<const L extends LabelValues>(help: string, labels: L): Gauge<L> {
  return { type: 'gauge', help, labels };
}

/** Counts of observed values by bucket, with their sum. Its name ends in the unit, such as `_seconds`. */
function histogram<const L extends LabelValues>(help: string, labels: L, buckets: readonly number[]): Histogram<L> {
  return { type: 'histogram', help, labels, buckets };
}

/** Upper bounds in seconds: of requests and calls, and of work that takes up to days. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

const WORK_SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1800, 7200, 86_400] as const;

/** Kinds of jobs, as `jobSubjects` has them; a test compares the two. */
const jobKinds = [
  'check',
  'report',
  'workflow_run',
  'watchlist_monitor',
  'monitor_sweep',
  'delivery',
  'mail',
  'message',
  'erasure',
  'snapshot',
  'binary_media',
  'blob',
  'upkeep',
  'search_rebuild',
  'failed_sign_in',
] as const;

const OK_OR_FAILED = ['ok', 'failed'] as const;

export const metricsTable = {
  bonafide_jobs_ended_total: counter('Runs of background jobs', {
    kind: jobKinds,
    outcome: ['done', 'failed', 'postponed', 'interrupted', 'lease_lost'],
  }),
  bonafide_job_duration_seconds: histogram('Duration of runs of background jobs', { kind: jobKinds }, WORK_SECONDS),
  bonafide_jobs_running: gauge('Background jobs that this process runs now', { kind: jobKinds }),
  bonafide_storage_call_duration_seconds: histogram(
    'Duration of calls of the object store',
    { store: ['disk', 's3'], call: ['put', 'get', 'delete'], outcome: ['ok', 'missing', 'failed'] },
    CALL_SECONDS,
  ),
  bonafide_redis_up: gauge('Whether the last call of Redis succeeded, 1 or 0; absent without Redis', {}),
  bonafide_redis_call_duration_seconds: histogram(
    'Duration of calls of Redis',
    { call: ['rate_limit', 'room', 'publish'], outcome: [...OK_OR_FAILED, 'timeout'] },
    CALL_SECONDS,
  ),
} as const satisfies Record<string, Metric>;

type Table = typeof metricsTable;
export type MetricName = keyof Table;

/** Names of the metrics of a type. */
export type NamesOf<Type extends Metric['type']> = {
  [N in MetricName]: Table[N] extends { readonly type: Type } ? N : never;
}[MetricName];

/** The labels of a metric, each with one of its values. */
export type LabelsOf<N extends MetricName> = {
  readonly [L in keyof Table[N]['labels']]: Table[N]['labels'][L] extends readonly (infer V)[] ? V : never;
};
