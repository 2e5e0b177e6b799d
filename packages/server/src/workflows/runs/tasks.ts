import { createHash } from 'node:crypto';
import type { Ctx } from '../../context/ctx.ts';
import { completeTaskRow, insertTask, listTasks, updateTaskData } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';
import { type TaskStep, taskPrefix, taskSteps } from '../workflow.ts';
import { taskEvent } from './events.ts';
import { type Run, START, sealTask, type Task, toTask } from './run.ts';

interface NewTask {
  /** Position of its beginning among the tasks of its run, from 1. */
  readonly position: number;
  /** Place of its step, from 1. */
  readonly step: number;
  readonly input: Task['input'];
  readonly signature?: Task['signature'];
}

/** Writes a task that begins, with its event. */
export async function createTask(ctx: Ctx, tx: ScopedTx, run: Run, added: NewTask): Promise<Task> {
  const { position, step, input, signature } = added;
  const now = ctx.now();
  const definition = taskSteps(run.workflow.steps)[step - 1] as TaskStep;
  const task: Task = {
    id: taskId(run.id, definition.name, position),
    workflow_run_id: run.id,
    task_def_id: definition.name,
    position,
    step,
    created_at: now,
    updated_at: now,
    completed: false,
    input,
    output: null,
    ...(signature && { signature }),
  };
  await writeTask(ctx, tx, run, task);
  await recordEvents(ctx, tx, [taskEvent(run, task)]);
  return task;
}

/** Writes the task with which a run begins: complete from the start, with the client's custom data. */
export async function createStartTask(ctx: Ctx, tx: ScopedTx, run: Run): Promise<void> {
  const { created_at, updated_at, custom_data } = run;
  await writeTask(ctx, tx, run, {
    id: START,
    workflow_run_id: run.id,
    task_def_id: START,
    position: 0,
    step: 0,
    created_at,
    updated_at,
    completed: true,
    input: custom_data,
    output: custom_data,
  });
}

/**
 * Completes a task with its output, with its event. Where the workflow shows the output, the run that is returned has it:
 * `moveRun` writes it.
 */
export async function finishTask(ctx: Ctx, tx: ScopedTx, run: Run, before: Task, output: unknown): Promise<Run> {
  const task: Task = { ...before, output, completed: true, updated_at: ctx.now() };
  const { id, workflow_run_id, updated_at } = task;
  await tx.run(completeTaskRow, { id, workflow_run_id, updated_at, data: sealTask(ctx, task) });
  await recordEvents(ctx, tx, [taskEvent(run, task)]);
  noteUpdate(ctx, tx, 'run');
  const shown = Object.entries(run.workflow.output).filter(([, name]) => name === task.task_def_id);
  if (shown.length === 0) return run;
  return { ...run, output: { ...run.output, ...Object.fromEntries(shown.map(([key]) => [key, output])) } };
}

/** Writes how far the signature of a task is. */
export async function saveSignature(ctx: Ctx, tx: ScopedTx, task: Task): Promise<void> {
  const { id, workflow_run_id } = task;
  await tx.run(updateTaskData, { id, workflow_run_id, data: sealTask(ctx, task) });
}

/** The tasks of a run that have begun. */
export async function tasksIn(ctx: Ctx, tx: ScopedTx, run: Run): Promise<Task[]> {
  return (await tx.all(listTasks, { workflow_run_id: run.id })).map((row) => toTask(ctx, run, row));
}

/** Number of ids: as many as five hexadecimal digits give. */
const IDS = 2 ** 20;

/** Odd, so that the first `IDS` positions of a run have as many ids. */
const STRIDE = 0x9e377;

/** The prefix of the definition, and five hexadecimal digits (contract 15.4): random ones would collide in a long run. */
export function taskId(runId: string, name: string, position: number): string {
  const first = createHash('sha256').update(runId).digest().readUInt32BE();
  const digits = ((first + position * STRIDE) % IDS).toString(16).padStart(5, '0');
  return `${taskPrefix(name)}_${digits}`;
}

async function writeTask(ctx: Ctx, tx: ScopedTx, run: Run, task: Task): Promise<void> {
  const { id, workflow_run_id, position, created_at, updated_at, completed } = task;
  await tx.run(insertTask, {
    id,
    workflow_run_id,
    applicant_id: run.applicant_id,
    position,
    created_at,
    updated_at,
    completed: completed ? 1 : 0,
    data: sealTask(ctx, task),
  });
}
