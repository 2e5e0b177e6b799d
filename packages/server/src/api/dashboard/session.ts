import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { accountActions, actionsOf, objectActions } from '../../context/permissions.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { isAdminOfAll } from '../../members/admins.ts';
import { deviceName } from '../../members/notices.ts';
import { passkeysOf } from '../../members/passkeys.ts';
import { accountsOf } from '../../members/people.ts';
import {
  endSession,
  findSession,
  hasSecondFactor,
  listSessions,
  type MemberSession,
  provedUntil,
} from '../../members/sessions.ts';
import { type Credentials, proveAgain, signIn } from '../../members/sign-in.ts';
import { DateTime, Empty, Id, IdParams } from '../common/schemas.ts';
import { clearSessionCookie, deviceOf, setSessionCookie } from './cookie.ts';

export const Role = stringEnum(memberRoles);
const ObjectActions = Type.Array(stringEnum(objectActions));
const AccountActions = Type.Array(stringEnum(accountActions));

export const SignedIn = Type.Object(
  {
    member: Type.Object({
      id: Id,
      email: Type.String(),
      name: Type.String(),
      totp: Type.Boolean({ description: 'True if the member signs in with one-time codes' }),
      passkeys: Type.Integer({ description: 'Number of passkeys' }),
      recovery_codes: Type.Integer({ description: 'Number of unused recovery codes' }),
    }),
    accounts: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        role: Role,
        second_factor_needed: Type.Boolean({
          description: 'True if the member needs a second factor to open the account',
        }),
        may: Type.Object({ live: ObjectActions, sandbox: ObjectActions, account: AccountActions }),
      }),
    ),
    session: Type.Object({
      id: Id,
      way: stringEnum(['password', 'passkey', 'openid'] as const, { description: 'Way in which the member signed in' }),
      created_at: DateTime,
      expires_at: DateTime,
      proved_until: { ...DateTime, description: 'Time until which no action asks for another proof' },
    }),
    deployment: Type.Object({ mode: stringEnum(['development', 'production'] as const) }),
  },
  { title: 'Signed-in member' },
);

const Secret = Type.String({ minLength: 1, maxLength: 1000 });
const Code = Type.Optional(Type.String({ maxLength: 50, description: 'A one-time code, or a recovery code' }));

/** The signed-in member, and their permissions in each of their accounts. */
export async function presentSession(services: Services, session: MemberSession) {
  const { member } = session;
  const { id, email, name, totp, recovery } = member;
  const accounts = await accountsOf(services, id);
  const passkeys = (await passkeysOf(services, id)).length;
  const ofAll = await isAdminOfAll(services, id);
  return {
    member: { id, email, name, totp: totp !== null, recovery_codes: recovery.length, passkeys },
    accounts: accounts.map(({ account, role }) => ({
      id: account.id,
      name: account.name,
      role,
      second_factor_needed: account.settings.second_factor && !hasSecondFactor(session),
      may: actionsOf(role, account.settings, ofAll),
    })),
    session: {
      id: session.id,
      way: session.way,
      created_at: isoSeconds(session.created_at),
      expires_at: isoSeconds(session.expires_at),
      proved_until: isoSeconds(provedUntil(session)),
    },
    deployment: { mode: services.settings.mode },
  };
}

/** The session of a secret that was just made. */
export async function presentSecret(services: Services, secret: string) {
  const session = await findSession(services, secret);
  if (!session) throw problem('sign_in_needed');
  return presentSession(services, session);
}

/** Signing in and out, and the sessions of a member. */
export function sessionRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/session',
    {
      config: { member: 'anyone' },
      schema: {
        body: Type.Object({ email: Type.String({ maxLength: 500 }), password: Secret, code: Code }),
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      const secret = await signIn(services, request.body as Credentials, device);
      setSessionCookie(request, reply, secret, device);
      return reply.code(201).send(await presentSecret(services, secret));
    },
  );

  app.get('/session', { config: { member: 'signed_in' }, schema: { response: { 200: SignedIn } } }, ({ signedIn }) =>
    presentSession(services, signedIn),
  );

  app.delete(
    '/session',
    { config: { member: 'signed_in' }, schema: { response: { 204: Empty } } },
    async (request, reply) => {
      await endSession(services, request.signedIn, request.signedIn.id);
      clearSessionCookie(request, reply);
      return reply.code(204).send();
    },
  );

  app.post(
    '/session/proof',
    {
      config: { member: 'signed_in' },
      schema: { body: Type.Object({ password: Secret, code: Code }), response: { 200: SignedIn } },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      const secret = await proveAgain(services, request.signedIn, request.body, device);
      setSessionCookie(request, reply, secret, device);
      return presentSecret(services, secret);
    },
  );

  app.get(
    '/sessions',
    {
      config: { member: 'signed_in' },
      schema: {
        response: {
          200: Type.Object({
            sessions: Type.Array(
              Type.Object({
                id: Id,
                current: Type.Boolean(),
                device: Type.String({ description: 'Browser and operating system, as the browser reports them' }),
                address: Type.String(),
                created_at: DateTime,
                last_seen_at: DateTime,
              }),
            ),
          }),
        },
      },
    },
    async ({ signedIn }) => ({
      sessions: (await listSessions(services, signedIn.member)).map((session) => ({
        id: session.id,
        current: session.id === signedIn.id,
        address: session.address,
        device: deviceName(session.userAgent),
        created_at: isoSeconds(session.created_at),
        last_seen_at: isoSeconds(session.last_seen_at),
      })),
    }),
  );

  app.delete(
    '/sessions/:id',
    { config: { member: 'signed_in' }, schema: { params: IdParams, response: { 204: Empty } } },
    async ({ signedIn, params: { id } }, reply) => {
      await endSession(services, signedIn, id);
      return reply.code(204).send();
    },
  );
}
