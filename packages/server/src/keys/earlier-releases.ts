import type { Logger } from 'pino';
import { type Clock, MINUTE_MS } from '../base/clock.ts';
import { problem } from '../base/errors.ts';
import { countEarlierConnections } from '../store/queries/earlier-processes.ts';
import { findMeta, upsertMeta } from '../store/queries/meta.ts';
import type { Store, SystemTx } from '../store/store.ts';

/** A migration of the first release that reads everything which this release writes. */
const READS_ALL = '0055-media-keys';

/** Name under which the store keeps the migration that the release of every process has. */
const NAME = 'every_process_has';

/** Milliseconds without a process of an earlier release, after which none comes back: a process that lost its connections dials again. */
const GONE_AFTER_MS = 10 * MINUTE_MS;

/** Notes that no process of an earlier release uses the store. A release without a migration of the store can't start on it. */
export async function noteNoEarlierRelease(tx: SystemTx): Promise<void> {
  await tx.run(upsertMeta, { key: NAME, value: READS_ALL });
}

interface Parts {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Watches for processes of earlier releases, which run beside this one during an update. They can't read some formats of this release, so
 * this process writes their formats until none of them was connected for 10 minutes. The store remembers that, since they can't start
 * again: the store has migrations that they don't know.
 */
export class EarlierReleases {
  readonly #parts: Parts;
  #mayRun = true;
  /** Time since which looks have found no connection of an earlier release; undefined after a look that has. */
  #missingSince: number | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** True until it is known that no process of an earlier release runs. */
  get mayRun(): boolean {
    return this.#mayRun;
  }

  /** Looks for processes of earlier releases. Call it each minute. */
  async look(): Promise<void> {
    const { store, clock, log } = this.#parts;
    if (!this.#mayRun) return;
    const known = await store.system.first(findMeta, { key: NAME });
    if (store.exclusive || (known && known.value >= READS_ALL)) {
      this.#mayRun = false;
      return;
    }
    const found = await store.system.first(countEarlierConnections, { migration: READS_ALL });
    const now = clock.now();
    this.#missingSince = Number(found?.n) > 0 ? undefined : (this.#missingSince ?? now);
    if (this.#missingSince === undefined || now - this.#missingSince < GONE_AFTER_MS) return;
    await store.transaction(noteNoEarlierRelease);
    this.#mayRun = false;
    log.info('no process of an earlier release runs any more: new files are sealed with keys of their accounts');
  }

  /** Throws `unavailable` while a process of an earlier release may run. `what` begins the sentence: "The key can't be rotated". */
  refuseBeside(what: string): void {
    if (!this.#mayRun) return;
    throw problem('unavailable', {
      message: `${what} while processes of an earlier release may run, which could not read the result. Finish the update, and try again 10 minutes after the last of them has stopped`,
      retryAfter: GONE_AFTER_MS / 1000,
    });
  }
}

declare module '../context/services.ts' {
  interface Services {
    /** Knowledge about processes of earlier releases beside this one. */
    readonly earlierReleases: EarlierReleases;
  }
}
