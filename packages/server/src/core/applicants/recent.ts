import { LRUCache } from 'lru-cache';
import type { Scope } from '../../store/query.ts';
import type { ScopedTx, Store } from '../../store/store.ts';
import type { Applicant } from './applicant.ts';

/** Applicants remembered; about a kilobyte each. */
const SIZE = 2_000;

/**
 * Applicants read a moment ago, opened: looking for a row and opening its seal costs more than all else of a request.
 * Only where no other process writes, so that nothing remembered is ever out of date; elsewhere it remembers nothing.
 */
export class RecentApplicants {
  readonly #known: LRUCache<string, { account_id: string; environment: string; applicant: Applicant }> | undefined;
  /** Grows with every change, so that what was read before one isn't remembered after it. */
  #changed = 0;

  constructor(store: Store) {
    if (!store.exclusive) return;
    const known = new LRUCache<string, { account_id: string; environment: string; applicant: Applicant }>({
      max: SIZE,
    });
    this.#known = known;
    store.onSignal('applicant', (id) => {
      this.#changed += 1;
      known.delete(id);
    });
  }

  /** Forgets an applicant once the transaction that changes it is committed. */
  changes(tx: ScopedTx, id: string): void {
    if (this.#known) tx.system.signal('applicant', id);
  }

  /** The applicant of that id, if it is one of the account and environment. */
  find({ account_id, environment }: Scope, id: string): Applicant | undefined {
    const found = this.#known?.get(id);
    return found?.account_id === account_id && found.environment === environment ? found.applicant : undefined;
  }

  /** Reads an applicant and remembers it, unless something changed meanwhile. */
  async through({ account_id, environment }: Scope, read: () => Promise<Applicant>): Promise<Applicant> {
    const changed = this.#changed;
    const applicant = await read();
    if (changed === this.#changed) this.#known?.set(applicant.id, { account_id, environment, applicant });
    return applicant;
  }
}
