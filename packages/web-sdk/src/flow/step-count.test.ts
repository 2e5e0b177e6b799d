import { expect, test } from 'vitest';
import { planOf, workflowPart } from './plan.ts';
import { stepCount, tasksOf } from './step-count.ts';

const plan = planOf([
  { type: 'welcome' },
  { type: 'userConsent' },
  { type: 'document' },
  { type: 'poa' },
  { type: 'face' },
  { type: 'complete' },
]);

test('counts the steps in which something is handed in', () => {
  expect(stepCount(plan, { step: 0, screen: 'welcome' })).toBeUndefined();
  expect(stepCount(plan, { step: 1, screen: 'consent' })).toBeUndefined();
  expect(stepCount(plan, { step: 2, screen: 'type' })).toEqual({ step: 1, steps: 3 });
  expect(stepCount(plan, { step: 3, screen: 'uploading' })).toEqual({ step: 2, steps: 3 });
  expect(stepCount(plan, { step: 4, screen: 'camera' })).toEqual({ step: 3, steps: 3 });
  expect(stepCount(plan, { step: 4, screen: 'ended' })).toBeUndefined();
  expect(stepCount(plan, { step: 5, screen: 'complete' })).toBeUndefined();
});

test('counts no single step, and no step of a run that decides what follows', () => {
  expect(stepCount(planOf([{ type: 'welcome' }, { type: 'face' }]), { step: 1, screen: 'guide' })).toBeUndefined();
  const run = [...planOf([{ type: 'document' }, { type: 'face' }]), workflowPart];
  expect(tasksOf(run)).toBeUndefined();
  expect(stepCount(run, { step: 0, screen: 'guide' })).toBeUndefined();
});
