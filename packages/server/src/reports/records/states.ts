import type { Transition } from '../../context/states.ts';
import type { ReportStatus } from '../../store/schema.ts';

export type ReportTrigger =
  | 'resumed'
  | 'cancelled'
  | 'review_needed'
  /** A reviewer asks the applicant for more. */
  | 'applicant_asked'
  | 'completed'
  | 'condition_unmet'
  | 'withdrawn'
  /** Two members replace the result. */
  | 'overturned';

/** Contract 8.1. A new report begins `awaiting_data`, or `paused` on an account with pausing. */
export const reportStates: readonly Transition<ReportStatus, ReportTrigger>[] = [
  { from: 'paused', trigger: 'resumed', to: 'awaiting_data', event: 'report.resumed' },
  { from: 'paused', trigger: 'cancelled', to: 'cancelled', event: 'report.cancelled' },
  { from: 'awaiting_data', trigger: 'review_needed', to: 'awaiting_approval', event: 'report.awaiting_approval' },
  { from: 'awaiting_approval', trigger: 'applicant_asked', to: 'awaiting_data', event: 'report.awaiting_applicant' },
  { from: 'awaiting_data', trigger: 'completed', to: 'complete', event: 'report.completed' },
  { from: 'awaiting_approval', trigger: 'completed', to: 'complete', event: 'report.completed' },
  { from: 'awaiting_data', trigger: 'condition_unmet', to: 'cancelled', event: 'report.cancelled' },
  { from: 'awaiting_data', trigger: 'withdrawn', to: 'withdrawn', event: 'report.withdrawn' },
  { from: 'awaiting_approval', trigger: 'withdrawn', to: 'withdrawn', event: 'report.withdrawn' },
  { from: 'paused', trigger: 'withdrawn', to: 'withdrawn', event: 'report.withdrawn' },
  { from: 'complete', trigger: 'overturned', to: 'complete', event: 'report.completed' },
];

/** The statuses that a report never leaves. The result of a complete report changes by an overturn alone. */
export const finalReportStatuses: ReadonlySet<ReportStatus> = new Set(['complete', 'withdrawn', 'cancelled']);
