import type { Call } from './client.ts';
import { type Extent, generateLoad } from './generator.ts';
import { processorTimeOf } from './processor-time.ts';

/** A server that answers a call: the service or a baseline. */
export interface Target {
  readonly name: string;
  /** URL without the path. */
  readonly url: string;
  readonly call: Call;
  /** Id of the server's process, if its processor time is of interest. */
  readonly pid?: number;
}

export interface Figures {
  /** Requests per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of processor time of the server's process for a request; undefined without its `pid`. */
  readonly cpu?: number;
  /** Answers that weren't a success, and connections that broke. */
  readonly failures: number;
}

export interface LoadOptions {
  readonly rounds: number;
  readonly extent: Extent;
  /** Connections that each send their next request after the answer; 64 by default. */
  readonly connections?: number;
}

const CONNECTIONS = 64;
const WARM_UP_SECONDS = 1;

async function load({ url, call, pid }: Target, extent: Extent, connections: number): Promise<Figures> {
  const before = pid === undefined ? undefined : processorTimeOf(pid);
  const { requests, seconds, p50, p99, failures } = await generateLoad(url, call, extent, connections);
  const after = pid === undefined ? undefined : processorTimeOf(pid);
  const used = before === undefined || after === undefined ? {} : { cpu: (after - before) / requests };
  return { rate: requests / seconds, p50, p99, failures, ...used };
}

/** The middle of the values; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/**
 * Loads the targets in turn, round after round, forwards and backwards, so that what else the machine does meets all of
 * them alike. Answers the figures of each round, in the order of the targets.
 */
export async function takeTurns(
  targets: readonly Target[],
  { rounds, extent, connections = CONNECTIONS }: LoadOptions,
): Promise<Figures[][]> {
  const warmUp = 'seconds' in extent ? { seconds: WARM_UP_SECONDS } : { requests: connections };
  for (const target of targets) await load(target, warmUp, connections);
  const runs = targets.map((target) => ({ target, figures: [] as Figures[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { target, figures } of round % 2 ? [...runs].reverse() : runs) {
      figures.push(await load(target, extent, connections));
    }
  }
  return runs.map(({ figures }) => figures);
}

/** The medians of rounds, and their failures together. */
export function mediansOf(rounds: readonly Figures[]): Figures {
  const cpu = median(rounds.map((one) => one.cpu ?? Number.NaN));
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
    ...(Number.isNaN(cpu) ? {} : { cpu }),
    failures: rounds.reduce((sum, one) => sum + one.failures, 0),
  };
}

/** Loads the targets in turn. Answers the medians of each, in the order of the targets. */
export async function compare(targets: readonly Target[], options: LoadOptions): Promise<Figures[]> {
  return (await takeTurns(targets, options)).map(mediansOf);
}
