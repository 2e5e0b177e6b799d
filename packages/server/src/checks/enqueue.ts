import type { Ctx } from '../context/ctx.ts';
import { enqueue } from '../jobs/queue.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';

/**
 * Queues what processes a check. In sandbox one job answers a whole check, so that its reports end in their order, and
 * without delay when its client waits; a check that is held has no job, since its client completes it. In live each report has a job of
 * its own.
 */
export async function enqueueProcessing(
  ctx: Ctx,
  tx: ScopedTx,
  check: Pick<Check, 'id' | 'asynchronous' | 'answers'>,
  reportIds: readonly string[],
): Promise<void> {
  if (ctx.sandbox) {
    if (check.answers?.hold_checks) return;
    const runAt = ctx.now() + (check.asynchronous ? ctx.services.settings.sandboxDelay : 0);
    await enqueue(ctx.services, tx.system, ctx, { kind: 'check', ref: check.id, runAt });
    return;
  }
  for (const id of reportIds) await enqueue(ctx.services, tx.system, ctx, { kind: 'report', ref: id });
}
