import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface FindFlags extends OfAccount {
  environment: string;
  limit: string;
  after?: string;
}

interface Page {
  found: { applicant_id: string; matched: { type: string; id: string }[] }[];
  next: string | null;
}

/** `bonafide search`: applicants by what people know of them. */
export function searchCommand(io: Io): Command {
  const search = new Command('search').description('applicants by name, e-mail address, birth date, number, tag or id');

  ofAccount(search.command('find').description('find applicants, newest first; several words narrow'))
    .argument('<words...>')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--limit <n>', 'applicants on a page at most, up to 100', '20')
    .option('--after <id>', 'the page after the one that ended with this id')
    .action((words: string[], { environment, limit, after, ...flags }: FindFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const quoted = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
          const asked = new URLSearchParams({ query: quoted, environment, limit, ...(after && { after }) });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/search?${asked}`);
        },
        ({ found, next }: Page) =>
          table(
            ['applicant_id', 'matched'],
            found.map(({ applicant_id, matched }) => ({
              applicant_id,
              matched: matched.map(({ type, id }) => (id === applicant_id ? type : `${type} ${id}`)).join(', '),
            })),
          ) + (next === null ? '' : `\nmore: --after ${next}`),
      ),
    );

  ofAccount(search.command('rebuild').description('rebuild what applicants are found by, beside the service')).action(
    (flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('POST', `/accounts/${await operator.account(flags.account)}/search/rebuild`),
        () => 'queued: the workers rebuild the terms of both environments',
      ),
  );
  return search;
}
