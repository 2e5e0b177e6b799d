import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { proposalText } from './proposal.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OfAccount {
  applicant?: string;
  environment: string;
  page: string;
  perPage: string;
}

interface AddFlags extends OfAccount {
  list: string;
  record: string;
  reason: string;
  note: string;
  months: string;
}

interface Shown extends Record<string, unknown> {
  record: { list: string; source_id: string };
}

/** `bonafide suppression`: watchlist hits that are ruled out for one applicant. */
export function suppressionCommand(io: Io): Command {
  const suppression = new Command('suppression').description('watchlist hits that are ruled out for one applicant');

  ofAccount(suppression.command('list').description('list suppressions, newest first'))
    .option('--applicant <id>', 'only suppressions of this applicant')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'suppressions per page, at most 500', '20')
    .action(({ applicant, environment, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ environment, page, per_page: perPage });
          if (applicant !== undefined) query.set('applicant_id', applicant);
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/suppressions?${query}`);
        },
        ({ suppressions }: { suppressions: Shown[] }) =>
          table(
            ['id', 'applicant_id', 'list', 'source_id', 'reason', 'state', 'expires_at', 'ended_because'],
            suppressions.map(flat),
          ),
      ),
    );

  ofAccount(suppression.command('add').description('rule out a hit of a report for its applicant'))
    .argument('<report id>')
    .requiredOption('--list <name>', 'list of the record')
    .requiredOption('--record <id>', 'id of the record in its list')
    .requiredOption(
      '--reason <reason>',
      'different_birth_date, different_nationality, different_id_number, different_gender, different_relatives or other',
    )
    .requiredOption('--note <text>', 'explanation of the reason, 10 to 2,000 characters')
    .option('--months <n>', 'months until the suppression expires, at most 36', '12')
    .action((report_id: string, { list, record: source_id, reason, note, months, ...flags }: AddFlags) =>
      withOperator(
        flags,
        io,
        async (operator) =>
          operator.call('POST', `/accounts/${await operator.account(flags.account)}/suppressions`, {
            report_id,
            record: { list, source_id },
            reason,
            note,
            months: Number(months),
          }),
        shownText,
      ),
    );

  ofAccount(suppression.command('revoke').description('end a suppression: the hit is back in the next report'))
    .argument('<id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/suppressions/${encodeURIComponent(id)}/revoke`;
          return operator.call('POST', path);
        },
        shownText,
      ),
    );
  return suppression;
}

/** The suppression, or that it waits for a second operator. */
const shownText = (suppression: Shown): string =>
  'proposed' in suppression ? proposalText(suppression) : facts(flat(suppression));

const flat = ({ record, ...rest }: Shown) => ({ ...rest, ...record });
