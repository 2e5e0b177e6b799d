import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface DecideFlags extends OfAccount {
  result: string;
  subResult?: string;
  note: string;
}

/** `bonafide report`: reports that wait for a person. */
export function reportCommand(io: Io): Command {
  const report = new Command('report').description('reports that wait for a person');
  ofAccount(report.command('decide').description('decide a report that is awaiting_approval'))
    .argument('<report id>')
    .requiredOption('--result <result>', 'clear or consider')
    .option('--sub-result <result>', 'of document reports: clear, caution, suspected or rejected')
    .requiredOption('--note <text>', 'why; kept with the report')
    .action((id: string, { result, subResult, note, ...flags }: DecideFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/reports/${encodeURIComponent(id)}/decide`;
          return operator.call('POST', path, {
            result,
            note,
            ...(subResult === undefined ? {} : { sub_result: subResult }),
          });
        },
        facts,
      ),
    );
  return report;
}
