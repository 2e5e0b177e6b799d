import { currentFields, withFields } from '../../packages/server/src/applicants/fields.ts';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { AccountDirectory } from '../../packages/server/src/context/account-directory.ts';
import { insertApplicant } from '../../packages/server/src/store/queries/applicants.ts';
import { addToCounter } from '../../packages/server/src/store/queries/counters.ts';
import { samplePerson } from './client.ts';
import type { DataPlace } from './database.ts';
import { deploymentKeysOf, openStore } from './open-store.ts';

/** Applicants of one transaction. */
const BATCH = 1_000;

/** Writes applicants straight into the store of a service that is stopped; the kept count stays true. */
export async function seedApplicants(place: DataPlace, accountId: string, count: number): Promise<void> {
  const store = await openStore(place);
  try {
    // A millisecond for each applicant, up to now.
    let now = Date.now() - count;
    const { blank, create } = currentFields;
    const clock = { now: () => now, schedule: () => () => {} };
    const ids = makeIds(clock);
    const system = { now: () => Date.now(), schedule: clock.schedule };
    const master = await deploymentKeysOf(store, place);
    const account = await new AccountDirectory(store, master, system).find(accountId);
    if (!account) throw new Error('The account to seed is not there');
    const scope = { account_id: accountId, environment: 'live' } as const;
    for (let done = 0; done < count; done += BATCH) {
      const size = Math.min(BATCH, count - done);
      const rows = Array.from({ length: size }, () => {
        now += 1;
        const id = ids.uuid();
        const data = account.vault.seal(id, withFields(blank, samplePerson, create, now));
        return { id, created_at: now, delete_at: null, data };
      });
      await store.transaction(async (system) => {
        const tx = system.within(scope);
        for (const row of rows) await tx.run(insertApplicant, row);
        await tx.run(addToCounter, { name: 'applicants', slot: 0, by: size });
      });
    }
  } finally {
    await store.close();
  }
}
