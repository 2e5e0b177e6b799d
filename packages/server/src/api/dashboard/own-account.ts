import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { noticesOf } from '../../members/notices.ts';
import { beginTotp, changePassword, confirmTotp, endTotp, renewRecoveryCodes } from '../../members/second-factor.ts';
import { requireProof } from '../../members/sessions.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';

const Password = Type.String({ minLength: 1, maxLength: 1000 });

const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

/**
 * Ways in which a member signs in. An attacker with a stolen session must not lock its member out: each change requires a proof.
 */
export function ownAccountRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/notices',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'The newest 20 mails to the member about how they sign in, of the last 90 days.',
        response: {
          200: Type.Object({
            notices: Type.Array(
              Type.Object({
                id: Id,
                subject: Type.String(),
                device: Type.String(),
                address: Type.String(),
                created_at: DateTime,
                sent_at: { ...NullableDateTime, description: 'Time at which a mail server accepted it; null before' },
              }),
            ),
          }),
        },
      },
    },
    async ({ signedIn }) => ({
      notices: (await noticesOf(services, signedIn.member.id)).map(({ created_at, sent_at, ...rest }) => ({
        ...rest,
        created_at: isoSeconds(created_at),
        sent_at: isoSecondsOrNull(sent_at),
      })),
    }),
  );

  app.post(
    '/totp',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'A secret for an authenticator app. It counts once a code of it is confirmed.',
        response: { 200: Type.Object({ secret: Type.String(), uri: Type.String() }) },
      },
    },
    ({ signedIn }) => {
      requireProof(services, signedIn);
      return beginTotp(services, signedIn);
    },
  );

  app.post(
    '/totp/confirm',
    {
      config: { member: 'signed_in' },
      schema: {
        body: Type.Object({ code: Type.String({ maxLength: 50 }) }),
        response: { 200: RecoveryCodes },
      },
    },
    async ({ signedIn, body }) => {
      requireProof(services, signedIn);
      return { recovery_codes: await confirmTotp(services, signedIn, body.code) };
    },
  );

  app.delete(
    '/totp',
    { config: { member: 'signed_in' }, schema: { response: { 204: Empty } } },
    async ({ signedIn }, reply) => {
      requireProof(services, signedIn);
      await endTotp(services, signedIn);
      return reply.code(204).send();
    },
  );

  app.post(
    '/totp/recovery_codes',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'Creates ten new recovery codes, shown only once. The earlier codes stop working.',
        response: { 200: RecoveryCodes },
      },
    },
    async ({ signedIn }) => {
      requireProof(services, signedIn);
      return { recovery_codes: await renewRecoveryCodes(services, signedIn) };
    },
  );

  app.put(
    '/password',
    {
      config: { member: 'signed_in' },
      schema: { body: Type.Object({ password: Password }), response: { 204: Empty } },
    },
    async ({ signedIn, body }, reply) => {
      requireProof(services, signedIn);
      await changePassword(services, signedIn, body.password);
      return reply.code(204).send();
    },
  );
}
