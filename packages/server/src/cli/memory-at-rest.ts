import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks at the process. */
const LOOK_MS = 10_000;

/** Share of its time, from 0 to 1, that the event loop of a process at rest is busy. */
const BUSY = 0.05;

/** Looks in a row that find the process at rest before its memory is collected. */
const RESTING_LOOKS = 3;

/** Bytes by which the memory must have grown since the last collection. */
const GROWTH = 16_000_000;

/** The readings and the action of a process. */
export interface ProcessMemory {
  /** The resident bytes. */
  resident(): number;
  /** The share of the time since the last call, from 0 to 1, in which the event loop was busy. */
  busy(): number;
  /** Collects all garbage and returns unused pages to the system. Stops the process meanwhile. */
  collect(): void;
}

/**
 * Decides when a process returns its memory: at rest, after it has grown.
 *
 * V8 collects garbage as memory is allocated, so a process that rests after a load keeps garbage and unused pages.
 */
export class MemoryAtRest {
  readonly #process: ProcessMemory;
  #restingLooks = 0;
  /** Resident bytes after the last collection. */
  #collected = 0;

  constructor(process: ProcessMemory) {
    this.#process = process;
  }

  /** Checks the load. Call it at even intervals. */
  look(): void {
    const { resident, busy, collect } = this.#process;
    this.#restingLooks = busy() < BUSY ? this.#restingLooks + 1 : 0;
    if (this.#restingLooks < RESTING_LOOKS || resident() < this.#collected + GROWTH) return;
    collect();
    this.#collected = resident();
    this.#restingLooks = 0;
  }
}

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Collects the garbage of this process. */
export function collectGarbage(): void {
  // The function exists in contexts that are made after the flag was set.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** Returns the memory of this process while it rests, until the answered function is called. */
export function returnMemoryAtRest(): () => void {
  let last = performance.eventLoopUtilization();
  const memory = new MemoryAtRest({
    resident: process.memoryUsage.rss,
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    collect: collectGarbage,
  });
  const timer = setInterval(() => memory.look(), LOOK_MS).unref();
  return () => clearInterval(timer);
}
