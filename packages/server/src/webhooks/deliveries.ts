import type { Ctx } from '../context/ctx.ts';
import { AFTER_ALL, FIRST_ID } from '../context/time-ids.ts';
import { findEvent, listAttempts, listDeliveriesOfWebhook } from '../store/queries/webhooks.ts';
import type { DeliveryRow } from '../store/schema.ts';
import { getWebhook } from './get.ts';
import type { LoggedDelivery } from './log.ts';
import { attemptOf, bodyOf } from './sealed.ts';

/** A delivery with its payload. */
export interface OpenedDelivery extends LoggedDelivery {
  /** The bytes of the request, JSON. */
  readonly sent: string;
}

/** Deliveries to a webhook in the environment, newest first. Throws `resource_not_found`. */
export async function deliveriesTo(
  ctx: Ctx,
  webhookId: string,
  { before = AFTER_ALL, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<OpenedDelivery[]> {
  await getWebhook(ctx, webhookId);
  const page = { webhook_id: webhookId, before, from: FIRST_ID, limit };
  const rows = await ctx.read.all(listDeliveriesOfWebhook, page);
  return Promise.all(rows.map((row) => opened(ctx, row)));
}

async function opened(ctx: Ctx, delivery: DeliveryRow): Promise<OpenedDelivery> {
  const event = await ctx.read.first(findEvent, { id: delivery.event_id });
  const of = { delivery_id: delivery.id, account_id: ctx.account_id };
  const attempts = await ctx.services.store.system.all(listAttempts, of);
  return {
    ...delivery,
    event_type: event?.type ?? '',
    resource_id: event?.resource_id ?? '',
    sent: bodyOf(ctx, delivery),
    made: attempts.map((row) => ({ ...row, ...attemptOf(ctx, row) })),
  };
}
