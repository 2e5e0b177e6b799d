import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../base/errors.ts';
import { rateLimitOf } from '../core/accounts/account.ts';
import type { Services } from '../core/services.ts';
import type { TokenDirectory } from '../core/tokens/directory.ts';
import { type Session, Sessions } from './session.ts';
import { perMinute, TokenBuckets } from './token-bucket.ts';

/** Lets requests into the routes of an instance when they say who they are and keep to their rate. */
export type Gate = (instance: FastifyInstance) => void;

/** Counts requests by account and environment, and refuses those over the limit. */
function limiter(services: Services): (session: Session, reply: FastifyReply) => void {
  const buckets = new TokenBuckets();
  const off = services.settings.rateLimits === 'off';
  return ({ ctx }, reply) => {
    if (off) return;
    const limit = perMinute(rateLimitOf(ctx.account, ctx.environment));
    const take = buckets.take(`${ctx.account_id} ${ctx.environment}`, limit, ctx.now());
    reply.headers({
      'ratelimit-limit': String(take.limit),
      'ratelimit-remaining': String(take.remaining),
      'ratelimit-reset': String(take.resetSeconds),
    });
    if (!take.allowed) throw problem('rate_limit', { retryAfter: take.retryAfterSeconds });
  };
}

/**
 * The gate of all faces: one, since an account has one rate whatever version it speaks. What is remembered of a token is
 * used at once, without a turn of the event loop.
 */
export function makeGate(services: Services, tokens: TokenDirectory): Gate {
  const sessions = new Sessions(services, tokens);
  const limit = limiter(services);
  const enter = (request: FastifyRequest, reply: FastifyReply, session: Session) => {
    request.session = session;
    limit(session, reply);
  };
  return (instance) => {
    instance.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
      let known: Session | undefined;
      try {
        known = sessions.known(request);
        if (known) enter(request, reply, known);
      } catch (error) {
        done(error as Error);
        return;
      }
      if (known) done();
      else
        sessions
          .open(request)
          .then((session) => enter(request, reply, session))
          .then(() => done(), done);
    });
  };
}
