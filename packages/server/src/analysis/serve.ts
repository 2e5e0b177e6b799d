import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { GuardOrders } from './guard.ts';
import { type Answer, type End, factsOf, type Request } from './messages.ts';

/** The worst that the kernel of Linux lets a process say of itself when it has to choose one to kill for memory. */
const FIRST_TO_KILL = '1000';

type Task = (input: never) => unknown;

/**
 * Makes this process one that runs tasks for the pool that forked it: one after the other, until the pool ends it or is
 * gone. `process.argv[2]`: most bytes of memory, of whatever kind.
 */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  process.title = 'bonafide-analyser';
  try {
    writeFileSync('/proc/self/oom_score_adj', FIRST_TO_KILL);
  } catch {
    // Not Linux: the system chooses by itself.
  }
  // libvips would take a thread for each core, though the pool has an analyser for each already.
  process.env.VIPS_CONCURRENCY = '1';
  const orders: GuardOrders = { parent: process.ppid, memory: Number(process.argv[2]) };
  new Worker(new URL('./guard.js', import.meta.url), { workerData: orders }).unref();
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ name, input }: Request) => {
    const end = await endOf(Object.hasOwn(tasks, name) ? tasks[name] : undefined, input);
    process.send?.({ ...end, memory: process.memoryUsage.rss() } satisfies Answer);
  });
}

async function endOf(task: Task | undefined, input: unknown): Promise<End> {
  try {
    if (!task) throw new Error('There is no such task');
    return { result: await task(input as never) };
  } catch (error) {
    return { error: factsOf(error) };
  }
}
