import type { Ctx } from '../../context/ctx.ts';
import type { EventName } from '../../context/events.ts';
import { insertEvent, insertEventFacts, listEventFacts } from '../../store/queries/webhooks.ts';
import type { EventRow } from '../../store/schema.ts';
import type { ScopedReader, ScopedTx } from '../../store/store.ts';
import type { WebhookResource } from '../payload.ts';

/** Sealed facts of an event that its row has no columns for. Most events have none. */
interface EventFacts {
  /** Resource of the event, unless it is a check, a report or a monitor. */
  readonly resource?: WebhookResource;
  /** Ids of the webhooks that may get the event. */
  readonly webhook_ids?: readonly string[];
}

/** An event with everything that a delivery of it needs. */
export interface WholeEvent extends EventRow {
  readonly type: EventName;
  /** Undefined for events of earlier releases whose facts were not stored. */
  readonly resource: WebhookResource | undefined;
  /** Ids of the webhooks that may get the event; null for all. */
  readonly webhookIds: readonly string[] | null;
}

/** An event that has no id yet. */
export interface UnstoredEvent {
  readonly type: EventName;
  readonly resource: WebhookResource;
  readonly applicantId: string | null;
  readonly checkId: string | null;
  /** Ids of the webhooks that the check names. Null: all webhooks. Empty: no webhook. */
  readonly webhookIds: readonly string[] | null;
}

/** Stores an event of a time in Unix milliseconds. Returns its id. */
export async function storeEvent(ctx: Ctx, tx: ScopedTx, event: UnstoredEvent, at: number): Promise<string> {
  const { resource, applicantId: applicant_id, webhookIds } = event;
  const id = ctx.services.ids.uuid();
  await tx.run(insertEvent, {
    id,
    type: event.type,
    resource_type: resource.type,
    resource_id: resource.id,
    applicant_id,
    check_id: event.checkId,
    status: 'status' in resource ? resource.status : '',
    created_at: at,
  });
  const facts: EventFacts = {
    ...(!hasColumns(resource) && { resource }),
    ...(webhookIds !== null && { webhook_ids: webhookIds }),
  };
  if (Object.keys(facts).length > 0) {
    await tx.run(insertEventFacts, { id, applicant_id, data: ctx.vault.seal(id, facts) });
  }
  return id;
}

const hasColumns = ({ type }: WebhookResource) => ['check', 'report', 'watchlist_monitor'].includes(type);

/** Reads the facts of events. */
export async function withFacts(ctx: Ctx, reader: ScopedReader, events: readonly EventRow[]): Promise<WholeEvent[]> {
  const ids = JSON.stringify(events.map(({ id }) => id));
  const rows = events.length > 0 ? await reader.all(listEventFacts, { ids }) : [];
  const facts = new Map(rows.map(({ id, data }) => [id, ctx.vault.open<EventFacts>(id, data)]));
  return events.map((event) => ({
    ...event,
    type: event.type as EventName,
    resource: facts.get(event.id)?.resource ?? resourceOf(event),
    webhookIds: facts.get(event.id)?.webhook_ids ?? null,
  }));
}

/** The resource of an event, by its row. */
function resourceOf({ resource_type, resource_id: id, ...event }: EventRow): WebhookResource | undefined {
  const { status, applicant_id: applicantId, check_id: checkId } = event;
  // Test events name a check that does not exist, and no applicant.
  if (resource_type === 'check') return { type: 'check', id, status, applicantId: applicantId ?? id };
  if (resource_type === 'report' && checkId !== null) return { type: 'report', id, status, checkId };
  if (resource_type === 'watchlist_monitor') return { type: 'watchlist_monitor', id };
  return undefined;
}
