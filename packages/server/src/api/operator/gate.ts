import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../../base/errors.ts';
import { type Principal, withAddress } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator; set by the gate of the operator interface. */
    principal: Principal;
  }
}

const BEARER = /^Bearer\s+(\S+)\s*$/i;

/**
 * Lets requests into the routes of `instance` whose `Authorization: Bearer <operator key>` names an active operator key.
 * The only place that identifies an operator: sessions of members will be a second kind of credentials here.
 */
export function admitOperators(
  instance: FastifyInstance,
  { operatorKeys }: Pick<Services, 'operatorKeys'>,
  wrong: WrongCredentials,
): void {
  const refused = () => problem('authorization_error', { message: 'Authorization error: an operator key is needed' });

  async function principalOf(request: FastifyRequest): Promise<Principal> {
    const secret = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (secret === undefined) throw refused();
    const principal = operatorKeys.known(secret) ?? (await operatorKeys.find(secret));
    if (!principal) throw await wrong.refusal(request.ip, 'operator key', refused());
    return principal;
  }

  instance.decorateRequest('principal');
  instance.addHook('onRequest', async (request) => {
    request.principal = withAddress(await principalOf(request), request.ip);
  });
}
