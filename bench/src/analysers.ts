import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { resolve } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { benchScript, type RunningService } from './service.ts';

/** Script that the service runs as an analyser. */
const workerScript = resolve(benchScript, '../../../packages/server/dist/analysis/worker.js');

/** Bytes that the analyser beside the service may take: it is there to be compared with, not to be protected from. */
const NO_LIMIT = 64e9;

/** Milliseconds between looks at the memory. */
const LOOK_MS = 50;

/** An analyser of our own that runs tasks without the service: what a library call costs where a report runs it. */
export function startAnalyser() {
  const child = fork(workerScript, [String(NO_LIMIT)], {
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=512'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // They have the same niceness as the service's analysers.
  setPriority(child.pid as number, Math.min(getPriority() + 10, 19));
  return {
    /** Seconds that a task took. Throws what its analyser threw. */
    async seconds(name: string, input: object): Promise<number> {
      const start = performance.now();
      child.send({ name, input });
      const [answer] = await once(child, 'message');
      if ('error' in answer) throw new Error(`${name}: ${answer.error.message}`);
      return (performance.now() - start) / 1000;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

/** Resident bytes of all processes that the service has started: now, and the highest sum until it is stopped. Linux only. */
export function watchAnalysers({ child }: RunningService) {
  const stop = new AbortController();
  let peak = 0;
  const now = () => {
    const bytes = childrenOf(child.pid).reduce((sum, pid) => sum + residentOf(pid), 0);
    peak = Math.max(peak, bytes);
    return bytes;
  };
  void (async () => {
    for await (const _ of every(LOOK_MS, undefined, { signal: stop.signal })) now();
  })().catch(() => undefined);
  return {
    now,
    stop() {
      stop.abort();
      return peak;
    },
  };
}

/** Ids of the processes that a process has started. */
export function childrenOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function residentOf(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    // It has ended since.
    return 0;
  }
}
