import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { type Message, UpdateStream } from '../../updates/stream.ts';
import { sessionSecret } from './cookie.ts';

/** Seconds after which a member with too many open pages may try again. */
const RETRY_S = 30;

const MEDIA_TYPE = 'text/event-stream';

const describe = [
  'Sends server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html) about changes in the accounts of the member,',
  'as far as the role may see them. `updates` is a list of `account`, `environment`, `kind` and `id`; null means all.',
  'First comes `ready`, and `beat` every 20 seconds. `session`: the member or what they may do may have changed. `gap`: updates were',
  'lost. `end`: the session ended, or the service stops. There is no `Last-Event-ID`: after a reconnect, the page reloads its data.',
  'The stream does not count as use of the session. Without `Accept: text/event-stream` it ends after `ready`.',
].join(' ');

const eventText = (message: Message): string =>
  `event: ${message.event}\ndata: ${JSON.stringify('data' in message ? message.data : null)}\n\n`;

/** Announces changes as they happen, so that pages need not poll. */
export function updateRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/events',
    { config: { member: 'signed_in', unattended: true }, schema: { description: describe, produces: [MEDIA_TYPE] } },
    async (request, reply) => {
      const { signedIn, headers } = request;
      if (!services.updates.hasRoom(signedIn.member.id)) {
        const message = 'You have too many pages open. Close some and try again';
        throw problem('rate_limit', { message, retryAfter: RETRY_S });
      }
      const body = new PassThrough();
      const stream = new UpdateStream(services, signedIn, sessionSecret(request) as string, {
        send: (message) => body.write(eventText(message)),
        end: () => body.end(),
      });
      body.on('drain', () => stream.resume());
      body.on('close', () => stream.end());
      await stream.open();
      if (!headers.accept?.includes(MEDIA_TYPE)) stream.end();
      // Proxies that collect an answer would hold it back.
      return reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' }).type(MEDIA_TYPE).send(body);
    },
  );
}
