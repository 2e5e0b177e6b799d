import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds a child has to get ready before the measurement is given up. */
const READY_MS = 60_000;
const POLL_MS = 5;

/** A Node program beside this one; its words go to ours only when they are errors. */
export class Child {
  readonly process: ChildProcess;
  readonly #ended: Promise<unknown>;

  constructor(script: string, args: readonly string[], env: Record<string, string | undefined> = process.env) {
    this.process = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'], env });
    this.#ended = once(this.process, 'exit');
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** Waits until `look` answers something. Throws when the child ends before. */
  async until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
    const deadline = performance.now() + READY_MS;
    while (performance.now() < deadline) {
      if (this.process.exitCode !== null) throw new Error(`A child ended with ${this.process.exitCode}`);
      const found = await look();
      if (found !== undefined) return found;
      await pause(POLL_MS);
    }
    throw new Error(`A child was not ready within ${READY_MS} ms`);
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) this.process.kill(signal);
    await this.#ended;
  }

  /** Resident memory in bytes: now, and the highest since `forgetPeak`. Linux only. */
  memory(): { now: number; peak: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const kib = (key: string) => Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
    return { now: kib('VmRSS'), peak: kib('VmHWM') };
  }

  /** Lets the kernel count the peak of the memory from now on. */
  forgetPeak(): void {
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
  }
}

/** The answer to a GET, or undefined while nobody listens. */
export async function answerOf(url: string): Promise<Response | undefined> {
  return fetch(url).catch(() => undefined);
}
