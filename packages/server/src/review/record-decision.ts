import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { findClaim } from '../store/queries/review.ts';
import { endReviewDecision, putReviewDecision } from '../store/queries/review-decisions.ts';
import type { ReportRow, ReviewDecisionRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';

interface Made extends Pick<ReviewDecisionRow, 'result' | 'seconds'> {
  /** Principal who made the same decision first, as `recordOf` writes it. */
  readonly by?: string | undefined;
}

/**
 * Stores that the acting person has decided a report, for the figures of the review, in the transaction of the decision. The result is
 * null for a decision that does not end the report or waits for another person: until then nobody may learn what was decided.
 */
export async function recordDecision(
  ctx: Ctx,
  tx: ScopedTx,
  { id, applicant_id, name }: Pick<ReportRow, 'id' | 'applicant_id' | 'name'>,
  { seconds, result, by }: Made,
): Promise<void> {
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
}

/** Whole seconds for which the acting member has held the claim on a report; null without a claim. */
export async function secondsSinceClaim(ctx: Ctx, tx: ScopedTx, id: string): Promise<number | null> {
  if (ctx.principal.kind !== 'member') return null;
  const row = await tx.first(findClaim, { id });
  if (row?.member_id !== ctx.principal.id || row.since === null || row.until <= ctx.now()) return null;
  return Math.max(0, Math.floor((ctx.now() - Number(row.since)) / 1000));
}
