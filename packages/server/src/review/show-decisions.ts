import { recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { recordOf } from '../context/principal.ts';
import { insertInsider } from '../store/queries/second-looks.ts';
import { noteUpdate } from '../updates/note.ts';
import { giveBack } from './claims.ts';
import { type HiddenReport, hiddenReports, type RevealingKind } from './second-looks/hidden.ts';

/**
 * Shows the acting member the decisions on the reports of an object that wait for a second look. From then on another member has to give
 * it. Returns the number of reports; 0 if nothing was hidden.
 */
export async function showDecisions(ctx: Ctx, kind: RevealingKind, id: string): Promise<number> {
  return reveal(ctx, await hiddenReports(ctx, kind, [id]));
}

/** Notes that the acting member knows the decisions on reports that wait for a second look. */
export async function reveal(ctx: Ctx, hidden: readonly HiddenReport[]): Promise<number> {
  for (const { report_id, applicant_id } of hidden) {
    await ctx.transaction(async (tx) => {
      const { applicant } = await tx.lock({ applicant: applicant_id });
      if (!applicant) return;
      await tx.run(insertInsider, { report_id, applicant_id, principal: recordOf(ctx.principal) });
      recordAuditIn(ctx, tx, { action: 'decision_shown', object_id: report_id });
      noteUpdate(ctx, tx, 'claim', report_id);
    });
    await giveBack(ctx, report_id);
  }
  return hidden.length;
}
