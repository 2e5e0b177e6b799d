import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { type Operator, withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface EraseFlags extends OfAccount {
  environment?: string;
  force?: boolean;
  yes?: boolean;
}

interface Receipt {
  counts: Record<string, number>;
}

/** `bonafide erase`: an applicant, or an account, with all that belongs to it, permanently. */
export function eraseCommand(io: Io): Command {
  return ofAccount(new Command('erase'))
    .description('erase an applicant or, without an applicant id, an account permanently; prints the receipt')
    .argument('[applicant id]', 'not given: the account of --account is erased, with its keys')
    .option('--environment <environment>', 'sandbox or live, for an applicant')
    .option('--force', 'erase an applicant even while checks are in progress')
    .option('--yes', 'erase an account without asking for its name')
    .action((id: string | undefined, flags: EraseFlags) =>
      withOperator(
        flags,
        io,
        (operator) => (id === undefined ? eraseAccount(operator, flags, io) : eraseApplicant(operator, id, flags)),
        ({ counts, ...receipt }: Receipt) => facts({ ...receipt, ...counts }),
      ),
    );
}

async function eraseApplicant(operator: Operator, id: string, flags: EraseFlags): Promise<Receipt> {
  const { environment, force = false } = flags;
  if (!environment) throw new CommandFailed('Say where the applicant is: --environment sandbox or --environment live');
  const path = `/accounts/${await operator.account(flags.account)}/applicants/${encodeURIComponent(id)}/erase`;
  return operator.call('POST', path, { environment, force });
}

async function eraseAccount(operator: Operator, { account, yes }: EraseFlags, io: Io): Promise<Receipt> {
  if (account === undefined) throw new CommandFailed('Name an applicant, or the account to erase with --account');
  const id = await operator.account(account);
  const { name } = await operator.call('GET', `/accounts/${id}`);
  if (!yes) {
    if (!io.ask) throw new CommandFailed('Nobody can confirm this here. Use --yes to erase the account');
    const question =
      `This erases the account "${name}" (${id}) with all applicants, tokens and keys. Nothing can bring it back.\n` +
      'Type the name of the account to continue: ';
    if ((await io.ask(question)) !== name) throw new CommandFailed('Nothing was erased: this is not the name');
  }
  return operator.call('POST', `/accounts/${id}/erase`, { name });
}
