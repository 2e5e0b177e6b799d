import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { ctxHaving } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { addPasskey } from '../../members/passkeys/add.ts';
import { passkeyStates } from '../../members/passkeys/passkey.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { AccountParams } from './schemas.ts';

/** Length of the longest `customer_user_id`. */
const USERNAME_LENGTH = 256;

const PasskeyBody = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    application_domain: Type.String(),
    state: stringEnum(passkeyStates),
    created_at: DateTime,
  },
  { title: 'Passkey of an applicant' },
);

/** Passkeys that operators add for tests of clients. */
export function passkeyRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).post(
    '/accounts/:account/passkeys',
    {
      schema: {
        description: 'Adds a passkey without a device to an applicant of the sandbox.',
        params: AccountParams,
        body: Type.Object({
          applicant_id: Type.String(),
          username: Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: USERNAME_LENGTH,
              description: "The `customer_user_id` of the applicant's runs; default: the id of the applicant",
            }),
          ),
        }),
        response: { 201: PasskeyBody },
      },
    },
    async ({ principal, params, body: { applicant_id: applicantId, username } }, reply) => {
      const ctx = await ctxHaving(services, principal, params.account, 'Applicant', applicantId);
      const { id, applicant_id, application_domain, state, created_at } = await addPasskey(ctx, applicantId, username);
      return reply.code(201).send({ id, applicant_id, application_domain, state, created_at: isoSeconds(created_at) });
    },
  );
}
