import { LRUCache } from 'lru-cache';
import { SEAL_HEAD_BYTES } from '../store/queries/applicants.ts';
import type { Scope } from '../store/query.ts';
import type { ApplicantRow } from '../store/schema.ts';
import type { ScopedTx, Store } from '../store/store.ts';
import { type Applicant, toApplicant } from './applicant.ts';

/** Applicants remembered; about a kilobyte each. */
const SIZE = 2_000;

/** The version of a row: its data with this head are these data and no others. */
export type RowVersion = Pick<ApplicantRow, 'id' | 'delete_at'> & { readonly version: string };

type Opener = Parameters<typeof toApplicant>[0];
type OpenableRow = Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data'>;

/**
 * Applicants read a moment ago, opened: looking for a row and opening its seal costs more than the rest of a request.
 *
 * By their version they are remembered on every store: a page of a list asks for versions, and opens none that it has seen. By
 * their id alone they are remembered only where no other process writes, so that nothing remembered is ever out of date.
 */
export class RecentApplicants {
  readonly #opened = new LRUCache<string, { version: string; applicant: Applicant }>({ max: SIZE });
  readonly #current: LRUCache<string, { account_id: string; environment: string; applicant: Applicant }> | undefined;
  /** Grows with every change, so that what was read before one isn't remembered after it. */
  #changed = 0;
  /** Applicants that have changed since each pending read began. */
  readonly #changedDuring = new Set<Set<string>>();

  constructor(store: Store) {
    if (store.exclusive) this.#current = new LRUCache({ max: SIZE });
    store.onSignal('applicant', (id) => {
      this.#changed += 1;
      for (const changed of this.#changedDuring) changed.add(id);
      this.#opened.delete(id);
      this.#current?.delete(id);
    });
  }

  /** Forgets an applicant, in every process, once the transaction that changes it is committed. */
  changes(tx: ScopedTx, id: string): void {
    tx.system.signal('applicant', id);
  }

  /** The applicant of that id, if it is one of the account and environment. */
  find({ account_id, environment }: Scope, id: string): Applicant | undefined {
    const found = this.#current?.get(id);
    return found?.account_id === account_id && found.environment === environment ? found.applicant : undefined;
  }

  /** Reads an applicant and remembers it, unless something changed meanwhile. */
  async through({ account_id, environment }: Scope, read: () => Promise<Applicant>): Promise<Applicant> {
    const changed = this.#changed;
    const applicant = await read();
    if (changed === this.#changed) this.#current?.set(applicant.id, { account_id, environment, applicant });
    return applicant;
  }

  /** The applicants of rows that the account has read, as far as the first whose version isn't remembered. */
  ofVersions(rows: readonly RowVersion[]): Applicant[] {
    const found: Applicant[] = [];
    for (const { id, delete_at, version } of rows) {
      const known = this.#opened.get(id);
      if (known?.version !== version || known.applicant.delete_at !== delete_at) break;
      found.push(known.applicant);
    }
    return found;
  }

  /**
   * The applicants of rows that the account reads; opens the seals of versions that aren't remembered. What changes meanwhile
   * isn't remembered, so that nothing of an erased applicant stays in memory.
   */
  async ofRows(opener: Opener, read: () => Promise<OpenableRow[]>): Promise<Applicant[]> {
    const changed = new Set<string>();
    this.#changedDuring.add(changed);
    try {
      return (await read()).map((row) => this.#ofRow(opener, row, !changed.has(row.id)));
    } finally {
      this.#changedDuring.delete(changed);
    }
  }

  #ofRow(opener: Opener, row: OpenableRow, isCurrent: boolean): Applicant {
    const version = row.data.toString('hex', 0, SEAL_HEAD_BYTES);
    const [known] = this.ofVersions([{ id: row.id, delete_at: row.delete_at, version }]);
    if (known) return known;
    const applicant = toApplicant(opener, row);
    if (isCurrent) this.#opened.set(row.id, { version, applicant });
    return applicant;
  }
}

declare module '../context/services.ts' {
  interface Services {
    readonly recentApplicants: RecentApplicants;
  }
}
