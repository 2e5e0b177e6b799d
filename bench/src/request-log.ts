import type { StoreChoice } from './arguments.ts';
import type { Bench } from './bench.ts';
import { ask, getCall, postCall, samplePerson } from './client.ts';
import { freshPlace } from './database.ts';
import { quantile } from './latencies.ts';
import { type Figures, mediansOf, type Target, takeTurns } from './load.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Largest share of the rate of GET that the request log may cost. */
const MOST_LOST = 0.03;

/** Pairs of services, since two processes of one program differ by some percent for as long as they run. */
const PAIRS = 5;

/** Rounds that don't count: a busy machine takes some seconds to compile hot code. */
const WARM_UP = 3;

/**
 * Rounds of each pair, as a multiple of other measurements' rounds, each of a second: a few percent are less than the difference
 * between rounds.
 */
const ROUNDS = 4;

/**
 * GET of an applicant with the request log and without, by new services in turn. Each round is compared with its neighbour. The
 * audit log has no entry of that request: it records what a person opens, and of API tokens the downloads.
 */
export async function measureRequestLog({ options, store }: Bench): Promise<Line[]> {
  const logged: Figures[] = [];
  const plain: Figures[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const [withLog, without] = await measurePair(store, options.rounds * ROUNDS);
    logged.push(...withLog);
    plain.push(...without);
  }
  const byRate = logged.map(({ rate }, n) => rate / (plain[n] as Figures).rate);
  const byCpu = logged.flatMap(({ cpu }, n) => {
    const alone = plain[n]?.cpu;
    return cpu && alone ? [alone / cpu] : [];
  });
  const ours = mediansOf(logged);
  const figures = [`${shares(byRate)} of the rate without`, ...(byCpu.length > 0 ? [`${shares(byCpu)} by CPU`] : [])];
  return [
    { what: 'GET applicant, no request log', ...mediansOf(plain) },
    {
      what: 'GET applicant, request log and audit log',
      ...ours,
      figure: figures.join('; '),
      target: `≥ ${(1 - MOST_LOST) * 100} %`,
      met: quantile(byRate, 0.5) >= 1 - MOST_LOST && ours.failures === 0,
    },
  ];
}

/** The median of ratios, with their quartiles. */
function shares(ratios: readonly number[]): string {
  const percent = (share: number) => (quantile(ratios, share) * 100).toFixed(1);
  return `${percent(0.5)} % (${percent(0.25)} to ${percent(0.75)})`;
}

/** Rounds of a service with the request log, and of one without. */
async function measurePair(store: StoreChoice, rounds: number): Promise<[Figures[], Figures[]]> {
  const places = [await freshPlace(store), await freshPlace(store)] as const;
  const services: RunningService[] = [];
  try {
    services.push(await startService(places[0]), await startService(places[1], ['--request-log-days', '0']));
    const targets = await Promise.all(services.map(targetOf));
    const turns = await takeTurns(targets, { rounds: WARM_UP + rounds, extent: { seconds: 1 } });
    return turns.map((figures) => figures.slice(WARM_UP)) as [Figures[], Figures[]];
  } finally {
    for (const service of services) await service.stop();
    for (const place of places) await place.drop();
  }
}

async function targetOf(service: RunningService): Promise<Target> {
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const call = getCall(`/v3.6/applicants/${id}`, token);
  return { name: service.http_base_url, url: service.http_base_url, call, pid: service.child.pid };
}
