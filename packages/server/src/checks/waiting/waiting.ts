import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { AFTER_ALL, FIRST_ID, firstIdAt } from '../../context/time-ids.ts';
import { toReport } from '../../reports/records/report.ts';
import { finalReportStatuses } from '../../reports/records/states.ts';
import { NOBODY } from '../../store/queries/assignments.ts';
import { taggedApplicants, withCaseTag } from '../../store/queries/case-tags.ts';
import { keepDoubt } from '../../store/queries/review.ts';
import {
  ANYONE,
  listAssigned,
  listAssignedDue,
  listDue,
  listOfApplicants,
  listOfApplicantsDue,
  listWaiting,
} from '../../store/queries/waiting.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { Check } from '../check.ts';
import { type DoubtKind, doubtOf } from './doubts.ts';
import { dueAt } from './due.ts';

/** `due`: those that are due first (`due.ts`). `oldest`: those that have waited longest first. */
export const queueOrders = ['due', 'oldest'] as const;

/** Filter and order of the reports of the queue. */
export interface QueueFilter {
  readonly name?: string | undefined;
  readonly doubt?: DoubtKind | undefined;
  /** Minimum waiting time of a report in milliseconds. */
  readonly waited?: number | undefined;
  /** Id of the applicant of the reports; undefined for any. */
  readonly applicant?: string | undefined;
  /** Id of the member to whom the reports are assigned; null for reports of nobody, undefined for any. */
  readonly assigned?: string | null | undefined;
  /** Tag on the case of the applicant; undefined for any. */
  readonly tag?: string | undefined;
  readonly order?: (typeof queueOrders)[number] | undefined;
  /** The cursor of the report after which the page begins; default: the first. */
  readonly after?: string | undefined;
}

const DUE_CURSOR = /^(\d{1,15})_([0-9a-f-]{36})$/;

/** The place of a report in the order of a filter. */
export const cursorOf = ({ order }: QueueFilter, { id, due_at }: Pick<ReportRow, 'id' | 'due_at'>): string =>
  order === 'oldest' ? id : `${Number(due_at)}_${id}`;

/** Reports that wait for a person. Throws `validation_error` for a cursor of the other order. */
export async function readWaiting(ctx: Ctx, filter: QueueFilter, limit: number): Promise<ReportRow[]> {
  const { order = 'due', after, tag } = filter;
  if (after !== undefined && DUE_CURSOR.test(after) !== (order === 'due')) {
    throw invalid({ cursor: ['is a cursor of another sort order'] });
  }
  return tag === undefined ? readPage(ctx, filter, limit) : readTagged(ctx, filter, tag, limit);
}

/** The page of a filter in the terms of the queries. */
function pageOf(ctx: Ctx, { name = '', doubt = '' as DoubtKind, waited, order = 'due', after }: QueueFilter) {
  const before = waited === undefined ? AFTER_ALL : firstIdAt(ctx.now() - waited + 1);
  const [, due, id] = DUE_CURSOR.exec(after ?? '') ?? [];
  return {
    name,
    doubt,
    before,
    now: ctx.now(),
    due: Number(due ?? 0),
    after: (order === 'due' ? id : after) ?? FIRST_ID,
  };
}

async function readPage(ctx: Ctx, filter: QueueFilter, limit: number): Promise<ReportRow[]> {
  const { assigned, order = 'due' } = filter;
  const page = { ...pageOf(ctx, filter), limit };
  if (order === 'due') {
    if (assigned === undefined) return ctx.read.all(listDue, page);
    return ctx.read.all(listAssignedDue, { ...page, assigned_to: assigned ?? NOBODY });
  }
  if (assigned === undefined) return ctx.read.all(listWaiting, { ...page, status: 'awaiting_approval' });
  return ctx.read.all(listAssigned, { ...page, assigned_to: assigned ?? NOBODY });
}

/** Cases with a tag whose reports a page reads all. */
const FEW_CASES = 500;

/** Reports of the queue that a page of a frequent tag reads at a time, so that other requests run in between. */
const SLICE = 500;

/** Waiting reports of cases with a tag: from the few cases that have it, or else out of the queue, where a frequent tag is soon found. */
async function readTagged(ctx: Ctx, filter: QueueFilter, tag: string, limit: number): Promise<ReportRow[]> {
  const cases = await ctx.read.all(taggedApplicants, { tag, limit: FEW_CASES + 1 });
  if (cases.length <= FEW_CASES) {
    const { assigned, order } = filter;
    const assigned_to = assigned === undefined ? ANYONE : (assigned ?? NOBODY);
    const applicants = JSON.stringify(cases.map(({ applicant_id }) => applicant_id));
    const page = { ...pageOf(ctx, filter), applicants, assigned_to, limit };
    return ctx.read.all(order === 'oldest' ? listOfApplicants : listOfApplicantsDue, page);
  }
  const found: ReportRow[] = [];
  for (let { after } = filter; ; ) {
    const rows = await readPage(ctx, { ...filter, after }, SLICE);
    const ids = JSON.stringify(rows.map(({ applicant_id }) => applicant_id));
    const tagged = new Set((await ctx.read.all(withCaseTag, { ids, tag })).map(({ applicant_id }) => applicant_id));
    found.push(...rows.filter(({ applicant_id }) => tagged.has(applicant_id)));
    const last = rows.at(-1);
    if (found.length >= limit || rows.length < SLICE || !last) return found.slice(0, limit);
    after = cursorOf(filter, last);
  }
}

/** Writes the reason and the due time of the review for the waiting reports of a check. */
export async function noteWaiting(ctx: Ctx, tx: ScopedTx, check: Check, reports: readonly ReportRow[]): Promise<void> {
  const open = reports.filter(({ status }) => !finalReportStatuses.has(status));
  const hours = ctx.account.settings.review_due_hours;
  const why = { ofRun: check.workflow_run_id !== undefined, last: open.length === 1, hours };
  for (const row of open) {
    if (row.status !== 'awaiting_approval') continue;
    const report = toReport(ctx, row);
    const doubt = doubtOf(report);
    const due_at = dueAt(row, why);
    if (doubt === row.doubt && due_at === Number(row.due_at)) continue;
    await tx.run(keepDoubt, { id: row.id, doubt, due_at });
  }
}
