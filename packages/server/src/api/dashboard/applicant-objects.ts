import { getApplicant } from '../../applicants/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import { applicantChecks, applicantMedia } from '../../insights/applicants.ts';
import { caseFileHistory } from '../../insights/case-file-history.ts';
import { listMailsOf } from '../../messages/mails/of-applicant.ts';
import { listMessagesOf } from '../../messages/sms/of-applicant.ts';
import { listMonitorsOf } from '../../monitors/list.ts';
import { runsOfApplicant } from '../../workflows/runs/get.ts';

/** The applicant with everything that belongs to it. Throws `resource_not_found` or `gone`. */
export async function objectsOfApplicant(ctx: Ctx, id: string) {
  const applicant = await getApplicant(ctx, id);
  const [media, checks, runs, mails, messages, monitors, caseFiles] = await Promise.all([
    applicantMedia(ctx, id),
    applicantChecks(ctx, id),
    runsOfApplicant(ctx, id),
    listMailsOf(ctx, id),
    listMessagesOf(ctx, id),
    listMonitorsOf(ctx, id, true),
    caseFileHistory(ctx, id),
  ]);
  return { applicant, media, checks, runs, mails, messages, monitors, caseFiles };
}
