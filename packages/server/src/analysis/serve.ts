import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { GuardOrders } from './guard.ts';
import { joinRequest } from './large-input.ts';
import { type Answer, type End, factsOf, type SentRequest } from './messages.ts';
import { processorTime } from './processor-time.ts';

/** The worst that the kernel of Linux lets a process say of itself when it has to choose one to kill for memory. */
const FIRST_TO_KILL = '1000';

/**
 * Niceness of an analyser relative to the service, so that requests come first: while two reports ran, 99 of 100 requests took at
 * most 6 to 14 ms at 10, and 14 to 48 ms at 5.
 */
const NICER = 10;
const NICEST = 19;

/** Path of the guard beside the bundles that contain this module, or in their chunks; see scripts/build.js. */
const GUARD = new URL('../analysis/guard.js', import.meta.url);

type Task = (input: never) => unknown;

/**
 * Makes this process one that runs tasks for the pool that forked it: one after the other, until the pool ends it or is
 * gone. `process.argv[2]`: most bytes of memory, of whatever kind; `process.argv[3]`: most milliseconds of a processor that a
 * task may use, without which there is no bound.
 */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  process.title = 'bonafide-analyser';
  yieldToOthers();
  try {
    writeFileSync('/proc/self/oom_score_adj', FIRST_TO_KILL);
  } catch {
    // Not Linux: the system chooses by itself.
  }
  // libvips would take a thread for each core, though the pool has an analyser for each already.
  process.env.VIPS_CONCURRENCY = '1';
  const begun = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT)).fill(Number.NaN);
  const [, , memory, mostTime] = process.argv.map(Number) as [number, number, number, number | undefined];
  const orders: GuardOrders = { parent: process.ppid, memory, mostTime: mostTime ?? Number.POSITIVE_INFINITY, begun };
  new Worker(GUARD, { workerData: orders }).unref();
  process.on('disconnect', () => process.exit());
  process.on('message', async (sent: SentRequest) => {
    begun[0] = processorTime();
    const { name, input } = joinRequest(sent);
    const end = await endOf(Object.hasOwn(tasks, name) ? tasks[name] : undefined, input);
    begun[0] = Number.NaN;
    process.send?.({ ...end, memory: process.memoryUsage.rss() } satisfies Answer);
  });
}

/**
 * Lowers the priority of every thread. Linux keeps one priority a thread, inherited from the thread that starts it; V8 has
 * started some by now.
 */
function yieldToOthers(): void {
  const niceness = Math.min(getPriority() + NICER, NICEST);
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended already.
    }
  }
}

async function endOf(task: Task | undefined, input: unknown): Promise<End> {
  try {
    if (!task) throw new Error('There is no such task');
    return { result: await task(input as never) };
  } catch (error) {
    return { error: factsOf(error) };
  }
}
