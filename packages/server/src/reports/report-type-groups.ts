import { type EarlierReport, earlierReports } from './earlier-names.ts';

/** Reports that v1 and v2 order together by the id of the group. */
export interface ReportTypeGroup {
  /** A decimal number, as text. */
  readonly id: string;
  readonly name: string;
  /** True if its reports can be ordered together only. */
  readonly group_only: boolean;
  readonly reports: readonly EarlierReport[];
}

const row = (name: string, variant: string | null): EarlierReport =>
  earlierReports.find((report) => report.name === name && report.variant === variant)!;

/** Every account has this one. */
export const reportTypeGroups: readonly ReportTypeGroup[] = [
  {
    id: '1',
    name: 'Document and face',
    group_only: false,
    reports: [row('document', null), row('facial_similarity', 'standard')],
  },
];

/** The id of a kind of report: its place in the table, as text. */
export function reportTypeId(report: EarlierReport): string {
  return String(earlierReports.indexOf(report) + 1);
}
