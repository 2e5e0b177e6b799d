import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { beginTotp, changePassword, confirmTotp, endTotp, renewRecoveryCodes } from '../../members/second-factor.ts';
import { requireProof } from '../../members/sessions.ts';
import { Empty } from '../common/schemas.ts';

const Password = Type.String({ minLength: 1, maxLength: 1000 });

const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

/**
 * Ways in which a member signs in. An attacker with a stolen session must not lock its member out: each change requires a proof.
 */
export function ownAccountRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

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
