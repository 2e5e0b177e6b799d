import { DAY_MS } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { eventNames } from '../../context/events.ts';
import { AFTER_ALL, firstIdAt } from '../../context/time-ids.ts';
import { findEvent, listEvents, listEventsOfResource, listEventsOfType } from '../../store/queries/webhooks.ts';
import type { EventRow } from '../../store/schema.ts';
import { type EventFilter, typesOf } from './filter.ts';

/** Row of an event. It holds ids and names of states, and no personal data. */
export type LoggedEvent = EventRow;

/** Filter of a page of events. */
export interface EventPage extends EventFilter {
  /** Id of an event: only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Events of the environment, newest first. */
export async function listEventsOf(
  ctx: Ctx,
  { object, before = AFTER_ALL, limit, ...filter }: EventPage,
): Promise<LoggedEvent[]> {
  const types = typesOf(filter);
  if (object !== undefined) {
    const page = { resource_id: object, types: JSON.stringify(types ?? eventNames), before, limit };
    return ctx.read.all(listEventsOfResource, page);
  }
  if (!types) return ctx.read.all(listEvents, { before, limit });
  // A type of resource has a few types of events, and an index finds the newest of each.
  const ofTypes = await Promise.all(types.map((type) => ctx.read.all(listEventsOfType, { type, before, limit })));
  const newestFirst = ofTypes.flat().sort((a, b) => (a.id < b.id ? 1 : -1));
  return newestFirst.slice(0, limit);
}

/** Days for which clients can read an event. Its row may be kept longer, for the history of its check. */
const EVENT_DAYS = 30;

/** Filter of a page of events, with times in Unix milliseconds. */
export interface EventRange extends EventPage {
  /** Only events from this time on. */
  readonly since?: number | undefined;
  /** Only events before this time. */
  readonly until?: number | undefined;
}

/** Events of the last 30 days, newest first, and the cursor of the next page; null after the last page. */
export async function listEventsBetween(
  ctx: Ctx,
  { since = 0, until, before = AFTER_ALL, ...page }: EventRange,
): Promise<{ events: LoggedEvent[]; next: string | null }> {
  const from = oldestReadable(ctx, since);
  const end = until === undefined ? AFTER_ALL : firstIdAt(until);
  const found = await listEventsOf(ctx, { ...page, before: before < end ? before : end });
  // Ids are in the order of time.
  const events = found.filter(({ id }) => id >= from);
  const isFull = events.length === page.limit;
  return { events, next: isFull ? (events.at(-1)?.id ?? null) : null };
}

/** An event of the last 30 days. Throws `resource_not_found`. */
export async function getEvent(ctx: Ctx, id: string): Promise<LoggedEvent> {
  const event = await ctx.read.first(findEvent, { id });
  if (!event || event.id < oldestReadable(ctx)) throw notFound('Event', id);
  return event;
}

/** The least id of an event that a client can read. */
export function oldestReadable(ctx: Ctx, since = 0): string {
  return firstIdAt(Math.max(since, ctx.now() - EVENT_DAYS * DAY_MS));
}
