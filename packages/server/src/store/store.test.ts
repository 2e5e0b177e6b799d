import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestStore } from '../testing/store.ts';
import { findApplicant, insertApplicant } from './queries/applicants.ts';
import { addToCounter, readCounter } from './queries/counters.ts';
import type { Scope } from './query.ts';
import type { Store } from './store.ts';

const alice: Scope = { account_id: 'alice', environment: 'sandbox' };
const aliceLive: Scope = { account_id: 'alice', environment: 'live' };
const mallory: Scope = { account_id: 'mallory', environment: 'sandbox' };

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await openTestStore());
});
afterAll(() => drop());

const row = (id: string) => ({ id, created_at: 1, delete_at: null, data: Buffer.from(id), clock_id: null });
const insert = (scope: Scope, id: string) => store.transaction((tx) => tx.within(scope).run(insertApplicant, row(id)));

describe('scopes', () => {
  it('answers what was written, bytes and nulls included', async () => {
    expect(await insert(alice, 'a1')).toBe(1);
    expect(await store.within(alice).first(findApplicant, { id: 'a1' })).toEqual(row('a1'));
  });

  it('never shows a row to another account or environment', async () => {
    await insert(alice, 'a2');
    expect(await store.within(mallory).first(findApplicant, { id: 'a2' })).toBeUndefined();
    expect(await store.within(aliceLive).first(findApplicant, { id: 'a2' })).toBeUndefined();
  });
});

describe('transactions', () => {
  it('commits many that come together, and undoes only the failing one', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 200 }, (_, i) =>
        store.transaction(async (tx) => {
          await tx.within(alice).run(insertApplicant, row(`many-${i}`));
          if (i === 77) throw new Error('no');
          return i;
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(answers[77]).toMatchObject({ status: 'rejected', reason: new Error('no') });
    expect(await store.within(alice).first(findApplicant, { id: 'many-76' })).toBeDefined();
    expect(await store.within(alice).first(findApplicant, { id: 'many-77' })).toBeUndefined();
    expect(await store.within(alice).first(findApplicant, { id: 'many-78' })).toBeDefined();
  });

  it('continues after a statement that fails on a constraint', async () => {
    await insert(alice, 'twice');
    await expect(insert(alice, 'twice')).rejects.toThrow();
    expect(await insert(alice, 'after')).toBe(1);
  });

  it('rejects a read that fails while a commit is on its way to the disk, and leaves no rejection unhandled', async () => {
    let committed = false;
    const writing = insert(alice, 'synced').then(() => {
      committed = true;
    });
    const reads: Promise<unknown>[] = [];
    while (!committed) {
      reads.push(store.within(alice).first(findApplicant, {} as never));
      reads.at(-1)?.catch(() => undefined);
      await new Promise((resume) => setImmediate(resume));
    }
    await writing;
    const answers = await Promise.allSettled(reads);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
  });

  it('reads its own writes, which no other reader sees before the commit', async () => {
    await store.transaction(async (tx) => {
      await tx.within(alice).run(insertApplicant, row('own'));
      expect(await tx.within(alice).first(findApplicant, { id: 'own' })).toBeDefined();
      expect(await store.within(alice).first(findApplicant, { id: 'own' })).toBeUndefined();
    });
    expect(await store.within(alice).first(findApplicant, { id: 'own' })).toBeDefined();
  });

  it('counts every addition of transactions that run at once', async () => {
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        store.transaction((tx) => tx.within(alice).run(addToCounter, { name: 'checks', slot: i % 3, by: 1 })),
      ),
    );
    expect(await store.within(alice).first(readCounter, { name: 'checks' })).toEqual({ n: 100 });
    expect(await store.within(mallory).first(readCounter, { name: 'checks' })).toEqual({ n: 0 });
  });
});

describe('signals', () => {
  it('come after the commit, and never from a transaction that failed', async () => {
    const received: string[] = [];
    const done = new Promise<void>((resolve) => {
      const stop = store.onSignal('check', (id) => {
        received.push(id);
        if (id !== 'last') return;
        stop();
        resolve();
      });
    });
    await store
      .transaction(async (tx) => {
        tx.signal('check', 'failed');
        throw new Error('no');
      })
      .catch(() => undefined);
    await store.transaction(async (tx) => {
      tx.signal('check', 'committed');
      await Promise.resolve();
      expect(received).toEqual([]);
    });
    await store.transaction(async (tx) => tx.signal('check', 'last'));
    await done;
    expect(received).toEqual(['committed', 'last']);
  });
});
