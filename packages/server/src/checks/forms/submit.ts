import { type Applicant, currentAddress } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { problem } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { uploadsOf } from '../../media/media.ts';
import { type ReportName, reportMedia } from '../../reports/index.ts';
import type { Report, ReportData } from '../../reports/records/report.ts';
import { finalReportStatuses } from '../../reports/records/states.ts';
import { listReports, updateCheckData, updateReportData } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';
import { type Check, toCheck } from '../check.ts';
import { enqueueProcessing } from '../enqueue.ts';
import { checkEvent, initiatedEvents } from '../events.ts';
import { completeIfFinal, moveCheckBy } from '../progress.ts';
import { noteAddresses } from '../reports/address-uses.ts';
import { formState } from './find.ts';
import { sealCheck } from './open.ts';
import { type FormQuestion, questionsOf } from './questions.ts';

/** Result of sending a form: nothing, as long as something is missing. */
export interface Submission {
  readonly missing: readonly FormQuestion[];
}

/**
 * Sends the form, once: the check takes up what the applicant has given, in one transaction, and starts. It records
 * `check.form_completed`, then `check.started`. A check that is paused stays so, and starts when it is resumed. Nothing
 * happens while an answer is missing, nor to a check that takes no answers (any more). Throws `gone`.
 */
export async function submitForm(ctx: Ctx, { id, applicant_id }: Check): Promise<Submission> {
  return ctx.transaction(async (tx) => {
    const { activeApplicant, check: row } = await tx.lock({ activeApplicant: applicant_id, check: id });
    if (!activeApplicant || !row) throw problem('gone');
    const check = toCheck(ctx, row);
    if (formState(check) !== 'open') return { missing: [] };
    const applicant = await getApplicant(ctx, applicant_id, tx);
    const { missing } = await questionsOf(ctx, tx, { check, applicant });
    if (missing.length === 0) await takeUp(ctx, tx, check, applicant);
    return { missing };
  });
}

async function takeUp(ctx: Ctx, tx: ScopedTx, before: Check, applicant: Applicant): Promise<void> {
  const { id } = before;
  const paused = before.status === 'paused';
  const check = withAnswers(before, applicant, ctx.now());
  await tx.run(updateCheckData, { id, data: sealCheck(ctx, check) });
  const reports = await tx.all(listReports, { check_id: id });
  await selectMedia(ctx, tx, check, reports);
  const status = paused ? 'paused' : 'in_progress';
  await recordEvents(ctx, tx, [checkEvent({ ...check, status }, 'check.form_completed')]);
  // A paused check starts when the client or an operator resumes it.
  const started = paused ? check : await moveCheckBy(ctx, tx, check, 'form_submitted');
  const waiting = reports.filter((report) => !finalReportStatuses.has(report.status));
  if (before.form_submitted_at === undefined) {
    await recordEvents(ctx, tx, initiatedEvents(started, waiting));
  }
  if (paused) return;
  const waitingIds = waiting.map((report) => report.id);
  if (waitingIds.length > 0) await enqueueProcessing(ctx, tx, started, waitingIds);
  else await completeIfFinal(ctx, tx, started);
}

/** The names stay: they count as they were when the check was created, and nobody asks for them. */
function withAnswers(check: Check, applicant: Applicant, now: number): Check {
  const { dob, id_numbers, phone_number, addresses } = applicant;
  return {
    ...check,
    form_submitted_at: now,
    applicant: { ...check.applicant, dob, id_numbers, phone_number, addresses, address: currentAddress(applicant) },
  };
}

async function selectMedia(ctx: Ctx, tx: ScopedTx, check: Check, reports: readonly ReportRow[]): Promise<void> {
  const uploads = await uploadsOf(ctx, tx, check.applicant_id);
  const selected: Pick<Report, 'id' | 'name' | 'media'>[] = [];
  for (const row of reports) {
    const { id, name } = row;
    const sealed = ctx.vault.open<ReportData>(id, row.data);
    const documentIds = sealed.document_ids ?? check.document_ids;
    const data: ReportData = { ...sealed, media: reportMedia(name as ReportName, { ...uploads.refs, documentIds }) };
    await tx.run(updateReportData, { id, data: ctx.vault.seal(id, data) });
    selected.push({ id, name: name as ReportName, media: data.media });
  }
  await noteAddresses(ctx, tx, { check, reports: selected, uploads });
}
