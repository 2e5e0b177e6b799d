import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { pagesById } from '../context/pages-by-id.ts';
import { firstIdAt } from '../context/time-ids.ts';
import {
  countOldDeliveries,
  countOldEvents,
  eraseAttempts,
  eraseDeliveries,
  eraseEventFacts,
  eraseEvents,
  listOldDeliveries,
  listOldEvents,
  listPendingEvents,
} from '../store/queries/retention.ts';

/** Rows that one transaction deletes: other writers of the embedded store wait for it. */
const BATCH = 200;

/**
 * Erases events from before a time (Unix milliseconds) with their deliveries, but none that is still to be delivered. The audit log
 * has the number of each batch. It can be broken off, repeated, and done by several processes at once. Returns how many events it has
 * erased.
 */
export async function eraseOldEvents(ctx: Ctx, before: number, stopped: () => boolean): Promise<number> {
  while (!stopped() && (await eraseSomeDeliveries(ctx, before)) === BATCH);
  const pending = await pendingEvents(ctx, before);
  let erased = 0;
  const read = (after: string) => ctx.read.all(listOldEvents, { below: firstIdAt(before), after, limit: BATCH });
  for await (const rows of pagesById(BATCH, stopped, read)) {
    const ids = rows.map(({ id }) => id).filter((id) => !pending.has(id));
    if (ids.length > 0) {
      erased += await ctx.transaction(async (tx) => {
        const events = await tx.run(eraseEvents, { ids: JSON.stringify(ids), before });
        await tx.run(eraseEventFacts, { ids: JSON.stringify(ids) });
        recordAuditIn(ctx, tx, { action: 'events_erased', object_id: ctx.account_id, details: { before, events } });
        return events;
      });
    }
  }
  return erased;
}

const scopeOf = ({ account_id, environment }: Ctx) => ({ account_id, environment });

/** Ids of events from before a time with a delivery that is still tried. */
async function pendingEvents(ctx: Ctx, before: number): Promise<ReadonlySet<string>> {
  const rows = await ctx.services.store.system.all(listPendingEvents, { ...scopeOf(ctx), before });
  return new Set(rows.map(({ event_id }) => event_id));
}

/** Counts what `eraseOldEvents` would erase: events, the creation of the oldest one, and the bytes of their deliveries. */
export async function countExpiredEvents(ctx: Ctx, before: number) {
  const events = await ctx.read.first(countOldEvents, { below: firstIdAt(before) });
  const deliveries = await ctx.services.store.system.first(countOldDeliveries, { ...scopeOf(ctx), before });
  const pending = await pendingEvents(ctx, before);
  return {
    n: Number(events?.n ?? 0) - pending.size,
    oldest: events?.oldest ?? null,
    bytes: Number(deliveries?.bytes ?? 0),
  };
}

/** Returns how many deliveries were found. */
async function eraseSomeDeliveries(ctx: Ctx, before: number): Promise<number> {
  const rows = await ctx.services.store.system.all(listOldDeliveries, { ...scopeOf(ctx), before, limit: BATCH });
  if (rows.length === 0) return 0;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await ctx.transaction(async (tx) => {
    const deliveries = await tx.run(eraseDeliveries, { ids, before });
    await tx.run(eraseAttempts, { ids });
    recordAuditIn(ctx, tx, { action: 'events_erased', object_id: ctx.account_id, details: { before, deliveries } });
  });
  return rows.length;
}
