import { Command } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { proposalText } from './proposal.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OfAccount {
  status: string;
  environment: string;
  page: string;
  perPage: string;
}

interface DecideFlags extends OfAccount {
  result?: string;
  subResult?: string;
  leaf: string[];
  hit: string[];
  suppress?: boolean;
  months?: string;
  note: string;
}

interface Confirmation {
  source: string;
  measure?: number;
}

interface ShownRecord extends Record<string, unknown> {
  attribute?: { attribute_type: string; attribute_value: string }[];
}

const RECORD_COLUMNS = ['leaves', 'full_name', 'date_of_birth', 'match_score', 'matched_name', 'nationality', 'list'];

interface ShownHit extends Record<string, unknown> {
  list: string;
  source_id: string;
  words: string[];
  decided: { decision: string } | null;
  review: { step: string; applicant: string[]; listed: string[] }[];
  suppressed?: unknown;
  previously_suppressed?: { lapsed_because: string };
}

const HIT_COLUMNS = ['list', 'source_id', 'score', 'leaves', 'decided', 'suppressed'];

interface ShownReport extends Record<string, unknown> {
  doubts: string[];
  media: Record<string, { id: string }[]>;
  leaves: Record<string, Record<string, unknown>>;
  evidence: { kind: string; found: { forgery: string; leaf: string; confirmed_by: Confirmation[] }[] } | null;
  properties: Record<string, unknown> & { records?: ShownRecord[] };
  fields: { field: string; values: Record<string, unknown>[] }[];
  hits: ShownHit[];
  parts: Record<string, unknown>[];
  decisions: {
    at: string;
    result: string | null;
    leaves?: Record<string, string>;
    hits?: { record: { list: string; source_id: string }; decision: string }[];
    note: string;
  }[];
}

/** `bonafide report`: live reports, and reports that need manual review. */
export function reportCommand(io: Io): Command {
  const report = new Command('report').description('live reports, and reports that need manual review');
  const path = (accountId: string, id: string) => `/accounts/${accountId}/reports/${encodeURIComponent(id)}`;

  ofAccount(report.command('list').description('list reports, longest waiting first'))
    .option('--status <status>', 'awaiting_approval, awaiting_data, complete …', 'awaiting_approval')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'reports per page, at most 500', '20')
    .action(({ status, environment, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ status, environment, page, per_page: perPage });
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/reports?${query}`);
        },
        ({ reports }) => table(['id', 'created_at', 'name', 'step', 'failed', 'doubts'], reports),
      ),
    );

  ofAccount(report.command('show').description('show a report with its findings, which contain personal data'))
    .argument('<report id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => operator.call('GET', path(await operator.account(flags.account), id)),
        (shown) => printed(shown as ShownReport),
      ),
    );

  ofAccount(
    report
      .command('decide')
      .description('decide a report with the status awaiting_approval, as a whole or leaf by leaf'),
  )
    .argument('<report id>')
    .option('--result <result>', 'result of the whole report: clear, consider or, for identity reports, unidentified')
    .option('--sub-result <result>', 'sub-result of a document report: clear, caution, suspected or rejected')
    .option(
      '--leaf <path=result>',
      'decide a leaf: clear or consider; with --result, a leaf that the result flags; may be repeated',
      collected,
      [],
    )
    .option(
      '--hit <list/record=decision>',
      'decide a hit: true_match, unsure, or false_match:REASON (see suppression add); may be repeated',
      collected,
      [],
    )
    .option('--suppress', 'suppress false matches, so that later reports on the applicant leave these records out')
    .option('--months <n>', 'with --suppress: months until the suppression expires, at most 36; default 12')
    .requiredOption('--note <text>', 'reason, stored with the report')
    .action((id: string, { result, subResult, leaf, hit, suppress, months, note, ...flags }: DecideFlags) =>
      withOperator(
        flags,
        io,
        async (operator) =>
          operator.call('POST', `${path(await operator.account(flags.account), id)}/decide`, {
            note,
            ...(result !== undefined && { result }),
            ...(subResult !== undefined && { sub_result: subResult }),
            ...(leaf.length > 0 && { leaves: leavesOf(leaf) }),
            ...(hit.length > 0 && { hits: hit.map((text) => hitOf(text, suppress === true, months)) }),
          }),
        (decided) => ('proposed' in decided ? proposalText(decided) : facts(decided)),
      ),
    );
  return report;
}

const collected = (value: string, before: string[]): string[] => [...before, value];

/** Parses `path=result` pairs into leaves by path. Throws for a leaf without a result, or that occurs twice. */
function leavesOf(pairs: readonly string[]): Record<string, string> {
  const leaves = new Map<string, string>();
  for (const pair of pairs) {
    const [path = '', result] = pair.split('=');
    if (!result) throw new CommandFailed(`"${pair}" has no result. Write ${path}=clear or ${path}=consider`);
    if (leaves.has(path)) throw new CommandFailed(`The leaf ${path} occurs twice`);
    leaves.set(path, result);
  }
  return Object.fromEntries(leaves);
}

/** A decision on a hit, of `list/record=true_match` or `list/record=false_match:reason`. Throws for any other form. */
function hitOf(text: string, suppress: boolean, months: string | undefined): object {
  const [, list, source_id, decision, reason] = /^([^/]+)\/(.+)=([a-z_]+)(?::([a-z_]+))?$/.exec(text) ?? [];
  if (!list) {
    throw new CommandFailed(
      `"${text}" is not a decision on a hit. Write LIST/RECORD=true_match, =unsure or =false_match:REASON`,
    );
  }
  return {
    record: { list, source_id },
    decision,
    ...(reason && { reason }),
    ...(suppress &&
      decision === 'false_match' && { suppress, ...(months !== undefined && { months: Number(months) }) }),
  };
}

function printed({
  media,
  leaves,
  evidence,
  properties,
  fields,
  hits,
  parts,
  decisions,
  ...report
}: ShownReport): string {
  const uploads = Object.entries(media).flatMap(([kind, ids]) => ids.map(({ id }) => `${kind}/${id}`));
  const rows = Object.entries(leaves).map(([leaf, finding]) => ({ ...finding, leaf }));
  const confirmed = (evidence?.found ?? []).map(({ confirmed_by, ...row }) => ({
    ...row,
    confirmed_by: confirmed_by.map(withMeasure),
  }));
  const { records = [], ...values } = properties;
  const read = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : value,
  ]);
  const sources = fields.flatMap(({ field, values: said }) => said.map((value) => ({ ...value, field })));
  const decided = decisions.map(({ leaves: settled = {}, hits: judged = [], ...decision }) => ({
    ...decision,
    leaves: Object.entries(settled).map((pair) => pair.join('=')),
    hits: judged.map(({ record, decision }) => `${record.list}/${record.source_id}=${decision}`),
  }));
  return [
    facts({ ...report, media: uploads }),
    table(['leaf', 'result', 'doubt', 'decided', 'measure', 'threshold', 'reason'], rows),
    ...(confirmed.length > 0 ? [table(['forgery', 'leaf', 'confirmed_by'], confirmed)] : []),
    ...(read.length > 0 ? [facts(Object.fromEntries(read))] : []),
    ...(sources.length > 0 ? [table(['field', 'source', 'value', 'certainty'], sources)] : []),
    ...(records.length > 0 ? [table(RECORD_COLUMNS, records.map(recordRow))] : []),
    ...(hits.length > 0 ? [table(HIT_COLUMNS, hits.map(hitRow)), ...hits.map(reviewText)] : []),
    ...(parts.length > 0 ? [table(['id', 'kind', 'field', 'source', 'media_id', 'page'], parts)] : []),
    ...(decided.length > 0
      ? [table(['decided_by', 'confirmed_by', 'at', 'result', 'leaves', 'hits', 'note'], decided)]
      : []),
  ].join('\n\n');
}

const hitRow = ({ decided, suppressed, previously_suppressed: before, ...hit }: ShownHit) => ({
  ...hit,
  decided: decided?.decision ?? null,
  suppressed: suppressed ? 'yes' : before ? `until ${before.lapsed_because}` : null,
});

/** Values of a hit that a reviewer compares, in the recommended order, and the explanation of its score. */
function reviewText({ list, source_id, review, words }: ShownHit): string {
  const steps = table(['step', 'applicant', 'listed'], review);
  return [`${list}/${source_id}`, steps, ...words].join('\n');
}

/** A record of a watchlist, with its attributes beside its own fields: `Match score` as `match_score`. */
function recordRow({ attribute = [], ...record }: ShownRecord): object {
  const attributes = attribute.map(({ attribute_type, attribute_value }) => [
    attribute_type.toLowerCase().replaceAll(' ', '_'),
    attribute_value,
  ]);
  return { ...Object.fromEntries(attributes), ...record };
}

/** The source, with the figure that it stands on: `ghost 0.998`. */
const withMeasure = ({ source, measure }: Confirmation) =>
  measure === undefined ? source : `${source} ${Number(measure.toPrecision(4))}`;
