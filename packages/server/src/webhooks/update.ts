import { recordAuditIn } from '../audit/record.ts';
import { notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { updateWebhookRow } from '../store/queries/webhooks.ts';
import { dropDeliveries } from './drop-deliveries.ts';
import { applied, toWebhook, toWebhookRow, type Webhook, type WebhookInput } from './webhook.ts';

/**
 * Changes what the client sent and leaves the rest. A webhook that is switched off loses what waits for it. A webhook that is switched on
 * is no longer paused. Failures of an earlier address don't count for a new one.
 */
export async function updateWebhook(ctx: Ctx, id: string, input: WebhookInput): Promise<Webhook> {
  return ctx.transaction(async (tx) => {
    const { webhook: row } = await tx.lock({ webhook: id });
    if (!row) throw notFound('Webhook', id);
    const before = toWebhook(ctx, row);
    const webhook = applied(ctx, before, input);
    if (webhook.enabled && (!before.enabled || webhook.url !== before.url)) {
      webhook.failing_since = null;
      webhook.paused_at = null;
    }
    await tx.system.run(updateWebhookRow, toWebhookRow(ctx, webhook));
    recordAuditIn(ctx, tx, { action: 'webhook_updated', object_id: id, details: { fields: Object.keys(input) } });
    if (!webhook.enabled) await dropDeliveries(ctx, tx.system, id);
    return webhook;
  });
}
