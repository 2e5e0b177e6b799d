import type { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { forOperator, type Operator, type OperatorFlags, withOperator } from '../operator.ts';
import { table } from '../table.ts';

interface ShownHit {
  score: number;
  verdict: string;
  list: string;
  source_id: string;
  words: string[];
  explanation: { matched?: { listed: string }; ofac_score?: number };
}

/** Adds the commands that search the lists and compare names. */
export function addSearch(watchlist: Command, io: Io): void {
  forOperator(watchlist.command('search').description('show what a report with the default thresholds would find'))
    .argument('<name>')
    .option('--dob <date>', 'YYYY, YYYY-MM or YYYY-MM-DD')
    .option('--nationality <country>', 'ISO 3166-1 alpha-3')
    .option('--id <type:country:number>', 'identity number; type and country may be empty')
    .action((name: string, { dob, nationality, id, ...flags }: OperatorFlags & Record<string, string>) =>
      withOperator(
        flags,
        io,
        (operator) =>
          operator.call('POST', '/watchlists/search', {
            name,
            ...(dob && { date_of_birth: dob }),
            ...(nationality && { nationality: nationality.toUpperCase() }),
            ...(id && { ids: [numberOf(id)] }),
          }),
        ({ set, hits, near, complete }) =>
          [
            `Set ${set}: ${hits.length} hits${complete ? '' : '. The search stopped before its end: hits may be missing'}`,
            ...[...hits, ...near].map(hitText),
          ].join('\n\n'),
      ),
    );

  forOperator(watchlist.command('score').description('compare two names'))
    .argument('<query>', 'name of the applicant')
    .argument('<listed>', 'name on a list')
    .action((query: string, listed: string, flags: OperatorFlags) =>
      withOperator(
        flags,
        io,
        (operator) => operator.call('POST', '/watchlists/score', { query, listed }),
        ({ score, ofac_score, explanation }) =>
          [
            `${score.toFixed(2)} (search of the US Treasury: ${ofac_score})`,
            table(['query', 'listed', 'similarity', 'why'], explanation.parts),
          ].join('\n\n'),
      ),
    );

  forOperator(
    watchlist
      .command('rescreen')
      .description('list completed clear reports that would have hits today, without creating checks'),
  )
    .option('--since <day>', 'first completion date of the reports, YYYY-MM-DD')
    .action(({ since, ...flags }: OperatorFlags & { since?: string }) =>
      withOperator(
        flags,
        io,
        (operator) => rescreened(operator, since),
        ({ reports, examined }) =>
          [`${reports.length} of ${examined} clear reports`, rescreenTable(reports)].join('\n\n'),
      ),
    );
}

interface Rescreened {
  readonly completed_at: string;
  readonly complete: boolean;
  readonly hits: readonly { readonly list: string; readonly source_id: string; readonly score: number }[];
}

/** All pages of the reports that would have hits today. */
async function rescreened(
  operator: Operator,
  since: string | undefined,
): Promise<{ reports: Rescreened[]; examined: number }> {
  const reports: Rescreened[] = [];
  let examined = 0;
  for (let after: string | null = ''; after !== null; ) {
    const asked: object = { after, ...(since !== undefined && { since }) };
    const page: { reports: Rescreened[]; examined: number; next: string | null } = await operator.call(
      'POST',
      '/watchlists/rescreen',
      asked,
    );
    reports.push(...page.reports);
    examined += page.examined;
    after = page.next;
  }
  return { reports, examined };
}

const RESCREEN_COLUMNS = ['completed_at', 'name', 'score', 'list', 'source_id', 'hits', 'account_id', 'report_id'];

/** A line a report, with its best hit. */
const rescreenTable = (reports: readonly Rescreened[]) =>
  table(
    RESCREEN_COLUMNS,
    reports.map(({ hits, complete, ...report }) => ({
      ...report,
      ...hits[0],
      score: hits[0]?.score.toFixed(2),
      hits: complete ? hits.length : `${hits.length} or more`,
    })),
  );

function numberOf(text: string): { type?: string; country?: string; number: string } {
  const [type, country, ...rest] = text.split(':');
  const number = rest.join(':');
  if (number === '') throw new CommandFailed(`${text} does not have the form type:country:number`);
  return { number, ...(type && { type }), ...(country && { country: country.toUpperCase() }) };
}

function hitText({ score, verdict, list, source_id, words, explanation }: ShownHit): string {
  const name = explanation.matched?.listed ?? 'identity number';
  const treasury = explanation.ofac_score === undefined ? '' : `, search of the US Treasury: ${explanation.ofac_score}`;
  return [
    `${score.toFixed(2)} ${verdict}: ${name} (${list} ${source_id}${treasury})`,
    ...words.map((word) => `  ${word}`),
  ].join('\n');
}
