import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { changeToken, deleteToken, deleteTokens, findToken } from '../../workflows/biometrics/change.ts';
import { type BiometricToken, tokenStatuses, tokensOf } from '../../workflows/biometrics/token.ts';
import { DateTime, Id } from '../common/schemas.ts';

const Token = Type.Object(
  {
    uuid: Id,
    data: Type.Object({
      inserted_at: DateTime,
      media_type: Type.String({ description: '`live_photo`, `live_video` or `motion_capture`' }),
      status: stringEnum(tokenStatuses),
    }),
  },
  { title: 'Biometric token' },
);

const One = Type.Object({ biometric_token: Token });

const Deleted = Type.Object({ deleted_items: Type.Object({ count: Type.Integer() }) });

const PersonParams = Type.Object({ user: Type.String({ description: 'The `customer_user_id` of the runs' }) });
const TokenParams = Type.Object({ user: PersonParams.properties.user, uuid: Type.String() });

const presentToken = ({ id, created_at, media_type, status }: BiometricToken) => ({
  uuid: id,
  data: { inserted_at: isoSeconds(created_at), media_type, status },
});

/** Biometric tokens of a person: list, read, approve or decline, delete. Runs make them; see docs/guides/workflows.md. */
export function biometricTokenRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.biometricTokens) return;
  const app = typed(instance);
  const tags = ['biometric tokens'];
  const all = '/biometric_tokens/:user';
  const path = `${all}/:uuid`;

  app.get(
    all,
    {
      schema: {
        tags,
        summary: 'List the biometric tokens of a person, newest first',
        params: PersonParams,
        response: { 200: Type.Object({ biometric_tokens: Type.Array(Token) }) },
      },
    },
    async ({ session, params }) => ({ biometric_tokens: (await tokensOf(session.ctx, params.user)).map(presentToken) }),
  );

  app.delete(
    all,
    {
      schema: {
        tags,
        summary: 'Delete all biometric tokens of a person',
        params: PersonParams,
        response: { 200: Type.Object({ biometric_tokens: Deleted }) },
      },
    },
    async ({ session, params }) => {
      const count = await deleteTokens(session.ctx, params.user);
      return { biometric_tokens: { deleted_items: { count } } };
    },
  );

  app.get(
    path,
    { schema: { tags, summary: 'Retrieve a biometric token', params: TokenParams, response: { 200: One } } },
    async ({ session, params }) => ({
      biometric_token: presentToken(await findToken(session.ctx, params.user, params.uuid)),
    }),
  );

  app.put(
    path,
    {
      schema: {
        tags,
        summary: 'Approve or decline a biometric token',
        description: 'Replaces the status of its run permanently. Only approved tokens are compared.',
        params: TokenParams,
        body: Type.Object({ status: stringEnum(['approved', 'declined']) }),
        response: { 200: One },
      },
    },
    async ({ session, params, body }) => {
      const { status } = body;
      const token = await changeToken(session.ctx, { userId: params.user, id: params.uuid, status });
      return { biometric_token: presentToken(token) };
    },
  );

  app.delete(
    path,
    {
      schema: {
        tags,
        summary: 'Delete a biometric token',
        params: TokenParams,
        response: { 200: Type.Object({ biometric_token: Deleted }) },
      },
    },
    async ({ session, params }) => {
      await deleteToken(session.ctx, params.user, params.uuid);
      return { biometric_token: { deleted_items: { count: 1 } } };
    },
  );
}
