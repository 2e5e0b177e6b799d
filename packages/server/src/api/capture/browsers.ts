import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../base/errors.ts';

/** Seconds that a browser caches the answer to a preflight (contract 14.1). */
const MAX_AGE = '600';

/** Requests from pages that their token doesn't name. */
const refused = new WeakSet<FastifyRequest>();

/**
 * Opens the routes for SDK tokens that `guarded` will have to pages of other origins, and no other route.
 *
 * A preflight carries no token and is allowed to every page. Every page may read an answer, or only the page that sent the
 * request where its token names pages. A page that the token doesn't name reads nothing, nor does one with an API token.
 *
 * @param outer where preflights are answered, outside of the gate
 */
export function openToBrowsers(outer: FastifyInstance, guarded: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();

  guarded.addHook('onRoute', (route) => {
    const { config, url, method, prefix } = route;
    if (!config?.sdk) return;
    // A hook of this route alone, so that others don't run it.
    route.onSend = [nameOrigin, ...[route.onSend ?? []].flat()];
    route.onError = [rememberRefusal, ...[route.onError ?? []].flat()];
    const known = methods.get(url);
    const allowed = known ?? new Set();
    for (const name of [method].flat()) if (name !== 'HEAD') allowed.add(name);
    if (known) return;
    methods.set(url, allowed);
    // The outer instance adds the prefix by itself.
    outer.options(url.slice(prefix.length), { schema: { hide: true } as object }, async (request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': [...allowed].join(', '),
          'access-control-allow-headers': allowedHeaders(request),
          'access-control-max-age': MAX_AGE,
        })
        .send(),
    );
  });
}

/** Headers that a page may send. An idempotency key is named only to pages that want to send one. */
function allowedHeaders({ headers }: FastifyRequest): string {
  const wanted = headers['access-control-request-headers'] ?? '';
  const key = wanted.toLowerCase().includes('idempotency-key') ? 'idempotency-key, ' : '';
  return `authorization, content-type, ${key}x-video-auth`;
}

async function rememberRefusal(request: FastifyRequest, _reply: FastifyReply, error: Error): Promise<void> {
  if (error instanceof Problem && error.type === 'bad_referrer') refused.add(request);
}

async function nameOrigin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { origin } = request.headers;
  // Absent where the token was refused.
  const session = request.session as FastifyRequest['session'] | undefined;
  if (origin === undefined || refused.has(request) || (session && !session.sdk)) return;
  reply.headers({
    'access-control-allow-origin': session?.sdk?.referrer ? origin : '*',
    'access-control-expose-headers': 'retry-after, x-request-id',
    vary: 'origin',
  });
}
