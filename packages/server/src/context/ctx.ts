import type { Vault } from '../crypto/vault.ts';
import type { ScopedLocks } from '../store/locks.ts';
import { findClock } from '../store/queries/sandbox-clocks.ts';
import type { Scope, ScopeClock } from '../store/query.ts';
import type { ApplicantRow, Environment } from '../store/schema.ts';
import type { ScopedReader, ScopedTx } from '../store/store.ts';
import { type Span, traced, within } from '../tracing/tracing.ts';
import type { Account } from './account.ts';
import { type Principal, reaches, recordOf } from './principal.ts';
import type { Services } from './services.ts';

/**
 * The principal of a request, its account and environment, and the services. Every query through it stays in account and
 * environment.
 */
export class Ctx implements Scope {
  readonly services: Services;
  readonly account: Account;
  readonly environment: Environment;
  readonly principal: Principal;
  /** Reader of committed data. */
  readonly read: ScopedReader;
  /** Id that the audit entries of a request share if it acts on several objects; else undefined. */
  readonly batch: string | undefined;
  #clock: ScopeClock | undefined;

  /** Throws if the principal can't reach the account and environment. That is a defect of the code, never a fault of the request. */
  constructor(services: Services, account: Account, environment: Environment, principal: Principal, batch?: string) {
    if (!reaches(principal, account.id, environment)) {
      throw new Error(`${recordOf(principal)} can't reach ${environment} of the account ${account.id}`);
    }
    this.services = services;
    this.account = account;
    this.environment = environment;
    this.principal = principal;
    this.read = services.store.within(this);
    this.batch = batch;
  }

  /** The context of a request that acts on several objects. Its audit entries share the id. */
  inBatch(id: string): Ctx {
    return new Ctx(this.services, this.account, this.environment, this.principal, id);
  }

  /** Reader of committed data that may not be on the disk yet; see `Store.committed`. */
  get committed(): ScopedReader {
    return this.services.store.committed(this);
  }

  get account_id(): string {
    return this.account.id;
  }

  /** True if the principal may change nothing. Then answers hide values that let one write, such as the address of a form. */
  get readOnly(): boolean {
    return this.principal.role === 'read_only';
  }

  get vault(): Vault {
    return this.account.vault;
  }

  get sandbox(): boolean {
    return this.environment === 'sandbox';
  }

  /** Unix milliseconds, by the clock of the applicant that the context is about. */
  now(): number {
    return this.services.clock.now() + (this.#clock?.offset ?? 0);
  }

  /** The clock of the sandbox by which the time goes; undefined for the time of the machine. */
  get clock(): ScopeClock | undefined {
    return this.#clock;
  }

  /** Converts a time of this context to the time of the machine, by which jobs fall due. */
  machineTime(time: number): number {
    return time - (this.#clock?.offset ?? 0);
  }

  /**
   * Goes by the clock of an applicant from now on. Work of the service itself keeps its time: a job has the clock of its row, and upkeep
   * the time of the machine.
   */
  enter({ clock_id }: Pick<ApplicantRow, 'clock_id'>, reader: Pick<ScopedReader, 'first'> = this.read) {
    if (clock_id === (this.#clock?.id ?? null) || this.principal.kind === 'system') return undefined;
    return this.goBy(clock_id, reader);
  }

  /** Goes by a clock of the sandbox from now on, or without one by the time of the machine. */
  async goBy(id: string | null, reader: Pick<ScopedReader, 'first'> = this.read): Promise<void> {
    const row = id === null ? undefined : await reader.first(findClock, { id });
    this.#clock = row && { id: row.id, offset: row.clock_offset };
  }

  /** Runs the work in one transaction; see `Store.transaction` for the rules. */
  transaction<T>(work: (tx: ScopedTx) => Promise<T>): Promise<T> {
    const { store, tracing } = this.services;
    if (!tracing) return store.transaction((system) => work(this.#entering(system.within(this))));
    // Transactions that share a commit run one after the other, in the context of the first.
    return traced(tracing, 'transaction', {}, (span) =>
      store.transaction((system) => within(span as Span, () => work(this.#entering(system.within(this))))),
    );
  }

  /** A transaction of the sandbox that goes by the clock of the applicant that it locks. */
  #entering(tx: ScopedTx): ScopedTx {
    if (!this.sandbox) return tx;
    const lock = tx.lock.bind(tx);
    return Object.assign(tx, {
      lock: async (wanted: ScopedLocks) => {
        const locked = await lock(wanted);
        const applicant = locked.applicant ?? locked.activeApplicant;
        if (applicant) await this.enter(applicant, tx);
        return locked;
      },
    }) as ScopedTx;
  }
}
