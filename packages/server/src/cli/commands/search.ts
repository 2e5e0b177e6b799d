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

/** `bonafide search`: finds applicants by name, e-mail address and other data. */
export function searchCommand(io: Io): Command {
  const search = new Command('search').description(
    'find applicants by name, e-mail address, birth date, number, tag or id',
  );

  ofAccount(search.command('find').description('find applicants that match every word, newest first'))
    .argument('<words...>')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--limit <n>', 'applicants per page, at most 100', '20')
    .option('--after <id>', 'last id of the previous page')
    .action((words: string[], { environment, limit, after, ...flags }: FindFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const quoted = words.map((word) => (/\s/.test(word) ? `"${word}"` : word)).join(' ');
          const query = new URLSearchParams({ query: quoted, environment, limit, ...(after && { after }) });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/search?${query}`);
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

  ofAccount(
    search.command('rebuild').description('rebuild the search index of applicants while the service runs'),
  ).action((flags: OfAccount) =>
    withOperator(
      flags,
      io,
      async (operator) => operator.call('POST', `/accounts/${await operator.account(flags.account)}/search/rebuild`),
      () => 'queued: the workers rebuild the terms of both environments',
    ),
  );
  return search;
}
