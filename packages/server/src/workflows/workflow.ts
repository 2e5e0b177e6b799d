import type { ReportName } from '../reports/index.ts';

/** What can be asked for or done in a step. Source: contract 15.5. */
export const taskKinds = [
  'profile_data',
  'document_photo',
  'proof_of_address',
  'face_photo',
  'face_video',
  'face_motion',
  'check',
] as const;

export type TaskKind = (typeof taskKinds)[number];

/** Kinds that take media. */
export type CaptureKind = Exclude<TaskKind, 'profile_data' | 'check'>;

/** What a profile can hold (contract 15.6). */
export const profileFields = [
  'first_name',
  'last_name',
  'dob',
  'email',
  'phone_number',
  'phone_number_consent_granted',
  'nationality',
  'country_residence',
  'address',
] as const;

export type ProfileField = (typeof profileFields)[number];

interface BaseStep {
  /** `task_def_id` of its task, unique in the workflow. */
  readonly name: string;
}

/** Who completes a task: the applicant, with the SDK or the link, or the client, with its API token. */
export type Completer = 'applicant' | 'client';

export interface ProfileStep extends BaseStep {
  readonly task: 'profile_data';
  readonly completed_by: Completer;
  readonly required: readonly ProfileField[];
  readonly optional: readonly ProfileField[];
}

export interface CaptureStep extends BaseStep {
  readonly task: CaptureKind;
  readonly completed_by: Completer;
}

/** One check with all its reports; always the last step. */
export interface CheckStep extends BaseStep {
  readonly task: 'check';
  readonly reports: readonly ReportName[];
}

export type Step = ProfileStep | CaptureStep | CheckStep;

export type Decision = 'approve' | 'decline' | 'review';

/** One line of the decision: the first whose condition holds decides. The last one has none. */
export interface Rule {
  /** `clear` when every report of the check ended so, `consider` when one did not. */
  readonly check?: 'clear' | 'consider';
  /** A report of the check: its result, its sub-result, or both. */
  readonly report?: ReportName;
  readonly result?: 'clear' | 'consider' | 'unidentified';
  readonly sub_result?: 'clear' | 'rejected' | 'suspected' | 'caution';
  readonly outcome: Decision;
  /** Shown in `reasons` of the run. */
  readonly reason?: string;
}

/** What a key of the output shows: what a step came to, by its name, or one report of the check. */
export type OutputSource = string | { readonly report: ReportName };

/** A workflow as a file describes it. A run keeps the one that it began with, whatever becomes of the file. */
export interface Workflow {
  /** UUID, lower case. */
  readonly id: string;
  /** `workflow_version_id` of its runs. */
  readonly version: number;
  readonly name: string;
  readonly steps: readonly Step[];
  readonly decide: readonly Rule[];
  /** Keys of the output of a run, and what each shows. */
  readonly output: Readonly<Record<string, OutputSource>>;
  /** A run that still waits after so many days is abandoned. */
  readonly abandon_after_days: number;
}

/** The workflows of this deployment, by id. */
export type Workflows = ReadonlyMap<string, Workflow>;

/** Five weeks, in which the SDK token of a run is valid (contract 13.2). */
export const RUN_DAYS = 35;

/** What the id of a task begins with: `profile` for `profile_data` (contract 15.6). */
export function taskPrefix(name: string): string {
  return name.replace(/_data$/, '');
}
