import { recordAuditIn } from '../audit/record.ts';
import { invalid, notFound } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { findWebhook } from '../store/queries/webhooks.ts';
import { signalEvents } from './event-log/feed.ts';
import { deliver } from './event-log/record.ts';
import { storeEvent } from './event-log/whole.ts';
import { toWebhook } from './webhook.ts';

/** Id of the check that a test event names: no check has it. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

/**
 * Sends `check.completed` of a check that doesn't exist to one webhook, whatever events it has chosen. Throws
 * `resource_not_found`, and `validation_error` where the webhook is disabled. Returns the id of the event.
 */
export function sendTestEvent(ctx: Ctx, webhookId: string): Promise<string> {
  return ctx.transaction(async (tx) => {
    const row = await tx.system.first(findWebhook, { id: webhookId, account_id: ctx.account_id });
    if (!row) throw notFound('Webhook', webhookId);
    if (!toWebhook(ctx, row).enabled) throw invalid({ webhook: ['is disabled. Enable the webhook first'] });
    const at = ctx.now();
    const resource = { type: 'check', id: NO_CHECK, status: 'complete', applicantId: NO_CHECK } as const;
    const event = {
      type: 'check.completed',
      resource,
      applicantId: null,
      checkId: null,
      webhookIds: [webhookId],
    } as const;
    const id = await storeEvent(ctx, tx, event, at);
    await deliver(ctx, tx, row, event, id, at);
    signalEvents(ctx, tx);
    recordAuditIn(ctx, tx, { action: 'webhook_tested', object_id: webhookId });
    return id;
  });
}
