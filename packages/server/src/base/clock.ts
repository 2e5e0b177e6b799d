/** Time as the service sees it. Tests control it, so nothing else may read the system's clock or set a timer. */
export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Calls `task` once after `delay` milliseconds; the answer cancels it. */
  schedule(delay: number, task: () => void): () => void;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Longest delay that a Node timer takes (2^31 - 1 ms, about 24.8 days); a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delay, task) {
    const timer = setTimeout(task, Math.min(Math.max(0, delay), LONGEST_TIMER));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Start of this process, Unix milliseconds: its getter takes as long as reading the time. */
const { timeOrigin } = performance;

/** Runs evenly from the system's time at the start on, even when the system's time is set later (Node: `performance.now`). */
export const steadyClock: Clock = {
  now: () => timeOrigin + performance.now(),
  schedule: systemClock.schedule,
};

let lastSecond = Number.NaN;
let lastText = '';

/** `2020-01-01T00:00:00Z`: UTC, whole seconds, as every v3 body shows a time. Remembers the last second, which most new objects share. */
export function isoSeconds(time: number): string {
  const second = Math.floor(time / 1000);
  if (second !== lastSecond) {
    lastText = `${new Date(time).toISOString().slice(0, 19)}Z`;
    lastSecond = second;
  }
  return lastText;
}

/** The same of a time that may be unknown. */
export function isoSecondsOrNull(time: number | null): string | null {
  return time === null ? null : isoSeconds(time);
}

/** `2020-01-01`, in UTC. */
export function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
