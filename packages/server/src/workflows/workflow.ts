import type { MemberRole } from '../base/member-roles.ts';
import type { CredentialDocumentType } from '../checks/credentials/request.ts';
import type { ReportName } from '../reports/index.ts';

/** Kinds that take media. */
export type CaptureKind =
  | 'document_photo'
  | 'digital_credential'
  | 'proof_of_address'
  | 'face_photo'
  | 'face_video'
  | 'face_motion';

/** Kinds in which the applicant signs documents. Levels of eIDAS (Regulation (EU) 910/2014, articles 3 and 26). */
export const signatureKinds = [
  'simple_electronic_signature',
  'advanced_electronic_signature',
  'qualified_electronic_signature',
] as const;
export type SignatureKind = (typeof signatureKinds)[number];

/** Steps that capture a face. */
export const faceCaptures: ReadonlySet<string> = new Set(['face_photo', 'face_video', 'face_motion']);

/** Kinds in which the service looks at a face. */
export type FaceKind = 'biometric_token' | 'face_authentication';

/** Kinds in which the applicant's device makes or uses a passkey. */
export const passkeyKinds = ['passkey_enrollment', 'passkey_authentication'] as const;
export type PasskeyKind = (typeof passkeyKinds)[number];

/** Fields of a profile (contract 15.6). */
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

/** Completer of a task: the applicant, with the SDK or the link, or the client, with its API token. */
export type Completer = 'applicant' | 'client';

export interface ProfileStep extends BaseStep {
  readonly task: 'profile_data';
  readonly completed_by: Completer;
  readonly required: readonly ProfileField[];
  readonly optional: readonly ProfileField[];
}

export interface CaptureStep extends BaseStep {
  readonly task: Exclude<CaptureKind, 'digital_credential'>;
  readonly completed_by: Completer;
}

/** The applicant's wallet presents a document. */
export interface CredentialStep extends BaseStep {
  readonly task: 'digital_credential';
  readonly completed_by: 'applicant';
  /** Types of documents that are accepted. */
  readonly types: readonly CredentialDocumentType[];
  /** True if photos of a document can be taken instead. */
  readonly fallback: boolean;
  /** Age that the wallet is asked for, and nothing else. */
  readonly age_over?: number;
}

/**
 * Source of a document to sign: all signing documents that the client has uploaded for the applicant, a PDF beside the file of
 * the workflow, or the address that a value holds, by its path.
 */
export type SigningSource = 'applicant' | { readonly file: string } | { readonly url: string };

/** The applicant signs documents on the page of the run. */
export interface SignatureStep extends BaseStep {
  readonly task: SignatureKind;
  readonly completed_by: 'applicant';
  readonly documents: readonly SigningSource[];
  /** Medium of the code of an advanced signature; absent if either will do. */
  readonly code_by?: 'sms' | 'email';
  /** Signer in sandbox: nobody, and the service completes the task as if, or the applicant as in live. */
  readonly sandbox: 'automatic' | 'applicant';
}

/** One check with all its reports. */
export interface CheckStep extends BaseStep {
  readonly task: 'check';
  readonly reports: readonly ReportName[];
  /** Age that the document report answers for, and nothing else. */
  readonly age_over?: number;
  /** Values for the fields of the licence in a `us_driving_licence` report, by their paths. */
  readonly us_driving_licence?: Readonly<Record<string, string>>;
}

/** Keeps the face of the applicant as a template, or compares it with the templates that are kept of the person. */
export interface FaceStep extends BaseStep {
  readonly task: FaceKind;
}

/** The applicant makes a passkey, or proves by one that a person who has been here is back. */
export interface PasskeyStep extends BaseStep {
  readonly task: PasskeyKind;
  readonly completed_by: 'applicant';
  /** Completer in sandbox: the service, without a device, or the applicant as in live. */
  readonly sandbox: 'automatic' | 'applicant';
}

/** Lets time pass before the next step. */
export interface WaitStep extends BaseStep {
  readonly task: 'wait';
  readonly minutes: number;
}

/** Asks a member in the dashboard. */
export interface ReviewStep extends BaseStep {
  readonly task: 'manual_review';
  /** Question to the member; null if the file has none. */
  readonly question: string | null;
  /** Choices of the member. */
  readonly choices: readonly string[];
}

/** The words of a mail. Both may hold values by their paths: `{profile_data.first_name}`. */
export interface NoticeWords {
  /** One line. */
  readonly subject: string;
  readonly text: string;
}

/** Sends a mail. */
export interface NotifyStep extends BaseStep, NoticeWords {
  readonly task: 'notify';
  /** The applicant, the members of a role who have signed in, or addresses. */
  readonly to: 'applicant' | { readonly role: MemberRole } | readonly string[];
  /** The words in other languages, by ISO 639-1 code; absent without any. Mail to the applicant is in the language of its pages. */
  readonly translations?: Readonly<Record<string, NoticeWords>>;
}

/** A step that has a task of its own on the wire. */
export type TaskStep =
  | ProfileStep
  | CaptureStep
  | CredentialStep
  | SignatureStep
  | FaceStep
  | PasskeyStep
  | CheckStep
  | WaitStep
  | ReviewStep
  | NotifyStep;

/** The word that names a kind of step in a file, and on the wire. */
export type TaskKind = TaskStep['task'];

/** Takes one of two ways. */
export interface BranchStep {
  readonly if: Condition;
  /** `then` of the file. */
  readonly yes: readonly Step[];
  /** `else` of the file. */
  readonly no: readonly Step[];
}

/** Takes several ways at once; the next step begins when all have ended. */
export interface ParallelStep {
  readonly parallel: readonly (readonly Step[])[];
}

/** Repeats steps until a condition holds, at most so many times. */
export interface RepeatStep {
  readonly repeat: readonly Step[];
  readonly until: Condition;
  readonly at_most: number;
}

/**
 * Runs the workflow of another file as one step. An end within it ends that workflow alone; what it came to is
 * `{outcome, reason}`, by the name of the step.
 */
export interface SubWorkflowStep {
  /** The file, relative to the file of the workflow. */
  readonly workflow: string;
  readonly name: string;
  /** The paths of the values that its inputs are. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Steps and rules of the other file, under names that begin with the name of this step. */
  readonly steps: readonly Step[];
  readonly decide: readonly Rule[];
}

/** Ends the run here. */
export interface EndStep {
  readonly end: Decision;
  readonly reason?: string;
}

/** Steps are blocks within blocks, never jumps: every run ends, and what can follow a step can be read off the file. */
export type Step = TaskStep | BranchStep | ParallelStep | RepeatStep | SubWorkflowStep | EndStep;

/** Returns whether a device makes or uses a passkey in a step. */
export function isPasskeyStep(step: TaskStep): step is PasskeyStep {
  return passkeyKinds.some((kind) => kind === step.task);
}

/** Value with which an output is compared. */
export type Scalar = string | number | boolean;

/** A value, by its path: `start.plan`, `profile_data.address.country`, `constants.limit`. */
export interface ValueCondition {
  readonly value: string;
  readonly is?: Scalar;
  readonly in?: readonly Scalar[];
  readonly at_least?: number;
  readonly at_most?: number;
  /** Requires a value other than null. */
  readonly exists?: boolean;
}

/** Condition on the result of a check or a report. */
export interface ResultCondition {
  /** `clear` when every report of every check ended so, `consider` when one did not. */
  readonly check?: 'clear' | 'consider';
  /** A report, the newest of its name: its result, its sub-result, or both. */
  readonly report?: ReportName;
  readonly result?: 'clear' | 'consider' | 'unidentified';
  readonly sub_result?: 'clear' | 'rejected' | 'suspected' | 'caution';
}

export type Condition =
  | ResultCondition
  | ValueCondition
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

export const decisions = ['approve', 'decline', 'review'] as const;
export type Decision = (typeof decisions)[number];

/** One line of the decision: the first whose condition holds decides. The last one has none. */
export interface Rule extends ResultCondition {
  readonly if?: Condition;
  readonly outcome: Decision;
  /** Shown in `reasons` of the run. */
  readonly reason?: string;
}

/** A value that a client gives with a run, in `custom_data`. */
export interface Input {
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'media';
  readonly required: boolean;
  /** The values that are accepted; any without it. */
  readonly one_of?: readonly Scalar[];
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a value is of the type of an input. A date is `YYYY-MM-DD`, and exists; media are a list of `{id}`. */
export function isInput(value: unknown, type: Input['type']): boolean {
  if (type === 'media') return mediaIn(value) !== undefined;
  if (type === 'number') return Number.isFinite(value);
  if (type !== 'date') return typeof value === type;
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Media that a value names at most. */
const MOST_MEDIA = 10;

/** The ids of a list of `{id}`, 1 to 10; undefined for any other value. */
export function mediaIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_MEDIA) return undefined;
  const ids = value.map((media: { id?: unknown } | null) => media?.id);
  return ids.every((id) => typeof id === 'string') ? ids : undefined;
}

/** Source of a key of the output: the result of a step, by its name; one report of the check; or a value by its path. */
export type OutputSource = string | { readonly report: ReportName } | { readonly value: string };

/** Form of the id of a workflow: a UUID in lower case. */
export const WORKFLOW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A workflow as a file describes it. A run keeps the version that it began with, whatever happens to the file. */
export interface Workflow {
  /** UUID, lower case. */
  readonly id: string;
  /** `workflow_version_id` of its runs. */
  readonly version: number;
  readonly name: string;
  /** Required inputs in `custom_data` of a run; absent if anything is accepted. */
  readonly inputs?: Readonly<Record<string, Input>>;
  /** Values of the file, by name. */
  readonly constants?: Readonly<Record<string, Scalar>>;
  readonly steps: readonly Step[];
  readonly decide: readonly Rule[];
  /** Keys of the output of a run, with the values that they show. */
  readonly output: Readonly<Record<string, OutputSource>>;
  /** A run that still waits after so many days is abandoned. */
  readonly abandon_after_days: number;
}

/** The workflows of this deployment, by id. */
export type Workflows = ReadonlyMap<string, Workflow>;

/** The text of a file, as the service read it at its start. */
export interface WorkflowText {
  /** Name of the file in the directory. */
  readonly name: string;
  readonly text: string;
}

/** The files of the workflows of this deployment. */
export interface WorkflowFiles {
  /** Null for a service that has the built-in workflow alone. */
  readonly directory: string | null;
  /** The file of a version; undefined for the built-in workflow. */
  textOf(workflow: Pick<Workflow, 'id' | 'version'>): WorkflowText | undefined;
}

/** Five weeks, in which the SDK token of a run is valid (contract 13.2). */
export const RUN_DAYS = 35;

/** Prefix of the id of a task: `profile` for `profile_data` (contract 15.6). */
export function taskPrefix(name: string): string {
  return name.replace(/_data$/, '');
}

/** The steps with tasks that stand in no branch, in the order of the file. */
export function certainSteps(steps: readonly Step[]): TaskStep[] {
  return steps.flatMap((step) => {
    if ('task' in step) return [step];
    if ('parallel' in step) return step.parallel.flatMap(certainSteps);
    if ('repeat' in step) return certainSteps(step.repeat);
    return 'workflow' in step ? certainSteps(step.steps) : [];
  });
}

/** The steps with tasks, in the order of the file. A task names its step by its place here, from 1. */
export function taskSteps(steps: readonly Step[]): TaskStep[] {
  return steps.flatMap((step) => {
    if ('task' in step) return [step];
    if ('if' in step) return [...taskSteps(step.yes), ...taskSteps(step.no)];
    if ('parallel' in step) return step.parallel.flatMap(taskSteps);
    if ('repeat' in step) return taskSteps(step.repeat);
    return 'workflow' in step ? taskSteps(step.steps) : [];
  });
}

declare module '../context/services.ts' {
  interface Services {
    readonly workflows: Workflows;
    /** Earlier versions by id, highest version first. */
    readonly earlierWorkflows: ReadonlyMap<string, readonly Workflow[]>;
    readonly workflowFiles: WorkflowFiles;
  }
}
