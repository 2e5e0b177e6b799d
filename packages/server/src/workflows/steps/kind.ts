import type { FieldErrors } from '../../base/errors.ts';
import type { Place } from '../../base/place.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Media } from '../../media/media.ts';
import type { Site } from '../../members/webauthn/ceremonies.ts';
import type { NewFile } from '../../signatures/files.ts';
import type { ScopedTx } from '../../store/store.ts';
import type { FaultyCapture } from '../runs/retry-reasons.ts';
import type { Run, Task } from '../runs/run.ts';
import type { SubWorkflowStep, TaskStep, Workflow } from '../workflow.ts';

/** The keys of a step in a file. */
export interface StepFields {
  at(key: string): Place;
  has(key: string): boolean;
}

/** The new names of a workflow that becomes a part of another one. */
export interface Naming {
  /** Returns the new name of a step. */
  step(name: string): string;
  /** Returns the new path of a value. */
  path(path: string): string;
}

/** Checks what a step names against the rest of its workflow. */
interface StepJudge {
  readonly workflow: Workflow;
  /** Place of the step in the file. */
  readonly at: Place['path'];
  /** Steps that may have ended before, by name. */
  readonly known: ReadonlyMap<string, TaskStep | SubWorkflowStep>;
  wrong(path: Place['path'], message: string): void;
  /** Checks the path of a value, and returns its type if the file says it. */
  value(path: Place['path'], value: string): string | undefined;
}

/** The place of a new task: its step in the workflow and its position among the tasks of the run, both from 1. */
export interface TaskPlace {
  readonly step: number;
  readonly position: number;
}

export interface BegunStep {
  readonly run: Run;
  /** Undefined if the step could not begin and the run has ended. */
  readonly task: Task | undefined;
}

/** A task that was completed in an earlier run, with the version of the step that the run had. */
export interface EarlierTask<S extends TaskStep> {
  readonly step: S;
  readonly output: unknown;
}

/** An open task with its step. */
export interface OpenTask<S extends TaskStep> {
  readonly task: Task;
  readonly step: S;
}

/** Data that completes a task, and the page that sent it; undefined if the page isn't known. */
interface GivenData {
  readonly data: unknown;
  readonly site: Site | undefined;
}

/** Completes a task with the data of an applicant or a client. */
export interface Completion<S extends TaskStep, Prepared = unknown> {
  /** Checks the answer of the applicant's device before the transaction. Without an answer, the task can't be completed. */
  prepare?(ctx: Ctx, run: Run, open: OpenTask<S>, given: GivenData): Promise<Prepared>;
  /** Returns the output of the task. Throws `validation_error` for data that doesn't fit. */
  complete(
    ctx: Ctx,
    tx: ScopedTx,
    run: Run,
    given: { readonly step: S; readonly data: unknown; readonly prepared: Prepared | undefined },
  ): Promise<unknown>;
}

/** A kind of step: how a file describes it, how a picture shows it, and what the service does in its task. */
export interface StepKind<S extends TaskStep = TaskStep, W = unknown> {
  /** Keys of the step in a file, besides `task` and `name`. */
  readonly keys: readonly string[];
  /** Reads the step from a file, and reports what is wrong with it at its place. */
  parse(head: Pick<S, 'task' | 'name'>, fields: StepFields, place: Place): S;
  /** Reports names and values that nothing before the step has. */
  judge?(step: S, judge: StepJudge): void;
  /** Returns the step with the new paths of the values that it names. */
  rename?(step: S, naming: Naming): S;
  /** Types of the values in the output, by key, for the conditions of the workflow. Absent if they are not listed. */
  outputTypes?(step: S): Readonly<Record<string, string | undefined>>;
  /** Values that a key of the output can have; undefined if they are not listed. */
  choices?(step: S, key: string): readonly string[] | undefined;
  /**
   * Returns the output that a task of an earlier version of the step would have had in this version; undefined if it can't be known,
   * because this version asks for something else. Absent if an output fits every version.
   */
  outputFrom?(step: S, earlier: EarlierTask<S>): unknown;
  /** Output with which a dry run continues after a step that no earlier run had. Absent if a person or an analysis answers it. */
  readonly dryOutput?: unknown;
  /** The capture that reasons of a retry concern. */
  captured?(step: S): FaultyCapture;
  /** The second line of the step in the picture of the workflow. */
  hint(step: S): string;
  /**
   * Begins the step: writes its task and starts the work of the service. The transaction has locked applicant and run. The task
   * stays open: `settle` or `completion` ends it. A step that waits for nothing queues its job with `enqueueWork`.
   */
  begin(ctx: Ctx, tx: ScopedTx, run: Run, begun: { readonly place: TaskPlace; readonly step: S }): Promise<BegunStep>;
  /** Completes the task with data of applicants and clients; or the reason why they can't, for the error at `task_id`. */
  readonly completion: Completion<S> | { readonly refused: string };
  /** Does work for an open task outside of any transaction. Throws if a job has to try again. */
  work?(
    ctx: Ctx,
    run: Run,
    open: OpenTask<S> & { readonly tasks: readonly Task[]; readonly attempt: number },
  ): Promise<W | undefined>;
  /** Returns the files of work, which have no row yet. Files of work that no transaction has taken over are deleted. */
  filesOf?(work: W): readonly NewFile[];
  /**
   * Takes over the result of the work, or completes a task whose time has come, in the transaction of a job.
   *
   * @returns the changed run; undefined if the task stays as it is
   */
  settle?(ctx: Ctx, tx: ScopedTx, run: Run, open: OpenTask<S>, work: W | undefined): Promise<Run | undefined>;
  /** Media that the output of a completed task names. */
  media?(ctx: Ctx, task: Task, step: S): Promise<Media[]>;
}

/** Errors at the id of a task. */
export const atTask = (message: string): FieldErrors => ({ task_id: [message] });

/** The refusal of kinds that the service completes itself. */
export const OF_THE_SERVICE = { refused: 'is completed by the service' } as const;
