import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { eventNames } from '../../context/events.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { getEvent, type LoggedEvent, listEventsBetween } from '../../webhooks/event-log/list.ts';
import { Cursor, DateTime, Href, Id, IdParams, Limit, Next } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const Event = Type.Object(
  {
    id: { ...Id, description: 'The same in every delivery of the event' },
    href: Href,
    resource_type: Type.String(),
    action: Type.String({ description: 'Name of the event, as webhooks subscribe to it' }),
    object: Type.Object({ id: Type.String(), status: { ...NullableString, description: 'Status after the event' } }),
    applicant_id: NullableString,
    check_id: NullableString,
    created_at: DateTime,
  },
  { title: 'Event' },
);

const timeOf = (text: string | undefined) => (text === undefined ? undefined : instantOf(text));

function presentEvent(event: LoggedEvent, version: Version) {
  return {
    id: event.id,
    href: `/${version.name}/events/${event.id}`,
    resource_type: event.resource_type,
    action: event.type,
    object: { id: event.resource_id, status: event.status || null },
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
          action: Type.Optional(stringEnum(eventNames)),
          object_id: Type.Optional(Type.String({ maxLength: 36, description: 'Id of a check, a report, …' })),
          since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events from this time on' })),
          until: Type.Optional(Type.String({ format: 'date-time', description: 'Only events before this time' })),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Object({ events: Type.Array(Event), next: Next }) },
      },
    },
    async (request) => {
      const { action, object_id: object, since, until, cursor, limit = 50 } = request.query;
      const range = { since: timeOf(since), until: timeOf(until) };
      const page = { type: action, object, before: cursor, limit, ...range };
      const { events, next } = await listEventsBetween(request.session.ctx, page);
      return { events: events.map((event) => presentEvent(event, versionOf(request))), next };
    },
  );

  app.get(
    '/events/:id',
    { schema: { tags, summary: 'Retrieve an event', params: IdParams, response: { 200: Event } } },
    async (request) => presentEvent(await getEvent(request.session.ctx, request.params.id), versionOf(request)),
  );
}
