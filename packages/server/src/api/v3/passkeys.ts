import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { toProblem } from '../../http/problems.ts';
import { typed } from '../../http/typed.ts';
import {
  changePasskey,
  deletePasskeyOf,
  deletePasskeysOf,
  getPasskey,
  listPasskeysOf,
} from '../../members/passkeys/manage.ts';
import { type ApplicantPasskey, passkeyStates } from '../../members/passkeys/passkey.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';

const State = stringEnum(passkeyStates);

const Passkey = Type.Object(
  {
    id: Id,
    application_domain: Type.String({ description: 'The host for which it was created' }),
    state: State,
    created_at: DateTime,
    last_used_at: NullableDateTime,
  },
  { title: 'Passkey' },
);

const User = Type.Object({
  username: Type.String({ description: 'The `customer_user_id` of the run, or the id of the applicant without one' }),
});
const OfUser = Type.Object({ ...User.properties, id: Type.String() });

const presentPasskey = ({ id, application_domain, state, created_at, last_used_at }: ApplicantPasskey) => ({
  id,
  application_domain,
  state,
  created_at: isoSeconds(created_at),
  last_used_at: isoSecondsOrNull(last_used_at),
});

/** A body without a state, which the published API answers with 400. */
const invalidBody = () => problem('bad_request', { message: `state must be one of ${passkeyStates.join(', ')}` });

/** Passkeys of applicants: list, read, change, delete. */
export function passkeyRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.passkeys) return;
  const app = typed(instance);
  const tags = ['passkeys'];

  app.get(
    '/passkeys/:username',
    {
      schema: {
        tags,
        summary: 'List the passkeys of a user',
        params: User,
        response: { 200: Type.Object({ passkeys: Type.Array(Passkey) }) },
      },
    },
    async ({ session, params }) => ({
      passkeys: (await listPasskeysOf(session.ctx, params.username)).map(presentPasskey),
    }),
  );

  app.delete(
    '/passkeys/:username',
    { schema: { tags, summary: 'Delete all passkeys of a user', params: User, response: { 204: Empty } } },
    async ({ session, params }, reply) => {
      await deletePasskeysOf(session.ctx, params.username);
      return reply.code(204).send();
    },
  );

  app.get(
    '/passkeys/:username/:id',
    { schema: { tags, summary: 'Retrieve a passkey', params: OfUser, response: { 200: Passkey } } },
    async ({ session, params }) => presentPasskey(await getPasskey(session.ctx, params.username, params.id)),
  );

  app.put(
    '/passkeys/:username/:id',
    {
      errorHandler(error) {
        throw toProblem(error).type === 'validation_error' ? invalidBody() : error;
      },
      schema: {
        tags,
        summary: 'Change the state of a passkey',
        params: OfUser,
        body: Type.Object({ state: State }),
        response: { 200: Passkey },
      },
    },
    async ({ session, params, body }) =>
      presentPasskey(await changePasskey(session.ctx, { ...params, state: body.state })),
  );

  app.delete(
    '/passkeys/:username/:id',
    { schema: { tags, summary: 'Delete a passkey', params: OfUser, response: { 204: Empty } } },
    async ({ session, params }, reply) => {
      await deletePasskeyOf(session.ctx, params.username, params.id);
      return reply.code(204).send();
    },
  );
}
