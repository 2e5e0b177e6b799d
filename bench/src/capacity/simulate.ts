import { rateOf } from './model.ts';

/** Waiting of reports for an analyser on one day, in seconds. */
export interface SimulatedDay {
  readonly applicants: number;
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
  /** Share of the busiest hour for which the analysers work. */
  readonly used: number;
}

const HOURS = 24;
const HOUR_S = 3600;

/**
 * Simulates the busiest day: applicants arrive at random (a Poisson process whose rate follows the hour), and each takes the first
 * analyser that is free for as long as one of the measured analyses took.
 *
 * @param random 0 to 1, a new value with each call
 */
export function simulateDay(
  applicantsPerYear: number,
  analyses: readonly number[],
  analysers: number,
  random: () => number,
): SimulatedDay {
  // Times at which the analysers are free, as a heap: the first is the earliest.
  const free = new Float64Array(analysers);
  const waits: number[] = [];
  const busy = new Float64Array(HOURS);
  let now = 0;
  for (;;) {
    const hour = Math.floor(now / HOUR_S);
    if (hour >= HOURS) break;
    now += -Math.log(1 - random()) / rateOf(applicantsPerYear, hour);
    if (now >= HOURS * HOUR_S) break;
    const took = analyses[Math.floor(random() * analyses.length)] as number;
    const start = Math.max(now, free[0] as number);
    waits.push(start - now);
    busy[Math.min(HOURS - 1, Math.floor(start / HOUR_S))]! += took;
    replaceFirst(free, start + took);
  }
  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  return {
    applicants: waits.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: waits.at(-1) ?? 0,
    used: Math.max(...busy) / (HOUR_S * analysers),
  };
}

/** Replaces the first value of a heap, and moves it to its place. */
function replaceFirst(heap: Float64Array, value: number): void {
  let place = 0;
  for (;;) {
    const left = 2 * place + 1;
    if (left >= heap.length) break;
    const right = left + 1;
    const next = right < heap.length && heap[right]! < heap[left]! ? right : left;
    if (heap[next]! >= value) break;
    heap[place] = heap[next]!;
    place = next;
  }
  heap[place] = value;
}
