import { type LabelsOf, type Metric, type MetricName, metricsTable, type NamesOf } from './table.ts';

/** A value with its labels, as `/metrics` shows it. */
export interface Sample {
  /** Rest of the name: `_bucket`, `_sum` and `_count` of a histogram, else nothing. */
  readonly suffix: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Value of labels that the table doesn't list. The compiler refuses them, so it marks a fault of ours. */
const UNLISTED = 'other';

const table: Readonly<Record<MetricName, Metric>> = metricsTable;

/**
 * The numbers of this process that an operator sees. Each call adds to a plain number, whether or not somebody reads it: a
 * call takes about 0.1 µs and keeps nothing. `table.ts` says how to add a metric.
 *
 * @example
 * import { Metrics } from './metrics.ts';
 *
 * const metrics = new Metrics();
 * metrics.observe('bonafide_redis_call_duration_seconds', 0.002, { call: 'rate_limit', outcome: 'ok' });
 * metrics.set('bonafide_redis_up', 1, {});
 * metrics.samples('bonafide_redis_up'); // [{ suffix: '', labels: {}, value: 1 }]
 */
export class Metrics {
  readonly #series = new Map<MetricName, Map<string, Series>>();
  readonly #provided = new Map<MetricName, (() => Iterable<Sample>)[]>();
  readonly #refreshers = new Set<() => Promise<void> | void>();

  constructor() {
    for (const name of Object.keys(table) as MetricName[]) {
      const series = new Map<string, Series>();
      this.#series.set(name, series);
      // Rates need counters that begin at 0, not with their first event.
      if (table[name].type === 'counter') {
        for (const labels of combinations(table[name])) series.set(keyOf(name, labels), seriesOf(name, labels));
      }
    }
  }

  /** Adds `by` to a counter. */
  count<N extends NamesOf<'counter'>>(name: N, labels: LabelsOf<N>, by = 1): void {
    this.#of(name, labels).values[0]! += by;
  }

  /** Sets a gauge. */
  set<N extends NamesOf<'gauge'>>(name: N, value: number, labels: LabelsOf<N>): void {
    this.#of(name, labels).values[0] = value;
  }

  /** Removes a gauge whose thing no longer exists. */
  unset<N extends NamesOf<'gauge'>>(name: N, labels: LabelsOf<N>): void {
    this.#series.get(name)!.delete(keyOf(name, labels as Series['labels']));
  }

  /** Observes a value in the unit of a histogram's name. */
  observe<N extends NamesOf<'histogram'>>(name: N, value: number, labels: LabelsOf<N>): void {
    observeIn(this.#of(name, labels).values, metricsTable[name].buckets, value);
  }

  /**
   * Runs a call and observes its duration in seconds, with the outcome that `outcomeOf` names. Without `outcomeOf`, a call that
   * throws is `failed` and any other `ok`.
   */
  async time<N extends NamesOf<'histogram'>, T>(
    name: N,
    labels: Omit<LabelsOf<N>, 'outcome'>,
    call: () => Promise<T>,
    outcomeOf: (error: unknown) => string = (error) => (error === undefined ? 'ok' : 'failed'),
  ): Promise<T> {
    const start = performance.now();
    const observe = (error: unknown) => {
      const whole = { ...labels, outcome: outcomeOf(error) } as unknown as LabelsOf<N>;
      this.observe(name, (performance.now() - start) / 1000, whole);
    };
    try {
      const value = await call();
      observe(undefined);
      return value;
    } catch (error) {
      observe(error ?? new Error());
      throw error;
    }
  }

  /** Adds a source of series that are read when somebody looks, for numbers that are kept elsewhere. */
  provide(name: MetricName, read: () => Iterable<Sample>): void {
    this.#provided.set(name, [...(this.#provided.get(name) ?? []), read]);
  }

  /** Has `refresh` called before somebody looks, such as to read the database; it sets gauges. The answer stops it. */
  beforeReading(refresh: () => Promise<void> | void): () => void {
    this.#refreshers.add(refresh);
    return () => this.#refreshers.delete(refresh);
  }

  /** Runs what `beforeReading` has added. Rejects with the first error after all have ended. */
  async refresh(): Promise<void> {
    const ends = await Promise.allSettled([...this.#refreshers].map(async (refresh) => refresh()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** The present values of a metric. A gauge or histogram that was never set has none. */
  samples(name: MetricName): Sample[] {
    const own = [...this.#series.get(name)!.values()].flatMap(({ labels, values }) =>
      samplesOf(table[name], labels, values),
    );
    return [...own, ...(this.#provided.get(name) ?? []).flatMap((read) => [...read()])];
  }

  #of(name: MetricName, of: object): Series {
    const labels = of as Series['labels'];
    const all = this.#series.get(name)!;
    const key = keyOf(name, labels);
    const known = all.get(key);
    if (known) return known;
    const kept = listed(name, labels);
    const keptKey = keyOf(name, kept);
    const series = all.get(keptKey) ?? seriesOf(name, kept);
    all.set(keptKey, series);
    return series;
  }
}

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** The value; a histogram has the count of each bucket, the count beyond the last, and the sum. */
  readonly values: Float64Array;
}

/** An empty place for the counts of a histogram's buckets, the count beyond them, and the sum. */
export const emptyHistogram = (buckets: readonly number[]): Float64Array => new Float64Array(buckets.length + 2);

/** Adds an observed value to the counts of a histogram. */
export function observeIn(values: Float64Array, buckets: readonly number[], value: number): void {
  let at = 0;
  while (at < buckets.length && value > buckets[at]!) at += 1;
  values[at]! += 1;
  values[buckets.length + 1]! += value;
}

/** The samples of one series: one for a number, several with cumulative counts for a histogram. */
export function samplesOf(metric: Metric, labels: Sample['labels'], values: Float64Array): Sample[] {
  if (metric.type !== 'histogram') return [{ suffix: '', labels, value: values[0]! }];
  let count = 0;
  const samples: Sample[] = [...metric.buckets, '+Inf'].map((le, at) => {
    count += values[at]!;
    return { suffix: '_bucket', labels: { ...labels, le }, value: count };
  });
  if (count === 0) return [];
  samples.push({ suffix: '_sum', labels, value: values[metric.buckets.length + 1]! });
  samples.push({ suffix: '_count', labels, value: count });
  return samples;
}

function seriesOf(name: MetricName, labels: Series['labels']): Series {
  const metric = table[name];
  return { labels, values: metric.type === 'histogram' ? emptyHistogram(metric.buckets) : new Float64Array(1) };
}

/** Key of a series by the values of its labels, in the order of the table. */
function keyOf(name: MetricName, labels: Series['labels']): string {
  let key = '';
  for (const label in table[name].labels) key += `${labels[label]} `;
  return key;
}

/** The labels, with those replaced that the table doesn't list. */
function listed(name: MetricName, labels: Series['labels']): Series['labels'] {
  const known = Object.entries(table[name].labels);
  return Object.fromEntries(
    known.map(([label, values]) => [label, values.includes(labels[label]!) ? labels[label]! : UNLISTED]),
  );
}

/** Every combination of the values of a metric's labels; none where a label is known at the start only. */
function combinations({ labels }: Metric): Record<string, string>[] {
  let all: Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values === 'string') return [];
    all = all.flatMap((some) => values.map((value) => ({ ...some, [label]: value })));
  }
  return all;
}
