import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { deleteClaim } from '../store/queries/review.ts';
import { insertInsider } from '../store/queries/second-looks.ts';
import type { ScopedTx } from '../store/store.ts';
import { noteUpdate } from '../updates/note.ts';
import { type HiddenReport, hiddenReports, type RevealingKind } from './second-looks/hidden.ts';

/**
 * Shows the acting member the decisions on the reports of an object that wait for a second look. From then on another member has to give
 * it. Returns the number of reports; 0 if nothing was hidden.
 */
export async function showDecisions(ctx: Ctx, kind: RevealingKind, id: string): Promise<number> {
  return reveal(ctx, await hiddenReports(ctx, kind, [id]));
}

/** Reports of one transaction, which locks their applicants. */
const AT_ONCE = 100;

/** Notes that the acting member knows the decisions on reports that wait for a second look, and ends the member's claims on them. */
export async function reveal(ctx: Ctx, hidden: readonly HiddenReport[]): Promise<number> {
  // Transactions lock in the order of the ids.
  const sorted = hidden.toSorted((a, b) => (a.applicant_id < b.applicant_id ? -1 : 1));
  for (let start = 0; start < sorted.length; start += AT_ONCE) {
    await ctx.transaction((tx) => revealIn(ctx, tx, sorted.slice(start, start + AT_ONCE)));
  }
  return hidden.length;
}

async function revealIn(ctx: Ctx, tx: ScopedTx, hidden: readonly HiddenReport[]): Promise<void> {
  for (const { report_id, applicant_id } of hidden) {
    const { applicant } = await tx.lock({ applicant: applicant_id });
    if (!applicant) continue;
    await tx.run(insertInsider, { report_id, applicant_id, principal: recordOf(ctx.principal) });
    await tx.run(deleteClaim, { id: report_id, member_id: ctx.principal.id });
    recordAuditIn(ctx, tx, { action: 'decision_shown', object_id: report_id });
    noteUpdate(ctx, tx, 'claim', report_id);
  }
}
