import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf } from '../live/built.ts';

/** Milliseconds between looks at the memory. */
const LOOK_MS = 20;

/** Looks at the resident memory of a process again and again, until `stop`, which answers the most megabytes (Linux). */
export function watchMemory(pid: number): { stop(): Promise<number> } {
  let most = 0;
  let stopped = false;
  const looking = (async () => {
    while (!stopped) {
      most = Math.max(most, memoryOf(pid));
      await pause(LOOK_MS);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await looking;
      return Math.round(most);
    },
  };
}
