import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { memberRoles } from '../../base/member-roles.ts';
import { getAccount } from '../../context/account-facts.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { invitationUrl, inviteAgain, inviteFirst, inviteMember } from '../../members/invitations.ts';
import { handOver } from '../../members/mail-invitation.ts';
import { allMembers, changeRole, disable, removeMember } from '../../members/people.ts';
import { DateTime, Empty, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, ObjectParams } from './schemas.ts';

const Role = stringEnum(memberRoles);

const Member = Type.Object(
  {
    id: Id,
    email: Type.String(),
    name: Type.String(),
    state: stringEnum(['invited', 'expired', 'active', 'disabled'] as const),
    totp: Type.Boolean(),
    email_proved: Type.Boolean({
      description:
        'True if the member has opened a link that was mailed to the address, or an OpenID provider has verified it',
    }),
    created_at: DateTime,
    last_seen_at: NullableDateTime,
    accounts: Type.Array(
      Type.Object({
        account_id: Id,
        role: Role,
        accepted: Type.Boolean({ description: 'The membership counts once the person has accepted it' }),
      }),
    ),
  },
  { title: 'Member' },
);

const Invitation = Type.Object({
  mailed: Type.Boolean(),
  invitation_url: { ...NullableString, description: 'Link of the invitation, shown only once; null if it was mailed' },
});

/** The members of the dashboard, over all accounts. */
export function operatorMemberRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get('/members', { schema: { response: { 200: Type.Object({ members: Type.Array(Member) }) } } }, async () => ({
    members: (await allMembers(services)).map(({ created_at, last_seen_at, email_proved, ...member }) => ({
      ...member,
      email_proved: email_proved === true,
      created_at: isoSeconds(created_at),
      last_seen_at: isoSecondsOrNull(last_seen_at),
    })),
  }));

  app.post(
    '/members/first_invitation',
    {
      schema: {
        description:
          'The invitation link for the first administrator; null once a member has signed in. Earlier links stop working.',
        response: { 200: Type.Object({ invitation_url: NullableString }) },
      },
    },
    async ({ principal }) => {
      const secret = await inviteFirst(services, principal);
      return { invitation_url: secret === undefined ? null : invitationUrl(services, secret) };
    },
  );

  app.post(
    '/accounts/:account/members',
    {
      schema: {
        params: AccountParams,
        body: Type.Object({
          email: Type.String({ maxLength: 500 }),
          name: Type.Optional(Type.String({ maxLength: 200 })),
          role: Role,
        }),
        response: { 201: Type.Intersect([Type.Object({ id: Id }), Invitation]) },
      },
    },
    async ({ params, body, principal }, reply) => {
      const { name } = await getAccount(services, params.account);
      const { id, email, secret } = await inviteMember(services, principal, params.account, body);
      const invitation = { email, accountName: name, secret, kind: 'member' as const };
      return reply.code(201).send({ id, ...(await handOver(services, invitation)) });
    },
  );

  app.patch(
    '/accounts/:account/members/:id',
    { schema: { params: ObjectParams, body: Type.Object({ role: Role }), response: { 204: Empty } } },
    async ({ params: { account, id }, body: { role }, principal }, reply) => {
      await changeRole(services, principal, account, { id, role });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/accounts/:account/members/:id',
    { schema: { params: ObjectParams, response: { 204: Empty } } },
    async ({ params: { account, id }, principal }, reply) => {
      await removeMember(services, principal, account, id);
      return reply.code(204).send();
    },
  );

  app.patch(
    '/members/:id',
    {
      schema: {
        description: 'Disables a member in every account, or enables the member again.',
        params: IdParams,
        body: Type.Object({ disabled: Type.Boolean() }),
        response: { 204: Empty },
      },
    },
    async ({ params: { id }, body, principal }, reply) => {
      await disable(services, principal, { id, disabled: body.disabled, accountId: null });
      return reply.code(204).send();
    },
  );

  app.post(
    '/members/:id/invitation',
    { schema: { params: IdParams, response: { 201: Invitation } } },
    async ({ params: { id }, principal }, reply) => {
      const { secret, email, kind } = await inviteAgain(services, principal, id);
      return reply.code(201).send(await handOver(services, { email, accountName: 'Bonafide', secret, kind }));
    },
  );
}
