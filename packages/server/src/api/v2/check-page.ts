import type { FastifyReply } from 'fastify';
import { type Html, html } from '../../base/html.ts';
import { getCheck, listReportsOf } from '../../checks/get.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { PrintedReport } from '../../exports/check-pdf.ts';
import { absentResult, breakdownRows, reportStatus, resultValue, unfinishedNote } from '../../exports/check-rows.ts';
import { label } from '../../exports/printable.ts';
import { bounded, propertyRows } from '../../exports/property-rows.ts';
import type { Row } from '../../exports/sheet-content.ts';
import { sendPage } from '../../pages/hosted/page.ts';
import { textFor } from '../../pages/hosted/text.ts';
import type { Report } from '../../reports/records/report.ts';

/** Levels of indentation in the style sheet. */
const DEEPEST_STEP = 3;

/** The results of a check as a page, in English: the text of its PDF. It has no script and loads nothing. */
export async function sendCheckPage(
  ctx: Ctx,
  reply: FastifyReply,
  id: string,
  printedReport: (report: Report) => PrintedReport,
): Promise<FastifyReply> {
  const { check } = await getCheck(ctx, id);
  const reports = (await listReportsOf(ctx, check.id)).map(printedReport);
  const { first_name, last_name, dob } = check.applicant;
  const result = resultValue(check.result, absentResult(check.status)).value;
  return sendPage(reply, 200, {
    // Values of the API are English, so the page is too.
    text: textFor({ language: null, accepts: undefined }),
    title: `Check ${check.id}`,
    brand: { ...brandingOf(ctx.account), support: null, privacyNoticeUrl: null },
    sandbox: false,
    main: html`<h1>Identity check: ${result}</h1>
${check.sandbox && html`<p><strong>Sandbox: pre-determined results, not a verification.</strong></p>`}
${check.status !== 'complete' && html`<p>${unfinishedNote(check.status, reports)}</p>`}
${facts([
  ['Applicant', html`<bdi>${first_name} ${last_name}</bdi>`],
  ['Date of birth', dob ?? '–'],
  ['Status', label(check.status)],
  ['Check', check.id],
])}
${reports.map((report) => section(report, check.status))}`,
  });
}

function section(report: PrintedReport, checkStatus: string): Html {
  const { name, status, result, sub_result, breakdown, properties } = report;
  return html`<section>
<h2>${label(name)}: ${resultValue(result, absentResult(status)).value}</h2>
${facts([
  ['Status', reportStatus(status, checkStatus)],
  ...(sub_result ? [['Sub-result', sub_result] as const] : []),
  ['Report', report.id],
])}
${table('Breakdown', 'Result', breakdownRows(breakdown))}
${table('Properties', 'Value', propertyRows(properties))}
</section>
`;
}

function facts(rows: readonly (readonly [name: string, value: Html | string])[]): Html {
  return html`<dl>${rows.map(([name, value]) => html`<div class="row"><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function table(caption: string, value: string, rows: Row[]): Html | null {
  if (rows.length === 0) return null;
  return html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">${value}</th></tr></thead>
<tbody>${bounded(rows).map(
    (row) => html`
<tr><th scope="row" class="d${Math.min(row.depth, DEEPEST_STEP)}">${row.label}</th><td><bdi>${row.value}</bdi></td></tr>`,
  )}
</tbody>
</table>`;
}
