import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { type Acceptance, acceptInvitation, beginAcceptance } from '../../members/accept.ts';
import { openInvitation } from '../../members/invitations.ts';
import { joinAccount } from '../../members/memberships.ts';
import { beginOpenId } from '../../members/openid.ts';
import { DateTime } from '../common/schemas.ts';
import { deviceOf, setKeptCookie, setSessionCookie } from './cookie.ts';
import { Options, Registration } from './passkeys.ts';
import { presentSecret, presentSession, Role, SignedIn } from './session.ts';

const Secret = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The secret: the part of the link after the #',
});

/** The page that takes an invitation. Secrets travel in bodies, never in addresses that are logged. */
export function invitationRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/invitations/open',
    {
      config: { member: 'anyone' },
      schema: {
        body: Type.Object({ secret: Secret }),
        response: {
          200: Type.Object({
            kind: stringEnum(['first', 'member', 'reset'] as const),
            email: NullableString,
            name: NullableString,
            sign_in: Type.Boolean({
              description: 'The person is a member who can sign in: they do so, and accept by `POST /invitations/join`',
            }),
            accounts: Type.Array(Type.Object({ name: Type.String(), role: Role })),
            expires_at: DateTime,
          }),
        },
      },
    },
    async ({ body }) => {
      const { accounts, expires_at, ...rest } = await openInvitation(services, body.secret);
      return { ...rest, accounts: [...accounts], expires_at: isoSeconds(expires_at) };
    },
  );

  const order = {
    secret: Secret,
    email: Type.Optional(Type.String({ maxLength: 500, description: 'E-mail address of the first administrator' })),
    name: Type.String({ maxLength: 200 }),
  };

  app.post(
    '/invitations/passkey/options',
    {
      config: { member: 'anyone' },
      schema: {
        description: 'Returns the data that the browser needs to create the passkey that accepts the invitation.',
        body: Type.Object(order),
        response: { 200: Options },
      },
    },
    ({ body }) => beginAcceptance(services, body),
  );

  app.post(
    '/invitations/openid',
    {
      config: { member: 'anyone' },
      schema: {
        description: 'The address of the OpenID provider at which the person accepts the invitation.',
        body: Type.Object({ secret: Secret }),
        response: { 200: Type.Object({ url: Type.String() }) },
      },
    },
    async (request, reply) => {
      await openInvitation(services, request.body.secret);
      const purpose = { back: '/', proves: null, invitation: request.body.secret };
      const { url, kept } = await beginOpenId(services, purpose);
      setKeptCookie(request, reply, kept);
      return { url };
    },
  );

  app.post(
    '/invitations/join',
    {
      config: { member: 'signed_in' },
      schema: {
        description:
          'Accepts an invitation to another account, as the member who is signed in, within five minutes after a proof. Other ' +
          'sessions of the member end.',
        body: Type.Object({ secret: Secret }),
        response: { 200: SignedIn },
      },
    },
    async ({ signedIn, body }) => {
      await joinAccount(services, signedIn, body.secret);
      return presentSession(services, signedIn);
    },
  );

  app.post(
    '/invitations/accept',
    {
      config: { member: 'anyone' },
      schema: {
        description: 'Accepts an invitation by a password or a passkey.',
        body: Type.Object({
          ...order,
          password: Type.Optional(Type.String({ maxLength: 1000 })),
          passkey: Type.Optional(Registration),
        }),
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      const { passkey, ...rest } = request.body;
      const passkeyAnswer = passkey && ({ clientExtensionResults: {}, ...passkey } as Acceptance['passkey']);
      const secret = await acceptInvitation(services, { ...rest, passkey: passkeyAnswer }, device);
      setSessionCookie(request, reply, secret, device);
      return reply.code(201).send(await presentSecret(services, secret));
    },
  );
}
