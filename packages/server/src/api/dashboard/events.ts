import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { eventNames } from '../../context/events.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { withoutHidden } from '../../review/second-looks/hidden.ts';
import { listEventsOf } from '../../webhooks/event-log/list.ts';
import { Cursor, DateTime, Id, Limit, Next } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

const EventBody = Type.Object(
  {
    id: Id,
    type: Type.String(),
    object: Type.Object({ type: Type.String(), id: Type.String() }),
    check_id: NullableString,
    status: { ...NullableString, description: 'Status of the object after the event' },
    created_at: DateTime,
  },
  { title: 'Event' },
);

/** Changes of state of checks, reports and workflow runs, whether a webhook wants them or not. */
export function eventRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/:environment/events',
    {
      config: { member: 'integration.see' },
      schema: {
        description: 'Events of the environment, newest first.',
        params: PlaceParams,
        querystring: Type.Object({
          type: Type.Optional(stringEnum(eventNames)),
          object: Type.Optional(Type.String({ maxLength: 36, description: 'Id of a check, a report, …' })),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Object({ events: Type.Array(EventBody), next: Next }) },
      },
    },
    async (request) => {
      const { type, object, cursor, limit = 50 } = request.query;
      const page = { type, object, before: cursor, limit };
      const ctx = ctxOf(services, request);
      const found = await listEventsOf(ctx, page);
      const events = (await withoutHidden(ctx, found)).map((event) => ({
        id: event.id,
        type: event.type,
        check_id: event.check_id,
        status: event.status || null,
        object: { type: event.resource_type, id: event.resource_id },
        created_at: isoSeconds(event.created_at),
      }));
      return { events, next: found.length === limit ? (found.at(-1)?.id ?? null) : null };
    },
  );
}
