import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface Receipt extends Record<string, unknown> {
  counts: Record<string, number>;
}

/** `bonafide erasures`: the receipts. */
export function erasuresCommand(io: Io): Command {
  return ofAccount(new Command('erasures'))
    .description('list the receipts of erased applicants and checks, newest first')
    .action((flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', `/accounts/${await operator.account(flags.account)}/erasures`),
        ({ erasures }: { erasures: Receipt[] }) =>
          table(
            ['id', 'applicant_id', 'check_id', 'environment', 'requested_at', 'requested_by', 'erased_at', 'erased'],
            erasures.map(({ counts, ...receipt }) => ({
              ...receipt,
              erased: Object.entries(counts).map(([kind, n]) => `${kind}:${n}`),
            })),
          ),
      ),
    );
}
