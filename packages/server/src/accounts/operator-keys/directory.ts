import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Ids } from '../../base/ids.ts';
import { operatorPrincipal, type Principal, recordOf, systemPrincipal } from '../../context/principal.ts';
import type { MasterKey } from '../../crypto/keys.ts';
import { findOperatorKeyByHash, insertOperatorKey, touchOperatorKey } from '../../store/queries/operator-keys.ts';
import type { OperatorKeyRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';

/** Milliseconds for which another process may accept a key after its revocation if a signal is lost. */
const CACHE_MS = 5_000;

/** Keys remembered at most; the oldest go first. */
const CACHE_SIZE = 1_000;

/** The last use is written once in this time. */
const TOUCH_MS = 60_000;

/** A secret that is shorter may be a word that an operator chose: no part of it is stored. */
const LONG_SECRET = 32;

/** Keyed hash of an operator key, hexadecimal: of no use without the master key. */
export function operatorKeyHash(master: MasterKey, secret: string): string {
  return master.hash('operator-keys', secret);
}

interface Known {
  readonly principal: Principal;
  readonly until: number;
  touchedAt: number;
}

/** Services that the directory needs. */
export interface OperatorKeyServices {
  readonly store: Store;
  readonly master: MasterKey;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Finds operator keys by their secret, and keeps when each was last used. The first key of a process comes from its setting or
 * key file: it counts in the processes that have it, so that changing the setting ends the earlier key.
 */
export class OperatorKeys {
  readonly #services: OperatorKeyServices;
  /** Known keys by a plain hash, which never leaves this process. */
  readonly #known = new Map<string, Known>();
  #firstHash = '';
  /** Grows when keys change, so that what was read before isn't remembered after. */
  #changes = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(services: OperatorKeyServices) {
    this.#services = services;
    services.store.onSignal('operator_key', () => {
      this.#changes += 1;
      this.#known.clear();
    });
  }

  /** Makes the key of the setting or the key file the key of this process; stores its row at the first start with it. */
  async open(secret: string, source: 'setting' | 'file'): Promise<void> {
    const { store, master, clock, ids } = this.#services;
    this.#firstHash = operatorKeyHash(master, secret);
    if (await store.system.first(findOperatorKeyByHash, { hash: this.#firstHash })) return;
    await store.transaction((tx) =>
      tx.run(insertOperatorKey, {
        id: ids.uuid(),
        name: source === 'setting' ? 'BONAFIDE_OPERATOR_KEY' : 'operator.key',
        source,
        hash: this.#firstHash,
        prefix: '',
        last_four: secret.length >= LONG_SECRET ? secret.slice(-4) : '',
        created_at: clock.now(),
        created_by: recordOf(systemPrincipal('start')),
        last_used_at: null,
        revoked_at: null,
        revoked_by: null,
      }),
    );
  }

  /** Returns whether the key opens this process. */
  isActive({ revoked_at, source, hash: keyed }: Pick<OperatorKeyRow, 'revoked_at' | 'source' | 'hash'>): boolean {
    return revoked_at === null && (source === 'created' || keyed === this.#firstHash);
  }

  /** The principal of a key that was found lately, at once. */
  known(secret: string): Principal | undefined {
    const known = this.#known.get(hash('sha256', secret));
    if (!known || known.until <= this.#services.clock.now()) return undefined;
    this.#touch(known);
    return known.principal;
  }

  /** The principal of a key; undefined when it is unknown or revoked. */
  async find(secret: string): Promise<Principal | undefined> {
    const { store, master, clock } = this.#services;
    const changes = this.#changes;
    const keyed = operatorKeyHash(master, secret);
    const row = await store.system.first(findOperatorKeyByHash, { hash: keyed });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(keyed)) || !this.isActive(row)) return undefined;
    const principal = operatorPrincipal(row.id);
    const known = { principal, until: clock.now() + CACHE_MS, touchedAt: row.last_used_at ?? 0 };
    if (changes === this.#changes) {
      if (this.#known.size >= CACHE_SIZE) this.#known.delete(this.#known.keys().next().value as string);
      this.#known.set(hash('sha256', secret), known);
    }
    this.#touch(known);
    return principal;
  }

  /** Writes the use of a key beside the request, at most once a minute. */
  #touch(known: Known): void {
    const { store, clock } = this.#services;
    const now = clock.now();
    const before = now - TOUCH_MS;
    if (known.touchedAt > before) return;
    known.touchedAt = now;
    const { id } = known.principal;
    const write = store.transaction((tx) => tx.run(touchOperatorKey, { id, last_used_at: now, before }));
    // A use that isn't written is written with the next one a minute later.
    this.#writing = Promise.allSettled([this.#writing, write]);
  }

  /** Resolves when the uses so far are written; also awaited at close. */
  async flush(): Promise<void> {
    await this.#writing;
  }
}

declare module '../../context/services.ts' {
  interface Services {
    readonly operatorKeys: OperatorKeys;
  }
}
