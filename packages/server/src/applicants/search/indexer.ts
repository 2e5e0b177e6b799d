import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';

/** Milliseconds to the next turn: with creations since the last one, so that these come first, and without. */
const PAUSE_MS = { busy: 100, quiet: 5 } as const;

/** Delay in milliseconds before a failed turn is tried again. */
const RETRY_MS = 2_000;

interface Tools {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Writes the terms of some applicants; answers whether there were any. */
type Turn = () => Promise<boolean>;

/**
 * Writes the search terms of new applicants a moment after their creation. The applicants stand in a table of the store, so that a process
 * that is killed loses none: the next start writes their terms, as does each search for its account.
 */
export class SearchIndexer {
  readonly #tools: Tools;
  #turn: Turn | undefined;
  #cancel: (() => void) | undefined;
  #running: Promise<void> = Promise.resolve();
  /** True if an applicant was created since the last turn began. */
  #busy = false;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Begins with the work that earlier processes have left. */
  start(turn: Turn): void {
    this.#turn = turn;
    this.#plan();
  }

  /** Says that an applicant was created. */
  wake(): void {
    this.#busy = true;
    this.#plan();
  }

  /** Resolves when a turn under way has ended. */
  async stop(): Promise<void> {
    this.#turn = undefined;
    this.#cancel?.();
    await this.#running;
  }

  /** Plans a turn, unless one is planned or under way. */
  #plan(): void {
    this.#cancel ??= this.#runIn(this.#busy ? PAUSE_MS.busy : PAUSE_MS.quiet);
  }

  #runIn(ms: number): (() => void) | undefined {
    const turn = this.#turn;
    if (!turn) return undefined;
    return this.#tools.clock.schedule(ms, () => {
      this.#running = this.#run(turn);
    });
  }

  async #run(turn: Turn): Promise<void> {
    this.#busy = false;
    try {
      const more = await turn();
      this.#cancel = undefined;
      if (more || this.#busy) this.#plan();
    } catch (error) {
      this.#tools.log.error({ err: error }, 'search terms of new applicants could not be written');
      this.#cancel = this.#runIn(RETRY_MS);
    }
  }
}

declare module '../../context/services.ts' {
  interface Services {
    /** Writes the search terms of new applicants. */
    readonly searchIndexer: SearchIndexer;
  }
}
