import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface PreviewFlags extends OfAccount {
  days?: string;
}

/** `bonafide retention`: what retention removes. */
export function retentionCommand(io: Io): Command {
  const retention = new Command('retention').description('retention of applicants, checks, events and requests');
  ofAccount(retention.command('preview'))
    .description('show what the next upkeep would remove by the retention settings of accounts, and remove nothing')
    .option('--days <days>', 'suppose these days for every kind, in place of the settings')
    .action((flags: PreviewFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams();
          if (flags.account !== undefined) query.set('account', await operator.account(flags.account));
          if (flags.days !== undefined) query.set('days', flags.days);
          return operator.call('GET', `/retention?${query}`);
        },
        ({ previews }: { previews: Record<string, unknown>[] }) =>
          table(['account_id', 'environment', 'kind', 'days', 'before', 'count', 'oldest', 'bytes'], previews),
      ),
    );
  return retention;
}
