import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { AFTER_ALL, FIRST_ID, firstIdAt } from '../../context/time-ids.ts';
import { toReport } from '../../reports/records/report.ts';
import { finalReportStatuses } from '../../reports/records/states.ts';
import { NOBODY } from '../../store/queries/assignments.ts';
import { keepDoubt } from '../../store/queries/review.ts';
import { listAssigned, listAssignedDue, listDue, listWaiting } from '../../store/queries/waiting.ts';
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
  readonly order?: (typeof queueOrders)[number] | undefined;
  /** The cursor of the report after which the page begins; default: the first. */
  readonly after?: string | undefined;
}

const DUE_CURSOR = /^(\d{1,15})_([0-9a-f-]{36})$/;

/** The place of a report in the order of a filter. */
export const cursorOf = ({ order }: QueueFilter, { id, due_at }: Pick<ReportRow, 'id' | 'due_at'>): string =>
  order === 'oldest' ? id : `${Number(due_at)}_${id}`;

/** Reports that wait for a person. Throws `validation_error` for a cursor of the other order. */
export async function readWaiting(
  ctx: Ctx,
  { name = '', doubt = '' as DoubtKind, waited, assigned, order = 'due', after }: QueueFilter,
  limit: number,
): Promise<ReportRow[]> {
  const before = waited === undefined ? AFTER_ALL : firstIdAt(ctx.now() - waited + 1);
  const filter = { name, doubt, before, limit, now: ctx.now() };
  const [, due, id] = DUE_CURSOR.exec(after ?? '') ?? [];
  if (after !== undefined && (id !== undefined) !== (order === 'due')) {
    throw invalid({ cursor: ['is a cursor of another sort order'] });
  }
  if (order === 'due') {
    const page = { ...filter, due: Number(due ?? 0), after: id ?? FIRST_ID };
    if (assigned === undefined) return ctx.read.all(listDue, page);
    return ctx.read.all(listAssignedDue, { ...page, assigned_to: assigned ?? NOBODY });
  }
  const page = { ...filter, after: after ?? FIRST_ID };
  if (assigned === undefined) return ctx.read.all(listWaiting, { ...page, status: 'awaiting_approval' });
  return ctx.read.all(listAssigned, { ...page, assigned_to: assigned ?? NOBODY });
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
