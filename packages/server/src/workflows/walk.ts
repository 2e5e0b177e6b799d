import { type EndedReport, holds, type Scope } from './condition.ts';
import {
  type EndStep,
  type ParallelStep,
  type RepeatStep,
  type Rule,
  type Step,
  type SubWorkflowStep,
  type TaskStep,
  taskSteps,
  type Workflow,
} from './workflow.ts';

/** A task that was begun, as far as the walk needs it. */
export interface Begun {
  /** Place of its step among those with tasks, from 1. */
  readonly step: number;
  readonly completed: boolean;
  readonly output: unknown;
}

/** One round of a loop. */
interface Round<T extends Begun = Begun> {
  readonly loop: RepeatStep;
  /** Number from 1 to `loop.at_most`. */
  readonly number: number;
  /** Tasks that the round before completed, in the order of the file; none in the first round. */
  readonly before: readonly T[];
  /** Tasks that this round has completed. */
  readonly now: readonly T[];
}

/** Position of a run. */
export interface Walk<T extends Begun = Begun> {
  /** Places of the steps whose tasks begin now, from 1. */
  readonly begin: readonly number[];
  /** End of the run; null while a task is open or begins. */
  readonly end: Pick<Rule, 'outcome' | 'reason'> | null;
  readonly scope: Scope;
  /** The rounds around each open task, the outermost first. */
  readonly rounds: ReadonlyMap<T, readonly Round<T>[]>;
}

type Way = 'done' | 'waits' | EndStep;

/** Results of the steps of a workflow. Outputs belong to the whole run; checks belong to the workflow itself. */
interface Results extends Scope {
  readonly checks: Map<string, readonly EndedReport[]>;
}

/** Results of the workflow that a step belongs to, then of the workflows around it. */
type Around = readonly [Results, ...Results[]];

/** A walk that took more steps than it may. */
export class LongWalk extends Error {}

/**
 * Walks a workflow from its start through the tasks that were begun, and answers what comes next. It depends on nothing else:
 * the same tasks lead to the same place, however often and by whichever process they are walked.
 *
 * @param tasks in the order in which they were begun, without the start
 * @param start the client's custom data
 * @param most steps after which the walk gives up and throws `LongWalk`, because loops can hold loops
 */
export function walk<T extends Begun>(
  workflow: Workflow,
  tasks: readonly T[],
  start: unknown,
  most = Number.POSITIVE_INFINITY,
): Walk<T> {
  let taken = 0;
  const places = new Map(taskSteps(workflow.steps).map((step, index) => [step, index + 1]));
  const queues = new Map<number, T[]>();
  for (const task of tasks) queues.set(task.step, [...(queues.get(task.step) ?? []), task]);
  const outputs = new Map<string, unknown>([
    ['start', start],
    ['constants', workflow.constants ?? {}],
  ]);
  const whole: Results = { outputs, checks: new Map() };
  const begin: number[] = [];
  const loops: (Round<T> & { readonly now: T[] })[] = [];
  const rounds = new Map<T, readonly Round<T>[]>();

  const take = (step: TaskStep, around: Around): Way => {
    const place = places.get(step) as number;
    const task = queues.get(place)?.shift();
    if (!task) begin.push(place);
    if (!task?.completed) {
      if (task) rounds.set(task, [...loops]);
      return 'waits';
    }
    for (const { now } of loops) now.push(task);
    outputs.set(step.name, task.output);
    if (step.task === 'check') {
      const { reports } = task.output as { reports: EndedReport[] };
      for (const { checks } of around) setNewest(checks, step.name, reports);
    }
    return 'done';
  };

  const takeAll = (steps: readonly Step[], around: Around): Way => {
    for (const step of steps) {
      const way = takeOne(step, around);
      if (way !== 'done') return way;
    }
    return 'done';
  };

  const takeOne = (step: Step, around: Around): Way => {
    taken += 1;
    if (taken > most) throw new LongWalk();
    const [scope] = around;
    if ('task' in step) return take(step, around);
    if ('end' in step) return step;
    if ('workflow' in step) return takeWorkflow(step, around);
    if ('if' in step) return takeAll(holds(step.if, scope) ? step.yes : step.no, around);
    if ('parallel' in step) return takeParallel(step, around);
    return takeLoop(step, around);
  };

  const takeLoop = (loop: RepeatStep, around: Around): Way => {
    let before: readonly T[] = [];
    for (let number = 1; number <= loop.at_most; number += 1) {
      const now: T[] = [];
      loops.push({ loop, number, before, now });
      const way = takeAll(loop.repeat, around);
      loops.pop();
      if (way !== 'done') return way;
      if (holds(loop.until, around[0])) break;
      before = now;
    }
    return 'done';
  };

  const takeParallel = ({ parallel }: ParallelStep, around: Around): Way => {
    // A branch sees no checks of parallel branches, because their order of completion is random.
    const before = around.map(copyOf);
    const forks = parallel.map(() => around.map(copyOf));
    const ways = parallel.map((way, index) => takeAll(way, forks[index] as unknown as Around));
    for (const fork of forks) {
      for (const [index, { checks }] of around.entries()) addChanges(checks, before[index], fork[index]);
    }
    return ways.find((way) => typeof way === 'object') ?? (ways.includes('waits') ? 'waits' : 'done');
  };

  const takeWorkflow = ({ name, steps, decide }: SubWorkflowStep, around: Around): Way => {
    const own: Results = { outputs, checks: new Map() };
    const way = takeAll(steps, [own, ...around]);
    if (way === 'waits') return way;
    const { outcome, reason = null } = way === 'done' ? decidingRule(decide, own) : endOf(way);
    outputs.set(name, { outcome, reason });
    return 'done';
  };

  const way = takeAll(workflow.steps, [whole]);
  if (way === 'waits') return { begin, end: null, scope: whole, rounds };
  // Steps that parallel branches would begin are dropped, because the run has ended.
  const end = way === 'done' ? decidingRule(workflow.decide, whole) : endOf(way);
  return { begin: [], end, scope: whole, rounds: new Map() };
}

/** Sets the check of a step, and puts it last. */
function setNewest(checks: Results['checks'], name: string, reports: readonly EndedReport[]): void {
  checks.delete(name);
  checks.set(name, reports);
}

const copyOf = ({ outputs, checks }: Results): Results => ({ outputs, checks: new Map(checks) });

/** Sets the checks that have ended between two states. */
function addChanges(checks: Results['checks'], before: Results | undefined, after: Results | undefined): void {
  for (const [name, reports] of after?.checks ?? []) {
    if (before?.checks.get(name) !== reports) setNewest(checks, name, reports);
  }
}

const endOf = ({ end, reason }: EndStep) => ({ outcome: end, ...(reason !== undefined && { reason }) });

/** The first rule that holds; the last one of a workflow always does. */
function decidingRule(rules: readonly Rule[], scope: Scope): Rule {
  return rules.find((rule) => holds(rule, scope) && (!rule.if || holds(rule.if, scope))) as Rule;
}

/**
 * Returns whether steps that may still come ask the applicant for something: steps after an open task, and of a loop around it.
 */
export function mayAskApplicant({ steps: whole }: Workflow, open: readonly number[]): boolean {
  const steps = taskSteps(whole);
  const loops = loopsIn(whole).map(taskSteps);
  return steps.some((step, index) => {
    if (!('completed_by' in step) || step.completed_by !== 'applicant') return false;
    const around = loops.filter((loop) => loop.includes(step));
    return open.some((place) => {
      const waiting = steps[place - 1] as TaskStep;
      return index + 1 > place || around.some((loop) => loop.includes(waiting));
    });
  });
}

function loopsIn(steps: readonly Step[]): (readonly Step[])[] {
  return steps.flatMap((step) => {
    if ('if' in step) return [...loopsIn(step.yes), ...loopsIn(step.no)];
    if ('parallel' in step) return step.parallel.flatMap(loopsIn);
    if ('repeat' in step) return [step.repeat, ...loopsIn(step.repeat)];
    return 'workflow' in step ? loopsIn(step.steps) : [];
  });
}
