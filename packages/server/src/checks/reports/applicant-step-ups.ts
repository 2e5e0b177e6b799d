import { MINUTE_MS } from '../../base/clock.ts';
import { invalid, notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { enqueue } from '../../jobs/queue.ts';
import { uploadsOf } from '../../media/media.ts';
import { reportType } from '../../reports/index.ts';
import type { SymbolPlace } from '../../reports/live/document/evidence/evidence.ts';
import { type Report, type ReportData, type StepUp, type StepUpKind, toReport } from '../../reports/records/report.ts';
import type { DocumentRef } from '../../reports/types.ts';
import { findReport, listReports, listUnfinishedChecks, updateReportData } from '../../store/queries/checks.ts';
import type { ReportRow } from '../../store/schema.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Check, toCheck } from '../check.ts';
import { activeCheckIn } from '../progress.ts';
import { isWaitingForApplicant } from './step-up.ts';

/** A report that waits for more evidence of its applicant. */
export interface OpenStepUp extends Pick<StepUp, 'offers' | 'until'> {
  readonly report_id: string;
  /** Type and country that the upload gave for the document. */
  readonly document: Pick<DocumentRef, 'type' | 'issuing_country'>;
  /** The place of the signed barcode that was not read; null where none was seen. */
  readonly symbol: SymbolPlace | null;
}

/** The evidence that an applicant may hand in now or soon. */
export interface ApplicantStepUps {
  readonly open: readonly OpenStepUp[];
  /** True while a document is analysed. More evidence may be asked for afterwards. */
  readonly pending: boolean;
}

/** The only checks that count, if not all of the applicant. */
export interface StepUpScope {
  readonly checkId?: string;
  readonly runId?: string | undefined;
}

/** Milliseconds from the beginning of an analysis for which an applicant is asked to wait for its end. */
const PATIENCE_MS = 3 * MINUTE_MS;

/** Nothing is asked for. */
export const noStepUps: ApplicantStepUps = { open: [], pending: false };

/** The reports of an applicant that wait for more evidence, or may soon. */
export async function stepUpsOf(ctx: Ctx, applicant_id: string, scope: StepUpScope = {}): Promise<ApplicantStepUps> {
  if (ctx.sandbox || ctx.account.settings.decision_step_up.length === 0) return noStepUps;
  const open: Report[] = [];
  let pending = false;
  for (const row of await ctx.read.all(listUnfinishedChecks, { applicant_id })) {
    const check = toCheck(ctx, row);
    if (check.status !== 'in_progress' || !isIn(check, scope)) continue;
    for (const found of await ctx.read.all(listReports, { check_id: check.id })) {
      const report = toReport(ctx, found);
      if (report.status !== 'awaiting_data' || reportType(report.name).family !== 'document') continue;
      if (report.information_request !== undefined || report.rounds) continue;
      const begun = check.form_submitted_at ?? report.created_at;
      if ((report.step_up?.until ?? begun + PATIENCE_MS) <= ctx.now()) continue;
      if (isWaitingForApplicant(report)) open.push(report);
      else pending = true;
    }
  }
  if (open.length === 0) return { open: [], pending };
  const { refs } = await uploadsOf(ctx, ctx.read, applicant_id);
  return { open: open.map((report) => openStepUp(report, refs.documents)), pending };
}

const isIn = ({ id, workflow_run_id }: Check, { checkId, runId }: StepUpScope): boolean =>
  (checkId === undefined || checkId === id) && (runId === undefined || runId === workflow_run_id);

function openStepUp({ id, media, assessment, step_up: step }: Report, documents: readonly DocumentRef[]): OpenStepUp {
  const first = documents.find((document) => document.id === media.documents[0]?.id);
  const { offers, until } = step as StepUp;
  const { type = 'unknown', issuing_country = null } = first ?? {};
  const symbol = assessment?.evidence?.symbol ?? null;
  return { report_id: id, offers, until, document: { type, issuing_country }, symbol };
}

/** A document that the applicant hands in. */
export interface HandedIn {
  readonly documentId: string;
  /** The offer that the document answers, which a report with several offers can't tell otherwise: `seal` for a close-up. */
  readonly offer?: StepUpKind | undefined;
}

/**
 * Adds a document of the applicant to a report that waits for it: data of a chip, the other side, or a close-up. The report is analysed
 * again. Throws `resource_not_found` where the report waits for nothing, and `validation_error` for a document of someone else.
 */
export async function handIn(
  ctx: Ctx,
  applicant_id: string,
  reportId: string,
  { documentId, offer }: HandedIn,
): Promise<void> {
  const { refs } = await uploadsOf(ctx, ctx.read, applicant_id);
  if (!refs.documents.some(({ id }) => id === documentId)) {
    throw invalid({ document_id: ['is not a document of the applicant'] });
  }
  await ctx.transaction(async (tx) => {
    const { row, data, step } = await waitingReport(ctx, tx, applicant_id, reportId);
    if (step.documents.includes(documentId) || data.media.documents.some(({ id }) => id === documentId)) return;
    const media = { ...data.media, documents: [...data.media.documents, { id: documentId }] };
    const { closeUps = [], offers } = step;
    const isCloseUp = offer === 'seal' || (offer === undefined && offers.every((kind) => kind === 'seal'));
    const step_up: StepUp = {
      ...step,
      documents: [...step.documents, documentId],
      ...(isCloseUp && { closeUps: [...closeUps, documentId] }),
    };
    await tx.run(updateReportData, { id: row.id, data: ctx.vault.seal(row.id, { ...data, media, step_up }) });
    await enqueue(ctx.services, tx.system, ctx, { kind: 'report', ref: row.id });
  });
}

/**
 * Ends the offer of a report, as if its time were over: a reviewer is asked, or the report ends. Throws `resource_not_found` where the
 * report waits for nothing.
 */
export async function declineStepUp(ctx: Ctx, applicant_id: string, reportId: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const { row, data, step } = await waitingReport(ctx, tx, applicant_id, reportId);
    const step_up: StepUp = { ...step, until: ctx.now() };
    await tx.run(updateReportData, { id: row.id, data: ctx.vault.seal(row.id, { ...data, step_up }) });
    // A document that was handed in has a job of its own, which ends the report.
    if (isWaitingForApplicant(data)) await enqueue(ctx.services, tx.system, ctx, { kind: 'report', ref: row.id });
  });
}

interface WaitingReport {
  readonly row: ReportRow;
  readonly data: ReportData;
  readonly step: StepUp;
}

/** A report of the applicant that waits for evidence, under the locks of its check. Throws `resource_not_found` for any other. */
async function waitingReport(ctx: Ctx, tx: ScopedTx, applicant_id: string, reportId: string): Promise<WaitingReport> {
  const known = await tx.first(findReport, { id: reportId });
  if (known?.applicant_id !== applicant_id) throw notFound('Step-up', reportId);
  const check = await activeCheckIn(ctx, tx, known.check_id);
  const row = await tx.first(findReport, { id: reportId });
  if (!row || check?.status !== 'in_progress' || row.status !== 'awaiting_data') throw notFound('Step-up', reportId);
  const data = ctx.vault.open<ReportData>(row.id, row.data);
  const { step_up: step } = data;
  if (!step || step.until <= ctx.now()) throw notFound('Step-up', reportId);
  return { row, data, step };
}
