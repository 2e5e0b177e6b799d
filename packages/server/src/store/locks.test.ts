import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestStore } from '../testing/store.ts';
import { insertAccount } from './queries/accounts.ts';
import { insertApplicant, scheduleApplicant } from './queries/applicants.ts';
import type { Scope } from './query.ts';
import type { Store } from './store.ts';

const scope: Scope = { account_id: 'acme', environment: 'sandbox' };

let store: Store;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ store, drop } = await openTestStore());
  await store.transaction(async (tx) => {
    await tx.run(insertAccount, { id: 'acme', name: 'Acme', created_at: 1, settings: '{}', changed_by: null });
    const of = tx.within(scope);
    for (const id of ['ada', 'bob', 'eve']) {
      await of.run(insertApplicant, { id, created_at: 1, delete_at: null, data: Buffer.from(id) });
    }
    await of.run(scheduleApplicant, { id: 'eve', delete_at: 2, deleted_by: 'system:worker' });
  });
});
afterAll(() => drop());

describe('the locks of a transaction', () => {
  test('answer the rows, whatever the order in which they are named, and undefined for none', async () => {
    await store.transaction(async (tx) => {
      const locked = await tx.within(scope).lock({ check: 'none', applicant: 'eve', account: 'acme', job: 'none' });
      expect(locked.account).toMatchObject({ id: 'acme', name: 'Acme' });
      expect(locked.applicant).toMatchObject({ id: 'eve', delete_at: 2, deleted_by: 'system:worker' });
      expect(locked.check).toBeUndefined();
    });
  });

  test('take an applicant for active unless it is scheduled for deletion', async () => {
    await store.transaction(async (tx) => {
      const { activeApplicants } = await tx
        .within(scope)
        .lock({ activeApplicants: ['eve', 'bob', 'ada', 'bob', 'none'] });
      expect(activeApplicants.map(({ id }) => id)).toEqual(['ada', 'bob']);
      expect((await tx.within(scope).lock({ activeApplicants: [] })).activeApplicants).toEqual([]);
      expect((await tx.within(scope).lock({ activeApplicant: 'ada' })).activeApplicant).toMatchObject({ id: 'ada' });
    });
  });

  test('throw in a wrong order on each store, and through the transaction over all accounts too', async () => {
    const wrong = store.transaction(async (tx) => {
      await tx.within(scope).lock({ activeApplicant: 'ada' });
      await tx.lock({ account: 'acme' });
    });
    await expect(wrong).rejects.toThrow('The lock on account acme comes before that on applicant ada, which is held');
    // The next transaction starts again.
    await store.transaction((tx) => tx.lock({ account: 'acme' }));
  });

  test('stay within the account and environment', async () => {
    await store.transaction(async (tx) => {
      const other = tx.within({ account_id: 'acme', environment: 'live' });
      expect((await other.lock({ applicant: 'ada' })).applicant).toBeUndefined();
    });
  });
});
