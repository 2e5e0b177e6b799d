import { perMinute } from '../../packages/server/src/http/rate-limit.ts';
import { openRateLimiter } from '../../packages/server/src/http/rate-limiter.ts';
import { median } from './load.ts';
import type { Line } from './table.ts';

/** Requests that are counted in a round, of so many accounts. */
const REQUESTS = 200_000;
const ACCOUNTS = 100;
const ROUNDS = 7;

/** Measures the cost of counting a request, with its promise, and within a hook that is asynchronous like the gate's. */
export async function measureRateLimiter(): Promise<Line[]> {
  const limits = [perMinute(400)];
  const limiter = openRateLimiter({ redis: undefined }, 'requests');
  let now = Date.now();
  const take = (i: number) => limiter.take(`account ${i % ACCOUNTS} live v3`, limits, now);
  const hook = async (i: number) => {
    if ((await take(i)).limit !== 400) throw new Error('The limiter has another limit');
  };
  const works: Record<string, (i: number) => unknown> = {
    'counted and awaited': take,
    '… within the hook of the gate': hook,
  };
  const found = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [what, work] of Object.entries(works)) {
      now += 60_000;
      found.set(what, [...(found.get(what) ?? []), await processorTime(work)]);
    }
  }
  return [...found].map(([what, times]) => ({
    what: `rate limit: a request ${what}`,
    figure: `${median(times).toFixed(2)} µs of processor time each`,
  }));
}

/** Microseconds of processor time for one call. */
async function processorTime(work: (i: number) => unknown): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < REQUESTS; i++) await work(i);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}
