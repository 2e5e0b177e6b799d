import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Call } from './client.ts';

const autocannon = createRequire(import.meta.url).resolve('autocannon');

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

export interface LoadOptions {
  readonly rounds: number;
  readonly seconds: number;
  /** Connections that each send their next request after the answer; 64 by default. */
  readonly connections?: number;
}

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 1;

/** Loads one target from a process of its own, so that the load takes no turns of anybody's event loop. */
async function load({ url, call }: Target, seconds: number, connections: number): Promise<Figures> {
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-load-'));
  try {
    const headers = Object.entries(call.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['-j', '-n', '-c', String(connections), '-d', String(seconds), '-m', call.method, ...headers];
    if (call.body !== undefined) {
      await writeFile(join(directory, 'body'), call.body);
      args.push('-i', join(directory, 'body'));
    }
    const found = JSON.parse(await output([autocannon, ...args, url + call.path]));
    return {
      rate: found.requests.average,
      p50: found.latency.p50,
      p99: found.latency.p99,
      failures: found.non2xx + found.errors,
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function output(args: string[]): Promise<string> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
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
  { rounds, seconds, connections = CONNECTIONS }: LoadOptions,
): Promise<Figures[]> {
  for (const target of targets) await load(target, WARM_UP_SECONDS, connections);
  const runs = targets.map((target) => ({ target, figures: [] as Figures[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { target, figures } of round % 2 ? [...runs].reverse() : runs) {
      figures.push(await load(target, seconds, connections));
    }
  }
  return runs.map(({ figures }) => ({
    rate: median(figures.map(({ rate }) => rate)),
    p50: median(figures.map(({ p50 }) => p50)),
    p99: median(figures.map(({ p99 }) => p99)),
    failures: figures.reduce((sum, one) => sum + one.failures, 0),
  }));
}
