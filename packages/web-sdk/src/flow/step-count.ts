import type { Part, Plan } from './plan.ts';
import type { Place, Screen } from './state.ts';

/** Kinds of parts in which the applicant hands something in. */
const taskKinds = ['document', 'poa', 'face', 'data', 'passkey', 'signature'] as const;

/** A part in which the applicant hands something in. */
export type Task = Extract<Part, { kind: (typeof taskKinds)[number] }>;

const isTask = (part: Part): part is Task => taskKinds.some((kind) => kind === part.kind);

/** The parts of a plan in which the applicant hands something in, in order. Undefined while a workflow run decides what follows. */
export function tasksOf(plan: Plan): readonly Task[] | undefined {
  return plan.some(({ kind }) => kind === 'workflow' || kind === 'stepUp') ? undefined : plan.filter(isTask);
}

/** Screens outside of the steps. */
const outside: ReadonlySet<Screen> = new Set<Screen>([
  'welcome',
  'consent',
  'waiting',
  'complete',
  'finished',
  'ended',
]);

/**
 * Number of the present step, from 1, and of all steps. Undefined outside of the steps, where there is only one, and while their number
 * is not known.
 */
export function stepCount(plan: Plan, { step, screen }: Place): { step: number; steps: number } | undefined {
  const tasks = tasksOf(plan);
  if (!tasks || tasks.length < 2 || outside.has(screen)) return undefined;
  return { step: plan.slice(0, step + 1).filter(isTask).length, steps: tasks.length };
}
