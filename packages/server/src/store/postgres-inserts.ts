import pg from 'pg';
import { problem } from '../base/errors.ts';
import { atTurnEnd } from '../base/turn-end.ts';
import { mergedInserts } from './merged-inserts.ts';
import { markUnknownOutcome } from './outcome.ts';
import { isLost, unavailable } from './postgres-link.ts';
import { commitTogether, type NamedStatement } from './postgres-pipeline.ts';
import { LONGEST_QUEUE, type Writers } from './postgres-writers.ts';

/** Transactions that share one commit at most. */
const BATCH = 32;

/**
 * Commits that are under way before further transactions wait for company. With two, one half of the clients of a busy service is read
 * while the commit of the other half is synced. A full batch never waits.
 */
const ALONGSIDE = 2;

/** Milliseconds that a transaction waits for company at most: a commit under way may wait for a lock that another process holds. */
const LONGEST_WAIT_MS = 20;

interface Waiting {
  readonly inserts: readonly NamedStatement[];
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Commits transactions that only insert rows, those that wait together in one: a creation alone is five statements and a sync of the
 * disk, 32 together are five statements and a sync as well. When one of them fails all are undone and run again, each on its own.
 */
export class InsertCommits {
  readonly #writers: Writers;
  readonly #nameOf: (text: string) => string;
  #waiting: Waiting[] = [];
  #underWay = 0;
  #planned = false;
  #longestWait: NodeJS.Timeout | undefined;

  /** @param nameOf the name under which the server prepares a text */
  constructor(writers: Writers, nameOf: (text: string) => string) {
    this.#writers = writers;
    this.#nameOf = nameOf;
  }

  /**
   * Resolves when the inserts are committed. Rejects with the error of the server; with `unavailable` where it can't be reached, marked
   * as of unknown outcome where the connection broke before the answer.
   *
   * @param inserts statements for which `isMergeable` holds
   */
  commit(inserts: readonly NamedStatement[]): Promise<void> {
    if (this.#waiting.length >= LONGEST_QUEUE) return Promise.reject(problem('unavailable', { retryAfter: 1 }));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ inserts, resolve, reject });
      if (this.#planned) return;
      this.#planned = true;
      atTurnEnd(() => {
        this.#planned = false;
        this.#start();
      });
    });
  }

  #start(): void {
    while (this.#waiting.length >= BATCH || (this.#waiting.length > 0 && this.#underWay < ALONGSIDE)) this.#startNext();
    if (this.#waiting.length > 0) this.#longestWait ??= setTimeout(() => this.#endWait(), LONGEST_WAIT_MS);
  }

  #endWait(): void {
    this.#longestWait = undefined;
    if (this.#waiting.length > 0) this.#startNext();
    this.#start();
  }

  #startNext(): void {
    clearTimeout(this.#longestWait);
    this.#longestWait = undefined;
    void this.#run(this.#waiting.splice(0, BATCH));
  }

  async #run(batch: readonly Waiting[]): Promise<void> {
    this.#underWay += 1;
    try {
      await this.#commit(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const isUndone = error instanceof pg.DatabaseError;
      if (batch.length > 1 && isUndone) for (const insert of batch) void this.#run([insert]);
      else for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      this.#start();
    }
  }

  async #commit(batch: readonly Waiting[]): Promise<void> {
    const turn = await this.#writers.take();
    try {
      const client = await turn.link.open();
      const statements = mergedInserts(
        batch.flatMap(({ inserts }) => inserts),
        this.#nameOf,
      );
      const committed = commitTogether(client, statements, () => turn.link.forget(client));
      turn.written();
      await committed.catch((error) => {
        if (!isLost(error)) throw error;
        turn.link.forget(client);
        throw markUnknownOutcome(unavailable(error));
      });
    } finally {
      turn.answered();
    }
  }
}
