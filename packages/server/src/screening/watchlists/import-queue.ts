import { randomUUID } from 'node:crypto';
import { Turns } from '../../base/turns.ts';

/** The imports of watchlists of this process. One runs at a time, since each may take half a gigabyte; the others wait. */
export class ImportQueue {
  /** Names this process in the store. */
  readonly process = randomUUID();
  readonly #turns = new Turns({ places: 1 });
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  /** Runs an import in its turn. It must not throw, and ends early when the signal is aborted. */
  add(run: (signal: AbortSignal) => Promise<void>): void {
    const running = this.#turns.run(() => run(this.#stop.signal));
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  }

  /** Ends all imports early, and resolves when they have ended. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled(this.#running);
  }
}

declare module '../../context/services.ts' {
  interface Services {
    /** The imports of watchlists that this process makes. */
    readonly imports: ImportQueue;
  }
}
