import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { problem } from '../../base/errors.ts';
import type { Version } from '../../base/versions.ts';
import type { Services } from '../../context/services.ts';
import { firstIdAt } from '../../context/time-ids.ts';
import { typed } from '../../http/typed.ts';
import { EventFollower, type Followed } from '../../webhooks/event-log/follow.ts';
import type { WholeEvent } from '../../webhooks/event-log/whole.ts';
import { webhookBody } from '../../webhooks/payload.ts';
import { versionOf } from '../common/versions.ts';
import { eventFilters, filterOf, presentEvent, timeOf } from './events.ts';

const MEDIA_TYPE = 'text/event-stream';

/** Seconds after which a client with too many streams may try again. */
const RETRY_S = 30;

const description = [
  'Sends server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). `event` is an event of the environment, oldest',
  'first: the object of `GET /events/{id}` with `payload`, which webhooks get; null if it is unknown. First come events since `since`, then',
  '`ready`, then what happens as it happens. `beat` comes every 20 seconds. A stream ends after 15 minutes: send the last id as',
  '`Last-Event-ID`, and it continues. An event can come twice after that, so remember ids. Without `Accept: text/event-stream` the answer',
  'ends after `ready`.',
].join(' ');

const messageOf = (event: string, data: unknown, id = ''): string =>
  `${id && `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** The form of an event that the stream carries. */
function streamed(event: WholeEvent, baseUrl: string, version: Version): string {
  const { resource, type, created_at: at } = event;
  const message = { payloadVersion: 3, minorVersion: version.name, baseUrl, event: type, at } as const;
  const body = resource && JSON.parse(webhookBody({ ...message, resource }));
  return messageOf('event', { ...presentEvent(event, version), payload: body?.payload ?? null }, event.id);
}

/** Events as they happen, for developers who have no address that the service could post to. */
export function eventStreamRoutes(instance: FastifyInstance, version: Version, services: Services): void {
  if (!version.events) return;
  typed(instance).get(
    '/events/stream',
    {
      schema: {
        tags: ['events'],
        summary: 'Receive events as they happen',
        description,
        produces: [MEDIA_TYPE],
        querystring: Type.Object({
          ...eventFilters,
          since: Type.Optional(
            Type.String({ format: 'date-time', description: 'Start with the events from this time on' }),
          ),
        }),
        headers: Type.Object({
          'last-event-id': Type.Optional(Type.String({ maxLength: 64, description: 'Continues after this event' })),
        }),
      },
    },
    async (request, reply) => {
      const { since } = request.query;
      const { ctx } = request.session;
      if (!services.events.hasRoom(ctx)) {
        const message = 'There are too many open streams of events. Close some and try again';
        throw problem('rate_limit', { message, retryAfter: RETRY_S });
      }
      const follower = new EventFollower(ctx, filterOf(request.query), {
        since: timeOf(since),
        lastId: request.headers['last-event-id'] as string | undefined,
      });
      const ofRequest = versionOf(request);
      const text = (found: Followed): string =>
        typeof found === 'string'
          ? messageOf(found, null, firstIdAt(ctx.now()))
          : found.map((event) => streamed(event, services.urls.api, ofRequest)).join('');
      const once = !request.headers.accept?.includes(MEDIA_TYPE);
      async function* texts() {
        for await (const found of follower.follow({ once })) yield text(found);
      }
      const body = Readable.from(texts(), { objectMode: false });
      // A body that is read from a generator closes only when the generator has ended.
      reply.raw.once('close', () => follower.end());
      // Proxies that collect an answer would hold it back.
      return reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).type(MEDIA_TYPE).send(body);
    },
  );
}
