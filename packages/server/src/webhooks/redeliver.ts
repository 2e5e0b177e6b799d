import { recordAuditIn } from '../audit/record.ts';
import { invalid, notFound, problem } from '../base/errors.ts';
import type { Ctx } from '../context/ctx.ts';
import { enqueue } from '../jobs/queue.ts';
import { findDelivery, findWebhook, insertDelivery } from '../store/queries/webhooks.ts';
import type { DeliveryRow } from '../store/schema.ts';
import { maskedBody } from './personal-fields.ts';
import { bodyOf, sealBody } from './sealed.ts';
import { personalFieldsOf } from './webhook.ts';

/**
 * Delivers the same bytes to the same webhook once more, as a delivery of its own. Personal fields that the webhook may no longer carry
 * are left out. Throws `resource_not_found`, `gone`
 * when the applicant is scheduled for deletion, `validation_error` when the webhook is disabled or deleted.
 */
export async function redeliver(ctx: Ctx, id: string): Promise<Omit<DeliveryRow, 'account_id' | 'environment'>> {
  return ctx.transaction(async (tx) => {
    const before = await tx.first(findDelivery, { id });
    if (!before) throw notFound('Delivery', id);
    if (before.applicant_id) {
      const { activeApplicant } = await tx.lock({ activeApplicant: before.applicant_id });
      if (!activeApplicant) throw problem('gone');
    }
    const webhook = await tx.system.first(findWebhook, { id: before.webhook_id, account_id: ctx.account_id });
    if (webhook?.enabled !== 1)
      throw invalid({ delivery_id: ["can't be sent again because its webhook is disabled or deleted"] });
    const now = ctx.now();
    const { account_id: _, environment: __, ...same } = before;
    const newId = ctx.services.ids.uuid();
    const delivery = {
      ...same,
      ...sealBody(ctx, newId, maskedBody(bodyOf(ctx, before), personalFieldsOf(webhook))),
      id: newId,
      state: 'pending' as const,
      attempts: 0,
      created_at: now,
      next_attempt_at: now,
      finished_at: null,
    };
    await tx.run(insertDelivery, delivery);
    await enqueue(ctx.services, tx.system, ctx, { kind: 'delivery', ref: delivery.id, lane: webhook.id });
    recordAuditIn(ctx, tx, { action: 'delivery_resent', object_id: id });
    return delivery;
  });
}
