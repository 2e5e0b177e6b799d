import type { FastifyInstance } from 'fastify';
import { Problem } from '../../base/errors.ts';

const ALLOW_ORIGIN = 'access-control-allow-origin';

/** Seconds that a browser remembers a preflight's answer (section 5.4 of the browser SDK's contract). */
const MAX_AGE = '600';

/**
 * Opens the routes for SDK tokens to pages of other origins, and no others. To be called before the gate of `guarded`.
 *
 * A preflight carries no token and is allowed to every page. An answer may be read by every page, or by the one that
 * asks where its token names pages; a page that the token doesn't name reads nothing, nor does one with an API token.
 *
 * @param outer where preflights are answered, outside of the gate
 */
export function openToBrowsers(outer: FastifyInstance, guarded: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();

  guarded.addHook('onRoute', ({ config, url, method, prefix }) => {
    if (!config?.sdk) return;
    const known = methods.get(url);
    const allowed = known ?? new Set();
    for (const one of [method].flat()) if (one !== 'HEAD') allowed.add(one);
    if (known) return;
    methods.set(url, allowed);
    // The outer instance adds the prefix by itself.
    outer.options(url.slice(prefix.length), { schema: { hide: true } as object }, async (_, reply) =>
      reply
        .code(204)
        .headers({
          [ALLOW_ORIGIN]: '*',
          'access-control-allow-methods': [...allowed].join(', '),
          'access-control-allow-headers': 'authorization, content-type, x-video-auth',
          'access-control-max-age': MAX_AGE,
        })
        .send(),
    );
  });

  guarded.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.sdk && request.headers.origin !== undefined) {
      reply.headers({
        [ALLOW_ORIGIN]: '*',
        'access-control-expose-headers': 'retry-after, x-request-id',
        vary: 'origin',
      });
    }
    done();
  });
  // After the gate, which has compared the page with the token.
  guarded.addHook('preParsing', (request, reply, _payload, done) => {
    if (reply.hasHeader(ALLOW_ORIGIN)) {
      const { sdk } = request.session;
      if (!sdk) reply.removeHeader(ALLOW_ORIGIN);
      else if (sdk.referrer !== null) reply.header(ALLOW_ORIGIN, request.headers.origin);
    }
    done();
  });
  guarded.addHook('onError', (_request, reply, error, done) => {
    if (error instanceof Problem && error.type === 'bad_referrer') reply.removeHeader(ALLOW_ORIGIN);
    done();
  });
}
