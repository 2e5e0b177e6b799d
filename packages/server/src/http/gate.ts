import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../base/errors.ts';
import { type RateGeneration, rateLimitOf } from '../context/account.ts';
import type { Services } from '../context/services.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { perMinute, perMinuteAndSecond, type RateLimit, type Take } from './rate-limit.ts';
import { openRateLimiter } from './rate-limiter.ts';
import { SandboxFaults } from './sandbox-faults.ts';
import { type Session, Sessions } from './session.ts';
import type { WrongCredentials } from './wrong-credentials.ts';

/**
 * Authenticates the requests of an instance, applies the rate limit of a generation, faults that the sandbox is asked for, and
 * idempotency keys. `generation` defaults to v3. Comes before the routes of the instance.
 */
export type Gate = (instance: FastifyInstance, generation?: RateGeneration) => void;

const limitsOf: Readonly<Record<RateGeneration, (requests: number) => readonly RateLimit[]>> = {
  v3: (requests) => [perMinute(requests)],
  v2: perMinuteAndSecond,
};

/**
 * Requests a minute with SDK tokens of one applicant. A capture needs some dozens. A camera that waits for a document sends a
 * frame a second.
 */
const SDK_PER_MINUTE = perMinute(240);

/**
 * Counts requests by account, environment and generation, and refuses requests over the limit. Requests of capture SDKs count by
 * applicant: requests from browsers of applicants must not use up the rate of the account's own servers.
 */
function limiter(services: Services) {
  const requests = openRateLimiter(services, 'requests');
  const off = services.settings.rateLimits === 'off';
  const count = (reply: FastifyReply, take: Take): void => {
    reply.headers({
      'ratelimit-limit': String(take.limit),
      'ratelimit-remaining': String(take.remaining),
      'ratelimit-reset': String(take.resetSeconds),
    });
    if (!take.allowed) throw problem('rate_limit', { retryAfter: take.resetSeconds });
  };
  return ({ ctx, sdk }: Session, reply: FastifyReply, generation: RateGeneration): void | Promise<void> => {
    if (off) return;
    const own = () => limitsOf[generation](rateLimitOf(ctx.account, ctx.environment, generation));
    const limits = sdk ? [SDK_PER_MINUTE] : own();
    const group = sdk ? `sdk ${sdk.applicantId}` : generation;
    const take = requests.take(`${ctx.account_id} ${ctx.environment} ${group}`, limits, ctx.now());
    return take instanceof Promise ? take.then((taken) => count(reply, taken)) : count(reply, take);
  };
}

/**
 * Makes the one gate that all APIs share, because versions share rates: all versions of v3 have one rate in each environment of an
 * account, v1 and v2 together have another. A cached token needs no turn of the event loop.
 */
export function makeGate(services: Services, wrong: WrongCredentials): Gate {
  const sessions = new Sessions(services, wrong);
  const limit = limiter(services);
  const idempotencyKeys = new IdempotencyKeys(services);
  const faults = new SandboxFaults(services);
  return (instance, generation = 'v3') => {
    const enter = (request: FastifyRequest, reply: FastifyReply, session: Session) => {
      request.session = session;
      const limited = limit(session, reply, generation);
      return limited ? limited.then(() => faults.apply(request, session)) : faults.apply(request, session);
    };
    instance.addHook('onRequest', (request, reply, done) => {
      // Fastify treats an error that is thrown here like an error passed to `done`.
      const session = sessions.known(request);
      const entered = session
        ? enter(request, reply, session)
        : sessions.open(request).then((opened) => enter(request, reply, opened));
      if (entered) entered.then(() => done(), done);
      else done();
    });
    idempotencyKeys.install(instance);
    faults.install(instance);
  };
}
