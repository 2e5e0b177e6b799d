/** Pictures decoded at once: one for each core of a small machine. Each may take hundreds of megabytes. */
export const DECODE_SLOTS = 2;

/** Lets a few tasks run at a time; the others wait in the order in which they came. */
export interface Slots {
  /** The task's own result, or its error. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

/** Slots for `count` tasks at a time. */
export function makeSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  return {
    async run(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((start) => waiting.push(start));
      try {
        return await task();
      } finally {
        // A slot goes straight to the next in line, so that no newcomer can slip in between.
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
