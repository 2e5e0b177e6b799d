import { sql } from 'kysely';
import { type Dialect, type ScopedBuilder, type ScopedQuery, scoped, unsought } from '../query.ts';
import type { CheckRow, CheckStatus, ScopedTable } from '../schema.ts';

/** Conditions of a list of checks; the others cost nothing. */
export interface CheckListing {
  readonly status: boolean;
  readonly result: boolean;
  readonly report: boolean;
  readonly tag: boolean;
}

interface CheckFilter {
  /** Upper bound of the ids, exclusive. */
  readonly before: string;
  /** Lower bound of the ids, inclusive. */
  readonly from: string;
  readonly limit: number;
  readonly status?: CheckStatus;
  readonly result?: NonNullable<CheckRow['result']>;
  /** Name of a report that the check has. */
  readonly report?: string;
  /** Hash of a tag, as `search_terms` has it. */
  readonly tag?: number;
}

/** The table whose index says which checks to look at, and its column that has their ids. */
const leaders = {
  tag: { table: 'search_terms', id: 'object_id' },
  report: { table: 'reports', id: 'check_id' },
  checks: { table: 'checks', id: 'id' },
} as const satisfies Record<string, { table: ScopedTable; id: string }>;

const leaderOf = ({ tag, report }: CheckListing) => (tag ? leaders.tag : report ? leaders.report : leaders.checks);

function listing(options: CheckListing) {
  const { table, id } = leaderOf(options);
  const column = `${table}.${id}` as 'checks.id';
  return scoped<Required<CheckFilter>>()((from, p, dialect) => {
    let ids = from
      // The tables have indexes for these queries, and each query is held to its index by `postgres-plans.test.ts`.
      .selectByAccount(table as 'checks')
      .select(`${column} as id`)
      .where(column, '<', p.before)
      .where(column, '>=', p.from)
      .where((where) => where.not(where.exists(scheduled(from, table as 'checks'))));
    if (table === 'search_terms') {
      ids = ids
        .where('search_terms.term' as 'checks.id', '=', p.tag as unknown as string)
        .where(sql<boolean>`search_terms.object_type = 'check'`);
      if (options.report) ids = ids.where(withReport(from, p, dialect) as never, 'is not', null);
    }
    if (table === 'reports') ids = ids.where('reports.name' as 'checks.id', '=', p.report);
    if (table === 'checks') {
      if (options.status) ids = ids.where('checks.status', '=', p.status).orderBy('checks.status', 'desc');
      if (options.result) ids = ids.where('checks.result', '=', p.result);
    } else if (options.status || options.result) {
      let check = from.select('checks').select('checks.id').whereRef('checks.id', '=', column);
      if (options.status) check = check.where(unsought(dialect, 'checks.status'), '=', p.status);
      if (options.result) check = check.where(unsought(dialect, 'checks.result'), '=', p.result);
      ids = ids.where((where) => where.exists(check));
    }
    return from
      .named('checks', ids.orderBy(column, 'desc').limit(p.limit))
      .selectAll('checks')
      .orderBy('checks.id', 'desc');
  });
}

/** The applicant of a row, where it is scheduled for deletion. */
const scheduled = (from: ScopedBuilder, table: 'checks') =>
  from
    .select('applicants')
    .select('applicants.id')
    .whereRef('applicants.id', '=', `${table}.applicant_id` as never)
    .where('applicants.delete_at', 'is not', null);

/** A subquery that stays one: PostgreSQL puts conditions of existence in an order that its statistics give it. */
const withReport = (from: ScopedBuilder, p: Required<CheckFilter>, dialect: Dialect) =>
  from
    .select('reports')
    .select('reports.id')
    .whereRef('reports.check_id', '=', 'search_terms.object_id' as never)
    .where(unsought(dialect, 'reports.name'), '=', p.report)
    .limit(1);

const listings = new Map<string, ScopedQuery<CheckFilter, CheckRow>>();

/** A page of checks, newest first, without checks of applicants that are scheduled for deletion. */
export function checksBy(options: CheckListing): ScopedQuery<CheckFilter, CheckRow> {
  const key = [options.status, options.result, options.report, options.tag].join();
  const known = listings.get(key) ?? (listing(options) as unknown as ScopedQuery<CheckFilter, CheckRow>);
  listings.set(key, known);
  return known;
}
