import { recordAuditIn } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import { activeCheckIn } from '../../checks/progress.ts';
import { handOn } from '../../checks/waiting/assign.ts';
import type { Ctx } from '../../context/ctx.ts';
import { missing } from '../../context/missing.ts';
import { recordOf } from '../../context/principal.ts';
import { findReport } from '../../store/queries/checks.ts';
import { deleteClaim } from '../../store/queries/review.ts';
import { insertReviewNote, reviewNotesOf } from '../../store/queries/review-notes.ts';
import { noteUpdate } from '../../updates/note.ts';
import { DECIDED_BEFORE } from './decide.ts';
import { type KeptReferral, notesFrom, saidByMe } from './note.ts';

/**
 * Hands a report that waits on to another person, with a note, and gives the claim of the acting person back. Nothing is
 * decided. Throws `resource_not_found` or `gone`, and `validation_error` for a report that does not wait, and
 * for a person who has decided it.
 */
export async function referReport(ctx: Ctx, id: string, note: string): Promise<void> {
  const referred = await ctx.transaction(async (tx) => {
    const found = await tx.first(findReport, { id });
    const check = found && (await activeCheckIn(ctx, tx, found.check_id));
    const row = check && (await tx.first(findReport, { id }));
    if (!row) return false;
    if (row.status !== 'awaiting_approval') {
      throw invalid({ status: [`a report with the status ${row.status} can't be passed on`] });
    }
    const { decisions } = notesFrom(ctx, await tx.all(reviewNotesOf, { ids: JSON.stringify([id]) }));
    // A note of a person who has decided could say what they decided.
    if ((await saidByMe(ctx, tx.system, decisions)).length > 0) throw invalid({ operator: [DECIDED_BEFORE] });
    const noteId = ctx.services.ids.uuid();
    const kept: KeptReferral = { note };
    await tx.run(insertReviewNote, {
      id: noteId,
      applicant_id: row.applicant_id,
      report_id: id,
      kind: 'referral',
      created_at: ctx.now(),
      created_by: recordOf(ctx.principal),
      data: ctx.vault.seal(noteId, kept),
    });
    await tx.run(deleteClaim, { id, member_id: ctx.principal.id });
    await handOn(ctx, tx, row);
    recordAuditIn(ctx, tx, { action: 'report_referred', object_id: id });
    noteUpdate(ctx, tx, 'report', id);
    return true;
  });
  if (!referred) throw await missing(ctx, 'Report', id);
}
