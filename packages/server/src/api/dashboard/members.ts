import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { inviteAgainTo, inviteMember } from '../../members/invitations.ts';
import { handOver } from '../../members/mail-invitation.ts';
import { waysToSignIn } from '../../members/own-ways.ts';
import { changeRole, disable, endSessionsOf, type MemberFacts, membersOf, removeMember } from '../../members/people.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, ObjectParams } from '../operator/schemas.ts';
import { Role } from './session.ts';

const Member = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    role: Role,
    state: stringEnum(['invited', 'expired', 'active', 'disabled'] as const),
    ways: Type.Array(stringEnum(waysToSignIn), { description: 'Ways in which the member signs in' }),
    email_proved: Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'True if the member has opened a link that was mailed to the address, or an OpenID provider has verified it. Null for a ' +
        'person who has not accepted',
    }),
    created_at: DateTime,
    last_seen_at: NullableDateTime,
  },
  { title: 'Member' },
);

const Invitation = Type.Object({
  mailed: Type.Boolean({ description: 'A mail server has taken the invitation' }),
  invitation_url: {
    ...NullableString,
    description: 'Link for the inviter to pass on, shown only once; null if it was mailed',
  },
});

const presentMember = ({ created_at, last_seen_at, ways, ...member }: MemberFacts & { role: MemberRole }) => ({
  ...member,
  ways: [...ways],
  created_at: isoSeconds(created_at),
  last_seen_at: isoSecondsOrNull(last_seen_at),
});

/** The members of an account: invite, change, remove. */
export function memberRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/members',
    {
      config: { member: 'members.see' },
      schema: { params: AccountParams, response: { 200: Type.Object({ members: Type.Array(Member) }) } },
    },
    async ({ params }) => ({ members: (await membersOf(services, params.account)).map(presentMember) }),
  );

  app.post(
    '/accounts/:account/members',
    {
      config: { member: 'members.change' },
      schema: {
        description:
          'Invites a person. The membership counts once they accept it: by a first way to sign in, or signed in as the member ' +
          'that they are in another account.',
        params: AccountParams,
        body: Type.Object({
          email: Type.String({ maxLength: 500 }),
          name: Type.Optional(Type.String({ maxLength: 200 })),
          role: Role,
        }),
        response: { 201: Type.Intersect([Type.Object({ id: Id }), Invitation]) },
      },
    },
    async ({ params, body, principal, place }, reply) => {
      const { id, email, secret } = await inviteMember(services, principal, params.account, body);
      const invitation = { email, accountName: place.account.name, secret, kind: 'member' as const };
      return reply.code(201).send({ id, ...(await handOver(services, invitation)) });
    },
  );

  app.post(
    '/accounts/:account/members/:id/invitation',
    {
      config: { member: 'members.change' },
      schema: {
        description:
          'Sends a new invitation to a person who has not accepted, or to a member who can no longer sign in. Only an ' +
          'administrator of all accounts of a member may make it.',
        params: ObjectParams,
        response: { 201: Invitation },
      },
    },
    async ({ params: { account, id }, principal, place }, reply) => {
      const { secret, email, kind } = await inviteAgainTo(services, principal, account, id);
      return reply.code(201).send(await handOver(services, { email, accountName: place.account.name, secret, kind }));
    },
  );

  app.patch(
    '/accounts/:account/members/:id',
    {
      config: { member: 'members.change' },
      schema: { params: ObjectParams, body: Type.Object({ role: Role }), response: { 204: Empty } },
    },
    async ({ params: { account, id }, body: { role }, principal }, reply) => {
      await changeRole(services, principal, account, { id, role });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/accounts/:account/members/:id',
    { config: { member: 'members.change' }, schema: { params: ObjectParams, response: { 204: Empty } } },
    async ({ params: { account, id }, principal }, reply) => {
      await removeMember(services, principal, account, id);
      return reply.code(204).send();
    },
  );

  app.delete(
    '/accounts/:account/members/:id/sessions',
    { config: { member: 'members.change' }, schema: { params: ObjectParams, response: { 204: Empty } } },
    async ({ params: { account, id }, principal }, reply) => {
      await endSessionsOf(services, principal, account, id);
      return reply.code(204).send();
    },
  );

  app.put(
    '/accounts/:account/members/:id/disabled',
    {
      config: { member: 'members.change' },
      schema: {
        description:
          'Disables a member in every account, or enables the member again. Only an administrator of all accounts of the member can do this.',
        params: ObjectParams,
        body: Type.Object({ disabled: Type.Boolean() }),
        response: { 204: Empty },
      },
    },
    async ({ params: { account, id }, body: { disabled }, principal }, reply) => {
      await disable(services, principal, { id, disabled, accountId: account });
      return reply.code(204).send();
    },
  );
}
