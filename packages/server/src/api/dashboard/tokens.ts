import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { createToken } from '../../accounts/tokens/create.ts';
import { getToken, listTokensOf } from '../../accounts/tokens/list.ts';
import { revokeToken } from '../../accounts/tokens/revoke.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Environment } from '../../context/permissions.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { Empty } from '../common/schemas.ts';
import { AccountParams, Name, ObjectParams } from '../operator/schemas.ts';
import { presentToken, tokenFacts } from '../operator/tokens.ts';
import { PlaceParams } from './schemas.ts';

const Token = Type.Object(tokenFacts, { title: 'Token of an account' });

/** Throws `not_permitted` where the role may change tokens of the sandbox alone. */
function admitLive({ place }: FastifyRequest, environment: Environment): void {
  if (environment === 'live') place.require('live_tokens.change');
}

/** API tokens and OAuth clients of an account: list, create, revoke. */
export function tokenRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/tokens',
    {
      config: { member: 'integration.see' },
      schema: {
        description: 'Lists API tokens and OAuth clients of both environments, including revoked ones, newest first.',
        params: AccountParams,
        response: { 200: Type.Object({ tokens: Type.Array(Token) }) },
      },
    },
    async (request) => {
      // Times of last use are written late; this answer needs them now.
      await services.tokens.flush();
      return { tokens: (await listTokensOf(services, request.params.account)).map(presentToken) };
    },
  );

  app.post(
    '/accounts/:account/:environment/tokens',
    {
      config: { member: 'integration.change' },
      schema: {
        description:
          'Creates an API token or an OAuth client. In live, the role needs the permission `live_tokens.change`.',
        params: PlaceParams,
        body: Type.Object({
          kind: stringEnum(['api', 'oauth_client'] as const),
          name: Name,
          permission: stringEnum(['read_write', 'read_only'] as const),
        }),
        response: {
          201: Type.Object({
            ...tokenFacts,
            secret: Type.String({ description: 'The token or the secret of the client, shown only once' }),
          }),
        },
      },
    },
    async (request, reply) => {
      const environment = request.place.environment as Environment;
      admitLive(request, environment);
      const input = { ...request.body, accountId: request.params.account, environment, principal: request.principal };
      const { secret, token } = await createToken(services, input);
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...presentToken(token), secret });
    },
  );

  app.delete(
    '/accounts/:account/tokens/:id',
    {
      config: { member: 'integration.change' },
      schema: {
        description: 'Revokes a token or client at once. In live, the role needs the permission `live_tokens.change`.',
        params: ObjectParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      const { account, id } = request.params;
      admitLive(request, (await getToken(services, account, id)).environment);
      await revokeToken(services, account, id, request.principal);
      return reply.code(204).send();
    },
  );
}
