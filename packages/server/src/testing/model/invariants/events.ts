import { expect } from 'vitest';
import { query } from '../../../store/query.ts';
import { bodyOf } from '../../../webhooks/sealed.ts';
import type { Check, Model, ModelEvent } from '../model.ts';
import type { TestWorld } from '../test-world.ts';

const eventsOf = query<{ account_id: string }>()((db, p) =>
  db
    .selectFrom('events')
    .leftJoin('deliveries', 'deliveries.event_id', 'events.id')
    .select(['events.id', 'events.type', 'events.resource_id', 'events.status', 'events.check_id'])
    .select(['deliveries.id as delivery_id', 'deliveries.webhook_id', 'deliveries.state'])
    .select(['deliveries.body', 'deliveries.data'])
    .where('events.account_id', '=', p.account_id)
    .orderBy('events.id'),
);

interface Stored extends ModelEvent {
  readonly check: string | null;
  readonly deliveries: readonly { readonly webhook: string; readonly state: string | null }[];
}

function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The events of both accounts, in their order, with those to whom each goes. */
async function storedEvents(world: TestWorld): Promise<Stored[]> {
  const { store, accounts } = world.fixture.service.services;
  const rows = (
    await Promise.all(
      world.accountIds.map(async (account_id) => {
        const account = (await accounts.find(account_id))!;
        const found = await store.system.all(eventsOf, { account_id });
        return found.map((row) => ({ ...row, account }));
      }),
    )
  ).flat();
  const byEvent = groupBy(rows, ({ id }) => id);
  return [...byEvent.values()].map((deliveries) => {
    const { type, resource_id: id, status, check_id: check } = deliveries[0]!;
    const made = deliveries.filter(({ webhook_id }) => webhook_id !== null);
    for (const { account, delivery_id, body, data } of made) {
      const delivery = { id: delivery_id as string, body: body as string, data };
      const { action, object } = JSON.parse(bodyOf(account, delivery)).payload;
      expect([action, object.id, object.status]).toEqual([type, id, status]);
    }
    return {
      type,
      id,
      status,
      check,
      webhooks: made.map(({ webhook_id }) => webhook_id as string),
      deliveries: made.map(({ webhook_id, state }) => ({ webhook: webhook_id as string, state })),
    };
  });
}

const text = ({ type, id, status, webhooks }: ModelEvent) => `${type} ${id} ${status} to ${[...webhooks].sort()}`;

/** Each transition of the model has exactly one event of the right type in the store, and no event lacks a transition. */
export async function eventsAgree(model: Model, world: TestWorld): Promise<void> {
  const stored = await storedEvents(world);
  const byCheck = groupBy(stored, ({ check }) => check);
  const kept = model.checks.filter(({ applicant }) => applicant.state !== 'erased');
  for (const check of kept) {
    const all = byCheck.get(check.id) ?? [];
    const fresh = all.slice(check.seen);
    const expected = check.events.slice(check.seen);
    expect(fresh.map(text).sort(), `events of check ${check.id}`).toEqual(expected.map(text).sort());
    inOrder(check, fresh);
    check.seen = all.length;
    byCheck.delete(check.id);
  }
  expect([...byCheck.values()].flat().map(text), 'events of nothing').toEqual([]);
}

/** The events of one step: the start first, then what the reports do, then the end (contract 12.3). */
function inOrder({ id }: Check, events: readonly ModelEvent[]): void {
  const rank = ({ type }: ModelEvent) => {
    if (['check.form_opened', 'check.form_completed'].includes(type)) return 0;
    if (type === 'check.started') return 1;
    return type.startsWith('report.') ? 2 : 3;
  };
  const ranks = events.map(rank);
  expect(ranks, `order of the events of check ${id}`).toEqual([...ranks].sort());
}

/** Checks that, once everything is done, every delivery has arrived, except deliveries to webhooks that are gone. */
export async function nothingWaits(model: Model, world: TestWorld): Promise<void> {
  for (const { deliveries, type } of await storedEvents(world)) {
    for (const { webhook, state } of deliveries) {
      const isGone = model.webhooks.some(({ id, deleted }) => id === webhook && deleted);
      if (!isGone) expect(state, `delivery of ${type}`).toBe('delivered');
      else expect(['delivered', 'dropped']).toContain(state);
    }
  }
}
