import fc from 'fast-check';
import { walk } from '../walk.ts';
import { type Condition, RUN_DAYS, type Rule, type Step, taskSteps, type Workflow } from '../workflow.ts';

/** A step that takes a photo. */
export const photo = (name: string): Step => ({ task: 'face_photo', name, completed_by: 'applicant' });

/** A workflow that approves where `start.good` is true. */
export const workflowOf = (steps: readonly Step[]): Workflow => ({
  id: 'w',
  version: 1,
  name: 'n',
  output: {},
  abandon_after_days: RUN_DAYS,
  steps,
  decide: [{ if: { value: 'start.good', is: true }, outcome: 'approve' }, { outcome: 'review' }],
});

/** A run in memory: it begins and completes tasks as the service does. */
export function runOf(steps: readonly Step[], start: object = {}) {
  const workflow = workflowOf(steps);
  const names = taskSteps(steps).map(({ name }) => name);
  const tasks: { step: number; completed: boolean; output: unknown }[] = [];
  const advance = () => {
    const { begin, end } = walk(workflow, tasks, start);
    for (const step of begin) tasks.push({ step, completed: false, output: null });
    return end?.outcome ?? null;
  };
  const open = () => tasks.filter(({ completed }) => !completed).map(({ step }) => names[step - 1] as string);
  return {
    tasks,
    names,
    advance,
    open,
    complete(name: string, output: unknown = {}) {
      const task = tasks.find(({ step, completed }) => !completed && names[step - 1] === name);
      if (!task) throw new Error(`${name} is not open`);
      Object.assign(task, { completed: true, output });
      return advance();
    },
  };
}

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ value: fc.constantFrom('start.good', 't1.good', 't2.good'), is: fc.boolean() }),
  fc.record({ not: fc.record({ value: fc.constantFrom('t1.good', 't3.good'), exists: fc.boolean() }) }),
  fc.record({ value: fc.constantFrom('t1.choice', 't2.choice'), is: fc.constantFrom('approve', 'decline') }),
);

const review: Step = { task: 'manual_review', name: '?', question: null, choices: ['approve', 'decline'] };
const signature: Step = {
  task: 'simple_electronic_signature',
  name: '?',
  completed_by: 'applicant',
  documents: ['applicant'],
  sandbox: 'applicant',
};

const notice: Step = { task: 'notify', name: '?', to: 'applicant', subject: 'Hello', text: 'Hello' };

interface Pieces {
  readonly condition: fc.Arbitrary<Condition>;
  readonly task: fc.Arbitrary<Step>;
  /** Other steps that may occur. */
  readonly others: fc.Arbitrary<Step>[];
}

/** Blocks of steps as a file may nest them, with names of their own. */
export const blocksOf = ({ condition: asked, task, others }: Pieces) =>
  fc
    .letrec<{ step: Step; block: Step[] }>((tie) => ({
      block: fc.array(tie('step'), { maxLength: 3, depthIdentifier: 'nest' }),
      step: fc.oneof(
        { depthIdentifier: 'nest', maxDepth: 3 },
        task,
        fc.record({ if: asked, yes: tie('block'), no: tie('block') }),
        fc.record({ parallel: fc.array(tie('block'), { minLength: 2, maxLength: 3 }) }),
        fc.record({ repeat: tie('block'), until: asked, at_most: fc.integer({ min: 1, max: 3 }) }),
        fc.record({
          workflow: fc.constant('part.yaml'),
          name: fc.constant('part'),
          inputs: fc.constant({}),
          steps: tie('block'),
          decide: fc.constant<Rule[]>([{ outcome: 'review' }]),
        }),
        ...others,
      ),
    }))
    .block.map((steps) => {
      // Copies: the steps of an arbitrary may be one object in several places.
      const copy = JSON.parse(JSON.stringify(steps)) as Step[];
      for (const [index, step] of taskSteps(copy).entries()) Object.assign(step, { name: `t${index + 1}` });
      return copy;
    });

/** Blocks of every kind of step whose answers conditions name. */
export const blocks = blocksOf({
  condition,
  task: fc.constantFrom<Step[]>(photo('?'), { task: 'wait', name: '?', minutes: 1 }, review, signature, notice),
  others: [fc.record({ end: fc.constantFrom('approve', 'decline') }) as fc.Arbitrary<Step>],
});

/** Output of every kind of step: conditions ask for one key or the other. */
export const outputOf = (good: boolean) => ({ good, choice: good ? 'approve' : 'decline' });
