import { isSameSecret } from '../../base/same-secret.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { KeyedHash } from '../../crypto/keyed-hash.ts';
import type { Signature } from '../../signatures/signature.ts';
import type { WorkflowRunRow, WorkflowRunStatus, WorkflowTaskRow } from '../../store/schema.ts';
import type { Scope } from '../condition.ts';
import { walk } from '../walk.ts';
import { type Completer, type TaskStep, taskSteps, type Workflow } from '../workflow.ts';
import { finalRunStates, type RunState } from './states.ts';

/** The page for applicants that comes with every run, as its client wants it. */
interface RunLink {
  readonly completed_redirect_url: string | null;
  readonly expired_redirect_url: string | null;
  /** Unix milliseconds. */
  readonly expires_at: number | null;
  readonly language: string | null;
}

/** Validated fields of a run that a client sends besides workflow and applicant. */
export interface RunFields {
  readonly tags: readonly string[];
  /** Null stands for the applicant's id. */
  readonly customer_user_id: string | null;
  readonly link: RunLink;
  readonly custom_data: Readonly<Record<string, unknown>>;
}

/** Sealed data of a run. */
export interface RunData extends RunFields {
  /** Workflow as it was when the run began: a later version changes no run. */
  readonly workflow: Workflow;
  /** Public id of the API token, or of the member, that began it. */
  readonly token_id: string;
  readonly output: Readonly<Record<string, unknown>> | null;
  readonly reasons: readonly string[];
  readonly error: { readonly type: string; readonly message: string } | null;
  /** Id of its timeline, once a client has requested it. */
  readonly timeline_file_id?: string;
  /** Id of the biometric token that the client holds: a face is compared with no other. */
  readonly presented_token?: string;
  /** True while its status is `review` and a member is yet to answer, so that it has not ended. */
  readonly in_review?: boolean;
  /** Id of the clock of the sandbox by which its applicant's time goes; absent without one. */
  readonly clock_id?: string;
  /** Time at which the applicant first opened its page, in Unix milliseconds; absent until then. */
  readonly link_opened_at?: number;
  /** Id of its newest check; null until one has begun. */
  readonly check_id: string | null;
}

export interface Run extends RunData {
  readonly id: string;
  readonly applicant_id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly status: WorkflowRunStatus;
  readonly expires_at: number;
}

/** A run from its row, opened with the vault of its account. */
export function toRun({ vault }: Pick<Ctx, 'vault'>, row: WorkflowRunRow): Run {
  const { id, applicant_id, created_at, updated_at, status, expires_at } = row;
  return { ...vault.open<RunData>(id, row.data), id, applicant_id, created_at, updated_at, status, expires_at };
}

/** Seals the data of a run. */
export function sealRun({ vault }: Pick<Ctx, 'vault'>, run: Run): Buffer {
  const { id, applicant_id: _, created_at: _at, updated_at: _u, status: _s, expires_at: _e, ...data } = run;
  return vault.seal(id, data satisfies RunData);
}

/** URL at which operators see a run. */
function dashboardUrl({ services }: Ctx, { id }: Pick<Run, 'id'>): string {
  return `${services.urls.dashboard}/results/${id}`;
}

/** The account's name for the person whom a run is about. */
export function userIdOf({ customer_user_id, applicant_id }: Pick<Run, 'customer_user_id' | 'applicant_id'>): string {
  return customer_user_id ?? applicant_id;
}

/** The fields of a run that come first in the API and in webhooks. */
export const factsOf = (ctx: Ctx, run: Run) => ({
  id: run.id,
  applicant_id: run.applicant_id,
  workflow_id: run.workflow.id,
  workflow_version_id: run.workflow.version,
  dashboard_url: dashboardUrl(ctx, run),
  status: run.status,
});

/** Bytes of the secret in a link: 192 bits, as in the address of a form. */
const LINK_SECRET_BYTES = 24;

/**
 * The secret in the address of a run's page: it lets the applicant do what the run asks for. It is worked out with
 * a key that nobody else has, so that it is stored nowhere, and every run has one.
 */
export function linkSecret({ master }: Pick<Services, 'master'>, runId: string): string {
  return secretUnder(master.current('workflow-links'), runId);
}

/** Returns whether a secret is in an address of the run's page: also in one from before the key was rotated. */
export function isLinkSecret({ master }: Pick<Services, 'master'>, runId: string, secret: string): boolean {
  return master.accepted('workflow-links').some((key) => isSameSecret(secretUnder(key, runId), secret));
}

function secretUnder(key: Buffer, runId: string): string {
  return Buffer.from(new KeyedHash(key).hex(runId), 'hex').toString('base64url', 0, LINK_SECRET_BYTES);
}

/** URL at which its applicant completes the tasks: see `pages/workflow-link`. Only for principals who may do it in its place. */
export function linkUrl({ services }: Ctx, { id }: Pick<Run, 'id'>): string {
  return `${services.urls.api}/l/${id}/${linkSecret(services, id)}`;
}

/** Returns whether the run waits for a task, within its time. */
export function isOpen({ status, expires_at }: Pick<Run, 'status' | 'expires_at'>, now: number): boolean {
  return (status === 'awaiting_input' || status === 'awaiting_client_input') && now < expires_at;
}

/** Mark by which a run is found by a tag: a keyed hash of the account's, hexadecimal, since tags may name people. */
export function tagMark(ctx: Ctx, tag: string): string {
  return ctx.services.master.hash('workflow-run-tags', JSON.stringify([ctx.account_id, tag])).slice(0, 32);
}

/** The task with which every run begins. */
export const START = 'start';

/** Sealed data of a task. */
interface TaskData {
  /** Place of its step among those with tasks, from 1; 0 for the start. */
  readonly step: number;
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  /** Signature of a task in which documents are signed. */
  readonly signature?: Signature;
}

export interface Task extends TaskData {
  readonly id: string;
  readonly workflow_run_id: string;
  readonly task_def_id: string;
  /** Position of its beginning among the tasks of its run: 0 for the start, then from 1. */
  readonly position: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly completed: boolean;
}

/** The output of a manual review. */
export interface ReviewAnswer {
  /** One of the choices of the step. */
  readonly choice: string;
  readonly reason: string | null;
}

/** Purpose under which a task is sealed: its id is unique in its run only. */
const sealOf = (task: Pick<Task, 'id' | 'workflow_run_id'>) => `${task.workflow_run_id}/${task.id}`;

export function toTask({ vault }: Pick<Ctx, 'vault'>, run: Run, row: WorkflowTaskRow): Task {
  const { id, workflow_run_id, position, created_at, updated_at, completed } = row;
  const { step = position, ...data } = vault.open<Omit<TaskData, 'step'> & Partial<TaskData>>(sealOf(row), row.data);
  return {
    ...data,
    // Of tasks of earlier versions, which went one by one through the file, the place is the position.
    step,
    id,
    workflow_run_id,
    task_def_id: stepOf(run, { step })?.name ?? START,
    position,
    created_at,
    updated_at,
    completed: completed === 1,
  };
}

export function sealTask({ vault }: Pick<Ctx, 'vault'>, task: Task): Buffer {
  return vault.seal(sealOf(task), {
    step: task.step,
    input: task.input,
    output: task.output,
    ...(task.signature && { signature: task.signature }),
  } satisfies TaskData);
}

/** The step that a task is of; undefined for the start. */
export function stepOf({ workflow }: Run, { step }: Pick<Task, 'step'>): TaskStep | undefined {
  return taskSteps(workflow.steps)[step - 1];
}

/** Scope of a run, for the values that its steps name by their paths. */
export function scopeOf({ workflow, custom_data }: Run, tasks: readonly Task[]): Scope {
  return walk(
    workflow,
    tasks.filter(({ step }) => step > 0),
    custom_data,
  ).scope;
}

/** Completer of the tasks of a step; null for tasks of the service itself. */
export function completerOf(step: TaskStep | undefined): Completer | 'member' | null {
  if (step?.task === 'manual_review') return 'member';
  return step !== undefined && 'completed_by' in step ? step.completed_by : null;
}

/** The state of a run: `in_review` where its status is `review` and it has not ended. */
export function stateOf({ status, in_review }: Pick<Run, 'status' | 'in_review'>): RunState {
  return status === 'review' && in_review ? 'in_review' : status;
}

/** Returns whether a run has ended, and never changes. */
export function hasEnded(run: Pick<Run, 'status' | 'in_review'>): boolean {
  return finalRunStates.has(stateOf(run));
}

/** Returns whether the service completes a task for the applicant, as in sandbox. */
export function isAutomatic({ input }: Pick<Task, 'input'>): boolean {
  return input.sandbox === 'automatic';
}

/** Completer that a task waits for: null while the service is working on it. */
export function awaitedOf(run: Run, task: Task): Completer | 'member' | null {
  if (task.signature && task.signature.stage !== 'asked') return null;
  if (isAutomatic(task)) return null;
  return completerOf(stepOf(run, task));
}
