import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { blocks, blocksOf, outputOf, photo, runOf, workflowOf } from './testing/blocks.ts';
import { type Begun, mayAskApplicant, walk } from './walk.ts';
import type { Condition, Step } from './workflow.ts';

it('takes the way of a branch by what was given, and by what a step has come to', () => {
  const branch = (condition: Condition): Step => ({ if: condition, yes: [photo('yes')], no: [photo('no')] });
  const rich = runOf([branch({ value: 'start.plan', is: 'gold' })], { plan: 'gold' });
  expect([rich.advance(), rich.open()]).toEqual([null, ['yes']]);
  const later = runOf([photo('first'), branch({ value: 'first.score', at_least: 0.5 })]);
  expect([later.advance(), later.open()]).toEqual([null, ['first']]);
  expect([later.complete('first', { score: 0.4 }), later.open()]).toEqual([null, ['no']]);
  expect([later.complete('no'), later.open()]).toEqual(['review', []]);
});

it('says of an open task which rounds are around it, and what they came to', () => {
  const until = (value: string): Condition => ({ value, is: true });
  const inner: Step = { repeat: [photo('face'), photo('check')], until: until('check.clear'), at_most: 3 };
  const outer: Step = { repeat: [photo('form'), inner], until: until('form.clear'), at_most: 2 };
  const run = runOf([outer, photo('last')]);
  const workflow = workflowOf([outer, photo('last')]);
  const nameOf = ({ step }: Begun) => run.names[step - 1];
  const rounds = () => {
    const open = run.tasks.find(({ completed }) => !completed) as Begun;
    const found = walk(workflow, run.tasks as Begun[], {}).rounds.get(open) ?? [];
    return found.map(({ loop, number, before, now }) => [number, loop.at_most, before.map(nameOf), now.map(nameOf)]);
  };
  run.advance();
  expect(rounds()).toEqual([[1, 2, [], []]]);
  run.complete('form');
  run.complete('face');
  expect(run.open()).toEqual(['check']);
  run.complete('check', { clear: false });
  const first = [1, 2, [], ['form', 'face', 'check']];
  expect([run.open(), rounds()]).toEqual([['face'], [first, [2, 3, ['face', 'check'], []]]]);
  run.complete('face');
  expect(rounds()[1]).toEqual([2, 3, ['face', 'check'], ['face']]);
  run.complete('check', { clear: true });
  const before = ['form', 'face', 'check', 'face', 'check'];
  expect([run.open(), rounds()]).toEqual([['form'], [[2, 2, before, []]]]);
  run.complete('form', { clear: true });
  // The inner loop is in its first round again.
  expect([run.open(), rounds()]).toEqual([
    ['face'],
    [
      [2, 2, before, ['form']],
      [1, 3, [], []],
    ],
  ]);
  run.complete('face');
  run.complete('check', { clear: true });
  expect([run.open(), rounds()]).toEqual([['last'], []]);
});

it('takes parallel ways at once, in any order, and waits for all', () => {
  const run = runOf([{ parallel: [[photo('a'), photo('b')], [photo('c')]] }, photo('last')], { good: true });
  expect([run.advance(), run.open()]).toEqual([null, ['a', 'c']]);
  expect([run.complete('c'), run.open()]).toEqual([null, ['a']]);
  expect([run.complete('a'), run.open()]).toEqual([null, ['b']]);
  expect([run.complete('b'), run.open()]).toEqual([null, ['last']]);
  expect(run.complete('last')).toBe('approve');
});

it('ends where a way ends, whatever the other ways wait for', () => {
  const run = runOf([{ parallel: [[photo('a'), { end: 'decline', reason: 'Enough' }], [photo('b')]] }, photo('never')]);
  run.advance();
  expect(run.complete('a')).toBe('decline');
  expect(run.open()).toEqual(['b']);
});

it('repeats until its condition holds, and at most so often', () => {
  const again: Step = { repeat: [photo('try')], until: { value: 'try.good', is: true }, at_most: 3 };
  const lucky = runOf([again, photo('after')]);
  lucky.advance();
  expect([lucky.complete('try', { good: false }), lucky.open()]).toEqual([null, ['try']]);
  expect([lucky.complete('try', { good: true }), lucky.open()]).toEqual([null, ['after']]);
  const unlucky = runOf([again, photo('after')]);
  unlucky.advance();
  for (let count = 0; count < 3; count += 1) unlucky.complete('try', { good: false });
  expect(unlucky.open()).toEqual(['after']);
  expect(unlucky.tasks.length).toBe(4);
});

const check = (name: string): Step => ({ task: 'check', name, reports: ['document'] });
const reports = (result: string) => ({ reports: [{ name: 'document', result, sub_result: null }] });

it('decides in a parallel way by the checks of before and of this way, whichever of the others ends first', () => {
  const again: Step = { repeat: [check('again')], until: { check: 'clear' }, at_most: 3 };
  const first = runOf([{ parallel: [[check('other')], [again, photo('after')]] }]);
  first.advance();
  expect([first.complete('again', reports('clear')), first.open()]).toEqual([null, ['other', 'after']]);
  expect([first.complete('other', reports('consider')), first.open()]).toEqual([null, ['after']]);
  const last = runOf([{ parallel: [[check('other')], [again, photo('after')]] }]);
  last.advance();
  expect([last.complete('other', reports('consider')), last.open()]).toEqual([null, ['again']]);
  expect([last.complete('again', reports('clear')), last.open()]).toEqual([null, ['after']]);
  // What follows both sees both.
  const by: Step = { if: { check: 'clear' }, yes: [photo('clear')], no: [photo('doubt')] };
  const both = runOf([{ parallel: [[check('other')], [again]] }, by]);
  both.advance();
  both.complete('again', reports('clear'));
  expect([both.complete('other', reports('consider')), both.open()]).toEqual([null, ['doubt']]);
  // Of a check that is repeated, the newest counts after the ways, too.
  const round: Step = { parallel: [[check('one')], [check('two')]] };
  const twice = runOf([{ repeat: [round], until: { check: 'clear' }, at_most: 3 }, photo('after')]);
  twice.advance();
  twice.complete('one', reports('consider'));
  expect([twice.complete('two', reports('clear')), twice.open()]).toEqual([null, ['one', 'two']]);
  twice.complete('one', reports('clear'));
  expect([twice.complete('two', reports('clear')), twice.open()]).toEqual([null, ['after']]);
});

it('runs a workflow as a step: its ends and its checks are its own', () => {
  const part = (steps: readonly Step[]): Step => ({
    workflow: 'part.yaml',
    name: 'part',
    inputs: {},
    steps,
    decide: [
      { check: 'clear', outcome: 'approve' },
      { outcome: 'decline', reason: 'Not clear' },
    ],
  });
  const by = (outcome: string): Step => ({
    if: { value: 'part.outcome', is: outcome },
    yes: [photo(`after_${outcome}`)],
    no: [],
  });
  const decided = runOf([check('before'), part([check('part_check')]), by('approve'), by('decline')]);
  decided.advance();
  decided.complete('before', reports('consider'));
  // What was checked before the part is nothing of its own.
  expect([decided.complete('part_check', reports('clear')), decided.open()]).toEqual([null, ['after_approve']]);
  const ended = runOf([part([{ end: 'decline', reason: 'Never' }, check('part_check')]), by('decline'), check('last')]);
  expect([ended.advance(), ended.open()]).toEqual([null, ['after_decline']]);
  expect([ended.complete('after_decline'), ended.open()]).toEqual([null, ['last']]);
  const asks = workflowOf([part([check('part_check'), photo('part_photo')])]);
  expect([mayAskApplicant(asks, [1]), mayAskApplicant(asks, [2])]).toEqual([true, false]);
});

it('knows whether the applicant may be asked again', () => {
  const wait: Step = { task: 'wait', name: 'wait', minutes: 1 };
  expect(mayAskApplicant(workflowOf([photo('a'), check('check')]), [2])).toBe(false);
  expect(mayAskApplicant(workflowOf([check('check'), photo('a')]), [1])).toBe(true);
  const loop: Step = { repeat: [photo('a'), check('check')], until: { check: 'clear' }, at_most: 2 };
  expect(mayAskApplicant(workflowOf([loop, wait]), [2])).toBe(true);
  expect(mayAskApplicant(workflowOf([loop, wait]), [3])).toBe(false);
});

test('no order of events leaves a run stuck, nor begins a step twice at once, nor changes what was begun', () => {
  fc.assert(
    fc.property(
      blocks,
      fc.boolean(),
      fc.infiniteStream(fc.nat()),
      fc.infiniteStream(fc.boolean()),
      (steps, good, choices, outputs) => {
        const run = runOf(steps, { good });
        const workflow = workflowOf(steps);
        let end = run.advance();
        for (let events = 0; end === null; events += 1) {
          expect(events).toBeLessThan(2_000);
          const open = run.open();
          expect(open.length).toBeGreaterThan(0);
          expect(new Set(open).size).toBe(open.length);
          // A second look changes nothing: every process comes to the same.
          expect(walk(workflow, run.tasks as Begun[], { good })).toMatchObject({ begin: [], end: null });
          const chosen = open[(choices.next().value as number) % open.length] as string;
          end = run.complete(chosen, outputOf(outputs.next().value as boolean));
        }
        expect(['approve', 'decline', 'review']).toContain(end);
        expect(walk(workflow, run.tasks as Begun[], { good }).end?.outcome).toBe(end);
      },
    ),
    { numRuns: 300 },
  );
});

const ofChecks = blocksOf({
  condition: fc.oneof<fc.Arbitrary<Condition>[]>(
    fc.record({ check: fc.constantFrom('clear', 'consider') }),
    fc.record({ report: fc.constant('document'), result: fc.constantFrom('clear', 'consider') }),
    fc.record({ value: fc.constant('start.good'), is: fc.boolean() }),
  ),
  task: fc.constantFrom<Step[]>(check('?'), photo('?')),
  others: [],
});

test('the order in which parallel ways are done changes nothing that a run does', () => {
  fc.assert(
    fc.property(
      ofChecks,
      fc.array(fc.boolean(), { minLength: 97, maxLength: 97 }),
      fc.infiniteStream(fc.nat()),
      (steps, clear, choices) => {
        /** Does the tasks in an order. The result of each task depends only on its step and its round. */
        const done = (chosen: (open: readonly string[]) => string) => {
          const run = runOf(steps, { good: true });
          const rounds = new Map<string, number>();
          let end = run.advance();
          while (end === null) {
            const name = chosen(run.open());
            const round = (rounds.get(name) ?? 0) + 1;
            rounds.set(name, round);
            const good = clear[(run.names.indexOf(name) * 31 + round) % clear.length];
            end = run.complete(name, reports(good ? 'clear' : 'consider'));
          }
          return { end, open: run.open(), rounds: Object.fromEntries([...rounds].sort()) };
        };
        const inOrder = done((open) => open[0] as string);
        expect(inOrder.open).toEqual([]);
        expect(done((open) => open.at(-1) as string)).toEqual(inOrder);
        expect(done((open) => open[(choices.next().value as number) % open.length] as string)).toEqual(inOrder);
      },
    ),
    { numRuns: 300 },
  );
});
