import type { Transition } from '../../context/states.ts';
import type { WorkflowRunStatus } from '../../store/schema.ts';

/** The states of a run: its status, and of `review` whether a member is yet to answer. */
export type RunState = WorkflowRunStatus | 'in_review';

export type RunTrigger =
  /** A task waits for the applicant. */
  | 'applicant_asked'
  /** Tasks wait for the client alone. */
  | 'client_asked'
  /** Tasks wait for a member alone. */
  | 'member_asked'
  /** An open task belongs to the service. */
  | 'service_asked'
  | 'approved'
  | 'declined'
  | 'sent_to_review'
  /** Nobody did the task in time. */
  | 'timed_out'
  /** The check could not be made, or was withdrawn. */
  | 'failed';

type Row = Transition<RunState, RunTrigger>;

/** Transitions from a state in which a task was completed, or in which no task was created yet. */
const onward = (from: 'processing' | 'awaiting_input' | 'awaiting_client_input' | 'in_review'): Row[] => [
  { from, trigger: 'applicant_asked', to: 'awaiting_input', event: null },
  { from, trigger: 'client_asked', to: 'awaiting_client_input', event: null },
  { from, trigger: 'member_asked', to: 'in_review', event: null },
  { from, trigger: 'service_asked', to: 'processing', event: null },
  { from, trigger: 'approved', to: 'approved', event: 'workflow_run.completed' },
  { from, trigger: 'declined', to: 'declined', event: 'workflow_run.completed' },
  { from, trigger: 'sent_to_review', to: 'review', event: 'workflow_run.completed' },
  { from, trigger: 'failed', to: 'error', event: 'workflow_run.completed' },
];

/**
 * Contract 15.1. A run begins as `processing` and takes its first steps before a client sees it; the
 * last five states are final. What the service or a member works on doesn't time out.
 */
export const runStates: readonly Row[] = [
  ...onward('processing'),
  ...onward('awaiting_input'),
  ...onward('awaiting_client_input'),
  ...onward('in_review'),
  { from: 'awaiting_input', trigger: 'timed_out', to: 'abandoned', event: 'workflow_run.completed' },
  { from: 'awaiting_client_input', trigger: 'timed_out', to: 'abandoned', event: 'workflow_run.completed' },
];

export const finalRunStates: ReadonlySet<RunState> = new Set(['approved', 'declined', 'review', 'abandoned', 'error']);
