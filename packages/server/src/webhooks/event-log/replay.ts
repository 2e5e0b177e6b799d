import { recordAuditIn } from '../../audit/record.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { firstIdAt } from '../../context/time-ids.ts';
import { listEventsAfter, listWebhooks, pendingDeliveries } from '../../store/queries/webhooks.ts';
import type { WebhookRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type EventFilter, eventMatcher } from './filter.ts';
import { oldestReadable } from './list.ts';
import { deliver, subscribes } from './record.ts';
import { type WholeEvent, withFacts } from './whole.ts';

/** Events that one request looks at, and deliveries after which it stops: other writers of the embedded store wait for it. */
const MOST = { events: 200, deliveries: 200 } as const;

export interface EventReplay extends EventFilter {
  /** Unix milliseconds. */
  readonly since: number;
  /** Unix milliseconds; later events are left out. Default: the time of the first request. */
  readonly until?: number | undefined;
  /** The one webhook that gets the events; default: all. */
  readonly webhookId?: string | undefined;
  /** `next` of the previous answer. */
  readonly cursor?: string | undefined;
}

export interface ReplayedEvents {
  /** Number of events that were queued for at least one webhook. */
  readonly events: number;
  readonly deliveries: number;
  /** Number of events that are not sent again, because their applicant is deleted or is to be. */
  readonly skipped: number;
  /** Number of deliveries that are not made again, because an earlier delivery of the event is still tried. */
  readonly retrying: number;
  /** Cursor of the next request; null after the last. */
  readonly next: string | null;
}

interface Place {
  /** Id of the last event that an earlier request has looked at. */
  readonly after: string;
  /** End of the range, Unix milliseconds. */
  readonly until: number;
}

const CURSOR = /^([0-9a-f-]{36})_(\d{1,15})$/;

function placeOf(ctx: Ctx, { cursor, since, until }: EventReplay): Place {
  if (cursor === undefined)
    return { after: oldestReadable(ctx, since), until: Math.min(until ?? ctx.now(), ctx.now()) };
  const [, id, end] = CURSOR.exec(cursor) ?? [];
  if (id === undefined) throw invalid({ cursor: ['is invalid'] });
  // An event that became older than 30 days since the first request is left out.
  const oldest = oldestReadable(ctx);
  return { after: id > oldest ? id : oldest, until: Number(end) };
}

/**
 * Delivers the events of a range once more, oldest first, to the webhooks that want them: those that are enabled, subscribe to the event
 * and are not excluded by the check. A webhook for which an earlier delivery of the event is still tried gets no second one. Everything that a request queues is one transaction. Deliveries keep the ids of their events.
 * Throws `resource_not_found` for an unknown webhook, and `validation_error` for a disabled one.
 */
export async function replayEvents(ctx: Ctx, range: EventReplay): Promise<ReplayedEvents> {
  const { after, until } = placeOf(ctx, range);
  return ctx.transaction(async (tx) => {
    const webhooks = await receivers(ctx, tx, range.webhookId);
    const page = { after, before: firstIdAt(until), limit: MOST.events };
    const rows = await tx.all(listEventsAfter, page);
    const fits = eventMatcher(range);
    const wanted = await withFacts(ctx, tx, rows.filter(fits));
    const active = await activeApplicants(tx, wanted);
    let last = rows.length === MOST.events ? rows.at(-1)?.id : undefined;
    let events = 0;
    let deliveries = 0;
    let skipped = 0;
    let retrying = 0;
    const isPending = await pendingIn(tx, wanted);
    for (const event of wanted) {
      const { resource, applicant_id: applicantId } = event;
      if (!resource || (applicantId !== null && !active.has(applicantId))) {
        skipped += 1;
        continue;
      }
      const subscribed = webhooks.filter((webhook) => subscribes(webhook, event, ctx));
      const wanting = subscribed.filter((webhook) => !isPending(event, webhook));
      retrying += subscribed.length - wanting.length;
      const sent = { type: event.type, resource, applicantId };
      for (const webhook of wanting) await deliver(ctx, tx, webhook, sent, event.id, event.created_at);
      if (wanting.length > 0) events += 1;
      deliveries += wanting.length;
      if (deliveries >= MOST.deliveries && event.id !== rows.at(-1)?.id) {
        last = event.id;
        break;
      }
    }
    const details = { webhook_id: range.webhookId ?? null, until, events, deliveries, skipped, retrying };
    recordAuditIn(ctx, tx, { action: 'events_replayed', object_id: ctx.account_id, details });
    return { events, deliveries, skipped, retrying, next: last === undefined ? null : `${last}_${until}` };
  });
}

async function receivers(ctx: Ctx, tx: ScopedTx, id: string | undefined): Promise<WebhookRow[]> {
  const webhooks = (await tx.system.all(listWebhooks, { account_id: ctx.account_id })).reverse();
  if (id === undefined) return webhooks.filter(({ enabled }) => enabled === 1);
  const webhook = webhooks.find((row) => row.id === id);
  if (!webhook) throw notFound('Webhook', id);
  if (webhook.enabled !== 1) throw invalid({ webhook_id: ['is a disabled webhook. Enable the webhook first'] });
  return [webhook];
}

/** Returns whether an event still has a delivery to a webhook that is tried. Events of no applicant are not looked for. */
async function pendingIn(tx: ScopedTx, events: readonly WholeEvent[]) {
  const applicants = [...new Set(events.flatMap(({ applicant_id }) => applicant_id ?? []))];
  const rows = await tx.all(pendingDeliveries, { applicant_ids: JSON.stringify(applicants) });
  const pending = new Set(rows.map(({ event_id, webhook_id }) => `${event_id} ${webhook_id}`));
  return ({ id }: WholeEvent, webhook: WebhookRow) => pending.has(`${id} ${webhook.id}`);
}

/** Ids of the applicants of events that exist and are not scheduled for deletion. */
async function activeApplicants(tx: ScopedTx, events: readonly WholeEvent[]): Promise<ReadonlySet<string>> {
  const ids = new Set(events.flatMap(({ applicant_id }) => applicant_id ?? []));
  const locked = await tx.lock({ activeApplicants: [...ids] });
  return new Set(locked.activeApplicants.map(({ id }) => id));
}
