import { readdirSync } from 'node:fs';
import pg from 'pg';
import pino from 'pino';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { openPostgres } from './postgres.ts';
import { PLAN_SETTINGS } from './postgres-link.ts';
import { checksBy } from './queries/check-lists.ts';
import { erasings } from './queries/erasures.ts';
import { applicantsMatching, newestById, objectsById } from './queries/search.ts';
import { runsBy } from './queries/workflows.ts';
import type { Query } from './query.ts';

const folder = new URL('./queries/', import.meta.url);
const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
const modules: Record<string, unknown>[] = await Promise.all(files.map((file) => import(new URL(file, folder).href)));

/** Leaves it to the test when the server counts rows and takes statistics. */
const WITHOUT_AUTOVACUUM = `do $$ declare tables record; begin
  for tables in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s set (autovacuum_enabled = off)', tables.name);
  end loop;
end $$`;

/** Rows of each account that fill the tables: enough that a server which looks at statistics plans by them. */
const ROWS = 5_000;

interface Planned {
  readonly name: string;
  readonly sql: string;
}

/** Every scoped query that searches rows, run queries with all their conditions. */
function scopedQueries(): Planned[] {
  const found: Planned[] = [];
  for (const exported of modules) {
    for (const [name, value] of Object.entries(exported)) {
      if (isScoped(value)) found.push({ name, sql: value.compiled('postgres').sql });
    }
  }
  for (const applicant of [false, true]) {
    const { page, count } = runsBy({ applicant, tags: 1, sort: 'desc' });
    const of = applicant ? 'runs of an applicant' : 'runs';
    found.push({ name: `page of ${of}`, sql: page.compiled('postgres').sql });
    found.push({ name: `count of ${of}`, sql: count.compiled('postgres').sql });
  }
  for (const conditions of ['', 'status', 'report', 'tag', 'status result report', 'status result report tag']) {
    const has = (one: string) => conditions.split(' ').includes(one);
    const wanted = { status: has('status'), result: has('result'), report: has('report'), tag: has('tag') };
    found.push({ name: `checks by ${conditions || 'age'}`, sql: checksBy(wanted).compiled('postgres').sql });
  }
  for (const { table, list, erase } of erasings) {
    if (list) found.push({ name: `${table} of an erasure`, sql: list.compiled('postgres').sql });
    found.push({ name: `erasure of ${table}`, sql: erase.compiled('postgres').sql });
  }
  found.push({ name: 'applicantsMatching', sql: applicantsMatching(2, true).compiled('postgres').sql });
  for (const [type, query] of Object.entries(objectsById)) {
    found.push({ name: `${type} of applicants by id`, sql: query.compiled('postgres').sql });
  }
  for (const [type, query] of Object.entries(newestById)) {
    found.push({ name: `${type} by id`, sql: query.compiled('postgres').sql });
  }
  return found.filter(({ sql }) => !sql.startsWith('insert'));
}

function isScoped(value: unknown): value is Query<never, unknown> {
  return typeof value === 'object' && value !== null && 'scoped' in value && 'compiled' in value;
}

/** The indexes that each query reads its rows by, in the order of the plan. */
const indexes: Record<string, string[]> = {
  'count of runs': ['workflow_runs_of_account', 'applicants_pkey'],
  'count of runs of an applicant': ['workflow_runs_of_applicant', 'applicants_pkey'],
  'applicant by id': ['applicants_pkey'],
  'applicant of applicants by id': ['applicants_pkey'],
  applicantsAfter: ['applicants_by_time'],
  applicantsMatching: ['search_terms_pkey', 'search_terms_pkey'],
  'check by id': ['checks_pkey'],
  'check of applicants by id': ['checks_of_applicant'],
  'checks by age': ['checks_by_age', 'applicants_pkey', 'checks_pkey'],
  'checks by report': ['reports_by_name', 'applicants_pkey', 'checks_pkey'],
  'checks by status': ['checks_by_status', 'applicants_pkey', 'checks_pkey'],
  'checks by status result report': ['reports_by_name', 'applicants_pkey', 'checks_pkey', 'checks_pkey'],
  'checks by status result report tag': [
    ...['search_terms_of_checks', 'reports_of_check', 'applicants_pkey', 'checks_pkey', 'checks_pkey'],
  ],
  'checks by tag': ['search_terms_of_checks', 'applicants_pkey', 'checks_pkey'],
  assignedIds: ['reports_by_assignee_and_age'],
  countAssigned: ['reports_by_assignee_and_age'],
  countChecks: ['checks_of_applicant'],
  countChecksAwaitingApplicant: ['checks_of_applicant'],
  countChecksCreated: ['checks_by_day'],
  countByMinute: ['reports_by_status'],
  countChecksFrom: ['address_uses_by_hash', 'checks_pkey'],
  countDurations: ['reports_by_day'],
  countFailedDeliveries: ['deliveries_failed'],
  countMedia: ['media_of_applicant'],
  countTerm: ['search_terms_pkey'],
  countRefusedByDay: ['refused_uploads_by_day'],
  countReviewDecisions: ['review_decisions_by_time'],
  countSecondLooksGiven: ['second_looks_by_time'],
  endReviewDecision: ['review_decisions_of_applicant'],
  deleteWaitingLook: ['second_looks_pkey'],
  deleteWaitingLooksOfCheck: ['second_looks_of_check'],
  findSecondLook: ['second_looks_pkey'],
  giveSecondLook: ['second_looks_pkey'],
  insidersOf: ['second_look_insiders_pkey'],
  listDifferingLooks: ['second_looks_differing', 'applicants_pkey'],
  waitingLooksOfApplicants: ['second_looks_of_applicant'],
  waitingLooksOfChecks: ['second_looks_of_check'],
  waitingLooksOfReports: ['second_looks_pkey'],
  waitingLooksOfRuns: ['second_looks_of_run'],
  overturnReviewDecisions: ['review_decisions_of_applicant'],
  countReportsFrom: ['address_uses_by_hash', 'reports_pkey'],
  deliveriesOfApplicant: ['deliveries_of_applicant'],
  findApplicant: ['applicants_pkey'],
  findChallenge: ['challenges_pkey'],
  findCheck: ['checks_pkey'],
  findDelivery: ['deliveries_pkey'],
  findEvent: ['events_pkey'],
  findDocumentNumber: ['document_numbers_pkey'],
  findLatestEvent: ['events_of_resource'],
  findApplicants: ['applicants_pkey'],
  findMedia: ['media_pkey'],
  findReport: ['reports_pkey'],
  findRequestBatch: ['request_batches_pkey'],
  findRun: ['workflow_runs_pkey'],
  findTask: ['workflow_tasks_pkey'],
  findTombstone: ['tombstones_pkey'],
  lastCaseStatus: ['case_statuses_of_applicant'],
  latestDeliveries: ['deliveries_of_webhook'],
  likenessIds: ['likenesses_of_account'],
  listActiveApplicants: ['applicants_active_by_time', 'applicants_pkey'],
  listAllApplicants: ['applicants_by_time', 'applicants_pkey'],
  listAllMedia: ['media_of_applicant'],
  listAssigned: ['reports_by_assignee_and_age'],
  listAssignedDue: ['reports_by_assignee'],
  listChecks: ['checks_of_applicant'],
  listChecksPage: ['checks_of_applicant'],
  listDeliveriesOfWebhook: ['deliveries_by_webhook'],
  listDroppedMails: ['mails_of_applicant'],
  listEventFacts: ['event_facts_pkey'],
  listEvents: ['events_by_age'],
  listEventsAfter: ['events_by_age'],
  listEventsOfResource: ['events_of_resource'],
  listEventsOfType: ['events_by_type'],
  listMedia: ['media_of_applicant'],
  listRefusedUploads: ['refused_uploads_of_applicant'],
  listReports: ['reports_of_check'],
  listReportsByStatus: ['reports_by_status', 'reports_pkey'],
  listRunsByAge: ['workflow_runs_of_account', 'applicants_pkey'],
  listTasks: ['workflow_tasks_pkey'],
  listUnfinishedChecks: ['checks_of_applicant'],
  listWaitingChecks: ['checks_of_applicant'],
  lockApplicant: ['applicants_pkey'],
  lockCheck: ['checks_pkey'],
  lockChecksOf: ['checks_of_applicant'],
  lockRun: ['workflow_runs_pkey'],
  lockRunsOf: ['workflow_runs_of_applicant'],
  objectsOfApplicant: ['media_of_applicant'],
  messagesOfApplicant: ['messages_of_applicant'],
  messagesToRecipient: ['messages_of_recipient'],
  otherLikenesses: ['likenesses_of_account'],
  mailsOfApplicant: ['mails_of_applicant'],
  'media by id': ['media_pkey'],
  'media of applicants by id': ['media_of_applicant'],
  'page of runs': ['workflow_runs_of_account', 'applicants_pkey', 'workflow_runs_pkey'],
  'page of runs of an applicant': ['workflow_runs_of_applicant', 'applicants_pkey', 'workflow_runs_pkey'],
  readCounter: ['counters_pkey'],
  'report by id': ['reports_pkey'],
  'report of applicants by id': ['reports_of_applicant'],
  reportsWithDocument: ['document_numbers_by_hash', 'reports_pkey', 'checks_pkey', 'applicants_pkey'],
  requestBatchesBefore: ['request_batches_pkey'],
  'workflow_run by id': ['workflow_runs_pkey'],
  'workflow_run of applicants by id': ['workflow_runs_of_applicant'],
  shareApplicant: ['applicants_pkey'],
};

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

const nodesOf = (plan: Node): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe.skipIf(!process.env.DATABASE_URL)('plans of PostgreSQL', () => {
  let client: pg.Client;
  let dropDatabase: () => Promise<void>;
  const queries = scopedQueries();

  beforeAll(async () => {
    const { url, drop } = (await freshDatabase()) as NonNullable<Awaited<ReturnType<typeof freshDatabase>>>;
    dropDatabase = drop;
    await (await openPostgres(url, pino({ level: 'silent' }))).close();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(PLAN_SETTINGS);
    // Without values, a plan may be about no partition at all.
    await client.query('set enable_partition_pruning = off');
    await client.query(WITHOUT_AUTOVACUUM);
    await readPartitions();
  });
  afterAll(async () => {
    await client.end();
    await dropDatabase();
  });

  async function planOf({ sql }: Planned, known: Readonly<Record<number, string>> = {}): Promise<Node> {
    const parameters = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const literals = Array.from({ length: parameters }, (_, index) => known[index + 1] ?? 'null');
    const values = parameters === 0 ? '' : `(${literals.join(', ')})`;
    await client.query(`prepare planned as ${sql}`);
    try {
      const { rows } = await client.query(`explain (format json) execute planned${values}`);
      return rows[0]['QUERY PLAN'][0].Plan;
    } finally {
      await client.query('deallocate planned');
    }
  }

  async function plans(): Promise<Record<string, Node[]>> {
    const found: Record<string, Node[]> = {};
    for (const query of queries) found[query.name] = nodesOf(await planOf(query));
    return found;
  }

  /** Puts rows of one account into every table that has accounts, three of each applicant where the table takes them. */
  async function fill(): Promise<void> {
    const { rows } = await client.query<{ table_name: string; columns: { name: string; type: string }[] }>(`
      select table_name, json_agg(json_build_object('name', column_name, 'type', data_type)) as columns
      from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'
      and table_name not in (select inhrelid::regclass::text from pg_inherits) group by table_name
      having bool_or(column_name = 'account_id') and bool_or(column_name = 'environment')`);
    const values: Record<string, string> = {
      account_id: "'alice'",
      environment: "'live'",
      id: "n || '-row'",
      hash: "n || '-row'",
    };
    const byType: Record<string, string> = {
      bytea: "''::bytea",
      text: "(n / 3) || '-row'",
      bigint: 'n',
      integer: 'n',
      'double precision': 'n',
    };
    for (const { table_name, columns } of rows) {
      const selected = columns.map(({ name, type }) => values[name] ?? byType[type]);
      await client.query(`insert into ${table_name} (${columns.map(({ name }) => name)})
        select ${selected} from generate_series(1, ${ROWS}) as n on conflict do nothing`);
    }
  }

  /** Indexes of partitions by their names: the index of the whole table, named once, or undefined. */
  let ofPartitions: ReadonlyMap<string, string | undefined>;

  async function readPartitions(): Promise<void> {
    const { rows } = await client.query(`
      select i.inhrelid::regclass::text as name, i.inhparent::regclass::text as whole, pg_get_expr(t.relpartbound, t.oid) as bound
      from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid join pg_class t on t.oid = x.indrelid`);
    ofPartitions = new Map(rows.map(({ name, whole, bound }) => [name, bound === 'DEFAULT' ? whole : undefined]));
  }

  function indexOf({ 'Index Name': name }: Node): string[] {
    const index = name !== undefined && ofPartitions.has(name) ? ofPartitions.get(name) : name;
    return index === undefined ? [] : [index];
  }

  const shapes = (found: Record<string, Node[]>) =>
    Object.fromEntries(Object.entries(found).map(([name, nodes]) => [name, nodes.flatMap(indexOf)]));

  /** The dry run of retention counts a range of the account, by any index that begins with the account. */
  const isDryRun = (name: string) => /^count(?:Old|Quiet)/.test(name);
  const fixed = (found: Record<string, Node[]>) =>
    shapes(Object.fromEntries(Object.entries(found).filter(([name]) => !isDryRun(name))));

  function expectIndexes(found: Record<string, Node[]>): void {
    const walks = Object.entries(found).flatMap(([name, nodes]) =>
      nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? [`${name} reads all ${node['Relation Name']}`] : [])),
    );
    // No query reads a table from end to end.
    expect(walks).toEqual([]);
    expect(shapes(found)).toMatchObject(indexes);
  }

  it('use the same indexes without statistics and with the statistics of full tables', async () => {
    const empty = await plans();
    expectIndexes(empty);

    await fill();
    // What a connection has planned for empty tables is what it runs on full ones.
    const filled = await plans();
    expectIndexes(filled);
    // The server may count the rows of a table before it has statistics of its columns.
    await client.query('vacuum applicants');
    const counted = await plans();
    expectIndexes(counted);
    await client.query('analyze');
    const analysed = await plans();
    expectIndexes(analysed);
    expect(fixed(filled)).toEqual(fixed(empty));
    expect(fixed(analysed)).toEqual(fixed(empty));
  });

  it('read and change one event, delivery or attempt in one partition', async () => {
    await client.query('set enable_partition_pruning = on');
    const tables = /^(?:select .* from|update|delete from) "(?:events|deliveries|delivery_attempts)" (?:where|set) /;
    const found: Record<string, unknown> = {};
    for (const exported of modules) {
      for (const [name, value] of Object.entries(exported)) {
        if (typeof value !== 'object' || value === null || !('compiled' in value)) continue;
        const { sql } = (value as Query<never, unknown>).compiled('postgres');
        const parameter = / (?:where|and) "id" = \$(\d+)/.exec(sql)?.[1];
        if (parameter === undefined || !tables.test(sql)) continue;
        // Half a year ago.
        const id = `'${v7({ msecs: Date.now() - 180 * 86_400_000 })}'`;
        const nodes = nodesOf(await planOf({ name, sql }, { [Number(parameter)]: id }));
        found[name] = nodes.flatMap((node) => (node['Node Type'] === 'Index Scan' ? [node['Relation Name']] : []));
      }
    }
    expect(found).toMatchObject({
      findEvent: ['events_first'],
      findDelivery: ['deliveries_first'],
      updateDelivery: ['deliveries_first'],
    });
    for (const partitions of Object.values(found)) expect(partitions).toHaveLength(1);
  });
});
