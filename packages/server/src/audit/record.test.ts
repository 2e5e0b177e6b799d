import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorPrincipal, systemPrincipal } from '../context/principal.ts';
import { openPostgres } from '../store/postgres.ts';
import { insertAccount } from '../store/queries/accounts.ts';
import { openSqlite } from '../store/sqlite.ts';
import type { Store } from '../store/store.ts';
import { freshDatabase } from '../testing/database.ts';
import { DEPLOYMENT } from './entry.ts';
import { listAudit } from './list.ts';
import { recordChange } from './record.ts';
import { auditServices } from './testing/chain.ts';
import { verifyAudit } from './verify.ts';

/** Two processes over one database; on the embedded store, which has one process, the same store twice. */
let stores: Store[];
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await freshDatabase();
  if (database) {
    const open = () => openPostgres(database.url, pino({ level: 'silent' }));
    stores = [await open(), await open()];
    drop = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    };
    return;
  }
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-store-'));
  const store = await openSqlite(directory);
  stores = [store, store];
  drop = async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  };
});
afterAll(() => drop());

const principal = operatorPrincipal('key');

function recorded(store: Store, accountId: string | undefined, object_id: string, work: () => void = () => {}) {
  const services = auditServices(store);
  const of = accountId === undefined ? {} : { accountId };
  return store.transaction(async (tx) => {
    recordChange(services, tx, { action: 'token_created', object_id, principal, ...of });
    work();
  });
}

describe('the chain of an account', () => {
  test('has no gap and no fork when two processes write at once, and none waits for ever', async () => {
    const names = Array.from({ length: 200 }, (_, i) => `at-once-${i}`);
    await Promise.all(names.map((name, i) => recorded(stores[i % 2]!, i % 3 ? 'busy' : 'quiet', name)));
    for (const [account, entries] of [['busy', 133] as const, ['quiet', 67] as const]) {
      const services = auditServices(stores[0]!);
      expect(await verifyAudit(services, account)).toMatchObject({ entries, broken: null });
    }
  });

  test('is written with the transaction, or not at all', async () => {
    const failing = recorded(stores[0]!, 'undone', 'token', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await recorded(stores[0]!, 'undone', 'kept');
    const { entries } = await listAudit(auditServices(stores[0]!), 'undone', { limit: 10 });
    expect(entries.map(({ number, object }) => [number, object.id])).toEqual([[1, 'kept']]);
  });

  test('of several accounts in transactions of both orders, beside the rows that they change', async () => {
    const both = (store: Store, i: number, order: readonly (string | undefined)[]) => {
      const services = auditServices(store);
      return store.transaction(async (tx) => {
        for (const accountId of order) {
          const of = accountId === undefined ? {} : { accountId };
          recordChange(services, tx, { action: 'token_created', object_id: `${i}`, principal, ...of });
        }
        // A lock that comes before: the entries are written after it all the same.
        await tx.lock({ account: `row-${i % 2}` });
      });
    };
    await stores[0]!.transaction(async (tx) => {
      for (const id of ['row-0', 'row-1']) {
        await tx.run(insertAccount, { id, name: '', created_at: 1, settings: '{}', changed_by: null });
      }
    });
    const orders = [
      ['alice', undefined, 'zoe'],
      ['zoe', 'alice', undefined],
    ];
    await Promise.all(Array.from({ length: 60 }, (_, i) => both(stores[i % 2]!, i, orders[i % 2]!)));
    for (const chain of ['alice', 'zoe', DEPLOYMENT]) {
      expect(await verifyAudit(auditServices(stores[1]!), chain)).toMatchObject({ entries: 60, broken: null });
    }
  });

  test('has times that never go back, by whatever clock', async () => {
    const times = [5_000, 3_000, 6_000];
    for (const now of times) {
      const services = auditServices(stores[0]!, () => now);
      await stores[0]!.transaction(async (tx) =>
        recordChange(services, tx, {
          action: 'applicant_erased',
          object_id: 'a',
          accountId: 'clocks',
          principal: systemPrincipal('worker'),
        }),
      );
    }
    const page = await listAudit(auditServices(stores[0]!), 'clocks', { limit: 10 });
    expect(page.entries.map(({ at }) => at)).toEqual([6_000, 5_000, 5_000]);
    expect(page.entries[0]).toMatchObject({
      actor: { kind: 'system', id: 'worker' },
      address: null,
      environment: null,
    });
  });
});

describe('a page of the chain', () => {
  test('has the entries of all that is given, and the cursor of the next one', async () => {
    for (let i = 1; i <= 9; i++) {
      const services = auditServices(stores[0]!, () => i * 100);
      await stores[0]!.transaction(async (tx) =>
        recordChange(services, tx, {
          action: i % 2 ? 'token_created' : 'token_revoked',
          object_id: `t${i % 3}`,
          accountId: 'pages',
          principal: operatorPrincipal(i % 4 ? 'one' : 'two'),
        }),
      );
    }
    const services = auditServices(stores[0]!);
    const numbers = async (filter: object, limit = 20, after?: number) => {
      const { entries, next } = await listAudit(services, 'pages', { filter, limit, after });
      return [entries.map(({ number }) => number), next];
    };
    expect(await numbers({})).toEqual([[9, 8, 7, 6, 5, 4, 3, 2, 1], null]);
    expect(await numbers({}, 4)).toEqual([[9, 8, 7, 6], 6]);
    expect(await numbers({}, 4, 6)).toEqual([[5, 4, 3, 2], 2]);
    expect(await numbers({}, 4, 2)).toEqual([[1], null]);
    expect(await numbers({ action: 'token_revoked' }, 2)).toEqual([[8, 6], 6]);
    expect(await numbers({ actor: 'operator:two' })).toEqual([[8, 4], null]);
    expect(await numbers({ object: 't0' })).toEqual([[9, 6, 3], null]);
    expect(await numbers({ object: 't0', action: 'token_created', actor: 'operator:one' })).toEqual([[9, 3], null]);
    expect(await numbers({ since: 300, until: 600 })).toEqual([[5, 4, 3], null]);
    expect(await numbers({ since: 901 })).toEqual([[], null]);
    expect(await numbers({ until: 100 })).toEqual([[], null]);
  });
});
