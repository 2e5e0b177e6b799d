import type { FastifyReply, FastifyRequest } from 'fastify';
import { emptyHistogram, type Metrics, observeIn, type Sample, samplesOf } from '../metrics/metrics.ts';
import { metricsTable } from '../metrics/table.ts';
import type { AfterSending } from './answer-batch.ts';

const NAME = 'bonafide_http_request_duration_seconds';

const metric = metricsTable[NAME];

/** Label `api` of the routes that begin with a path; the rest are pages and files. */
const APIS: readonly (readonly [RegExp, string])[] = [
  [/^\/v1(?=\/|$)/, 'v1'],
  [/^\/v2(?=\/|$)/, 'v2'],
  [/^\/v3(?:\.\d+)?(?=\/|$)/, 'v3'],
  [/^\/operator\/v1(?=\/|$)/, 'operator'],
  [/^\/dashboard\/api(?=\/|$)/, 'dashboard'],
];

/** Histograms of one route and method, by the first digit of the status. */
type Meter = (Float64Array | undefined)[];

/**
 * Counts requests and their durations by route. A request adds to the numbers of its route, which `/metrics` reads: it costs no
 * text and no object. Templates of routes are the only names, and requests without a route share one series.
 */
export class RequestMeter {
  /** Meters by the configuration of a route, which is one object for its life, and by method. */
  readonly #ofRoute = new Map<object, Map<string, Meter>>();
  /** Meters with their labels: all versions of v3 share them. */
  readonly #meters = new Map<string, { readonly labels: Sample['labels']; readonly meter: Meter }>();
  readonly #unknown: Meter;

  constructor(metrics: Metrics) {
    this.#unknown = this.#meter({ api: 'none', method: 'any', route: 'unknown' });
    metrics.provide(NAME, () => this.#samples());
  }

  /** Counts replies that were sent. */
  readonly count: AfterSending = (replies) => {
    for (const reply of replies) observe(this.#meterOf(reply.request), reply);
  };

  /** Counts a reply that the router itself gave, to a path that can't be read. */
  countUnroutable(reply: FastifyReply): void {
    observe(this.#unknown, reply);
  }

  #meterOf({ routeOptions: { config }, method }: FastifyRequest): Meter {
    const known = this.#ofRoute.get(config)?.get(method);
    if (known) return known;
    // A path without a route has any method, and the handler for it no template.
    const { url } = config as { readonly url?: string };
    if (url === undefined) return this.#unknown;
    const [prefix, api] = APIS.find(([pattern]) => pattern.test(url)) ?? [/^/, 'pages'];
    const meter = this.#meter({ api, method, route: url.replace(prefix, '') || '/' });
    const ofRoute = this.#ofRoute.get(config) ?? new Map<string, Meter>();
    this.#ofRoute.set(config, ofRoute.set(method, meter));
    return meter;
  }

  #meter(labels: Readonly<Record<'api' | 'method' | 'route', string>>): Meter {
    const key = `${labels.api} ${labels.method} ${labels.route}`;
    const entry = this.#meters.get(key) ?? { labels, meter: [] };
    this.#meters.set(key, entry);
    return entry.meter;
  }

  *#samples(): Generator<Sample> {
    for (const { labels, meter } of this.#meters.values()) {
      for (const [digit, values] of meter.entries()) {
        if (values) yield* samplesOf(metric, { ...labels, status: `${digit}xx` }, values);
      }
    }
  }
}

function observe(meter: Meter, reply: FastifyReply): void {
  const digit = Math.floor(reply.statusCode / 100);
  meter[digit] ??= emptyHistogram(metric.buckets);
  observeIn(meter[digit], metric.buckets, reply.elapsedTime / 1000);
}
