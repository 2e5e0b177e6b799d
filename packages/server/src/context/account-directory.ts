import type { Clock } from '../base/clock.ts';
import type { MasterKey } from '../crypto/keys.ts';
import { type LoadedVault, openVault } from '../crypto/vault.ts';
import { findAccount, listAccountKeys } from '../store/queries/accounts.ts';
import type { AccountKeyRow, AccountRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Account, AccountLogo } from './account.ts';
import { type AccountSettings, defaultSettings } from './account-settings.ts';
import { validityOfEvidence } from './decision-settings.ts';

/** Milliseconds for which another process may use its earlier copy of an account if a signal is lost. */
const CACHE_MS = 5_000;

export function settingsOf(row: AccountRow): AccountSettings {
  const own = JSON.parse(row.settings) as Partial<AccountSettings>;
  const { decision_evidence: evidence } = own;
  // Accounts that were last changed before `decision_validity` existed have its earlier name alone.
  const validity = evidence === undefined ? {} : { decision_validity: validityOfEvidence[evidence] };
  return { ...defaultSettings, ...validity, ...own };
}

export function logoOf({ logo }: Pick<AccountRow, 'logo'>): AccountLogo | null {
  return logo === null ? null : (JSON.parse(logo) as AccountLogo);
}

/** Accounts with their opened vaults, remembered for a few seconds and forgotten when they change. */
export class AccountDirectory {
  readonly #store: Store;
  readonly #master: MasterKey;
  readonly #clock: Clock;
  readonly #known = new Map<string, { account: Account; until: number }>();
  /** One vault for each account, so that work which holds an account for long has its newest keys too. */
  readonly #vaults = new Map<string, LoadedVault>();
  /** Grows when an account changes, so that what was read before isn't remembered after. */
  #changes = 0;

  constructor(store: Store, master: MasterKey, clock: Clock) {
    this.#store = store;
    this.#master = master;
    this.#clock = clock;
    store.onSignal('account', (id) => {
      this.#changes += 1;
      this.#known.delete(id);
      this.#reload(id);
    });
    store.onSignal('gap', () => {
      for (const id of this.#vaults.keys()) this.#reload(id);
    });
  }

  /** Loads the keys of an account whose vault may be in use. */
  #reload(id: string): void {
    const vault = this.#vaults.get(id);
    if (!vault) return;
    this.#store.system.all(listAccountKeys, { account_id: id }).then(
      (keys) => vault.load(keys),
      // The next look at the account loads them.
      () => undefined,
    );
  }

  #vaultOf(id: string, keys: readonly AccountKeyRow[]): LoadedVault {
    const vault = this.#vaults.get(id);
    if (!vault) {
      const opened = openVault(this.#master, this.#clock, keys);
      this.#vaults.set(id, opened);
      return opened;
    }
    vault.load(keys);
    return vault;
  }

  /** Returns the remembered account, at once. */
  known(id: string): Account | undefined {
    const known = this.#known.get(id);
    return known && known.until > this.#clock.now() ? known.account : undefined;
  }

  /** The account, or undefined when there is none of that id. */
  async find(id: string): Promise<Account | undefined> {
    const known = this.known(id);
    if (known) return known;
    const changes = this.#changes;
    const row = await this.#store.system.first(findAccount, { id });
    if (!row) return undefined;
    const keys = await this.#store.system.all(listAccountKeys, { account_id: id });
    const isCurrent = changes === this.#changes;
    const account: Account = {
      id,
      name: row.name,
      createdAt: row.created_at,
      settings: settingsOf(row),
      logo: logoOf(row),
      vault: isCurrent ? this.#vaultOf(id, keys) : openVault(this.#master, this.#clock, keys),
    };
    if (isCurrent) this.#known.set(id, { account, until: this.#clock.now() + CACHE_MS });
    return account;
  }
}
