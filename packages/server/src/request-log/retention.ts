import { DAY_MS } from '../base/clock.ts';
import type { Services } from '../context/services.ts';
import { deleteRequestBatches, dropRequestDays } from '../store/queries/request-log.ts';

/** Batches that one transaction of SQLite deletes: other writers wait for it. */
const STEP = 200;

/**
 * Ends the request log of before the days of the setting: on PostgreSQL by whole days, else batch by batch. `stopped` lets it
 * end early.
 */
export async function endOldRequests({ store, clock, requests }: Services, stopped: () => boolean): Promise<void> {
  const before = Math.floor(clock.now()) - requests.days * DAY_MS;
  if (store.dialect === 'postgres') {
    await store.transaction((tx) => tx.first(dropRequestDays, { before }));
    return;
  }
  while (
    !stopped() &&
    (await store.transaction((tx) => tx.run(deleteRequestBatches, { before, limit: STEP }))) === STEP
  );
}
