import type { Ctx } from '../context/ctx.ts';
import { isInShare } from '../context/keyed-share.ts';
import { recordOf } from '../context/principal.ts';
import type { Outcome } from '../reports/outcome.ts';
import type { ReportDecision } from '../reports/records/report.ts';
import { deleteClaims, findClaim } from '../store/queries/review.ts';
import { endReviewDecision, putReviewDecision } from '../store/queries/review-decisions.ts';
import { insertInsider, insertSecondLook } from '../store/queries/second-looks.ts';
import type { ReportRow, ReviewDecisionRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';

interface Made extends Pick<ReviewDecisionRow, 'result' | 'seconds'> {
  /** Principal who made the same decision first, as `recordOf` writes it. */
  readonly by?: string | undefined;
  /** Set for a decision that ends the report, which may get a second look. */
  readonly ended?: Ended | undefined;
}

/**
 * Stores that the acting person has decided a report, for the figures of the review, in the transaction of the decision. The result is
 * null for a decision that does not end the report or waits for another person: until then nobody may learn what was decided. A report
 * that ends may be kept for a second look.
 */
export async function recordDecision(
  ctx: Ctx,
  tx: ScopedTx,
  row: ReportRow,
  { seconds, result, by, ended }: Made,
): Promise<void> {
  const { id, applicant_id, name } = row;
  await tx.run(putReviewDecision, {
    report_id: id,
    decided_by: recordOf(ctx.principal),
    applicant_id,
    name,
    decided_at: ctx.now(),
    seconds,
    result,
  });
  if (by !== undefined) await tx.run(endReviewDecision, { applicant_id, report_id: id, decided_by: by, result });
  if (ended) await beginSecondLook(ctx, tx, row, ended);
}

/** Whole seconds for which the acting member has held the claim on a report; null without a claim. */
export async function secondsSinceClaim(ctx: Ctx, tx: ScopedTx, id: string): Promise<number | null> {
  if (ctx.principal.kind !== 'member') return null;
  const row = await tx.first(findClaim, { id });
  if (row?.member_id !== ctx.principal.id || row.since === null || row.until <= ctx.now()) return null;
  return Math.max(0, Math.floor((ctx.now() - Number(row.since)) / 1000));
}

/**
 * Returns whether a report gets a second look once a person has decided it: the share of the account, by a keyed hash of account and
 * report.
 *
 * @param share share of reports, 0 to 1
 */
export const getsSecondLook = (
  { services, account_id }: Pick<Ctx, 'services' | 'account_id'>,
  reportId: string,
  share: number,
): boolean => isInShare(services, 'second-looks', ['sample', account_id, reportId], share);

/** The end of a report by a decision. */
interface Ended {
  readonly workflowRunId: string | undefined;
  /** True for a check that erases its documents when it completes. */
  readonly losesDocuments: boolean;
  /** Outcome of the decision, before a sanctions rule has given the report another one. */
  readonly outcome: Pick<Outcome, 'result' | 'sub_result'>;
  /** Every decision on the report, the oldest first. The last one ended it. */
  readonly decisions: readonly ReportDecision[];
}

/**
 * Keeps a report for a second look if it is chosen, in the transaction of the decision that ends it. Claims on the report end, because
 * they would tell who decided it. Two kinds of reports get no second look: every member could read a decision that was proposed, and nobody
 * could decide a report whose documents are erased.
 */
async function beginSecondLook(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id, check_id, name }: ReportRow,
  { workflowRunId, losesDocuments, outcome: { result, sub_result }, decisions }: Ended,
): Promise<void> {
  const { review_second_look_share: share } = ctx.account.settings;
  if (result === null || losesDocuments || decisions.some(wasProposed) || !getsSecondLook(ctx, id, share)) return;
  const decided_by = decisions.at(-1)?.by ?? recordOf(ctx.principal);
  await tx.run(insertSecondLook, {
    report_id: id,
    applicant_id,
    check_id,
    workflow_run_id: workflowRunId ?? null,
    name,
    decided_by,
    decided_at: ctx.now(),
    result,
    sub_result,
  });
  const people = new Set([recordOf(ctx.principal), ...decisions.flatMap(peopleOf)]);
  for (const principal of people) await tx.run(insertInsider, { report_id: id, applicant_id, principal });
  await tx.run(deleteClaims, { id });
}

/** Returns whether a second person has confirmed a proposal. Under double review, that person has a note of their own. */
const wasProposed = ({ confirmed_by, confirmed_note }: ReportDecision): boolean =>
  confirmed_by !== undefined && confirmed_note === undefined;

/** Principals who made a decision, confirmed it, or decided otherwise. */
const peopleOf = ({ by, confirmed_by, differing = [] }: ReportDecision): string[] => [
  ...[by, confirmed_by].filter((principal) => principal !== undefined),
  ...differing.flatMap(peopleOf),
];
