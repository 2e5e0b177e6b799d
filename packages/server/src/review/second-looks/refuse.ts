import { getApplicant } from '../../applicants/get.ts';
import { problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { findProposal } from '../../store/queries/proposals.ts';
import { findSuppression } from '../../store/queries/suppressions.ts';
import { hiddenReports, type RevealingKind } from './hidden.ts';

/**
 * Throws `second_look_waits` for an object that would reveal a decision which is hidden from the acting member: a report waits for a
 * second look that the member may give. Throws `gone` where the applicant is scheduled for deletion.
 */
export async function refuseHidden(ctx: Ctx, kind: RevealingKind, id: string): Promise<void> {
  const [hidden] = await hiddenReports(ctx, kind, [id]);
  if (!hidden) return;
  await getApplicant(ctx, hidden.applicant_id);
  throw problem('second_look_waits');
}

/** Throws as `refuseHidden` for a proposal about an applicant with a hidden decision. */
export async function refuseHiddenProposal(ctx: Ctx, id: string): Promise<void> {
  const proposal = await ctx.read.first(findProposal, { id });
  if (proposal?.applicant_id) await refuseHidden(ctx, 'applicants', proposal.applicant_id);
}

/** Throws as `refuseHidden` for a suppression of an applicant with a hidden decision. */
export async function refuseHiddenSuppression(ctx: Ctx, id: string): Promise<void> {
  const suppression = await ctx.read.first(findSuppression, { id });
  if (suppression) await refuseHidden(ctx, 'applicants', suppression.applicant_id);
}
