import { RUN_REVIEW_MS } from '../../checks/waiting/due.ts';
import type { Ctx } from '../../context/ctx.ts';
import { transition } from '../../context/states.ts';
import { enqueue } from '../../jobs/queue.ts';
import { deleteJobsOf } from '../../store/queries/jobs.ts';
import { keepReviewDue } from '../../store/queries/run-reviews.ts';
import { updateRun } from '../../store/queries/workflows.ts';
import type { ScopedTx } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { recordEvents } from '../../webhooks/event-log/record.ts';
import { type TaskStep, taskSteps } from '../workflow.ts';
import { runEvent } from './events.ts';
import { type Run, type RunData, sealRun, stateOf, stepOf, toRun } from './run.ts';
import { finalRunStates, type RunTrigger, runStates } from './states.ts';
import { finishTask, tasksIn } from './tasks.ts';

/** The run, locked until the transaction ends; undefined when there is none. */
export async function lockRun(ctx: Ctx, tx: ScopedTx, id: string): Promise<Run | undefined> {
  const { run } = await tx.lock({ run: id });
  return run && toRun(ctx, run);
}

/**
 * Moves a run by a trigger and records its event; the transaction has locked it. A trigger that its state has no transition for changes
 * nothing: a final run never changes.
 */
export async function moveRun(
  ctx: Ctx,
  tx: ScopedTx,
  before: Run,
  trigger: RunTrigger,
  found: Partial<Pick<RunData, 'reasons' | 'error'>> = {},
): Promise<Run> {
  const step = transition(runStates, stateOf(before), trigger);
  if (!step) return before;
  // The mails of a notice are queued when its task begins: the task is done, however its run ends.
  const run = finalRunStates.has(step.to) ? await finishNotices(ctx, tx, before) : before;
  const in_review = step.to === 'in_review';
  const status = step.to === 'in_review' ? 'review' : step.to;
  const after: Run = { ...run, ...found, status, in_review, updated_at: ctx.now() };
  await tx.run(updateRun, { id: run.id, status, updated_at: after.updated_at, data: sealRun(ctx, after) });
  // A member who is asked already has the time from when they were asked.
  if (in_review !== (stateOf(run) === 'in_review')) {
    await tx.run(keepReviewDue, { id: run.id, due: in_review ? after.updated_at + RUN_REVIEW_MS : null });
    noteUpdate(ctx, tx, 'report');
  }
  noteUpdate(ctx, tx, 'run');
  if (step.event) await recordEvents(ctx, tx, [runEvent(ctx, after)]);
  // A final run has no deadline.
  if (finalRunStates.has(step.to)) {
    await tx.system.run(deleteJobsOf, { ref: run.id, kind: 'workflow_run' });
    await eraseDocumentsOf(ctx, tx, after);
  }
  return after;
}

/** Queues the erasure of the documents in checks of the run that asked for an age alone. */
async function eraseDocumentsOf(ctx: Ctx, tx: ScopedTx, run: Run): Promise<void> {
  const asksAge = (step: TaskStep | undefined) => step?.task === 'check' && step.age_over !== undefined;
  if (!taskSteps(run.workflow.steps).some(asksAge)) return;
  for (const task of await tasksIn(ctx, tx, run)) {
    if (!asksAge(stepOf(run, task))) continue;
    await enqueue(ctx.services, tx.system, ctx, { kind: 'document_erasure', ref: String(task.input.check_id) });
  }
}

/** Completes the open notices of a run. */
async function finishNotices(ctx: Ctx, tx: ScopedTx, before: Run): Promise<Run> {
  if (!taskSteps(before.workflow.steps).some(({ task }) => task === 'notify')) return before;
  let run = before;
  for (const task of await tasksIn(ctx, tx, run)) {
    if (task.completed || stepOf(run, task)?.task !== 'notify') continue;
    run = await finishTask(ctx, tx, run, task, { mails: task.input.mails });
  }
  return run;
}
