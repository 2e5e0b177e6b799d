import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

const actions = {
  withdraw: ['withdraw', 'withdraw a check that has not ended, with its reports'],
  reopen: ['reopen', 'reopen a check because information is missing'],
  'take-up': ['take_up', 'continue a reopened check'],
  'return-to-applicant': ['return_to_applicant', 'reopen the form of a reopened check'],
} as const;

/** `bonafide check`: what only an operator may do to a check. */
export function checkCommand(io: Io): Command {
  const check = new Command('check').description('withdraw, reopen and continue checks');
  for (const [name, [action, description]] of Object.entries(actions)) {
    ofAccount(check.command(name).description(description))
      .argument('<check id>')
      .action((id: string, flags: OfAccount) =>
        withOperator(
          flags,
          io,
          async (operator) => {
            const path = `/accounts/${await operator.account(flags.account)}/checks/${encodeURIComponent(id)}/${action}`;
            return operator.call('POST', path);
          },
          facts,
        ),
      );
  }
  return check;
}
