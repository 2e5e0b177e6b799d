import type { FastifyReply } from 'fastify';
import { getApplicant } from '../../applicants/get.ts';
import { recordDownload } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { getCheck, listReportsOf } from '../../checks/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { PrintedDecision, PrintedReport } from '../../exports/check-pdf.ts';
import { sendFile } from '../../http/files.ts';
import { picturesOf } from '../../media/check-pictures.ts';
import { earlierResults } from '../../reports/records/overturn.ts';
import type { Report } from '../../reports/records/report.ts';
import { reviewerNames } from '../../review/reviewer-names.ts';
import { captioned } from './captions.ts';
import { companyOf, draw } from './draw.ts';

interface PrintOptions {
  /** The PDF names the people who decided reports. Only members of the account see these names. */
  readonly namesReviewers?: boolean;
}

/** A check as PDF, as far as it has come; its reports look as the version that asks presents them. */
export async function checkPdfOf(
  ctx: Ctx,
  id: string,
  printedReport: (report: Report) => PrintedReport,
  { namesReviewers = false }: PrintOptions = {},
): Promise<Uint8Array> {
  const { check } = await getCheck(ctx, id);
  const reports = await listReportsOf(ctx, check.id);
  const { status, result, sandbox, created_at, applicant, applicant_id } = check;
  const { country, nationality } = await getApplicant(ctx, applicant_id);
  const decisions = namesReviewers ? await decisionsOf(ctx, reports) : new Map<string, PrintedDecision[]>();
  const issued = reports.map(({ properties }) => properties.issuing_country);
  return draw(ctx, applicant_id, {
    kind: 'check',
    input: {
      company: await companyOf(ctx),
      check: { id: check.id, status, result, sandbox, created_at: isoSeconds(created_at) },
      applicant: {
        id: applicant_id,
        name: `${applicant.first_name} ${applicant.last_name}`,
        dob: applicant.dob,
        countries: [nationality, ...issued.filter(isText), country, applicant.address?.country ?? null],
      },
      reports: reports.map((report) => ({
        ...printedReport(report),
        reasons: reasonsOf(report),
        decisions: decisions.get(report.id) ?? [],
        overturns: earlierResults(report).map(({ at, reason, result, sub_result }) => ({
          at: isoSeconds(at),
          reason,
          result,
          sub_result,
        })),
      })),
      ...captioned(await picturesOf(ctx, check, reports)),
      printedAt: ctx.now(),
    },
  });
}

const isText = (value: unknown) => typeof value === 'string';

/** The decisions on each report by its id. A person with an operator key has no name. */
async function decisionsOf(ctx: Ctx, reports: readonly Report[]): Promise<ReadonlyMap<string, PrintedDecision[]>> {
  const nameOf = await reviewerNames(ctx, reports);
  const printed = ({ decisions = [] }: Report): PrintedDecision[] =>
    decisions.map(({ at, by, confirmed_by }) => ({
      at: isoSeconds(at),
      by: nameOf(by) ?? 'An operator',
      confirmed_by: confirmed_by === undefined ? null : (nameOf(confirmed_by) ?? 'An operator'),
    }));
  return new Map(reports.map((report) => [report.id, printed(report)]));
}

/** The analysers' reasons for leaves that are not clear, once the report is decided. */
function reasonsOf({ status, assessment }: Report): Record<string, string> {
  if (status !== 'complete' || !assessment) return {};
  const flagged = Object.entries(assessment.leaves).filter(([, { result }]) => result !== null && result !== 'clear');
  return Object.fromEntries(flagged.map(([path, { reason }]) => [path, reason]));
}

/** Sends a check as PDF. */
export async function sendCheckPdf(
  ctx: Ctx,
  reply: FastifyReply,
  id: string,
  printedReport: (report: Report) => PrintedReport,
  options: PrintOptions = {},
): Promise<FastifyReply> {
  const pdf = await checkPdfOf(ctx, id, printedReport, options);
  await recordDownload(ctx, { action: 'check_exported', object_id: id, details: { format: 'pdf' } });
  return sendFile(reply, { body: Buffer.from(pdf), mediaType: 'application/pdf', fileName: `check_${id}.pdf` });
}
