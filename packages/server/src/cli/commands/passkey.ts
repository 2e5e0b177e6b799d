import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface AddFlags extends OfAccount {
  username?: string;
}

/** `bonafide passkey add`: a passkey without a device, for tests of clients. */
export function passkeyCommand(io: Io): Command {
  const passkey = new Command('passkey').description('passkeys of applicants');
  ofAccount(passkey.command('add').description('add a passkey without a device (sandbox only)'))
    .argument('<applicant id>')
    .option('--username <name>', 'customer_user_id of the runs; without it, the id of the applicant')
    .action((applicant_id: string, { username, ...flags }: AddFlags) =>
      withOperator(
        flags,
        io,
        async (operator) =>
          operator.call('POST', `/accounts/${await operator.account(flags.account)}/passkeys`, {
            applicant_id,
            ...(username !== undefined && { username }),
          }),
        facts,
      ),
    );
  return passkey;
}
