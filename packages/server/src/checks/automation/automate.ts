import { recordAuditIn } from '../../audit/record.ts';
import { DAY_MS } from '../../base/clock.ts';
import type { Ctx } from '../../context/ctx.ts';
import { isInShare } from '../../context/keyed-share.ts';
import { reportType } from '../../reports/index.ts';
import { outcomeOf } from '../../reports/live/assessment.ts';
import type { Assessment, LeafFinding, Outcome } from '../../reports/outcome.ts';
import type { Report } from '../../reports/records/report.ts';
import { addAutomationClass, updateAutomationClass } from '../../store/queries/automation-classes.ts';
import type { AutomationClassRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { classOf, type ReportClass } from './class.ts';
import {
  AUDIT_SHARE,
  type ClassHistory,
  permits,
  type ReviewDay,
  reviewedUntil,
  withOverturnedReview,
  withReview,
} from './rule.ts';

const isOn = ({ account, sandbox }: Ctx): boolean => !sandbox && account.settings.decision_automation === 'audited';

const todayOf = (ctx: Ctx): number => Math.floor(ctx.now() / DAY_MS);

/**
 * Returns whether a report of an open class stays with the reviewers: one of ten, by a keyed hash of its id that nobody outside of the
 * service can compute.
 */
export function isAudited(ctx: Pick<Ctx, 'services'>, reportId: string): boolean {
  return isInShare(ctx.services, 'audited-automation', ['sample', reportId], AUDIT_SHARE);
}

/** The class as the transaction sees it, locked. It is added where it is new. */
async function locked(ctx: Ctx, tx: ScopedTx, { id, type, country, evidence }: ReportClass) {
  const { automationClass: known } = await tx.lock({ automationClass: id });
  if (known) return known;
  await tx.run(addAutomationClass, { id, created_at: ctx.now(), type, country, evidence: JSON.stringify(evidence) });
  return (await tx.lock({ automationClass: id })).automationClass as AutomationClassRow;
}

const historyOf = ({ state, days }: AutomationClassRow): ClassHistory => ({
  state,
  days: JSON.parse(days) as ReviewDay[],
});

type ClosedBecause = NonNullable<AutomationClassRow['closed_because']>;

/** Writes the history of a locked class, and records where it opened or closed. */
async function write(
  ctx: Ctx,
  tx: ScopedTx,
  row: AutomationClassRow,
  after: ClassHistory,
  { reportId, because }: { readonly reportId: string; readonly because: ClosedBecause },
): Promise<void> {
  const changes = after.state !== row.state;
  const opens = after.state === 'open';
  await tx.run(updateAutomationClass, {
    id: row.id,
    state: after.state,
    changed_at: changes ? ctx.now() : row.changed_at,
    closed_because: changes ? (opens ? null : because) : row.closed_because,
    cleared: row.cleared,
    days: JSON.stringify(after.days),
  });
  if (!changes) return;
  const { reviewed, overturned } = reviewedUntil(after, todayOf(ctx));
  const details = { type: row.type, country: row.country, report_id: reportId, reviewed, overturned };
  recordAuditIn(ctx, tx, {
    action: opens ? 'automation_opened' : 'automation_closed',
    object_id: row.id,
    details: opens ? details : { ...details, because },
  });
}

/**
 * Counts the review that ended a report, in the transaction of the decision. A decision other than clear closes the report's class.
 *
 * @param result the reviewer's result
 */
export async function countReview(ctx: Ctx, tx: ScopedTx, report: Report, result: Outcome['result']): Promise<void> {
  const of = isOn(ctx) ? classOf(ctx, report.assessment) : undefined;
  if (!of) return;
  const row = await locked(ctx, tx, of);
  const after = withReview(historyOf(row), todayOf(ctx), result !== 'clear');
  const because = result === 'clear' ? 'too_few_reviews' : 'overturned';
  await write(ctx, tx, row, after, { reportId: report.id, because });
}

/** Closes the class of a report that was clear, where the client says that it should not have been. */
export async function countFeedback(ctx: Ctx, tx: ScopedTx, report: Report): Promise<void> {
  const row = await classOfClear(ctx, tx, report);
  if (!row) return;
  await write(ctx, tx, row, withReview(historyOf(row), todayOf(ctx), true), {
    reportId: report.id,
    because: 'feedback',
  });
}

/**
 * Counts the overturn of a report that was clear, and closes its class, in the transaction of the overturn. The review that cleared the
 * report counts as overturned; a report that the class cleared counts as reviewed from then on. An overturn to clear counts nothing: the
 * earlier decision stays counted.
 *
 * @param report the report before the overturn
 * @param result the new result
 */
export async function countOverturn(ctx: Ctx, tx: ScopedTx, report: Report, result: Outcome['result']): Promise<void> {
  const row = result === 'clear' ? undefined : await classOfClear(ctx, tx, report);
  if (!row) return;
  const isReviewed = report.assessment?.automation === undefined;
  const count = isReviewed
    ? withOverturnedReview(historyOf(row), todayOf(ctx))
    : withReview(historyOf(row), todayOf(ctx), true);
  await write(ctx, tx, row, count, { reportId: report.id, because: 'overturned' });
}

/** The class, locked, of a complete report that is clear; undefined where automation is off or the class is unknown. */
async function classOfClear(ctx: Ctx, tx: ScopedTx, report: Report): Promise<AutomationClassRow | undefined> {
  if (!isOn(ctx) || report.status !== 'complete' || report.result !== 'clear') return undefined;
  const id = report.assessment?.automation?.class ?? classOf(ctx, report.assessment)?.id;
  return id === undefined ? undefined : (await tx.lock({ automationClass: id })).automationClass;
}

/**
 * The outcome of a report that waits for a reviewer and whose class is open, in the transaction that ends its analysis; undefined where
 * a reviewer decides. The class stays locked until the commit: no report is cleared by it once a decision that closes it has committed.
 */
export async function clearByClass(
  ctx: Ctx,
  tx: ScopedTx,
  report: Report,
  assessment: Assessment | undefined,
): Promise<(Outcome & { readonly assessment: Assessment }) | undefined> {
  const of = isOn(ctx) ? classOf(ctx, assessment) : undefined;
  if (!of || !assessment) return undefined;
  const { automationClass: row } = await tx.lock({ automationClass: of.id });
  if (row?.state !== 'open') return undefined;
  const history = historyOf(row);
  const reviews = reviewedUntil(history, todayOf(ctx));
  if (!permits(reviews)) {
    const closed: ClassHistory = { ...history, state: 'closed' };
    await write(ctx, tx, row, closed, { reportId: report.id, because: 'too_few_reviews' });
    return undefined;
  }
  if (isAudited(ctx, report.id)) return undefined;
  await tx.run(updateAutomationClass, { ...row, cleared: row.cleared + 1 });
  recordAuditIn(ctx, tx, { action: 'report_cleared_by_class', object_id: report.id, details: { class: of.id } });
  const { reviewed, overturned } = reviews;
  const cleared: Assessment = {
    ...assessment,
    leaves: Object.fromEntries(
      Object.entries(assessment.leaves).map(([path, finding]) => [path, withoutDoubt(finding, of.id)]),
    ),
    automation: { class: of.id, type: of.type, country: of.country, reviewed, overturned },
  };
  return { ...outcomeOf(reportType(report.name), cleared), assessment: cleared };
}

/** A leaf whose evidence is missing, as clear. No reviewer looked at it, so it does not count as reviewed. */
function withoutDoubt({ doubt, ...finding }: LeafFinding, id: string): LeafFinding {
  if (!doubt) return finding;
  const reason = `${finding.reason} Audited automation cleared the report by its class, ${id}`;
  return { ...finding, result: 'clear', reason };
}
