import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface EraseFlags extends OfAccount {
  environment: string;
  force?: boolean;
}

/** `bonafide erase`: an applicant and all that belongs to it, permanently. */
export function eraseCommand(io: Io): Command {
  return ofAccount(new Command('erase'))
    .description('erase an applicant with all its data immediately and permanently; prints the receipt')
    .argument('<applicant id>')
    .requiredOption('--environment <environment>', 'sandbox or live')
    .option('--force', 'erase even while checks are in progress')
    .action((id: string, flags: EraseFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/applicants/${encodeURIComponent(id)}/erase`;
          return operator.call('POST', path, { environment: flags.environment, force: flags.force ?? false });
        },
        ({ counts, ...receipt }) => facts({ ...receipt, ...counts }),
      ),
    );
}
