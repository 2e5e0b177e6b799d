import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type OperatorFlags, withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';

interface InviteFlags extends OperatorFlags {
  account?: string;
  email?: string;
  name?: string;
  role: string;
}

interface Handed {
  invitation_url: string | null;
}

const handed = ({ invitation_url }: Handed): string => invitation_url ?? 'The invitation was mailed.';

const FIRST = 'A member has already signed in. Invite others with --email and --role';

/** `bonafide member`: who signs in to the dashboard. */
export function memberCommand(io: Io): Command {
  const member = new Command('member').description('people who sign in to the dashboard');
  const path = (id: string) => `/members/${encodeURIComponent(id)}`;

  forOperator(member.command('invite').description('invite a member; without --email, invite the first administrator'))
    .option('--account <id>', 'id or name of the account; default: the only account')
    .option('--email <address>', 'e-mail address of the person')
    .option('--name <name>', 'display name until the member chooses one')
    .option('--role <role>', 'admin, reviewer, developer or auditor', 'reviewer')
    .action(({ account, email, name, role, ...flags }: InviteFlags) =>
      withOperator(
        flags,
        io,
        async (operator): Promise<Handed> => {
          if (email === undefined) {
            const first = await operator.call('POST', '/members/first_invitation');
            if (first.invitation_url === null) throw new CommandFailed(FIRST);
            return first;
          }
          const id = await operator.account(account);
          return operator.call('POST', `/accounts/${id}/members`, { email, role, ...(name && { name }) });
        },
        handed,
      ),
    );

  const columns = ['id', 'email', 'name', 'state', 'accounts', 'totp', 'email_proved', 'last_seen_at'];
  forOperator(member.command('list').description('list members with their roles')).action((flags: OperatorFlags) =>
    withOperator(
      flags,
      io,
      (operator) => operator.call('GET', '/members'),
      ({ members }: { members: { accounts: { account_id: string; role: string; accepted: boolean }[] }[] }) =>
        table(
          columns,
          members.map((member) => ({
            ...member,
            accounts: member.accounts.map(
              ({ account_id, role, accepted }) => `${role} of ${account_id}${accepted ? '' : ' (invited)'}`,
            ),
          })),
        ),
    ),
  );

  forOperator(member.command('reset').description('invite a member again who can no longer sign in'))
    .argument('<id>')
    .action((id: string, flags: OperatorFlags) =>
      withOperator(flags, io, (operator) => operator.call('POST', `${path(id)}/invitation`), handed),
    );

  for (const [name, disabled, text] of [
    ['disable', true, 'disable a member and end their sessions'],
    ['enable', false, 'let a disabled member sign in again'],
  ] as const) {
    forOperator(member.command(name).description(text))
      .argument('<id>')
      .action((id: string, flags: OperatorFlags) =>
        withOperator(
          flags,
          io,
          async (operator) => {
            await operator.call('PATCH', path(id), { disabled });
            return { id, disabled };
          },
          facts,
        ),
      );
  }
  return member;
}
