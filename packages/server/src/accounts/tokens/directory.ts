import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { type Principal, tokenPrincipal } from '../../context/principal.ts';
import type { MasterKey } from '../../crypto/keys.ts';
import { findToken, findTokenByHash, touchToken } from '../../store/queries/tokens.ts';
import type { TokenRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { tokenHash } from './token-hash.ts';

/** Milliseconds for which another process may accept a revoked token if a signal is lost. */
const CACHE_MS = 5_000;

/** Tokens remembered at most; the oldest go first. */
const CACHE_SIZE = 10_000;

/**
 * Milliseconds by which the last use of a token may be late on disk: a write for each request would cost more than it is worth.
 */
const TOUCH_MS = 5_000;

/** A token that may be used, and who acts with it. */
export interface ActiveToken extends TokenRow {
  readonly principal: Principal;
}

/** Finds tokens by their secret, and keeps when each was last used. */
export class TokenDirectory {
  readonly #store: Store;
  readonly #master: MasterKey;
  readonly #clock: Clock;
  /** Known tokens by a plain hash, which takes a fifth of the time of the stored one and never leaves this process. */
  readonly #known = new Map<string, { token: ActiveToken; until: number }>();
  /** Validity of tokens by account and id. */
  readonly #states = new Map<string, { stands: boolean; until: number }>();
  /** Grows when tokens change, so that what was read before isn't remembered after. */
  #changes = 0;
  readonly #used = new Map<string, number>();
  #cancelTouch: (() => void) | undefined;

  constructor(store: Store, master: MasterKey, clock: Clock) {
    this.#store = store;
    this.#master = master;
    this.#clock = clock;
    store.onSignal('account', () => {
      this.#changes += 1;
      this.#known.clear();
      this.#states.clear();
    });
  }

  /** Returns the remembered token at once: the answer of most requests. */
  known(secret: string): ActiveToken | undefined {
    const known = this.#known.get(hash('sha256', secret));
    if (!known || known.until <= this.#clock.now()) return undefined;
    this.#touch(known.token);
    return known.token;
  }

  /** Finds the token; undefined when it is unknown, revoked or expired, or when the client that obtained it is revoked. */
  async find(secret: string): Promise<ActiveToken | undefined> {
    const changes = this.#changes;
    const keyed = tokenHash(this.#master, secret);
    const row = await this.#store.system.first(findTokenByHash, { hash: keyed });
    if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(keyed))) return undefined;
    const now = this.#clock.now();
    if (row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    // A client that was revoked during an exchange has a token that its revocation didn't find.
    if (row.parent_id !== null && !(await this.stands(row.account_id, row.parent_id))) return undefined;
    const token: ActiveToken = { ...row, principal: tokenPrincipal(row) };
    if (changes === this.#changes) this.#remember(secret, token, now);
    this.#touch(token);
    return token;
  }

  /**
   * Returns whether objects that were made in the name of a token still count: the token, or OAuth client, with that public id
   * exists and isn't revoked. Objects that the service makes for its own pages are made in the name of the account.
   */
  async stands(accountId: string, id: string): Promise<boolean> {
    if (id === accountId) return true;
    const key = `${accountId} ${id}`;
    const now = this.#clock.now();
    const known = this.#states.get(key);
    if (known && known.until > now) return known.stands;
    const changes = this.#changes;
    const row = await this.#store.system.first(findToken, { id, account_id: accountId });
    const stands = row !== undefined && row.revoked_at === null;
    if (changes === this.#changes) put(this.#states, key, { stands, until: now + CACHE_MS });
    return stands;
  }

  #remember(secret: string, token: ActiveToken, now: number): void {
    const until = Math.min(now + CACHE_MS, token.expires_at ?? Number.POSITIVE_INFINITY);
    put(this.#known, hash('sha256', secret), { token, until });
  }

  #touch(row: TokenRow): void {
    this.#used.set(row.id, this.#clock.now());
    this.#cancelTouch ??= this.#clock.schedule(TOUCH_MS, () => void this.flush().catch(() => undefined));
  }

  /** Writes the last uses; also done at close. */
  async flush(): Promise<void> {
    this.#cancelTouch?.();
    this.#cancelTouch = undefined;
    const used = [...this.#used];
    this.#used.clear();
    if (used.length === 0) return;
    await this.#store.transaction(async (tx) => {
      for (const [id, last_used_at] of used) await tx.run(touchToken, { id, last_used_at });
    });
  }
}

/** Remembers a token, and forgets the oldest one if there are too many. */
function put<V>(known: Map<string, V>, key: string, value: V): void {
  if (known.size >= CACHE_SIZE) known.delete(known.keys().next().value as string);
  known.set(key, value);
}

declare module '../../context/services.ts' {
  interface Services {
    readonly tokens: TokenDirectory;
  }
}
