import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, getCall, postCall, samplePerson } from './client.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { compare, type Figures } from './load.ts';
import { type RunningService, startService } from './service.ts';
import type { Line } from './table.ts';

/** Processes that share a limit, and the most that they may let through in any minute, as a multiple of it. */
const PROCESSES = 4;
const MOST_RATIO = 1.02;

/** Fewer requests would mean that the load was too small to reach the limit. */
const LEAST_RATIO = 0.98;

/** Requests a minute that the account may make. */
const LIMIT = 600;

/** Connections of each process that ask again and again, and the milliseconds that each waits in between. */
const CLIENTS = 8;
const WAIT_MS = 20;

interface RedisServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a Redis in memory on a free port of loopback; undefined where none is installed. */
async function startRedis(): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).error) return undefined;
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const flags = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const server: ChildProcess = spawn('redis-server', flags, { stdio: 'ignore' });
  while (!(await listens(port))) await pause(20);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const gone = once(server, 'exit');
      server.kill();
      await gone;
    },
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Measures what shared limits cost a request, and on PostgreSQL how exact the limits of four processes are. */
export async function measureRedis(store: StoreChoice, options: BenchOptions): Promise<Line[]> {
  const redis = await startRedis();
  if (!redis) return [{ what: 'rate limits in Redis', figure: 'skipped: no redis-server on the path' }];
  try {
    const cost = await costOf(store, options, redis.url);
    if (store.name === 'embedded') return cost;
    const seconds = options.rounds > 3 ? 150 : 20;
    return [...cost, await letThrough(store, seconds, redis.url), await letThrough(store, seconds)];
  } finally {
    await redis.stop();
  }
}

/** GET of an applicant from a service without Redis and from one with it, loaded in turn. */
async function costOf(store: StoreChoice, options: BenchOptions, url: string): Promise<Line[]> {
  const places: DataPlace[] = [];
  const services: RunningService[] = [];
  try {
    const target = async (name: string, flags: readonly string[]) => {
      const place = await freshPlace(store);
      places.push(place);
      const service = await startService(place, flags);
      services.push(service);
      const token = service.live_token;
      const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
      const call = getCall(`/v3.6/applicants/${id}`, token);
      return { name, url: service.http_base_url, call, pid: service.child.pid };
    };
    const targets = [await target('off', []), await target('on', ['--redis-url', url])];
    const [off, on] = (await compare(targets, options)) as [Figures, Figures];
    const more = on.cpu !== undefined && off.cpu !== undefined ? `${Math.round(on.cpu - off.cpu)} µs more` : '';
    return [
      { what: 'GET applicant, limits in memory', ...off },
      { what: 'GET applicant, limits in Redis', ...on, figure: more },
    ];
  } finally {
    for (const service of services) await service.stop();
    for (const place of places) await place.drop();
  }
}

/**
 * Requests that four processes allow, as a multiple of the limit of each minute that has begun. The clients measure no busiest minute,
 * because their answers are late by different times. Without an address, the processes have no Redis.
 */
async function letThrough(store: StoreChoice, seconds: number, url?: string): Promise<Line> {
  const place = await freshPlace(store);
  const services: RunningService[] = [];
  try {
    const flags = url === undefined ? [] : ['--redis-url', url];
    for (let n = 0; n < PROCESSES; n++) services.push(await startService(place, ['--role', 'api', ...flags]));
    const newest = services.at(-1) as RunningService;
    await limitTo(newest, LIMIT);
    const end = performance.now() + seconds * 1000;
    let allowed = 0;
    const headers = { authorization: `Token token=${newest.live_token}` };
    const client = async ({ http_base_url }: RunningService) => {
      while (performance.now() < end) {
        const { status } = await fetch(`${http_base_url}/v3.6/ping`, { headers });
        if (status === 200) allowed += 1;
        else if (status !== 429) throw new Error(`A request was answered ${status}`);
        await pause(WAIT_MS);
      }
    };
    await Promise.all(services.flatMap((service) => Array.from({ length: CLIENTS }, () => client(service))));
    const ratio = allowed / (LIMIT * Math.ceil(seconds / 60));
    const shown = { what: `${PROCESSES} processes, limits in ${url === undefined ? 'memory' : 'Redis'}, ${seconds} s` };
    const figure = `${ratio.toFixed(3)} × the limit of ${LIMIT}`;
    if (url === undefined) return { ...shown, figure };
    return {
      ...shown,
      figure,
      target: `≤ ${MOST_RATIO} × the limit`,
      met: ratio <= MOST_RATIO && ratio >= LEAST_RATIO,
    };
  } finally {
    for (const service of services) await service.stop();
    await place.drop();
  }
}

async function limitTo({ http_base_url, operator_key, accountId }: RunningService, limit: number): Promise<void> {
  const answer = await fetch(`${http_base_url}/operator/v1/accounts/${accountId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rate_limit_live: limit }),
  });
  if (!answer.ok) throw new Error(`The operator interface answered ${answer.status}`);
}
