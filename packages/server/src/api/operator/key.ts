import type { FastifyInstance } from 'fastify';
import { problem } from '../../base/errors.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';

const BEARER = /^Bearer\s+(\S+)\s*$/i;

/** Lets only requests with `Authorization: Bearer <operator key>` into the routes of `instance`. */
export function requireOperator(instance: FastifyInstance, operatorKey: string, wrong: WrongCredentials): void {
  instance.addHook('onRequest', (request, _reply, done) => {
    const given = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (given !== undefined && isSameSecret(given, operatorKey)) return done();
    const refused = problem('authorization_error', { message: 'Authorization error: an operator key is needed' });
    done(given === undefined ? refused : wrong.refusal(request.ip, 'operator key', refused));
  });
}
