import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { insertDelivery, listWebhooks } from '../../store/queries/webhooks.ts';
import type { WebhookRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type PayloadVersion, webhookBody } from '../payload.ts';
import { maskedBody } from '../personal-fields.ts';
import { sealBody } from '../sealed.ts';
import { personalFieldsOf } from '../webhook.ts';
import { signalEvents } from './feed.ts';
import { storeEvent, type UnstoredEvent } from './whole.ts';

export interface NewEvent extends UnstoredEvent {
  /** True for an event that is written only if a webhook subscribes to it, because no state has changed. */
  onRequest?: true;
}

/**
 * Writes events, their deliveries and the jobs of the deliveries, in the transaction of the change that they report. All commit
 * together or not at all. Deliveries start in the order of `events`.
 */
export async function recordEvents(ctx: Ctx, tx: ScopedTx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const webhooks = (await tx.system.all(listWebhooks, { account_id: ctx.account_id })).reverse();
  for (const event of events) {
    const wanting = webhooks.filter((webhook) => isRecorded(webhook) && subscribes(webhook, event, ctx));
    if (event.onRequest && wanting.length === 0) continue;
    const at = ctx.now();
    const id = await storeEvent(ctx, tx, event, at);
    for (const webhook of wanting) await deliver(ctx, tx, webhook, event, id, at);
  }
  signalEvents(ctx, tx);
}

/** Returns whether deliveries to a webhook are recorded: it is enabled, or paused by the service. */
const isRecorded = ({ enabled, paused_at }: WebhookRow) => enabled === 1 || paused_at !== null;

/** Returns whether a webhook is to get an event if it is enabled: it subscribes to it, covers the environment and is not excluded. */
export function subscribes(webhook: WebhookRow, event: Pick<NewEvent, 'type' | 'webhookIds'>, ctx: Ctx): boolean {
  return (
    (event.webhookIds === null || event.webhookIds.includes(webhook.id)) &&
    (JSON.parse(webhook.environments) as string[]).includes(ctx.environment) &&
    (JSON.parse(webhook.events) as string[]).includes(event.type)
  );
}

/**
 * Queues the delivery of one event to one webhook. The body is stored now, so that every retry sends the same bytes. A delivery to a
 * paused webhook is dropped at once: a replay after the pause finds it.
 */
export async function deliver(
  ctx: Ctx,
  tx: ScopedTx,
  webhook: WebhookRow,
  event: Pick<NewEvent, 'type' | 'resource' | 'applicantId'>,
  eventId: string,
  at: number,
): Promise<void> {
  const { ids, urls } = ctx.services;
  const id = ids.uuid();
  const isPaused = webhook.enabled !== 1;
  const body = webhookBody({
    payloadVersion: webhook.payload_version as PayloadVersion,
    minorVersion: webhook.api_version,
    baseUrl: urls.api,
    event: event.type,
    resource: event.resource,
    at,
  });
  await tx.run(insertDelivery, {
    id,
    event_id: eventId,
    webhook_id: webhook.id,
    applicant_id: event.applicantId,
    state: isPaused ? 'dropped' : 'pending',
    attempts: 0,
    ...sealBody(ctx, id, maskedBody(body, personalFieldsOf(webhook))),
    created_at: ctx.now(),
    next_attempt_at: isPaused ? null : ctx.now(),
    finished_at: isPaused ? ctx.now() : null,
  });
  if (isPaused) return;
  // A lane for each webhook: a slow receiver uses up its own places only.
  await enqueue(ctx.services, tx.system, ctx, { kind: 'delivery', ref: id, lane: webhook.id });
}
