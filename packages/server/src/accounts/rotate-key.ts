import { recordChange } from '../audit/record.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { notFound } from '../base/errors.ts';
import { type Principal, recordOf } from '../context/principal.ts';
import type { Services } from '../context/services.ts';
import { KEY_BYTES } from '../crypto/keys.ts';
import { wrapAccountKey } from '../crypto/vault.ts';
import { enqueue } from '../jobs/queue.ts';
import { insertAccountKey, listAccountKeys, recordAccountChange } from '../store/queries/accounts.ts';

/** Milliseconds until a new key is used, so that every process has loaded it by then: accounts are remembered for 5 s. */
const ACTIVE_AFTER_MS = 60_000;

export interface RotatedKey {
  version: number;
  /** Unix milliseconds from which new data is sealed with it. Earlier data stays readable meanwhile. */
  active_from: number;
}

/**
 * Milliseconds from the use of a new key until no transaction is left that began with an earlier one: then what earlier keys have
 * sealed is sealed with the new one.
 */
const SETTLED_MS = 10 * MINUTE_MS;

/** Gives an account a new data key, and queues the work that seals earlier data with it. Throws `resource_not_found`. */
export async function rotateAccountKey(services: Services, id: string, principal: Principal): Promise<RotatedKey> {
  const { clock, ids, master, store } = services;
  return store.transaction(async (tx) => {
    if (!(await tx.lock({ account: id })).account) throw notFound('Account', id);
    const [latest] = await tx.all(listAccountKeys, { account_id: id });
    const version = (latest?.version ?? 0) + 1;
    const now = clock.now();
    const active_from = now + ACTIVE_AFTER_MS;
    const key = Buffer.from(ids.secret(KEY_BYTES), 'base64url');
    const wrapped = wrapAccountKey(master, id, version, key);
    await tx.run(insertAccountKey, { account_id: id, version, wrapped, created_at: now, active_from });
    await tx.run(recordAccountChange, { id, changed_by: recordOf(principal) });
    const entry = { action: 'account_key_rotated', object_id: id, details: { version } } as const;
    recordChange(services, tx, { ...entry, accountId: id, principal });
    const scope = { account_id: id, environment: 'live' } as const;
    await enqueue(services, tx, scope, { kind: 'reseal', ref: id, runAt: active_from + SETTLED_MS });
    tx.signal('account', id);
    return { version, active_from };
  });
}
