import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableInteger, NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { type EventName, eventNames } from '../../context/events.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { type EventFilter, resourceTypes } from '../../webhooks/event-log/filter.ts';
import { getEvent, type LoggedEvent, listEventsBetween } from '../../webhooks/event-log/list.ts';
import { replayEvents } from '../../webhooks/event-log/replay.ts';
import { Cursor, DateTime, Href, Id, IdParams, Limit, Next } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const Event = Type.Object(
  {
    id: { ...Id, description: 'The same in every delivery of the event' },
    href: Href,
    resource_type: Type.String(),
    action: Type.String({ description: 'Name of the event, as webhooks subscribe to it' }),
    object: Type.Object({ id: Type.String(), status: { ...NullableString, description: 'Status after the event' } }),
    sequence: {
      ...NullableInteger,
      description: 'Number among the events of the object, from 1; null for events before the service had numbers',
    },
    applicant_id: NullableString,
    check_id: NullableString,
    created_at: DateTime,
  },
  { title: 'Event' },
);

/** Filters of events, in a query or a body. */
export const eventFilters = {
  action: Type.Optional(stringEnum(eventNames)),
  resource_type: Type.Optional(stringEnum(resourceTypes)),
  object_id: Type.Optional(Type.String({ maxLength: 36, description: 'Id of a check, a report, …' })),
};

interface SentFilters {
  readonly action?: EventName;
  readonly resource_type?: string;
  readonly object_id?: string;
}

/** The filter that a request asks for. */
export const filterOf = ({ action, resource_type, object_id }: SentFilters): EventFilter => ({
  type: action,
  resourceType: resource_type,
  object: object_id,
});

const since = Type.String({ format: 'date-time', description: 'Only events from this time on' });
const until = Type.String({ format: 'date-time', description: 'Only events before this time' });

const Replay = Type.Object({
  ...eventFilters,
  since,
  until: Type.Optional({ ...until, description: 'Only events before this time. Default: now' }),
  webhook_id: Type.Optional(Type.String({ maxLength: 36, description: 'Only to this webhook. Default: to all' })),
  cursor: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the previous answer' })),
});

const Replayed = Type.Object(
  {
    events: Type.Integer({ description: 'Number of events that were queued for at least one webhook' }),
    deliveries: Type.Integer({ description: 'Number of queued deliveries' }),
    skipped: Type.Integer({ description: 'Number of events that are not sent, because their applicant is deleted' }),
    retrying: Type.Integer({
      description: 'Number of deliveries that are not made again, because an earlier one is still being retried',
    }),
    next: Next,
  },
  { title: 'Replayed events' },
);

/** Unix milliseconds of a time in a request. */
export const timeOf = (text: string | undefined) => (text === undefined ? undefined : instantOf(text));

/** An event on the wire. */
export function presentEvent(event: LoggedEvent, version: Version) {
  return {
    id: event.id,
    href: `/${version.name}/events/${event.id}`,
    resource_type: event.resource_type,
    action: event.type,
    object: { id: event.resource_id, status: event.status || null },
    sequence: event.sequence,
    applicant_id: event.applicant_id,
    check_id: event.check_id,
    created_at: isoSeconds(event.created_at),
  };
}

/** Events of the environment, whether a webhook wants them or not: for clients that have missed deliveries, or have no webhook. */
export function eventRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.events) return;
  const app = typed(instance);
  const tags = ['events'];

  app.get(
    '/events',
    {
      schema: {
        tags,
        summary: 'List events of the last 30 days, newest first',
        querystring: Type.Object({
          ...eventFilters,
          since: Type.Optional(since),
          until: Type.Optional(until),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Object({ events: Type.Array(Event), next: Next }) },
      },
    },
    async (request) => {
      const { since, until, cursor, limit = 50 } = request.query;
      const range = { since: timeOf(since), until: timeOf(until) };
      const page = { ...filterOf(request.query), before: cursor, limit, ...range };
      const { events, next } = await listEventsBetween(request.session.ctx, page);
      return { events: events.map((event) => presentEvent(event, versionOf(request))), next };
    },
  );

  app.get(
    '/events/:id',
    { schema: { tags, summary: 'Retrieve an event', params: IdParams, response: { 200: Event } } },
    async (request) => presentEvent(await getEvent(request.session.ctx, request.params.id), versionOf(request)),
  );

  app.post(
    '/events/replay',
    {
      schema: {
        tags,
        summary: 'Deliver events of a time range again',
        description:
          'Events go to the enabled webhooks that subscribe to them, oldest first, each once. An answer covers at most 200 events: send the same body with `next` as `cursor` until `next` is null.',
        body: Replay,
        response: { 200: Replayed },
      },
    },
    async (request) => {
      const { since, until, webhook_id, cursor } = request.body;
      const range = { since: timeOf(since) as number, until: timeOf(until), webhookId: webhook_id, cursor };
      return replayEvents(request.session.ctx, { ...filterOf(request.body), ...range });
    },
  );
}
