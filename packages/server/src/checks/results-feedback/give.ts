import { recordAuditIn } from '../../audit/record.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { getReport } from '../../reports/records/get.ts';
import { toReport } from '../../reports/records/report.ts';
import { listReports } from '../../store/queries/checks.ts';
import { insertResultsFeedback } from '../../store/queries/results-feedback.ts';
import { countFeedback } from '../automation/automate.ts';
import { getCheck } from '../get.ts';
import type { Feedback, KeptFeedback } from './feedback.ts';

/** Feedback as a client sends it: about one check or one report. */
export interface NewFeedback {
  readonly expected_result: Feedback['expected_result'];
  readonly check_id: string | null;
  readonly report_id: string | null;
  readonly notes: string | null;
}

/**
 * Keeps which result a client expected of a check or a report. It changes no result. Where a report should not have been clear, the
 * class of audited automation that it belongs to closes. Throws `validation_error` unless exactly
 * one of both is named and something is said of it, and 404 or 410 for it.
 */
export async function giveFeedback(
  ctx: Ctx,
  { check_id, report_id, expected_result, notes }: NewFeedback,
): Promise<void> {
  if ((check_id === null) === (report_id === null)) {
    throw invalid({ base: ['exactly one of check_id and report_id must be given'] });
  }
  if (expected_result === null && notes === null) throw invalid({ expected_result: [BLANK] });
  const of = report_id === null ? undefined : await getReport(ctx, report_id);
  const { check } = await getCheck(ctx, of?.check_id ?? (check_id as string));
  const id = ctx.services.ids.uuid();
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: check.applicant_id });
    if (!activeApplicant) throw problem('gone');
    await tx.run(insertResultsFeedback, {
      id,
      applicant_id: check.applicant_id,
      check_id: check.id,
      report_id: of?.id ?? null,
      expected_result,
      created_at: ctx.now(),
      data: ctx.vault.seal(id, { notes } satisfies KeptFeedback),
    });
    if (expected_result === 'consider') {
      const reports = of ? [of] : (await tx.all(listReports, { check_id: check.id })).map((row) => toReport(ctx, row));
      for (const report of reports) await countFeedback(ctx, tx, report);
    }
    const details = { feedback_id: id, ...(of && { report_id: of.id }) };
    recordAuditIn(ctx, tx, { action: 'results_feedback_given', object_id: check.id, details });
  });
}
