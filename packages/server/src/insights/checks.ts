import { sameText, textTerm } from '../applicants/search/terms.ts';
import type { Ctx } from '../context/ctx.ts';
import { pageByIds } from '../context/id-pages.ts';
import { AFTER_ALL, FIRST_ID, firstIdAt } from '../context/time-ids.ts';
import { withoutHiddenObjects } from '../review/second-looks/hidden.ts';
import { checksBy } from '../store/queries/check-lists.ts';
import type { CheckStatus } from '../store/schema.ts';
import { applicantChecks, findApplicants } from './applicants.ts';
import { hideResults } from './hide-results.ts';
import { type ListedCheck, withReports } from './listed-check.ts';

/** Filter of checks; absent fields filter nothing. */
export interface CheckFilter {
  readonly status?: CheckStatus | undefined;
  readonly result?: 'clear' | 'consider' | undefined;
  /** Name of a report that the check has. */
  readonly report?: string | undefined;
  readonly tag?: string | undefined;
  /** Unix milliseconds: created from, and before. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Requested checks. */
export interface WantedChecks {
  readonly filter: CheckFilter;
  /** Query, as `searchApplicants` reads it; empty: every check that passes the filter. */
  readonly query: string;
  /** Allows searching by more than ids. */
  readonly personal: boolean;
}

interface Wanted extends WantedChecks {
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
}

interface CheckPage {
  readonly checks: ListedCheck[];
  /** Null after the last. */
  readonly next: string | null;
}

/**
 * A page of checks. Without a query, newest first; with one, all checks of up to 20 applicants, in the order of
 * `searchApplicants`, so that a page may be empty, and not the last. Checks of applicants that are scheduled for deletion are
 * left out, and results that wait for a second look of the acting member.
 */
export async function findChecks(ctx: Ctx, query: Wanted): Promise<CheckPage> {
  // A tag may name a person: whether a check has one is personal data, too.
  if (query.filter.tag !== undefined && !query.personal) return { checks: [], next: null };
  const { checks, next } = await (query.query.trim() === '' ? listChecks(ctx, query) : searchChecks(ctx, query));
  return { checks: await hideResults(ctx, checks, { byResult: query.filter.result !== undefined }), next };
}

async function listChecks(ctx: Ctx, { filter, after, limit }: Wanted): Promise<CheckPage> {
  const { status, result, report, tag, from, to } = filter;
  const [term] = textTerm(ctx, tag);
  const ends = [after ?? AFTER_ALL, ...(to === undefined ? [] : [firstIdAt(to)])];
  const filters = { status: status !== undefined, result: result !== undefined, report: report !== undefined };
  const { rows, next } = await pageByIds(
    { after: ends.reduce((one, other) => (one < other ? one : other)), limit },
    (span) =>
      ctx.read.all(checksBy({ ...filters, tag: term !== undefined }), {
        ...span,
        from: from === undefined ? FIRST_ID : firstIdAt(from),
        ...(status && { status }),
        ...(result && { result }),
        ...(report && { report }),
        ...(term !== undefined && { tag: term }),
      }),
    async (found) => (result === undefined ? found : withoutHiddenObjects(ctx, 'checks', found)),
  );
  return { checks: await Promise.all(rows.map((row) => withReports(ctx, row))), next };
}

/** Applicants whose checks make one page of a search. */
const APPLICANTS = 20;

async function searchChecks(ctx: Ctx, { query, personal, filter, after }: Wanted): Promise<CheckPage> {
  const { applicants, next } = await findApplicants(ctx, { query, personal, after, limit: APPLICANTS });
  const checks = await Promise.all(applicants.map(({ id }) => applicantChecks(ctx, id)));
  return { checks: checks.flat().filter((check) => passes(check, filter)), next };
}

function passes({ check, reports }: ListedCheck, { status, result, report, tag, from, to }: CheckFilter): boolean {
  return (
    (status === undefined || check.status === status) &&
    (result === undefined || check.result === result) &&
    (report === undefined || reports.some(({ name }) => name === report)) &&
    (tag === undefined || check.tags.some((tag) => sameText(tag, tag))) &&
    (from === undefined || check.created_at >= from) &&
    (to === undefined || check.created_at < to)
  );
}
