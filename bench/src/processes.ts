import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, type Call, getCall, postCall, samplePerson } from './client.ts';
import { freshPlace } from './database.ts';
import { generateLoad } from './generator.ts';
import { median } from './load.ts';
import { processorTimeOf } from './processor-time.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Numbers of processes that answer requests at once. */
const COUNTS = [1, 2, 4] as const;

/** Connections to each process. */
const CONNECTIONS = 32;

/** The most processor time for a request with 4 processes, as a multiple of that with 1. */
const MOST_RATIO = 1.1;

/** Processor time of the API processes for a request, with 1, 2 and 4 of them on one database. */
export async function measureProcesses(store: StoreChoice, options: BenchOptions): Promise<Line[]> {
  if (store.name === 'embedded') return [];
  const place = await freshPlace(store);
  const services: RunningService[] = [];
  try {
    while (services.length < Math.max(...COUNTS)) services.push(await startService(place, ['--role', 'api']));
    // The tokens of a ready file end with the next one.
    const { live_token: token } = services.at(-1) as RunningService;
    const person = await ask<{ id: string }>(
      services[0] as RunningService,
      postCall('/v3.6/applicants', token, samplePerson),
    );
    const calls: readonly [string, Call][] = [
      ['GET applicant', getCall(`/v3.6/applicants/${person.id}`, token)],
      ['POST applicant', postCall('/v3.6/applicants', token, samplePerson)],
    ];
    const lines: Line[] = [];
    for (const [what, call] of calls) lines.push(...(await compareCounts(what, call, services, options)));
    return lines;
  } finally {
    for (const service of services) await service.stop();
    await place.drop();
  }
}

async function compareCounts(
  what: string,
  call: Call,
  services: readonly RunningService[],
  { rounds, extent }: BenchOptions,
): Promise<Line[]> {
  await loadAll(services, call, 1);
  const found = new Map(COUNTS.map((count) => [count, [] as Loaded[]]));
  for (let round = 0; round < rounds; round++) {
    for (const count of round % 2 ? [...COUNTS].reverse() : COUNTS) {
      found.get(count)?.push(await loadAll(services.slice(0, count), call, extent.seconds));
    }
  }
  const cpuOf = (count: number) => median((found.get(count as 1) ?? []).map(({ cpu }) => cpu));
  return COUNTS.map((count) => {
    const rate = median((found.get(count) ?? []).map((one) => one.rate));
    const line = { what: `${what}, ${count} API ${count === 1 ? 'process' : 'processes'}`, rate, cpu: cpuOf(count) };
    if (count === 1) return line;
    const ratio = cpuOf(count) / cpuOf(1);
    const figure = `${ratio.toFixed(2)} × the processor time of 1`;
    return count === 4
      ? { ...line, figure, target: `≤ ${MOST_RATIO} ×`, met: ratio <= MOST_RATIO }
      : { ...line, figure };
  });
}

interface Loaded {
  /** Requests a second, of all processes. */
  readonly rate: number;
  /** Microseconds of their processor time for a request. */
  readonly cpu: number;
}

/** Loads the processes at the same time. Throws when a request fails. */
async function loadAll(services: readonly RunningService[], call: Call, seconds: number): Promise<Loaded> {
  const used = () => services.reduce((sum, { child }) => sum + (processorTimeOf(child.pid) ?? Number.NaN), 0);
  const before = used();
  const loads = await Promise.all(
    services.map(({ http_base_url }) => generateLoad(http_base_url, call, { seconds }, CONNECTIONS)),
  );
  const after = used();
  const failures = loads.reduce((sum, one) => sum + one.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  const requests = loads.reduce((sum, one) => sum + one.requests, 0);
  return { rate: loads.reduce((sum, one) => sum + one.requests / one.seconds, 0), cpu: (after - before) / requests };
}
