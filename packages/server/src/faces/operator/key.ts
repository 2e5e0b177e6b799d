import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';

const BEARER = /^Bearer\s+(\S+)\s*$/i;

/** Of equal length whatever is hashed, so that the comparison tells nothing of the key's length either. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Lets only requests with `Authorization: Bearer <operator key>` into the routes of `instance`. */
export function requireOperator(instance: FastifyInstance, operatorKey: string): void {
  const expected = digest(operatorKey);
  instance.addHook('onRequest', (request, _reply, done) => {
    const given = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const fits = given !== undefined && timingSafeEqual(digest(given), expected);
    done(
      fits ? undefined : problem('authorization_error', { message: 'Authorization error: an operator key is needed' }),
    );
  });
}
