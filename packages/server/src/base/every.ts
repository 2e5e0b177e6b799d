import type { Clock } from './clock.ts';

/**
 * Calls `work` every `ms` milliseconds, for the first time after `first`. A call waits until the previous call has ended, so that a slow
 * store, or a machine that slept, gets one call and not all that were due.
 * @param work handles its own errors
 * @returns a function that plans no more calls
 */
export function every(clock: Clock, ms: number, work: () => Promise<unknown>, first = ms): () => void {
  let stopped = false;
  let cancel = () => {};
  const planIn = (delay: number) => {
    if (stopped) return;
    cancel = clock.schedule(delay, () => {
      const began = clock.now();
      // A clock may be set back meanwhile.
      void work().finally(() => planIn(Math.min(ms, Math.max(0, began + ms - clock.now()))));
    });
  };
  planIn(first);
  return () => {
    stopped = true;
    cancel();
  };
}
