import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Run } from '../runs/run.ts';

/** Queues the job that works on a run. In sandbox it waits as checks do, so that clients see the task before it is done. */
export async function enqueueWork(ctx: Ctx, tx: ScopedTx, run: Run): Promise<void> {
  const runAt = ctx.now() + (ctx.sandbox ? ctx.services.settings.sandboxDelay : 0);
  await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: run.id, runAt });
}
