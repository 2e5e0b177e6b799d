import type { Applicant } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { invalid, problem } from '../../base/errors.ts';
import { type ApplicantLink, type LinkChannel, queueLink } from '../../checks/forms/send-link.ts';
import type { Ctx } from '../../context/ctx.ts';
import { getRun } from './get.ts';
import { lockRun } from './move.ts';
import { hasEnded, linkUrl, type Run } from './run.ts';

/** The page of a run, as a link. */
export const runLinkOf = (ctx: Ctx, run: Run, applicant: Applicant): ApplicantLink => ({
  applicant,
  checkId: null,
  url: linkUrl(ctx, run),
  language: run.link.language,
});

/**
 * Sends an applicant the link to a workflow run. Throws 404 or 410 for the run, `validation_error` for a run that has ended, and as
 * `queueLink` does.
 */
export async function sendRunLink(ctx: Ctx, id: string, by: LinkChannel): Promise<void> {
  const { applicant_id } = await getRun(ctx, id);
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ account: ctx.account_id, activeApplicant: applicant_id });
    const run = await lockRun(ctx, tx, id);
    if (!activeApplicant || !run) throw problem('gone');
    if (hasEnded(run)) throw invalid({ status: [`the link can't be sent because the run is ${run.status}`] });
    await queueLink(ctx, tx, runLinkOf(ctx, run, await getApplicant(ctx, applicant_id, tx)), by);
    recordAuditIn(ctx, tx, { action: 'workflow_run_link_sent', object_id: id, details: { by } });
  });
}
