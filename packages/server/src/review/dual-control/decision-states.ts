import type { Ctx } from '../../context/ctx.ts';
import type { Report } from '../../reports/records/report.ts';
import { reviewNotesOf } from '../../store/queries/review-notes.ts';
import { type EarlierDecision, notesFrom, type Referral, type ReviewNotes, saidByMe } from './note.ts';
import { stateAfter } from './states.ts';

/** State of a waiting report between the people who decide it, as the acting person may see it. */
export interface DecisionState {
  /** Decision that it waits for. */
  readonly needs: ReturnType<typeof stateAfter>;
  /** True if the acting person has decided the report. Then another person decides next. */
  readonly decided: boolean;
  /** True if the acting person has referred the report to another person. */
  readonly referred: boolean;
  /** The acting person's own decisions. A third reviewer, who settles, also gets the two decisions that differ. */
  readonly decisions: readonly EarlierDecision[];
  readonly referrals: readonly Referral[];
}

const NOBODY: DecisionState = { needs: 'first_needed', decided: false, referred: false, decisions: [], referrals: [] };

/** States of reports, by their id. Reports that nobody has decided or passed on wait for a first decision. */
export async function decisionStatesOf(
  ctx: Ctx,
  reports: readonly Pick<Report, 'id' | 'status'>[],
): Promise<(id: string) => DecisionState> {
  const ids = reports.filter(({ status }) => status === 'awaiting_approval').map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await ctx.read.all(reviewNotesOf, { ids: JSON.stringify(ids) });
  const standings = new Map<string, DecisionState>();
  for (const id of new Set(rows.map(({ report_id }) => report_id))) {
    const own = rows.filter(({ report_id }) => report_id === id);
    standings.set(id, await seenBy(ctx, notesFrom(ctx, own)));
  }
  return (id) => standings.get(id) ?? NOBODY;
}

async function seenBy(ctx: Ctx, { decisions, referrals }: ReviewNotes): Promise<DecisionState> {
  const { system } = ctx.services.store;
  const mine = await saidByMe(ctx, system, decisions);
  const needs = stateAfter(decisions.length);
  const settles = needs === 'third_needed' && mine.length === 0;
  return {
    needs,
    decided: mine.length > 0,
    referred: (await saidByMe(ctx, system, referrals)).length > 0,
    decisions: settles ? decisions : mine,
    referrals,
  };
}
