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

interface Progress {
  progress: { set: number; monitors: number; searched: number };
}

interface Listed extends Progress {
  monitors: Record<string, unknown>[];
}

/** `bonafide monitor`: applicants who are searched for in watchlists again and again. */
export function monitorCommand(io: Io): Command {
  const monitor = new Command('monitor').description(
    'monitored applicants, who are searched for whenever watchlists change',
  );

  ofAccount(monitor.command('list').description('list monitors, newest first, and the progress of the current search'))
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'monitors per page, at most 500', '20')
    .action(({ environment, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ environment, page, per_page: perPage });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/monitors?${query}`);
        },
        ({ progress, monitors }: Listed) =>
          `${table(['id', 'applicant_id', 'report_name', 'created_at', 'deleted_at', 'screened_set'], monitors)}\n${said(progress)}`,
      ),
    );

  ofAccount(
    monitor.command('sweep').description('search the active watchlists for every monitored applicant now'),
  ).action((flags: OfAccount) =>
    withOperator(
      flags,
      io,
      async (operator) => operator.call('POST', `/accounts/${await operator.account(flags.account)}/monitors/sweep`),
      ({ progress }: Progress) => `queued; ${said(progress)}`,
    ),
  );
  return monitor;
}

const said = ({ set, monitors, searched }: Progress['progress']) =>
  `set ${set}: ${searched} of ${monitors} active monitors searched`;
