import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ctx } from '../../context/ctx.ts';
import { listRunsByAge } from '../../store/queries/review.ts';
import { listTasks } from '../../store/queries/workflows.ts';
import { type DryEnd, dryRun, type PastTask } from '../dry-run.ts';
import type { Decision, TaskStep, Workflow } from '../workflow.ts';
import { wrongInputs } from './inputs.ts';
import { hasEnded, type Run, stepOf, type Task, toRun, toTask } from './run.ts';

/** Runs that a dry run compares at most, and runs of any workflow and status that it looks at to find them. */
const MOST = { compared: 200, looked: 5_000 } as const;
const PAGE = 500;

/** A run that has ended, and how it would have ended with another workflow. */
export interface DryRun {
  readonly run: Run;
  readonly before: Decision;
  readonly after: DryEnd;
}

interface DryRuns {
  /** Newest first. */
  readonly runs: readonly DryRun[];
  /** True if there are older runs, which were not compared. */
  readonly more: boolean;
}

const decisionOf: { readonly [Status in Run['status']]?: Decision } = {
  approved: 'approve',
  declined: 'decline',
  review: 'review',
};

/**
 * Compares how the newest runs of a workflow have ended with how they would have ended with `draft`. Runs that were abandoned or failed
 * are left out, and so are runs of applicants that are scheduled for deletion. Stores and sends nothing.
 *
 * @param id of the workflow whose runs are compared, in any of its versions
 * @param since Unix milliseconds: runs that began later
 * @throws LongWalk if the loops of the draft take too many steps
 */
export async function dryRunPast(ctx: Ctx, draft: Workflow, id: string, since: number): Promise<DryRuns> {
  const runs: DryRun[] = [];
  let [at, after] = [ctx.now() + 1, ''];
  for (let looked = 0; looked < MOST.looked; looked += PAGE) {
    const rows = await ctx.read.all(listRunsByAge, { at, id: after, status: '', limit: PAGE });
    for (const row of rows) {
      if (row.created_at <= since) return { runs, more: false };
      [at, after] = [row.created_at, row.id];
      const before = decisionOf[row.status];
      if (!before) continue;
      // Other requests are answered between two runs.
      await nextTurn();
      const run = toRun(ctx, row);
      if (run.workflow.id !== id || !hasEnded(run)) continue;
      if (runs.length === MOST.compared) return { runs, more: true };
      runs.push({ run, before, after: await endOf(ctx, draft, run) });
    }
    if (rows.length < PAGE) return { runs, more: false };
  }
  return { runs, more: true };
}

async function endOf(ctx: Ctx, draft: Workflow, run: Run): Promise<DryEnd> {
  const inputs = Object.keys(wrongInputs(draft, run.custom_data));
  if (inputs.length > 0) return { missing: inputs.map((name) => `start.${name}`) };
  const rows = await ctx.read.all(listTasks, { workflow_run_id: run.id });
  const tasks = rows.map((row) => toTask(ctx, run, row)).filter(({ step }) => step > 0);
  return dryRun(
    draft,
    tasks.map((task) => pastTask(run, task)),
    run.custom_data,
  );
}

const pastTask = (run: Run, task: Task): PastTask => ({
  step: stepOf(run, task) as TaskStep,
  output: task.output,
  completed: task.completed,
});
