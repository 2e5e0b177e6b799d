import type { Ctx } from '../context/ctx.ts';
import { deleteDeliveryJobs, dropPendingDeliveries } from '../store/queries/webhooks.ts';
import type { SystemTx } from '../store/store.ts';

/**
 * Drops every delivery that waits for a webhook, in the transaction that disables or deletes it. The jobs go first, as
 * a worker takes its job before the delivery too: so neither waits for the other. An attempt under way loses its job
 * and writes nothing.
 */
export async function dropDeliveries(ctx: Ctx, tx: SystemTx, webhookId: string): Promise<void> {
  const webhook = { webhook_id: webhookId, account_id: ctx.account_id };
  await tx.run(deleteDeliveryJobs, webhook);
  await tx.run(dropPendingDeliveries, { ...webhook, finished_at: ctx.now() });
}
