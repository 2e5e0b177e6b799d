import { Command, Option } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OfAccount {
  state: string;
  environment: string;
  page: string;
  perPage: string;
}

type Shown = Record<string, unknown>;

/** `bonafide proposal`: decisions on hits of watchlists, overturns of reports, and the relaxing of four eyes, that wait for a second operator. */
export function proposalCommand(io: Io): Command {
  const proposal = new Command('proposal').description('decisions that need a second operator');

  ofAccount(proposal.command('list').description('list proposals, newest first'))
    .option('--state <state>', 'proposed, confirmed, refused or withdrawn', 'proposed')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'proposals per page, at most 500', '20')
    .action(({ state, environment, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ state, environment, page, per_page: perPage });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/proposals?${query}`);
        },
        ({ proposals }: { proposals: Shown[] }) =>
          table(['id', 'kind', 'report_id', 'applicant_id', 'by', 'at', 'state'], proposals),
      ),
    );

  const subcommand = (name: string, description: string) =>
    ofAccount(proposal.command(name).description(description)).argument('<id>');
  const call = (
    method: 'GET' | 'POST',
    id: string,
    flags: OfAccount,
    { end = '', body }: { end?: string; body?: object },
  ) =>
    withOperator(
      flags,
      io,
      async (operator) => {
        const path = `/accounts/${await operator.account(flags.account)}/proposals/${encodeURIComponent(id)}${end}`;
        return operator.call(method, path, body);
      },
      shownProposal,
    );

  ofAccount(proposal.command('relax').description('propose that fewer decisions need a second operator'))
    .argument('<rule>', 'value of the setting: off, or clear of screening_four_eyes')
    .addOption(
      new Option('--setting <name>', 'name of the rule')
        .choices(['screening_four_eyes', 'decision_four_eyes'])
        .default('screening_four_eyes'),
    )
    .requiredOption('--note <text>', 'reason, stored with the proposal')
    .action((rule: string, { note, setting, ...flags }: OfAccount & { note: string; setting: string }) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const path = `/accounts/${await operator.account(flags.account)}/proposals`;
          return operator.call('POST', path, { [setting]: rule, note });
        },
        proposalText,
      ),
    );

  subcommand('show', 'show the effect of a proposal, with personal data').action((id: string, flags: OfAccount) =>
    call('GET', id, flags, {}),
  );
  subcommand('confirm', 'confirm a proposal of another operator, which takes effect at once').action(
    (id: string, flags: OfAccount) => call('POST', id, flags, { end: '/confirm' }),
  );
  subcommand('refuse', 'refuse a proposal of another operator, which then has no effect')
    .requiredOption('--note <text>', 'reason, stored with the proposal')
    .action((id: string, { note, ...flags }: OfAccount & { note: string }) =>
      call('POST', id, flags, { end: '/refuse', body: { note } }),
    );
  return proposal;
}

const shownProposal = ({ proposed, ...shown }: Shown): string =>
  facts({ ...shown, proposed: JSON.stringify(proposed) });

/** Text that says that an operator's decision waits for a second one. */
export const proposalText = (shown: Shown): string =>
  `${shownProposal(shown)}\n\nA second operator must confirm it: "bonafide proposal confirm ${shown.id}"`;
