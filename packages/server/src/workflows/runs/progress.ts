import type { Ctx } from '../../context/ctx.ts';
import type { ScopedTx } from '../../store/store.ts';
import { type Scope, valueAt } from '../condition.ts';
import { walk } from '../walk.ts';
import type { Decision } from '../workflow.ts';
import { beginStep } from './begin-step.ts';
import { moveRun } from './move.ts';
import { awaitedOf, hasEnded, isOpen, type ReviewAnswer, type Run, stepOf, type Task } from './run.ts';
import type { RunTrigger } from './states.ts';
import { tasksIn } from './tasks.ts';

/**
 * Begins the next tasks of a run, or ends it when nothing follows. The transaction has locked the applicant, if it still exists,
 * and the run.
 */
export async function advanceRun(ctx: Ctx, tx: ScopedTx, before: Run): Promise<Run> {
  let run = before;
  const tasks = await tasksIn(ctx, tx, run);
  const walked = tasks.filter(({ step }) => step > 0);
  const { begin, end, scope } = walk(run.workflow, walked, run.custom_data);
  run = { ...run, output: outputWith(run, scope) };
  if (end) {
    const reasons = [...(end.reason === undefined ? [] : [end.reason]), ...reasonsOfMembers(run, tasks)];
    return moveRun(ctx, tx, run, triggerOf[end.outcome], { reasons });
  }
  const open = tasks.filter(({ completed }) => !completed);
  for (const [index, step] of begin.entries()) {
    const begun = await beginStep(ctx, tx, run, { step, position: tasks.length + index });
    if (!begun.task) return begun.run;
    run = begun.run;
    open.push(begun.task);
  }
  const completers = open.map((task) => awaitedOf(run, task));
  const after = await moveRun(ctx, tx, run, askedOf(completers));
  // Its time ran out while the service was at work.
  const isLate = after.status !== 'processing' && !hasEnded(after) && !isOpen(after, ctx.now());
  return isLate ? moveRun(ctx, tx, after, 'timed_out') : after;
}

/**
 * Reasons of members, in the order of their tasks. Of a review that was repeated, only the last answer counts: a run that is approved
 * in the end was not rejected for the reason of an earlier attempt.
 */
function reasonsOfMembers(run: Run, tasks: readonly Task[]): string[] {
  const answered = tasks.filter((task) => task.completed && stepOf(run, task)?.task === 'manual_review');
  const last = answered.filter(
    ({ task_def_id }, i) => answered.findLastIndex((other) => other.task_def_id === task_def_id) === i,
  );
  return last.flatMap(({ output }) => (output as ReviewAnswer).reason ?? []);
}

function askedOf(completers: readonly ReturnType<typeof awaitedOf>[]): RunTrigger {
  if (completers.includes('applicant')) return 'applicant_asked';
  if (completers.includes('client')) return 'client_asked';
  return completers.includes('member') ? 'member_asked' : 'service_asked';
}

/** The output with the values that the workflow shows by their path. */
function outputWith({ workflow, output }: Run, scope: Scope): Run['output'] {
  const shown = Object.entries(workflow.output).flatMap(([key, source]) => {
    const value = typeof source === 'object' && 'value' in source ? valueAt(source.value, scope) : undefined;
    return value === undefined ? [] : [[key, value] as const];
  });
  return shown.length === 0 ? output : { ...output, ...Object.fromEntries(shown) };
}

const triggerOf: Readonly<Record<Decision, RunTrigger>> = {
  approve: 'approved',
  decline: 'declined',
  review: 'sent_to_review',
};
