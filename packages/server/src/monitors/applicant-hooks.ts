import type { ApplicantHooks } from '../applicants/hooks.ts';
import type { Ctx } from '../context/ctx.ts';
import { enqueue } from '../jobs/queue.ts';
import { monitorsOfApplicant } from '../store/queries/monitors.ts';
import type { ScopedTx } from '../store/store.ts';

/** A changed or restored applicant is searched for again. */
export const monitorApplicantHooks: ApplicantHooks = { changed: enqueueMonitorsOf, restored: enqueueMonitorsOf };

/** Queues the search for an applicant that has changed or was restored, for each active monitor. Nothing happens in sandbox. */
async function enqueueMonitorsOf(ctx: Ctx, tx: ScopedTx, applicant_id: string): Promise<void> {
  if (ctx.sandbox) return;
  for (const { id, deleted_at } of await tx.all(monitorsOfApplicant, { applicant_id })) {
    if (deleted_at === null) await enqueue(ctx.services, tx.system, ctx, { kind: 'watchlist_monitor', ref: id });
  }
}
