import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from './client.ts';
import { benchScript } from './service.ts';

/** Somebody who answers a call: the service or a baseline. */
export interface Target {
  readonly name: string;
  /** Without the path. */
  readonly url: string;
  readonly call: Call;
}

export interface Figures {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers that weren't a success, and connections that broke. */
  readonly failures: number;
}

/** How long a target is loaded: so many seconds or, where answers take their time, until so many have come. */
export type Extent = { readonly seconds: number } | { readonly requests: number };

export interface LoadOptions {
  readonly rounds: number;
  readonly extent: Extent;
  /** Connections that each send their next request after the answer; 64 by default. */
  readonly connections?: number;
}

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 1;

/** Seconds after which a request counts as failed. */
const TIMEOUT_SECONDS = 60;

/** What a process that loads a target is told; the body is beside it in a file, since it may be bytes. */
interface LoadSettings {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  readonly connections: number;
  readonly extent: Extent;
}

/** What the bench uses of autocannon, which has no types of its own. */
type Autocannon = (options: object) => Promise<{
  /** Seconds. */
  duration: number;
  requests: { total: number };
  latency: { p50: number; p99: number };
  non2xx: number;
  errors: number;
}>;

/** Loads one target from a process of its own, so that the load takes no turns of anybody's event loop. */
async function load({ url, call }: Target, extent: Extent, connections: number): Promise<Figures> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-load-'));
  try {
    const { method, path, headers } = call;
    const body = call.body === undefined ? null : join(directory, 'body');
    if (body) await writeFile(body, call.body as string | Buffer);
    const settings: LoadSettings = { url: url + path, method, headers, body, connections, extent };
    await writeFile(join(directory, 'load.json'), JSON.stringify(settings));
    return JSON.parse(await output([benchScript, 'load', join(directory, 'load.json')]));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The process that loads a target; prints its figures as JSON. */
export async function runLoad(settingsFile: string): Promise<void> {
  const { extent, body: bodyFile, ...request }: LoadSettings = JSON.parse(await readFile(settingsFile, 'utf8'));
  const autocannon = createRequire(import.meta.url)('autocannon') as Autocannon;
  const until = 'seconds' in extent ? { duration: extent.seconds } : { amount: extent.requests };
  const body = bodyFile === null ? {} : { body: await readFile(bodyFile) };
  const found = await autocannon({ ...request, ...until, ...body, timeout: TIMEOUT_SECONDS });
  const figures: Figures = {
    rate: found.requests.total / found.duration,
    p50: found.latency.p50,
    p99: found.latency.p99,
    failures: found.non2xx + found.errors,
  };
  console.log(JSON.stringify(figures));
}

async function output(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const chunk of child.stdout) text += chunk;
  return text;
}

/** The middle of the values; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Loads the targets in turn, round after round, forwards and backwards, so that what else the machine does meets all of
 * them alike. Answers the medians of each, in the order of the targets.
 */
export async function compare(
  targets: readonly Target[],
  { rounds, extent, connections = CONNECTIONS }: LoadOptions,
): Promise<Figures[]> {
  const warmUp = 'seconds' in extent ? { seconds: WARM_UP_SECONDS } : { requests: connections };
  for (const target of targets) await load(target, warmUp, connections);
  const runs = targets.map((target) => ({ target, figures: [] as Figures[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { target, figures } of round % 2 ? [...runs].reverse() : runs) {
      figures.push(await load(target, extent, connections));
    }
  }
  return runs.map(({ figures }) => ({
    rate: median(figures.map(({ rate }) => rate)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    failures: figures.reduce((sum, one) => sum + one.failures, 0),
  }));
}
