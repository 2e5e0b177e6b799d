import { type FieldErrors, invalid, problem } from '../../base/errors.ts';
import type { OrderedReport } from '../../checks/validate.ts';
import { BLANK, listOf, object, optional, required, text } from '../../input-rules/rule.ts';
import { isRetired, orderedReport, type ReportOption, reportNamesUnder } from '../../reports/earlier-names.ts';
import type { ReportName } from '../../reports/index.ts';
import { reportTypeGroups } from '../../reports/report-type-groups.ts';

/** The reports of a new check, and the groups that its body names. */
export interface Order {
  readonly reports: readonly OrderedReport[];
  readonly groups: readonly string[];
}

type Loose = Readonly<Record<string, unknown>>;

/** Bounds of our own: options of a report, characters of their names, documents of a report. */
const OPTIONS = 50;
const NAME_LENGTH = 255;
const DOCUMENTS = 20;

const optionName = required(text(NAME_LENGTH));
const leaf = object(() => ({ name: optionName }));
const option = object(() => ({ name: optionName, options: optional(listOf(leaf, OPTIONS)) }));
const optionsRule = optional(listOf(option, OPTIONS));
const documentsRule = optional(
  listOf(
    object(() => ({ id: optionName })),
    DOCUMENTS,
  ),
);

/**
 * The reports that a body orders, by name and variant or by the id of a group. Throws `report_names_blank`,
 * `report_names_format`, `invalid_reports_names` for a name or variant that is unknown or given twice,
 * `deprecated_reports` in v2, and `validation_error` for groups, options and documents.
 */
export function orderOf(body: Loose, generation: 1 | 2): Order {
  const groups = groupsOf(body.report_type_groups);
  const reports = reportsOf(body.reports);
  if (reports.length === 0 && groups.length === 0) throw problem('report_names_blank');
  const grouped = groups.flatMap(({ reports }) => reports);
  const orders = [
    ...reports.map((report) => toOrder(report)),
    ...grouped.map(({ name, variant, report }) => ({ name: report, order: { name, variant, options: [] } })),
  ];
  if (new Set(orders.map(({ name }) => name)).size < orders.length) throw problem('invalid_reports_names');
  if (generation === 2 && orders.some(({ name }) => isRetired(name))) throw problem('deprecated_reports');
  return {
    reports: orders,
    groups: groups.map(({ id }) => id),
  };
}

function reportsOf(reports: unknown): Loose[] {
  if (reports === undefined || reports === null || reports === '') return [];
  if (!Array.isArray(reports) || reports.some((report) => typeof report !== 'object' || report === null)) {
    throw problem('report_names_format');
  }
  if (reports.some(({ name }: Loose) => typeof name !== 'string')) throw problem('report_names_format');
  return reports as Loose[];
}

function toOrder(report: Loose): OrderedReport {
  const variant = report.variant === '' || report.variant === undefined ? null : report.variant;
  const name = String(report.name);
  const found = variant === null || typeof variant === 'string' ? orderedReport({ name, variant }) : undefined;
  if (!found) throw problem('invalid_reports_names');
  const wrong: FieldErrors = {};
  const options = optionsRule(report.options);
  if (options.length > 0) wrong.options = options;
  const documents = documentsRule(report.documents);
  if (documents.length > 0) wrong.documents = documents;
  if (Object.keys(wrong).length > 0) throw invalid({ reports: [wrong] });
  const documentIds = ((report.documents ?? []) as { id: string }[]).map(({ id }) => id);
  return {
    name: found,
    order: { name, variant: variant as string | null, options: toOptions(report.options) },
    ...(documentIds.length > 0 && { documentIds }),
  };
}

function toOptions(options: unknown): ReportOption[] {
  return ((options ?? []) as Loose[]).map(({ name, options: nested }) => ({
    name: String(name),
    ...(nested ? { options: toOptions(nested) } : {}),
  }));
}

/** A name, or an id, which clients may send as a number; undefined for any other type. */
function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function groupsOf(ids: unknown) {
  if (ids === undefined || ids === null || ids === '') return [];
  if (!Array.isArray(ids)) throw invalid({ report_type_groups: ['must be an array'] });
  return [...new Set(ids.map(scalarText))].map((id) => {
    const group = reportTypeGroups.find((group) => group.id === id);
    if (!group) throw invalid({ report_type_groups: ['is not included in the list'] });
    return group;
  });
}

/** The reports that `consider` of a body names, by names of v1 and v2, each for all its variants. */
export function consideredReports(consider: unknown): ReportName[] | undefined {
  if (consider === undefined || consider === null) return undefined;
  if (!Array.isArray(consider)) throw invalid({ consider: ['must be an array'] });
  if (consider.some((name) => name === '' || name === null)) throw invalid({ consider: [BLANK] });
  return consider.flatMap((name) => {
    const found = reportNamesUnder(scalarText(name) ?? '');
    if (found.length === 0) throw invalid({ consider: ['is not included in the list'] });
    return found;
  });
}
