import type { ReportAtWork } from '../../checks/reports/list.ts';
import type { Report } from '../../reports/records/report.ts';

/**
 * A decided report without what people added: it has the findings of the analysers and its media, and no result,
 * decisions, their times, and the member it was assigned to.
 */
export function undecided<T extends Report>(report: T): T {
  const { note: _, rounds, ...rest } = report;
  return {
    ...rest,
    ...(rounds && { rounds: rounds.map(({ decisions: _decisions, ...round }) => round) }),
    status: 'awaiting_approval',
    result: null,
    sub_result: null,
    completed_at: null,
    breakdown: {},
    properties: {},
    decisions: [],
    // A reviewer often decides what is assigned to them.
    assigned_to: null,
    ...('decided_by' in report && ({ decided_by: null, step: null } satisfies Partial<ReportAtWork>)),
  } as unknown as T;
}
