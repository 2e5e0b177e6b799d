import { stepKind } from './steps/index.ts';
import type { EarlierTask } from './steps/kind.ts';
import { type Begun, walk } from './walk.ts';
import { type Decision, type TaskStep, taskSteps, type Workflow } from './workflow.ts';

/** A task of a run that has ended, with the step of the workflow that the run began with. */
export interface PastTask extends EarlierTask<TaskStep> {
  readonly completed: boolean;
}

/** End that a run would have with another workflow. */
export type DryEnd =
  | { readonly outcome: Decision; readonly reason: string | null }
  /** Names of the steps that would have needed an answer that the run has not got. */
  | { readonly missing: readonly string[] };

/**
 * Steps that a walk may take. A run of the longest file has some thousand; a text with loops in loops can ask for billions.
 */
const MOST_STEPS = 10_000;

/**
 * Walks a workflow with the answers of a run that has ended with another version of it. A step has the answer of the step of the
 * same name and kind; steps that wait or send mail need none. Nothing is sent or stored.
 *
 * @param tasks in the order in which they were begun, without the start
 * @param start the client's custom data
 * @throws LongWalk for a workflow whose loops take more than 10,000 steps
 */
export function dryRun(workflow: Workflow, tasks: readonly PastTask[], start: unknown): DryEnd {
  const steps = taskSteps(workflow.steps);
  const begun: Begun[] = tasks.flatMap((task) => {
    const index = steps.findIndex(({ name, task: kind }) => name === task.step.name && kind === task.step.task);
    return index < 0 ? [] : [answerOf(steps[index] as TaskStep, index + 1, task)];
  });
  for (;;) {
    const { begin, end, rounds } = walk(workflow, begun, start, MOST_STEPS);
    if (end) return { outcome: end.outcome, reason: end.reason ?? null };
    const idle = begin.flatMap((step): Begun[] => {
      const { dryOutput } = stepKind(steps[step - 1] as TaskStep);
      return dryOutput === undefined ? [] : [{ step, completed: true, output: dryOutput }];
    });
    if (idle.length === 0) {
      const missing = [...[...rounds.keys()].map(({ step }) => step), ...begin];
      return { missing: missing.map((step) => steps[step - 1]?.name ?? '') };
    }
    begun.push(...idle);
  }
}

/** The answer that a step has by a task of an earlier version; an open task if the step can't use it. */
function answerOf(step: TaskStep, place: number, { completed, ...earlier }: PastTask): Begun {
  const { outputFrom } = stepKind(step);
  const output = outputFrom && completed ? outputFrom(step, earlier) : earlier.output;
  return { step: place, completed: completed && output !== undefined, output };
}
