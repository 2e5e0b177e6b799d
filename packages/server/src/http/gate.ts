import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rateLimitOf } from '../core/accounts/account.ts';
import { problem } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import type { TokenDirectory } from '../core/tokens/directory.ts';
import { type Session, Sessions } from './session.ts';
import { perMinute, TokenBuckets } from './token-bucket.ts';

/** Counts requests by account and environment, and refuses those over the limit. */
function limiter(services: Services): (session: Session, reply: FastifyReply) => void {
  const buckets = new TokenBuckets();
  const off = services.settings.rateLimits === 'off';
  return ({ ctx }, reply) => {
    if (off) return;
    const limit = perMinute(rateLimitOf(ctx.account, ctx.environment));
    const take = buckets.take(`${ctx.account_id} ${ctx.environment}`, limit, ctx.now());
    reply.header('ratelimit-limit', String(take.limit));
    reply.header('ratelimit-remaining', String(take.remaining));
    reply.header('ratelimit-reset', String(take.resetSeconds));
    if (!take.allowed) throw problem('rate_limit', { retryAfter: take.retryAfterSeconds });
  };
}

/**
 * Lets a request into the routes of `instance` when it says who it is and keeps to its rate. What is remembered of the
 * token is used at once, without a turn of the event loop.
 */
export function guard(instance: FastifyInstance, services: Services, tokens: TokenDirectory): void {
  const sessions = new Sessions(services, tokens);
  const limit = limiter(services);
  instance.addHook('onRequest', (request: FastifyRequest, reply: FastifyReply, done) => {
    const enter = (session: Session) => {
      request.session = session;
      limit(session, reply);
    };
    let known: Session | undefined;
    try {
      known = sessions.known(request);
      if (known) enter(known);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (known) done();
    else
      sessions
        .open(request)
        .then(enter)
        .then(() => done(), done);
  });
}
