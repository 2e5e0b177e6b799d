import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dryRun, type PastTask } from './dry-run.ts';
import { blocks, outputOf, photo, runOf, workflowOf } from './testing/blocks.ts';
import { LongWalk } from './walk.ts';
import { type Condition, type Step, type TaskStep, taskSteps } from './workflow.ts';

const completed = (step: TaskStep, output: unknown = {}): PastTask => ({ step, output, completed: true });
const profile = (required: readonly ('first_name' | 'email')[]): TaskStep => ({
  task: 'profile_data',
  name: 'profile_data',
  completed_by: 'client',
  required,
  optional: [],
});
const check = (...names: readonly ('document' | 'watchlist_standard')[]): TaskStep => ({
  task: 'check',
  name: 'check',
  reports: names,
});
const review = (...choices: string[]): TaskStep => ({ task: 'manual_review', name: 'review', question: null, choices });
const endIf = (holds: Condition): Step => ({ if: holds, yes: [{ end: 'decline', reason: 'Not today' }], no: [] });
const ended = (outcome: string, reason: string | null = null) => ({ outcome, reason });

test('a run ends as it did when its own workflow is tried on it', () => {
  fc.assert(
    fc.property(blocks, fc.boolean(), fc.infiniteStream(fc.nat()), (steps, good, choices) => {
      const run = runOf(steps, { good });
      let end = run.advance();
      while (end === null) {
        const open = run.open();
        const choice = choices.next().value as number;
        end = run.complete(open[choice % open.length] as string, outputOf(choice % 3 > 0));
      }
      const named = taskSteps(steps);
      const tasks = run.tasks.map(({ step, ...task }) => ({ ...task, step: named[step - 1] as TaskStep }));
      expect(dryRun(workflowOf(steps), tasks, { good })).toMatchObject({ outcome: end });
    }),
    { numRuns: 300 },
  );
});

test('a changed condition ends the run in another way, and an answer that nobody gave is missing', () => {
  const tasks = [
    completed(profile(['first_name']), { first_name: 'Ann', email: '' }),
    completed(photo('selfie') as TaskStep),
  ];
  const by = (...steps: Step[]) => dryRun(workflowOf(steps), tasks, { good: true });
  expect(by(profile(['first_name']), photo('selfie'))).toEqual(ended('approve'));
  // A step less, and a wait and a mail more, need no answer.
  const idle: Step[] = [
    { task: 'wait', name: 'pause', minutes: 9 },
    { task: 'notify', name: 'mail', to: 'applicant', subject: 'Hello', text: 'Hello' },
  ];
  expect(by(photo('selfie'), ...idle)).toEqual(ended('approve'));
  expect(by(photo('selfie'), endIf({ value: 'start.good', is: true }))).toEqual(ended('decline', 'Not today'));
  expect(by(photo('selfie'), endIf({ value: 'profile_data.first_name', is: 'Bob' }))).toEqual(ended('approve'));
  // Another name, another kind, and a field that the applicant left empty.
  expect(by(photo('other'))).toEqual({ missing: ['other'] });
  expect(by({ task: 'face_video', name: 'selfie', completed_by: 'applicant' })).toEqual({ missing: ['selfie'] });
  expect(by(profile(['first_name', 'email']))).toEqual({ missing: ['profile_data'] });
  expect(by({ parallel: [[photo('one')], [profile(['email'])]] })).toEqual({ missing: ['profile_data', 'one'] });
});

test('a check answers for the reports that it had, a member for the choices that there were', () => {
  const reports = [
    { id: '1', name: 'document', result: 'clear', sub_result: 'clear' },
    { id: '2', name: 'watchlist_standard', result: 'consider', sub_result: null },
  ];
  const past = (before: TaskStep) => [completed(before, { reports })];
  const clear = endIf({ not: { check: 'clear' } });
  const by = (before: TaskStep, ...steps: Step[]) => dryRun(workflowOf(steps), past(before), { good: true });
  const both = check('document', 'watchlist_standard');
  expect(by(both, both, clear)).toEqual(ended('decline', 'Not today'));
  expect(by(both, check('document'), clear)).toEqual(ended('approve'));
  expect(by(check('document'), both, clear)).toEqual({ missing: ['check'] });
  expect(by(both, { ...check('document'), age_over: 18 } as TaskStep)).toEqual({ missing: ['check'] });

  const answered = [completed(review('yes', 'no'), { choice: 'no', reason: null })];
  const asked = (...choices: string[]) => dryRun(workflowOf([review(...choices)]), answered, { good: true });
  expect(asked('no', 'later')).toEqual(ended('approve'));
  expect(asked('yes', 'later')).toEqual({ missing: ['review'] });
});

test('a wallet answers for types that are still accepted', () => {
  const wallet = (more: object): TaskStep => ({
    task: 'digital_credential',
    name: 'wallet',
    completed_by: 'applicant',
    types: ['driving_licence'],
    fallback: false,
    ...more,
  });
  const by = (before: object, after: object) =>
    dryRun(workflowOf([wallet(after)]), [completed(wallet(before), [])], {});
  expect(by({}, { types: ['driving_licence', 'national_identity_card'], fallback: true })).toEqual(ended('review'));
  expect(by({ fallback: true }, {})).toEqual({ missing: ['wallet'] });
  expect(by({ types: ['driving_licence', 'national_identity_card'] }, {})).toEqual({ missing: ['wallet'] });
  expect(by({}, { age_over: 18 })).toEqual({ missing: ['wallet'] });
});

test('loops in loops that do nothing do not hold up the process', () => {
  let steps: Step[] = [endIf({ value: 'start.never', is: true })];
  for (let depth = 0; depth < 30; depth += 1)
    steps = [{ repeat: steps, until: { value: 'start.never', is: true }, at_most: 10 }];
  expect(() => dryRun(workflowOf(steps), [], {})).toThrow(LongWalk);
});
