import type { Vault } from '../crypto/vault.ts';
import type { Scope } from '../store/query.ts';
import type { Environment } from '../store/schema.ts';
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

  /** Throws if the principal can't reach the account and environment. That is a defect of the code, never a fault of the request. */
  constructor(services: Services, account: Account, environment: Environment, principal: Principal) {
    if (!reaches(principal, account.id, environment)) {
      throw new Error(`${recordOf(principal)} can't reach ${environment} of the account ${account.id}`);
    }
    this.services = services;
    this.account = account;
    this.environment = environment;
    this.principal = principal;
    this.read = services.store.within(this);
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

  now(): number {
    return this.services.clock.now();
  }

  /** Runs the work in one transaction; see `Store.transaction` for the rules. */
  transaction<T>(work: (tx: ScopedTx) => Promise<T>): Promise<T> {
    const { store, tracing } = this.services;
    if (!tracing) return store.transaction((system) => work(system.within(this)));
    // Transactions that share a commit run one after the other, in the context of the first.
    return traced(tracing, 'transaction', {}, (span) =>
      store.transaction((system) => within(span as Span, () => work(system.within(this)))),
    );
  }
}
