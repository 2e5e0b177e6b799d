import type { CaseEntryRow } from '../../store/schema.ts';

/** Statuses of a person's case. */
export const caseStatuses = ['open', 'waiting_for_applicant', 'escalated', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** Facts about a case. */
export interface CaseFacts {
  /** Number of reports that wait for a reviewer. */
  readonly waiting: number;
  /** Number of information requests that wait for the applicant. */
  readonly asked: number;
}

/**
 * Status of a case. An escalation holds until a member sets another status. Else reports that wait for a reviewer make the case open, and
 * then information requests make it wait for the applicant. Without either, the last status of a member holds, or else the case is closed.
 * @param set status that a member set last; null for none
 */
export function statusOf({ waiting, asked }: CaseFacts, set: CaseEntryRow['status']): CaseStatus {
  if (set === 'escalated') return set;
  if (waiting > 0) return 'open';
  if (asked > 0) return 'waiting_for_applicant';
  return set ?? 'closed';
}
