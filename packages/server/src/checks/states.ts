import type { Transition } from '../context/states.ts';
import type { CheckStatus } from '../store/schema.ts';

export type CheckTrigger =
  /** The applicant has sent the form. */
  | 'form_submitted'
  /** The check was resumed, or its last paused report was resumed or cancelled. */
  | 'resumed'
  /** The check was resumed before the applicant sent the form. */
  | 'resumed_without_form'
  /** Every report is complete, withdrawn or cancelled. */
  | 'reports_final'
  /** An operator sends it back: information is insufficient. */
  | 'reopened'
  /** A reopened check continues. */
  | 'taken_up'
  /** A reopened check goes back to the applicant, who gives the data once more. */
  | 'returned_to_applicant'
  /** An operator withdraws it. */
  | 'withdrawn';

/** Contract 7.2 and 7.3. A new check begins in one of the first three states. */
export const checkStates: readonly Transition<CheckStatus, CheckTrigger>[] = [
  { from: 'awaiting_applicant', trigger: 'form_submitted', to: 'in_progress', event: 'check.started' },
  { from: 'paused', trigger: 'resumed', to: 'in_progress', event: 'check.started' },
  { from: 'paused', trigger: 'resumed_without_form', to: 'awaiting_applicant', event: null },
  { from: 'in_progress', trigger: 'reports_final', to: 'complete', event: 'check.completed' },
  { from: 'in_progress', trigger: 'reopened', to: 'reopened', event: 'check.reopened' },
  { from: 'complete', trigger: 'reopened', to: 'reopened', event: 'check.reopened' },
  { from: 'reopened', trigger: 'taken_up', to: 'in_progress', event: 'check.started' },
  { from: 'reopened', trigger: 'returned_to_applicant', to: 'awaiting_applicant', event: null },
  { from: 'in_progress', trigger: 'withdrawn', to: 'withdrawn', event: 'check.withdrawn' },
  { from: 'awaiting_applicant', trigger: 'withdrawn', to: 'withdrawn', event: 'check.withdrawn' },
  { from: 'paused', trigger: 'withdrawn', to: 'withdrawn', event: 'check.withdrawn' },
  { from: 'reopened', trigger: 'withdrawn', to: 'withdrawn', event: 'check.withdrawn' },
];
