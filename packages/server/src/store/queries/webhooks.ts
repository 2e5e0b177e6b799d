import { sql } from 'kysely';
import { joined, query, scoped, unsought } from '../query.ts';
import type { DeliveryAttemptRow, DeliveryRow, EventFactsRow, EventRow, WebhookRow } from '../schema.ts';
import { each, isAmong } from './each.ts';

// Webhooks belong to the account, in both environments, so these queries name the account themselves.

export const insertWebhook = query<Omit<WebhookRow, 'failing_since' | 'paused_at'>>()((db, p) =>
  db.insertInto('webhooks').values({
    id: p.id,
    account_id: p.account_id,
    created_at: p.created_at,
    url: p.url,
    name: p.name,
    enabled: p.enabled,
    events: p.events,
    environments: p.environments,
    personal_fields: p.personal_fields,
    payload_version: p.payload_version,
    api_version: p.api_version,
    changed_by: p.changed_by,
    data: p.data,
  }),
);

export const updateWebhookRow = query<Omit<WebhookRow, 'created_at' | 'api_version'>>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({
      url: p.url,
      name: p.name,
      enabled: p.enabled,
      events: p.events,
      environments: p.environments,
      personal_fields: p.personal_fields,
      payload_version: p.payload_version,
      changed_by: p.changed_by,
      data: p.data,
      failing_since: p.failing_since,
      paused_at: p.paused_at,
    })
    .where('id', '=', p.id)
    .where('account_id', '=', p.account_id),
);

/** Notes the first failure of a webhook after a success. */
export const noteFailing = query<{ id: string; account_id: string; failing_since: number }>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: p.failing_since })
    .where('id', '=', p.id)
    .where('account_id', '=', p.account_id)
    .where('failing_since', 'is', null),
);

/** Notes that a delivery to an enabled webhook succeeded. */
export const noteWorking = query<{ id: string; account_id: string }>()((db, p) =>
  db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', p.id)
    .where('account_id', '=', p.account_id)
    .where('enabled', '=', 1),
);

/** Pauses a webhook that the transaction has locked. */
export const pauseWebhookRow = query<Pick<WebhookRow, 'id' | 'account_id' | 'changed_by'> & { paused_at: number }>()(
  (db, p) =>
    db
      .updateTable('webhooks')
      .set({ enabled: 0, paused_at: p.paused_at, changed_by: p.changed_by })
      .where('id', '=', p.id)
      .where('account_id', '=', p.account_id),
);

export const findWebhook = query<{ id: string; account_id: string }>()((db, p) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', p.id).where('account_id', '=', p.account_id),
);

export const listWebhooks = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', p.account_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

export const countWebhooks = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('webhooks')
    .select((of) => of.fn.countAll<number>().as('n'))
    .where('account_id', '=', p.account_id),
);

export const deleteWebhookRow = query<{ id: string; account_id: string }>()((db, p) =>
  db.deleteFrom('webhooks').where('id', '=', p.id).where('account_id', '=', p.account_id),
);

/** Writes an event with the next number of its resource. Transactions that write events of one resource have locked it. */
export const insertEvent = scoped<Omit<EventRow, 'account_id' | 'environment' | 'sequence'>>()((from, p) =>
  from.insert('events', {
    id: p.id,
    type: p.type,
    resource_type: p.resource_type,
    resource_id: p.resource_id,
    applicant_id: p.applicant_id,
    check_id: p.check_id,
    status: p.status,
    created_at: p.created_at,
    // A resource may have events of an earlier release, which have no number.
    sequence: from
      .select('events')
      .select(sql<number>`coalesce(max(sequence), count(*)) + 1`.as('next'))
      .where('resource_id', '=', p.resource_id) as never,
  }),
);

export const insertEventFacts = scoped<Omit<EventFactsRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('event_facts', { id: p.id, applicant_id: p.applicant_id, data: p.data }),
);

/** Facts of the events of a JSON array of ids. */
export const listEventFacts = scoped<{ ids: string }>()((from, p, dialect) =>
  from
    .select('event_facts')
    .select(['id', 'data'])
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

/** The latest event of a type that a resource had. */
export const findLatestEvent = scoped<{ resource_id: string; type: string }>()((from, p, dialect) =>
  from
    .select('events')
    .selectAll()
    .where('resource_id', '=', p.resource_id)
    .where('type', '=', p.type)
    .orderBy(unsought(dialect, 'id'), 'desc')
    .limit(1),
);

export const insertDelivery = scoped<Omit<DeliveryRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('deliveries', {
    id: p.id,
    event_id: p.event_id,
    webhook_id: p.webhook_id,
    applicant_id: p.applicant_id,
    state: p.state,
    attempts: p.attempts,
    body: p.body,
    created_at: p.created_at,
    next_attempt_at: p.next_attempt_at,
    finished_at: p.finished_at,
    data: p.data,
  }),
);

export const findDelivery = scoped<{ id: string }>()((from, p) =>
  from.select('deliveries').selectAll().where('id', '=', p.id),
);

/** The deliveries that are still tried, of the applicants of a JSON array of ids. */
export const pendingDeliveries = scoped<{ applicant_ids: string }>()((from, p, dialect) =>
  from
    .select('deliveries')
    .select(['event_id', 'webhook_id'])
    .where(isAmong('applicant_id', each<string>(p.applicant_ids, dialect, 'text'), dialect))
    .where(unsought(dialect, 'state'), '=', 'pending'),
);

/** Writes what an attempt changed; `finished_at` and `next_attempt_at` exclude each other. */
export const updateDelivery = scoped<
  Pick<DeliveryRow, 'id' | 'state' | 'attempts' | 'next_attempt_at' | 'finished_at'>
>()((from, p) =>
  from
    .update('deliveries')
    .set({
      state: p.state,
      attempts: p.attempts,
      next_attempt_at: p.next_attempt_at,
      finished_at: p.finished_at,
    })
    .where('id', '=', p.id),
);

/** Ends every delivery that waits for a webhook, in both environments. */
export const dropPendingDeliveries = query<{ webhook_id: string; account_id: string; finished_at: number }>()((db, p) =>
  db
    .updateTable('deliveries')
    .set({ state: 'dropped', next_attempt_at: null, finished_at: p.finished_at })
    .where('webhook_id', '=', p.webhook_id)
    .where('account_id', '=', p.account_id)
    .where('state', '=', 'pending'),
);

/** Deletes the jobs of deliveries that wait for a webhook: it is their lane. */
export const deleteDeliveryJobs = query<{ webhook_id: string; account_id: string }>()((db, p) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', 'delivery')
    .where('lane', '=', p.webhook_id)
    .where('account_id', '=', p.account_id),
);

export const insertAttempt = scoped<Omit<DeliveryAttemptRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('delivery_attempts', {
    id: p.id,
    delivery_id: p.delivery_id,
    number: p.number,
    at: p.at,
    status: p.status,
    latency_ms: p.latency_ms,
    error: p.error,
    response_head: p.response_head,
    data: p.data,
  }),
);

/** Deliveries to a webhook in an environment whose ids are from `from` and below `before`, newest first. */
export const listDeliveriesOfWebhook = scoped<{ webhook_id: string; before: string; from: string; limit: number }>()(
  (scope, p) =>
    scope
      .selectByAccount('deliveries')
      .selectAll()
      .where('webhook_id', '=', p.webhook_id)
      .where('id', '<', p.before)
      .where('id', '>=', p.from)
      .orderBy('id', 'desc')
      .limit(p.limit),
);

export const findEvent = scoped<{ id: string }>()((from, p) =>
  from.select('events').selectAll().where('id', '=', p.id),
);

/** Events of an environment below an id, newest first. */
export const listEvents = scoped<{ before: string; limit: number }>()((from, p) =>
  from.selectByAccount('events').selectAll().where('id', '<', p.before).orderBy('id', 'desc').limit(p.limit),
);

/** Events of a type below an id, newest first. */
export const listEventsOfType = scoped<{ type: string; before: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('events')
    .selectAll()
    .where('type', '=', p.type)
    .where('id', '<', p.before)
    .orderBy('type', 'desc')
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** Events of an environment between two ids, oldest first. */
export const listEventsAfter = scoped<{ after: string; before: string; limit: number }>()((from, p) =>
  from
    .selectByAccount('events')
    .selectAll()
    .where('id', '>', p.after)
    .where('id', '<', p.before)
    .orderBy('id')
    .limit(p.limit),
);

/** Events of a resource below an id, newest first, whose types are in a JSON array. */
export const listEventsOfResource = scoped<{ resource_id: string; types: string; before: string; limit: number }>()(
  (from, p, dialect) =>
    from
      .select('events')
      .selectAll()
      .where('resource_id', '=', p.resource_id)
      .where(isAmong('type', each<string>(p.types, dialect, 'text'), dialect))
      .where(unsought(dialect, 'id'), '<', p.before)
      .orderBy(unsought(dialect, 'id'), 'desc')
      .limit(p.limit),
);

/** The delivery log of an account, newest first; for the operator. */
export const listDeliveries = query<{ account_id: string; before: string; limit: number }>()((db, p, dialect) =>
  db
    .selectFrom('deliveries')
    .innerJoin('events', joined(dialect, 'events.id', 'deliveries.event_id'))
    .selectAll('deliveries')
    .select(['events.type as event_type', 'events.resource_id as resource_id'])
    .where('deliveries.account_id', '=', p.account_id)
    .where('deliveries.id', '<', p.before)
    .orderBy('deliveries.id', 'desc')
    .limit(p.limit),
);

/** The delivery log of one webhook, newest first. */
export const listDeliveriesTo = query<{ account_id: string; webhook_id: string; before: string; limit: number }>()(
  (db, p, dialect) =>
    db
      .selectFrom('deliveries')
      .innerJoin('events', joined(dialect, 'events.id', 'deliveries.event_id'))
      .selectAll('deliveries')
      .select(['events.type as event_type', 'events.resource_id as resource_id'])
      .where('deliveries.account_id', '=', p.account_id)
      .where('deliveries.webhook_id', '=', p.webhook_id)
      .where('deliveries.id', '<', p.before)
      .orderBy('deliveries.id', 'desc')
      .limit(p.limit),
);

export const listAttempts = query<{ delivery_id: string; account_id: string }>()((db, p) =>
  db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', p.delivery_id)
    .where('account_id', '=', p.account_id)
    .orderBy('number'),
);

// Rows of all accounts from before they were sealed. The conditions match the indexes of migration 0007, and rows that another
// process seals right now are ignored.

export const unsealedWebhooks = query<{ limit: number }>()((db, p, dialect) => {
  const rows = db.selectFrom('webhooks').selectAll().where('url', '<>', sql.lit('')).orderBy('id').limit(p.limit);
  return dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows;
});

export const unsealedDeliveries = query<{ limit: number }>()((db, p, dialect) => {
  const rows = db.selectFrom('deliveries').selectAll().where('data', 'is', null).orderBy('id').limit(p.limit);
  return dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows;
});

export const unsealedAttempts = query<{ limit: number }>()((db, p, dialect) => {
  const rows = db.selectFrom('delivery_attempts').selectAll().where('data', 'is', null).orderBy('id').limit(p.limit);
  return dialect === 'postgres' ? rows.forUpdate().skipLocked() : rows;
});

export const sealStoredDelivery = query<Pick<DeliveryRow, 'id' | 'account_id' | 'body' | 'data'>>()((db, p, dialect) =>
  db
    .updateTable('deliveries')
    .set({ body: p.body, data: p.data })
    .where('id', '=', p.id)
    .where(unsought(dialect, 'account_id'), '=', p.account_id),
);

export const sealStoredAttempt = query<
  Pick<DeliveryAttemptRow, 'id' | 'account_id' | 'error' | 'response_head' | 'data'>
>()((db, p, dialect) =>
  db
    .updateTable('delivery_attempts')
    .set({ error: p.error, response_head: p.response_head, data: p.data })
    .where('id', '=', p.id)
    .where(unsought(dialect, 'account_id'), '=', p.account_id),
);
