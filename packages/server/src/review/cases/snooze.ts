import { getApplicant } from '../../applicants/get.ts';
import { recordAuditIn } from '../../audit/record.ts';
import { DAY_MS, isoSeconds } from '../../base/clock.ts';
import { invalid, problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { snoozeReports } from '../../store/queries/cases.ts';
import { noteUpdate } from '../../updates/note.ts';

/** Days for which a case can be snoozed. */
const MOST_DAYS = 90;

/**
 * Keeps the waiting reports of an applicant out of the review queue until a time, or brings them back at once (null). They come back by
 * themselves at that time, earlier when they are due, and all with a new report of the applicant. Throws `resource_not_found` or `gone`, and
 * `validation_error` for a time that has passed or is too far away, and where no report waits.
 * @param until Unix milliseconds; null to wake the case
 */
export async function snoozeCase(ctx: Ctx, applicant_id: string, until: number | null): Promise<void> {
  await getApplicant(ctx, applicant_id);
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id });
    if (!activeApplicant) throw problem('gone');
    if (until !== null && (until <= ctx.now() || until > ctx.now() + MOST_DAYS * DAY_MS)) {
      throw invalid({ until: [`must be a time within the next ${MOST_DAYS} days`] });
    }
    const changed = await tx.run(snoozeReports, { applicant_id, until: until ?? 0 });
    if (changed === 0) throw invalid({ until: ['no report of this applicant waits for a reviewer'] });
    const change =
      until === null
        ? { action: 'case_woken' as const }
        : { action: 'case_snoozed' as const, details: { until: isoSeconds(until) } };
    recordAuditIn(ctx, tx, { ...change, object_id: applicant_id });
    noteUpdate(ctx, tx, 'report', null);
    noteUpdate(ctx, tx, 'check');
  });
}
