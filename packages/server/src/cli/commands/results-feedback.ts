import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OfAccount {
  environment: string;
  page: string;
  perPage: string;
}

const COLUMNS = ['created_at', 'check_id', 'report_id', 'expected_result', 'feedback_notes'];

/** `bonafide results-feedback`: what clients said of results, the newest first. */
export function resultsFeedbackCommand(io: Io): Command {
  return ofAccount(new Command('results-feedback'))
    .description("list the clients' feedback on results, newest first")
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'entries per page, at most 500', '20')
    .action(({ environment, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ environment, page, per_page: perPage });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/results_feedback?${query}`);
        },
        ({ results_feedback }) => table(COLUMNS, results_feedback),
      ),
    );
}
