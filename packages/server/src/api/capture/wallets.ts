import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Problem } from '../../base/errors.ts';
import { signedRequest, takeAnswer, WALLET_PATH } from '../../checks/credentials/link.ts';
import type { Services } from '../../context/services.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import { typed } from '../../http/typed.ts';
import { visitLimit } from '../../http/visit-limit.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';

/** Media type of signed requests (RFC 9101). */
const REQUEST_TYPE = 'application/oauth-authz-req+jwt';

const Params = Type.Object({ token: Type.String() });

/** Longest nonce of a wallet, several times what wallets send. */
const MAX_NONCE = 512;

/**
 * Serves requests to wallets that were asked by a link, and takes their answers. A wallet has no token: the secret in the address stands for
 * one request.
 */
export async function serveWallets(outer: FastifyInstance, services: Services, wrong: WrongCredentials): Promise<void> {
  const limit = visitLimit(services);
  await outer.register(
    async (instance) => {
      const app = typed(instance);
      const hidden = { hide: true, params: Params };
      instance.setErrorHandler(sendProblem(v3Errors));
      instance.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        await limit((request.params as { token: string }).token);
      });
      /** An address with a wrong secret names nothing, and guesses are counted. */
      const known = <T>(ip: string, token: string, work: Promise<T>): Promise<T> =>
        work.catch(async (error) => {
          throw error instanceof Problem && error.type === 'resource_not_found'
            ? await wrong.refusal(ip, token, error)
            : error;
        });

      app.get('/:token', { schema: hidden }, async ({ ip, params: { token } }, reply) => {
        const request = await known(ip, token, signedRequest(services, token));
        return reply.type(REQUEST_TYPE).send(request);
      });

      const Ask = Type.Object({ wallet_nonce: Type.Optional(Type.String({ maxLength: MAX_NONCE })) });
      app.post('/:token', { schema: { ...hidden, body: Ask } }, async ({ ip, params: { token }, body }, reply) => {
        const request = await known(ip, token, signedRequest(services, token, body.wallet_nonce));
        return reply.type(REQUEST_TYPE).send(request);
      });

      const Posted = Type.Object({ response: Type.Optional(Type.String()), error: Type.Optional(Type.String()) });
      app.post('/:token/response', { schema: { ...hidden, body: Posted } }, async ({ ip, params: { token }, body }) => {
        const redirect = await known(ip, token, takeAnswer(services, token, body));
        return redirect === null ? {} : { redirect_uri: redirect };
      });
    },
    { prefix: WALLET_PATH },
  );
}
