import { setTimeout as pause } from 'node:timers/promises';

/** Requests a second at which latencies are taken. */
export const RATE = 50;

/** Milliseconds of each call, begun at an even rate whether or not earlier ones are done. */
export async function latencies(call: () => Promise<unknown>, seconds: number): Promise<number[]> {
  const found: Promise<number>[] = [];
  const start = performance.now();
  for (let i = 0; i < seconds * RATE; i++) {
    const due = start + (i * 1000) / RATE;
    if (due > performance.now()) await pause(due - performance.now());
    const from = performance.now();
    found.push(call().then(() => performance.now() - from));
  }
  return Promise.all(found);
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  return (
    [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
  );
}
