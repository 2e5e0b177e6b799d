import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { permissionsOf } from '../../context/permissions.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { isAdminOfAll } from '../../members/admins.ts';
import { membersOf } from '../../members/people.ts';
import { Id } from '../common/schemas.ts';
import { AccountParams } from '../operator/schemas.ts';
import { Role } from './session.ts';

const Permitted = Type.Unsafe<'yes' | 'proof' | 'no' | null>({
  type: ['string', 'null'],
  enum: ['yes', 'proof', 'no', null],
  description:
    'Permission: `proof` needs a proof within the last five minutes; null if the action does not exist there',
});

/** Names of the members of an account, and the permissions of the member who is signed in. */
export function permissionRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/member_names',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists the names of the members, to show who did what.',
        params: AccountParams,
        response: { 200: Type.Object({ members: Type.Array(Type.Object({ id: Id, name: Type.String() })) }) },
      },
    },
    async ({ params }) => ({
      members: (await membersOf(services, params.account)).map(({ id, name }) => ({ id, name })),
    }),
  );

  app.get(
    '/accounts/:account/permissions',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists the permissions of the member in the account.',
        params: AccountParams,
        response: {
          200: Type.Object({
            role: Role,
            actions: Type.Array(
              Type.Object({ action: Type.String(), live: Permitted, sandbox: Permitted, account: Permitted }),
            ),
          }),
        },
      },
    },
    async ({ place: { account, role }, signedIn }) => {
      const ofAll = await isAdminOfAll(services, signedIn.member.id);
      return { role, actions: permissionsOf(role, account.settings, ofAll) };
    },
  );
}
