import type { FastifyReply } from 'fastify';
import { isoSeconds } from '../../base/clock.ts';
import { getCheck, listReportsOf } from '../../core/checks/get.ts';
import type { Ctx } from '../../core/ctx.ts';
import type { Report } from '../../core/reports/report.ts';
import type { PrintedReport } from '../../documents-out/check-pdf.ts';
import { sendFile } from '../../http/files.ts';

/** A check as PDF, as far as it has come; its reports look as the version that asks presents them. */
export async function checkPdfOf(
  ctx: Ctx,
  id: string,
  present: (report: Report) => PrintedReport,
): Promise<Uint8Array> {
  const { check } = await getCheck(ctx, id);
  const reports = (await listReportsOf(ctx, check.id)).map(present);
  const { checkPdf } = await import('../../documents-out/check-pdf.ts');
  const { status, result, sandbox, created_at, applicant } = check;
  return checkPdf({
    check: { id: check.id, status, result, sandbox, created_at: isoSeconds(created_at) },
    applicantName: `${applicant.first_name} ${applicant.last_name}`,
    reports,
    printedAt: ctx.now(),
  });
}

/** Sends a check as PDF. */
export async function sendCheckPdf(
  ctx: Ctx,
  reply: FastifyReply,
  id: string,
  present: (report: Report) => PrintedReport,
): Promise<FastifyReply> {
  const pdf = await checkPdfOf(ctx, id, present);
  return sendFile(reply, { body: Buffer.from(pdf), mediaType: 'application/pdf', fileName: `check_${id}.pdf` });
}
