import { label, paragraph } from './printable.ts';
import { bounded, DEEPEST, isObject, propertyRows } from './property-rows.ts';
import { openSheet, type Row, type Sheet, type Tone } from './sheet.ts';

/** A report in its wire shape; media references are not printed. */
export interface PrintedReport {
  id: string;
  name: string;
  status: string;
  result: string | null;
  sub_result?: string | null;
  created_at: string;
  breakdown: Record<string, unknown>;
  properties: Record<string, unknown>;
}

export interface CheckPdfInput {
  /** The check in its wire shape. */
  check: { id: string; status: string; result: string | null; created_at: string; sandbox: boolean };
  applicantName: string;
  /** In the order of `report_ids`. */
  reports: readonly PrintedReport[];
  /** Unix time in milliseconds at which the file is made; printed, and the only input besides the data. */
  printedAt: number;
  /** False leaves the page streams readable, for tests. Default true. */
  compress?: boolean;
}

const tones: Record<string, Tone> = {
  clear: 'good',
  consider: 'warning',
  caution: 'warning',
  unidentified: 'bad',
  suspected: 'bad',
  rejected: 'bad',
};

/** Statuses of checks and reports after which no result comes any more. */
const finalStatuses = new Set(['complete', 'withdrawn', 'cancelled']);

/**
 * The results of a check as an A4 document (PDF 1.7, tagged, in English), for people: every fact is text, and no result
 * is told by colour alone. It can be made at any time; a check that is not complete says so.
 *
 * The same input gives the same bytes. The whole file is returned at once (40 to 100 KB with its embedded fonts, and
 * bounded), so that an error never leaves half a file with the client.
 */
export async function checkPdf(input: CheckPdfInput): Promise<Uint8Array> {
  const { check, reports } = input;
  const sheet = await openSheet({
    title: `Check ${check.id}`,
    createdAt: new Date(input.printedAt),
    compress: input.compress ?? true,
  });

  const result = resultValue(check.result, absentResult(check.status));
  sheet.title('Identity check', { text: result.value, tone: result.tone });
  if (check.sandbox) sheet.banner('Sandbox: pre-determined results, not a verification');
  sheet.facts([
    { label: 'Applicant', value: paragraph(input.applicantName, 300) || '–' },
    { label: 'Check ID', value: check.id },
    { label: 'Status', value: label(check.status) },
    { label: 'Result', ...result },
    { label: 'Created at', value: dateTime(check.created_at) },
    { label: 'Printed at', value: dateTime(new Date(input.printedAt).toISOString()) },
  ]);
  if (check.status !== 'complete') sheet.note(unfinishedNote(check.status, reports));
  for (const report of reports) printReport(sheet, report);
  return sheet.finish();
}

function printReport(sheet: Sheet, report: PrintedReport): void {
  const result = resultValue(report.result, absentResult(report.status));
  sheet.section(label(report.name), { text: result.value, tone: result.tone });
  sheet.facts([
    { label: 'Status', value: label(report.status) },
    { label: 'Result', ...result },
    ...(report.sub_result ? [{ label: 'Sub-result', ...resultValue(report.sub_result, '') }] : []),
    { label: 'Report', value: `${report.name} (${report.id})` },
  ]);
  const breakdown = breakdownRows(report.breakdown, 0);
  if (breakdown.length > 0) sheet.table('Breakdown', 'Result', bounded(breakdown));
  const properties = propertyRows(report.properties);
  if (properties.length > 0) sheet.table('Property', 'Value', bounded(properties));
}

function unfinishedNote(status: string, reports: readonly PrintedReport[]): string {
  const done = reports.filter((report) => report.status === 'complete').length;
  const count = `${done} of ${reports.length} reports complete`;
  return `This check is not complete (${label(status).toLowerCase()}): ${count}. This is its state at the time of printing.`;
}

function breakdownRows(breakdown: unknown, depth: number): Row[] {
  if (!isObject(breakdown) || depth > DEEPEST) return [];
  return Object.entries(breakdown).flatMap(([name, node]) => {
    if (!isObject(node)) return [];
    const result = typeof node.result === 'string' ? node.result : null;
    return [
      { label: label(name), depth, strong: depth === 0, ...resultValue(result, 'not assessed') },
      ...breakdownRows(node.breakdown, depth + 1),
      ...propertyRows(node.properties, depth + 1).map((row) => ({ ...row, ...toned(row.value) })),
    ];
  });
}

function resultValue(result: string | null, absent: string): { value: string; tone: Tone } {
  return result === null ? { value: absent, tone: 'neutral' } : { value: result, tone: tones[result] ?? 'neutral' };
}

function absentResult(status: string): string {
  return finalStatuses.has(status) ? 'no result' : 'no result yet';
}

function toned(value: string): { tone?: Tone } {
  const tone = tones[value];
  return tone ? { tone } : {};
}

function dateTime(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
