import { recordAuditIn } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { recordOf } from '../../context/principal.ts';
import { requireNamed } from '../../members/named-deciders.ts';
import { type Decision, suppressing } from '../../reports/records/decision.ts';
import type { Report } from '../../reports/records/report.ts';
import { deleteReviewNotes, insertReviewNote, reviewNotesOf } from '../../store/queries/review-notes.ts';
import type { ScopedTx } from '../../store/store.ts';
import { suppressible } from '../suppressions/suppress.ts';
import { type DecisionContent, isSameContent, settlesAll } from './decision-content.ts';
import { type EarlierDecision, type KeptDecision, notesFrom, saidByMe } from './note.ts';
import { type DoubleReviewState, doubleReviewStates, stateAfter } from './states.ts';

export const DECIDED_BEFORE = 'has already decided this report. Another person must decide next';

/** Result of a decision under dual control. */
export type DoubleReview =
  /** The decision is stored, and another person decides next. */
  | { readonly state: 'second_needed' | 'third_needed' }
  /** The decision takes effect. */
  | {
      readonly state: 'settled';
      /** The same decision of the person who made it first; undefined where the third person agrees with neither. */
      readonly agreed: EarlierDecision | undefined;
      /** The two decisions that differed, the earlier first; none where two people agreed. */
      readonly differing: readonly EarlierDecision[];
    };

/**
 * Takes a decision on a report into its double review, in a transaction that has locked the report's check. Two people who decide
 * the same settle it; else a third one does. The third person decides no point alone: where one of the two others left a point open, a
 * decision that agrees with neither is refused.
 *
 * Throws `validation_error` for that, for a suppression that isn't possible, for a person who has decided the report before, and for
 * an operator without a name.
 */
export async function decideTogether(
  ctx: Ctx,
  tx: ScopedTx,
  report: Pick<Report, 'id' | 'applicant_id'>,
  { decision, gist }: { readonly decision: Decision; readonly gist: DecisionContent },
): Promise<DoubleReview> {
  const { decisions } = notesFrom(ctx, await tx.all(reviewNotesOf, { ids: JSON.stringify([report.id]) }));
  const same = decisions.find((earlier) => isSameContent(earlier.gist, gist));
  const state = nextState(decisions.length, same !== undefined);
  await suppressible(
    ctx,
    tx,
    report,
    suppressing(decision).map(({ record }) => record),
  );
  await requireNamed(tx.system, ctx.principal);
  if ((await saidByMe(ctx, tx.system, decisions)).length > 0) {
    throw invalid({ operator: [DECIDED_BEFORE] });
  }
  const [one, other] = decisions;
  if (state === 'settled' && !same && one && other && !settlesAll(gist, [one.gist, other.gist])) {
    throw invalid({
      leaves: [
        'decides a point that one of the first two reviewers left open. Repeat one of their decisions, or decide only the points that both decided',
      ],
    });
  }
  if (state === 'settled') {
    await tx.run(deleteReviewNotes, { report_id: report.id, kind: 'decision' });
    return { state, agreed: same, differing: decisions.length > 1 ? decisions : [] };
  }
  if (state === 'first_needed') throw new Error(`A decision on ${report.id} leads back to its first`);
  const id = ctx.services.ids.uuid();
  const kept: KeptDecision = { decision, gist };
  await tx.run(insertReviewNote, {
    id,
    applicant_id: report.applicant_id,
    report_id: report.id,
    kind: 'decision',
    created_at: ctx.now(),
    created_by: recordOf(ctx.principal),
    data: ctx.vault.seal(id, kept),
  });
  recordAuditIn(ctx, tx, { action: 'report_decision_kept', object_id: report.id, details: { state } });
  return { state };
}

/** State after one more decision. `agrees`: it is the same as an earlier one. */
export function nextState(earlier: number, agrees: boolean): DoubleReviewState {
  const from = stateAfter(earlier);
  const compared = agrees ? 'agreed' : 'differed';
  const trigger = from === 'second_needed' ? compared : 'decided';
  const row = doubleReviewStates.find((one) => one.from === from && one.trigger === trigger);
  if (!row) throw new Error(`${trigger} means nothing in ${from}`);
  return row.to;
}
