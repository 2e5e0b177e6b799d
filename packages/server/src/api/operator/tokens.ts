import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createToken } from '../../accounts/tokens/create.ts';
import { listTokensOf, type TokenFacts } from '../../accounts/tokens/list.ts';
import { revokeToken } from '../../accounts/tokens/revoke.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, Environment, Name, ObjectParams, RecordedPrincipal } from './schemas.ts';

export const tokenFacts = {
  id: Id,
  // The store has a third kind, the access tokens of OAuth clients, which no list shows.
  kind: Type.Unsafe<TokenFacts['kind']>(stringEnum(['api', 'oauth_client'] as const)),
  environment: Type.String(),
  name: Type.String(),
  permission: Type.String(),
  hint: Type.String({ description: 'First characters, to recognise the token' }),
  created_at: DateTime,
  last_used_at: NullableDateTime,
  revoked_at: NullableDateTime,
  expires_at: NullableDateTime,
  created_by: RecordedPrincipal,
  revoked_by: RecordedPrincipal,
};

const Token = Type.Object(tokenFacts, { title: 'Token' });
const MadeToken = Type.Object({ ...tokenFacts, token: Type.String({ description: 'Shown this once' }) });
const MadeClient = Type.Object({
  ...tokenFacts,
  client_id: Id,
  client_secret: Type.String({ description: 'Shown this once' }),
});

const Create = Type.Object({
  environment: Environment,
  name: Name,
  permission: Type.Optional(stringEnum(['read_write', 'read_only'] as const, { default: 'read_write' })),
});

/** A token on the wire, without its secret. */
export function presentToken(token: TokenFacts) {
  return {
    ...token,
    created_at: isoSeconds(token.created_at),
    last_used_at: isoSecondsOrNull(token.last_used_at),
    revoked_at: isoSecondsOrNull(token.revoked_at),
    expires_at: isoSecondsOrNull(token.expires_at),
  };
}

/** API tokens and OAuth clients: create, list by kind, revoke. */
export function tokenRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/tokens',
    { schema: { params: AccountParams, body: Create, response: { 201: MadeToken } } },
    async (request, reply) => {
      const { secret, token } = await createToken(services, {
        ...request.body,
        accountId: request.params.account,
        kind: 'api',
        principal: request.principal,
      });
      return reply.code(201).send({ ...presentToken(token), token: secret });
    },
  );

  app.post(
    '/accounts/:account/oauth_clients',
    { schema: { params: AccountParams, body: Create, response: { 201: MadeClient } } },
    async (request, reply) => {
      const { secret, token } = await createToken(services, {
        ...request.body,
        accountId: request.params.account,
        kind: 'oauth_client',
        principal: request.principal,
      });
      return reply.code(201).send({ ...presentToken(token), client_id: token.id, client_secret: secret });
    },
  );

  app.get(
    '/accounts/:account/tokens',
    { schema: { params: AccountParams, response: { 200: Type.Object({ tokens: Type.Array(Token) }) } } },
    async (request) => {
      // Times of last use are written late; this answer needs them now.
      await services.tokens.flush();
      return { tokens: (await listTokensOf(services, request.params.account)).map(presentToken) };
    },
  );

  app.delete(
    '/accounts/:account/tokens/:id',
    { schema: { params: ObjectParams, response: { 204: Empty } } },
    async (request, reply) => {
      const { account, id } = request.params;
      await revokeToken(services, account, id, request.principal);
      return reply.code(204).send();
    },
  );
}
