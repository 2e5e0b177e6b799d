import { recordAuditIn } from '../audit/record.ts';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { deleteWebhookRow } from '../store/queries/webhooks.ts';
import { dropDeliveries } from './drop-deliveries.ts';

/** Deletes a webhook and what waits for it; its delivery log stays until the applicants in it are erased. */
export async function deleteWebhook(ctx: Ctx, id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const deleted = await tx.system.run(deleteWebhookRow, { id, account_id: ctx.account_id });
    if (deleted === 0) throw notFound('Webhook', id);
    await dropDeliveries(ctx, tx.system, id);
    recordAuditIn(ctx, tx, { action: 'webhook_deleted', object_id: id });
  });
}
