import { type AuditRecord, recordAuditIn } from '../audit/record.ts';
import type { Ctx } from '../context/ctx.ts';
import { getReport } from '../reports/records/get.ts';
import type { ReportTrigger } from '../reports/records/states.ts';
import { listReports } from '../store/queries/checks.ts';
import type { ReportRow } from '../store/schema.ts';
import type { ScopedTx } from '../store/store.ts';
import type { Check } from './check.ts';
import { enqueueProcessing } from './enqueue.ts';
import { inviteApplicant } from './forms/invite.ts';
import { getCheck } from './get.ts';
import { checkIn, completeIfFinal, moveCheckBy, moveReportBy } from './progress.ts';

/** Resumes a paused check with its paused reports; nothing happens to one that isn't paused. */
export async function resumeCheck(ctx: Ctx, id: string): Promise<void> {
  await getCheck(ctx, id);
  await movePaused(ctx, id, { trigger: 'resumed', concerns: () => true, action: 'check_resumed', object_id: id });
}

/** Resumes a paused report; nothing happens to one that isn't paused. */
export async function resumeReport(ctx: Ctx, id: string): Promise<void> {
  const report = await getReport(ctx, id);
  const concerns = (row: ReportRow) => row.id === id;
  await movePaused(ctx, report.check_id, { trigger: 'resumed', concerns, action: 'report_resumed', object_id: id });
}

/** Cancels a paused report; nothing happens to one that isn't paused. */
export async function cancelReport(ctx: Ctx, id: string): Promise<void> {
  const report = await getReport(ctx, id);
  const concerns = (row: ReportRow) => row.id === id;
  await movePaused(ctx, report.check_id, { trigger: 'cancelled', concerns, action: 'report_cancelled', object_id: id });
}

interface Move extends Pick<AuditRecord, 'object_id'> {
  readonly trigger: Extract<ReportTrigger, 'resumed' | 'cancelled'>;
  readonly action: AuditRecord['action'];
  concerns(row: ReportRow): boolean;
}

async function movePaused(ctx: Ctx, checkId: string, move: Move): Promise<void> {
  const { trigger, action, object_id } = move;
  await ctx.transaction(async (tx) => {
    const check = await checkIn(ctx, tx, checkId);
    if (!check) return;
    const reports = await tx.all(listReports, { check_id: checkId });
    const paused = reports.filter(({ status }) => status === 'paused');
    const moving = paused.filter((row) => move.concerns(row));
    if (moving.length > 0) recordAuditIn(ctx, tx, { action, object_id });
    // The check starts before the events of its reports, as receivers expect.
    const last = moving.length > 0 && moving.length === paused.length;
    // A form is asked for only while there is a report that it is for, and until it was sent.
    const goesOn = trigger === 'resumed' || reports.some(({ status }) => status === 'awaiting_data');
    const needsForm = check.applicant_provides_data && check.form_submitted_at === undefined && goesOn;
    const started = last ? await startCheck(ctx, tx, check, needsForm) : check;
    for (const row of moving) await moveReportBy(ctx, tx, started, row, trigger);
    if (started.status === 'in_progress' && last) {
      const waiting = (await tx.all(listReports, { check_id: checkId })).filter(
        (row) => row.status === 'awaiting_data',
      );
      if (waiting.length > 0)
        await enqueueProcessing(
          ctx,
          tx,
          started,
          waiting.map(({ id }) => id),
        );
      await completeIfFinal(ctx, tx, started);
    }
  });
}

/** A check whose form the applicant hasn't sent waits for it; else it starts. */
async function startCheck(ctx: Ctx, tx: ScopedTx, check: Check, needsForm: boolean): Promise<Check> {
  const started = await moveCheckBy(ctx, tx, check, needsForm ? 'resumed_without_form' : 'resumed');
  if (check.status === 'paused' && started.status === 'awaiting_applicant') await inviteApplicant(ctx, tx, started);
  return started;
}
