import type { Ctx } from '../../context/ctx.ts';
import { reportType } from '../../reports/index.ts';
import { withCheckScores } from '../../reports/live/document/evidence/assurance.ts';
import type { Binding, RegisterScore } from '../../reports/live/document/evidence/scores.ts';
import type { Report, ReportData } from '../../reports/records/report.ts';
import { toReport } from '../../reports/records/report.ts';
import { finalReportStatuses } from '../../reports/records/states.ts';
import { listReports, moveReport } from '../../store/queries/checks.ts';
import type { ScopedTx } from '../../store/store.ts';

/** The score `binding` of facial reports that are clear. */
const BINDING: Readonly<Partial<Record<Report['name'], Binding>>> = {
  facial_similarity_photo: 1,
  facial_similarity_photo_fully_auto: 1,
  facial_similarity_video: 2,
  facial_similarity_motion: 2,
};

/**
 * Writes the scores `binding` and `record` of document reports, which other reports of the check decide, once all have ended. Nothing
 * else of a report changes. Reads no report unless the account shows what was proved.
 */
export async function writeCheckScores(ctx: Ctx, tx: ScopedTx, checkId: string): Promise<void> {
  if (ctx.sandbox || ctx.account.settings.report_assurance !== 'on') return;
  const rows = await tx.all(listReports, { check_id: checkId });
  if (!rows.every(({ status }) => finalReportStatuses.has(status))) return;
  const reports = rows.map((row) => ({ row, report: toReport(ctx, row) }));
  for (const { row, report } of reports) {
    if (reportType(report.name).family !== 'document' || report.properties.assurance === undefined) continue;
    const beside = reports.map(({ report }) => report).filter(({ result }) => result === 'clear');
    const scores = { binding: bindingOf(report, beside), record: recordOf(beside) };
    const data: ReportData = {
      ...ctx.vault.open<ReportData>(row.id, row.data),
      properties: withCheckScores(report.properties, scores),
    };
    await tx.run(moveReport, { ...row, from: row.status, data: ctx.vault.seal(row.id, data) });
  }
}

function bindingOf({ assessment }: Report, beside: readonly Report[]): Binding {
  const signed = assessment?.assurance?.signedPortraits ?? [];
  const scores = beside.map(({ name, assessment }): Binding => {
    const binding = BINDING[name] ?? 0;
    const compared = assessment?.faces?.portrait?.media_id;
    return binding > 0 && compared !== undefined && signed.includes(compared) ? 3 : binding;
  });
  return Math.max(0, ...scores) as Binding;
}

const recordOf = (beside: readonly Report[]): RegisterScore =>
  beside.some(({ name }) => name === 'identity_enhanced') ? 1 : 0;
