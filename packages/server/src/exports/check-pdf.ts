import { absentResult, breakdownRows, reportStatus, resultValue, tones, unfinishedNote } from './check-rows.ts';
import { moment } from './moment.ts';
import { label, paragraph, printableText } from './printable.ts';
import { bounded, DEEPEST, isObject, propertyRows } from './property-rows.ts';
import { openSheet, type Sheet } from './sheet.ts';
import type { Company, Picture, Row } from './sheet-content.ts';
import { hanFormOf } from './typefaces.ts';

/** A report in its wire shape; media references are not printed. */
export interface PrintedReport {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly result: string | null;
  readonly sub_result?: string | null;
  readonly created_at: string;
  readonly breakdown: Record<string, unknown>;
  readonly properties: Record<string, unknown>;
}

/** A decision on a report, with the names of the people who made it. */
export interface PrintedDecision {
  /** Time as on the wire, such as `2026-01-15T09:30:00Z`. */
  readonly at: string;
  readonly by: string;
  /** Second person under four eyes. */
  readonly confirmed_by: string | null;
}

/** A result that an overturn has replaced. */
interface PrintedOverturn {
  /** Time of the overturn as on the wire. */
  readonly at: string;
  readonly reason: string;
  readonly result: string | null;
  readonly sub_result: string | null;
}

/** A report with the facts that only its PDF shows. */
interface ReportInPdf extends PrintedReport {
  /** Reason of each flagged leaf, by its path (`image_integrity.image_quality`). */
  readonly reasons?: Readonly<Record<string, string>>;
  /** Decisions of people, the earliest first. Names of reviewers are for members of the account alone. */
  readonly decisions?: readonly PrintedDecision[];
  /** Earlier results, the first first. */
  readonly overturns?: readonly PrintedOverturn[];
}

interface PrintedApplicant {
  readonly id: string;
  readonly name: string;
  /** `YYYY-MM-DD` */
  readonly dob: string | null;
  /** ISO 3166-1 alpha-3, the most significant first: they say how Han characters are drawn. */
  readonly countries: readonly (string | null)[];
}

export interface CheckPdfInput {
  readonly company: Company;
  /** The check in its wire shape. */
  readonly check: {
    readonly id: string;
    readonly status: string;
    readonly result: string | null;
    readonly created_at: string;
    readonly sandbox: boolean;
  };
  readonly applicant: PrintedApplicant;
  /** Reports in the order of `report_ids`. */
  readonly reports: readonly ReportInPdf[];
  readonly portrait?: Picture | undefined;
  readonly documents?: readonly Picture[];
  /** Unix time in milliseconds at which the file is made; printed, and the only input besides the data. */
  readonly printedAt: number;
  /** False leaves the page streams readable, for tests. Default true. */
  readonly compress?: boolean;
}

/** Most reasons on the first page; what follows it has them all. */
const MOST_REASONS = 8;

/**
 * The results of a check as an A4 document (PDF 1.7, tagged, in English), for people: every fact is text, and no result
 * is shown by colour alone. It can be made at any time; a check that is not complete says so.
 *
 * The same input gives the same bytes. The whole file is returned at once (40 to 400 KB with its fonts and pictures, and
 * bounded), so that an error never leaves half a file with the client.
 */
export async function checkPdf(input: CheckPdfInput): Promise<Uint8Array> {
  const { check, reports, applicant, company, documents = [] } = input;
  const text = printableText(input);
  const sheet = await openSheet({
    title: `Check ${check.id}`,
    createdAt: new Date(input.printedAt),
    compress: input.compress ?? true,
    text,
    han: hanFormOf(text, applicant.countries),
  });

  const result = resultValue(check.result, absentResult(check.status));
  sheet.masthead(company, 'Contains personal data');
  sheet.title('Identity check', { text: result.value, tone: result.tone });
  if (check.sandbox) sheet.banner('Sandbox: pre-determined results, not a verification');
  sheet.facts(
    [
      { label: 'Applicant', value: paragraph(applicant.name, 300) || '–' },
      { label: 'Date of birth', value: applicant.dob ?? '–' },
      { label: 'Applicant ID', value: applicant.id },
      { label: 'Check ID', value: check.id },
      { label: 'Status', value: label(check.status) },
      { label: 'Created at', value: moment(check.created_at) },
      { label: 'Printed at', value: moment(new Date(input.printedAt).toISOString()) },
      ...(company.contact ? [{ label: 'Contact', value: paragraph(company.contact, 200) }] : []),
    ],
    input.portrait,
  );
  if (check.status !== 'complete') sheet.note(unfinishedNote(check.status, reports));
  if (check.result !== null) sheet.verdict({ text: `Result: ${result.value}`, tone: result.tone }, reasonsOf(reports));
  // A single report follows on the same page.
  if (reports.length > 1) sheet.table('What was checked', 'Result', reports.map(summaryRow));
  if (documents.length > 0) {
    sheet.section('Documents');
    sheet.pictures(documents);
  }
  for (const report of reports) printReport(sheet, report, check.status);
  return sheet.finish();
}

/** A report with its result, for the first page. */
function summaryRow({ name, status, result, sub_result }: PrintedReport): Row {
  const { value, tone } = resultValue(result, absentResult(status));
  return { label: label(name), depth: 0, value: sub_result ? `${value}, ${sub_result}` : value, tone };
}

/** A leaf that repeats others beside it. */
const REPEATING = 'visual_authenticity.other';

/** Reasons why the check came to its result: each leaf that is not clear, with the analysers' reasons. */
function reasonsOf(reports: CheckPdfInput['reports']): string[] {
  const flagged = reports.flatMap(({ name, breakdown, reasons = {} }) =>
    flaggedPaths(breakdown)
      .filter((path) => path.join('.') !== REPEATING)
      .map((path) => {
        const place = `${label(name)}: ${path.map(label).join(' › ')}`;
        const reason = reasons[path.join('.')];
        return reason === undefined ? place : paragraph(`${place}. ${reason}`, 300);
      }),
  );
  const { length } = flagged;
  if (length > MOST_REASONS) flagged.splice(MOST_REASONS, length, `… and ${length - MOST_REASONS} more, listed below`);
  if (length > 0) return flagged;
  const bad = reports.filter(({ result }) => result !== null && result !== 'clear');
  if (bad.length > 0) return bad.map(({ name, result }) => `${label(name)}: ${result}`);
  const clear = reports.filter(({ result }) => result === 'clear').length;
  if (clear < reports.length) return [`${clear} of ${reports.length} reports clear. The others have no result.`];
  return [reports.length === 1 ? 'The report is clear.' : `All ${reports.length} reports are clear.`];
}

/** The deepest nodes of a breakdown whose result is neither clear nor absent. */
function flaggedPaths(breakdown: unknown, path: readonly string[] = []): string[][] {
  if (!isObject(breakdown) || path.length > DEEPEST) return [];
  return Object.entries(breakdown).flatMap(([name, node]) => {
    if (!isObject(node)) return [];
    const here = [...path, name];
    const below = flaggedPaths(node.breakdown, here);
    if (below.length > 0) return below;
    return typeof node.result === 'string' && node.result in tones && node.result !== 'clear' ? [here] : [];
  });
}

const earlierResult = ({ at, reason, result, sub_result }: PrintedOverturn) => ({
  label: 'Earlier result',
  value: `${[result, sub_result]
    .filter((value) => value !== null)
    .map(label)
    .join(', ')}, overturned ${moment(at)}: ${label(reason)}`,
});

function printReport(sheet: Sheet, report: ReportInPdf, checkStatus: string): void {
  const result = resultValue(report.result, absentResult(report.status));
  sheet.section(label(report.name), { text: result.value, tone: result.tone });
  sheet.facts([
    { label: 'Status', value: reportStatus(report.status, checkStatus) },
    { label: 'Result', ...result },
    ...(report.sub_result ? [{ label: 'Sub-result', ...resultValue(report.sub_result, '') }] : []),
    ...(report.overturns ?? []).map(earlierResult),
    ...(report.decisions ?? []).flatMap(({ at, by, confirmed_by }) => [
      { label: 'Decided by', value: `${paragraph(by, 200)}, ${moment(at)}` },
      ...(confirmed_by === null ? [] : [{ label: 'Confirmed by', value: paragraph(confirmed_by, 200) }]),
    ]),
    { label: 'Report', value: `${report.name} (${report.id})` },
  ]);
  const breakdown = breakdownRows(report.breakdown);
  if (breakdown.length > 0) sheet.table('Breakdown', 'Result', bounded(breakdown));
  const properties = propertyRows(report.properties);
  if (properties.length > 0) sheet.table('Property', 'Value', bounded(properties));
}
