import type { Ctx } from '../../context/ctx.ts';
import { toReport } from '../../reports/records/report.ts';
import { listReports } from '../../store/queries/checks.ts';
import type { EndedReport } from '../condition.ts';
import { stepKind } from '../steps/index.ts';
import { walk } from '../walk.ts';
import { certainSteps, type RepeatStep, type TaskStep, taskSteps } from '../workflow.ts';
import { type Fault, type RetryReason, tellableFaults } from './retry-reasons.ts';
import { completerOf, type Run, stepOf, type Task } from './run.ts';

/** A run with its tasks. */
interface RunTasks {
  readonly run: Run;
  /** Tasks that were begun, in that order. */
  readonly tasks: readonly Task[];
}

/** An attempt after the first at something that the applicant does. */
export interface Attempt {
  /** Number of the attempt, from 2. */
  readonly attempt: number;
  /** Null where the workflow does not say how often it asks. */
  readonly at_most: number | null;
  /** Reasons of the previous attempt that the applicant may see. */
  readonly faults: readonly Fault[];
}

/**
 * The attempt that a task of the applicant belongs to; undefined for a first attempt. A later attempt is a later round of a loop, or
 * another step of the same kind after a check that was not clear.
 *
 * @param task an open task of the run
 */
export async function attemptOf(ctx: Ctx, whole: RunTasks, task: Task): Promise<Attempt | undefined> {
  const rounds = roundsAround(whole, task);
  const repeated = rounds.findLast(({ number }) => number > 1);
  const round = repeated ?? rounds.at(-1);
  const { count, checks } = earlierAttempts(whole, task, round?.loop);
  if (!repeated && count === 0) return undefined;
  const failed = repeated ? repeated.before.filter((task) => isCheck(whole.run, task)) : checks;
  const rows = await Promise.all(
    failed.map(({ input }) => ctx.read.all(listReports, { check_id: String(input.check_id) })),
  );
  return {
    attempt: count + (round?.number ?? 1),
    at_most: round ? count + round.loop.at_most : null,
    faults: tellableFaults(rows.flat().map((row) => toReport(ctx, row))),
  };
}

/** Reasons that concern the capture of a step. */
export function reasonsFor(step: TaskStep | undefined, { faults }: Pick<Attempt, 'faults'>): RetryReason[] {
  const taken = step && stepKind(step).captured?.(step);
  return faults.filter(({ capture }) => capture === taken).map(({ reason }) => reason);
}

/** A step of the applicant. */
interface ApplicantStep {
  readonly step: TaskStep;
  /** A step that is repeated is done once its newest round has completed it. */
  readonly done: boolean;
  /** True if the run requires the step whatever its conditions, or requires it now. */
  readonly certain: boolean;
}

/** The steps of the applicant in the order of the file. */
export function applicantSteps({ run, tasks }: RunTasks, task: Task | undefined): ApplicantStep[] {
  const { steps } = run.workflow;
  const rounds = task ? roundsAround({ run, tasks }, task).filter(({ number }) => number > 1) : [];
  const completed = new Set(tasks.filter((task) => task.completed).map(({ task_def_id }) => task_def_id));
  const certain = new Set(certainSteps(steps));
  return taskSteps(steps)
    .filter((step) => completerOf(step) === 'applicant')
    .map((step) => {
      const round = rounds.findLast(({ loop }) => taskSteps(loop.repeat).includes(step));
      const done = round ? round.now.some(({ task_def_id }) => task_def_id === step.name) : completed.has(step.name);
      return { step, done, certain: certain.has(step) || step.name === task?.task_def_id };
    });
}

const isCheck = (run: Run, task: Task): boolean => stepOf(run, task)?.task === 'check';

/**
 * Attempts by other steps of the same kind, before the loop that the task is in, and the checks that found them wanting. None
 * where the newest of them was not followed by such a check: a second document is not a second attempt.
 */
function earlierAttempts({ run, tasks }: RunTasks, task: Task, loop: RepeatStep | undefined) {
  const kind = stepOf(run, task)?.task;
  const within = new Set(loop && taskSteps(loop.repeat));
  const isWithin = (task: Task) => within.has(stepOf(run, task) as TaskStep);
  const begin = loop ? (tasks.find(isWithin) ?? task).position : task.position;
  const before = tasks.filter((task) => task.completed && task.position < begin && !isWithin(task));
  const alike = before.filter((task) => stepOf(run, task)?.task === kind);
  const since = alike.at(-1)?.position ?? begin;
  const checks = before.filter((task) => task.position > since && isCheck(run, task) && !isClear(task));
  return { count: checks.length === 0 ? 0 : alike.length, checks };
}

const isClear = ({ output }: Task): boolean =>
  (output as { reports: readonly EndedReport[] }).reports.every(({ result }) => result === 'clear');

function roundsAround({ run, tasks }: RunTasks, task: Task) {
  const begun = tasks.filter(({ step }) => step > 0);
  return walk(run.workflow, begun, run.custom_data).rounds.get(task) ?? [];
}
