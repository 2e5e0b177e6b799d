import { LRUCache } from 'lru-cache';
import { atTurnEnd } from '../base/turn-end.ts';
import { findApplicants, SEAL_HEAD_BYTES } from '../store/queries/applicants.ts';
import type { Scope } from '../store/query.ts';
import type { ApplicantRow } from '../store/schema.ts';
import type { ScopedReader, ScopedTx, Store } from '../store/store.ts';
import { type Applicant, toApplicant } from './applicant.ts';

/** Applicants remembered; about a kilobyte each. */
const SIZE = 2_000;

/** The version of a row: its data with this head are these data and no others. */
export type RowVersion = Pick<ApplicantRow, 'id' | 'delete_at'> & { readonly version: string };

type Opener = Parameters<typeof toApplicant>[0];
type OpenableRow = Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data' | 'clock_id'>;

interface Remembered {
  readonly version: string;
  readonly applicant: Applicant;
}

/** An account and environment, with the reader and the key to open its applicants. */
type Reading = Scope & Opener & { readonly read: ScopedReader };

type Found = { readonly applicant: Applicant } | { readonly error: unknown };

/** Reads of one account and environment that share a statement. */
interface SharedRead {
  /** The ids, each with the remembered applicant. */
  readonly requested: Map<string, Remembered | undefined>;
  /** The applicants by their ids, or the errors of their seals. */
  readonly found: Promise<ReadonlyMap<string, Found>>;
}

/**
 * Applicants read a moment ago, opened: looking for a row and opening its seal costs more than the rest of a request.
 *
 * By their version they are remembered on every store: a page of a list asks for versions, and opens none that it has seen. By
 * their id alone they are remembered only where no other process writes, so that nothing remembered is ever out of date.
 */
export class RecentApplicants {
  readonly #opened = new LRUCache<string, Remembered>({ max: SIZE });
  readonly #current: LRUCache<string, { account_id: string; environment: string; applicant: Applicant }> | undefined;
  /** Grows with every change, so that what was read before one isn't remembered after it. */
  #changed = 0;
  /** Applicants that have changed since each pending read began. */
  readonly #changedDuring = new Set<Set<string>>();
  /** The reads of this turn of the event loop, by account and environment. */
  readonly #sharedReads = new Map<string, SharedRead>();

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

  /**
   * Reads the applicant of an id, if it is one of the account and environment. The reads of one turn of the event loop share a
   * statement, which leaves out the data of versions that are remembered: under load a read takes a fraction of the time of one alone.
   */
  async readShared(reading: Reading, id: string): Promise<Applicant | undefined> {
    const scope = `${reading.account_id} ${reading.environment}`;
    let shared = this.#sharedReads.get(scope);
    if (!shared) {
      shared = this.#shareRead(reading, scope);
      this.#sharedReads.set(scope, shared);
    }
    shared.requested.set(id, this.#opened.get(id));
    const found = (await shared.found).get(id);
    if (found && 'error' in found) throw found.error;
    return found?.applicant;
  }

  #shareRead(reading: Reading, scope: string): SharedRead {
    const requested: SharedRead['requested'] = new Map();
    const found = new Promise<ReadonlyMap<string, Found>>((resolve) => {
      atTurnEnd(() => {
        this.#sharedReads.delete(scope);
        resolve(this.#readAll(reading, requested));
      });
    });
    return { requested: requested, found };
  }

  async #readAll(reading: Reading, requested: SharedRead['requested']): Promise<ReadonlyMap<string, Found>> {
    const versions = Object.fromEntries([...requested].map(([id, known]) => [id, known?.version ?? '']));
    const changed = new Set<string>();
    this.#changedDuring.add(changed);
    try {
      const rows = await reading.read.all(findApplicants, { versions: JSON.stringify(versions) });
      return new Map(
        rows.map(({ data, ...row }) => {
          const known = requested.get(row.id);
          if (!data && known) return [row.id, { applicant: scheduled(known.applicant, row.delete_at) }];
          return [row.id, this.#found(reading, { ...row, data: data as Buffer }, !changed.has(row.id))];
        }),
      );
    } finally {
      this.#changedDuring.delete(changed);
    }
  }

  /** A seal that does not open fails the reads of its row only. */
  #found(opener: Opener, row: OpenableRow, isCurrent: boolean): Found {
    try {
      return { applicant: this.#ofRow(opener, row, isCurrent) };
    } catch (error) {
      return { error };
    }
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

/** The applicant with its time of deletion, which is not part of the version of its data. */
function scheduled(applicant: Applicant, delete_at: number | null): Applicant {
  return applicant.delete_at === delete_at ? applicant : { ...applicant, delete_at };
}

declare module '../context/services.ts' {
  interface Services {
    readonly recentApplicants: RecentApplicants;
  }
}
