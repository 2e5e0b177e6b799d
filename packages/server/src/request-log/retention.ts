import { recordAuditIn } from '../audit/record.ts';
import { DAY_MS } from '../base/clock.ts';
import type { Ctx } from '../context/ctx.ts';
import type { Services } from '../context/services.ts';
import { deleteRequestBatches, dropRequestDays } from '../store/queries/request-log.ts';
import { eraseRequests, listOldRequests } from '../store/queries/retention.ts';

/** Batches that one transaction deletes: other writers of SQLite wait for it. */
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

/**
 * Erases the requests of an account and environment from before a time (Unix milliseconds). The audit log has the number of each
 * batch. Returns how many requests it has erased.
 */
export async function eraseOldRequests(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  let erased = 0;
  while (!stopped()) {
    const rows = await ctx.read.all(listOldRequests, { before, limit: STEP });
    if (rows.length === 0) break;
    const requests = rows.reduce((sum, { entries }) => sum + Number(entries), 0);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    await ctx.transaction(async (tx) => {
      await tx.run(eraseRequests, { ids, before });
      recordAuditIn(ctx, tx, { action: 'requests_erased', object_id: ctx.account_id, details: { before, requests } });
    });
    erased += requests;
    if (rows.length < STEP) break;
  }
  return erased;
}
