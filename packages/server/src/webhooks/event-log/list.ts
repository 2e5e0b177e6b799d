import type { Ctx } from '../../context/ctx.ts';
import { AFTER_ALL } from '../../context/time-ids.ts';
import { listEvents, listEventsOfResource, listEventsOfType } from '../../store/queries/webhooks.ts';
import type { EventRow } from '../../store/schema.ts';

/** Filter of a page of events. */
export interface EventPage {
  readonly type?: string | undefined;
  /** Id of the check, report or other object. */
  readonly object?: string | undefined;
  /** Id of an event: only older ones. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Events of the environment, newest first. */
export async function listEventsOf(
  ctx: Ctx,
  { type, object, before = AFTER_ALL, limit }: EventPage,
): Promise<EventRow[]> {
  if (object === undefined) {
    return type === undefined
      ? ctx.read.all(listEvents, { before, limit })
      : ctx.read.all(listEventsOfType, { type, before, limit });
  }
  // An object has a few dozen events at most.
  const found = await ctx.read.all(listEventsOfResource, { resource_id: object, before, limit });
  return type === undefined ? found : found.filter((event) => event.type === type);
}
