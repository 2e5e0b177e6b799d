import type { Metric as PromMetric } from 'prom-client';
import type { Metrics } from './metrics.ts';
import { type MetricName, metricsTable } from './table.ts';

/** Milliseconds that the numbers of the database may take; after that, `/metrics` shows the ones from before. */
const REFRESH_MS = 3_000;

export interface Exposition {
  readonly contentType: string;
  /** All metrics as text. Never rejects. */
  text(): Promise<string>;
}

/**
 * Shows metrics in the text format of Prometheus, with the metrics of the process and of Node. Loads prom-client, so it is opened only
 * where somebody may look.
 *
 * @param failed gets the error of numbers that could not be read
 */
export async function openExposition(metrics: Metrics, failed: (error: unknown) => void): Promise<Exposition> {
  const { Registry, register } = await loadProcessMetrics();
  const registry = new Registry();
  for (const name of Object.keys(metricsTable) as MetricName[]) {
    const { type, help } = metricsTable[name];
    const get = async () => ({
      name,
      help,
      type,
      values: metrics.samples(name).map(({ suffix, labels, value }) => ({ metricName: name + suffix, labels, value })),
    });
    // prom-client calls `get` alone. Its own classes copy every number once more.
    registry.registerMetric({ name, help, type, get } as unknown as PromMetric);
  }
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    async text() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`Numbers took more than ${REFRESH_MS} ms to read`)), REFRESH_MS);
      });
      await Promise.race([metrics.refresh(), late]).catch((error) => {
        metrics.count('bonafide_metrics_read_failures_total', {});
        failed(error);
      });
      clearTimeout(timer);
      return `${await registry.metrics()}\n${await register.metrics()}`;
    },
  };
}

let loaded: Promise<typeof import('prom-client')> | undefined;

/** prom-client, whose own registry has the metrics of the process. They are the same for every service in a process. */
function loadProcessMetrics(): Promise<typeof import('prom-client')> {
  loaded ??= import('prom-client').then(({ default: client }) => {
    client.collectDefaultMetrics();
    return client;
  });
  return loaded;
}
