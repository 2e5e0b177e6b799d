import type { ReportRow } from '../../store/schema.ts';
import type { Rule } from '../../workflows/workflow.ts';

/** A report of the run's check, as it ended. */
export type EndedReport = Pick<ReportRow, 'name' | 'result' | 'sub_result'>;

/** The first rule that holds; the last one of a workflow always does. */
export function decidingRule(rules: readonly Rule[], reports: readonly EndedReport[] | undefined): Rule {
  return rules.find((rule) => holds(rule, reports)) as Rule;
}

/**
 * Whether a rule decides; the last one of a workflow has no condition. A report that was cancelled or withdrawn has no result,
 * and isn't clear: a report that was not processed approves no applicant, though the result of the check leaves it out.
 */
export function holds(rule: Rule, reports: readonly EndedReport[] | undefined): boolean {
  if (rule.check !== undefined) {
    return reports !== undefined && reports.every(({ result }) => result === 'clear') === (rule.check === 'clear');
  }
  if (rule.report === undefined) return true;
  const report = reports?.find(({ name }) => name === rule.report);
  if (!report) return false;
  const { result, sub_result } = rule;
  return (
    (result === undefined || report.result === result) && (sub_result === undefined || report.sub_result === sub_result)
  );
}
