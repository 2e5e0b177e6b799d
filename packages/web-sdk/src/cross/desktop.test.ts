import { describe, expect, it, test } from 'vitest';
import { begin, next } from '../flow/machine.ts';
import { planOf } from '../flow/plan.ts';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Step } from '../types.ts';
import { capturesOf, stepsForPhone } from './desktop.ts';

const visa = { id: 'visa', title: 'Visa', pages: 1 } as const;
const steps: Step[] = [
  { type: 'welcome' },
  { type: 'document', options: { uploadFallback: true, genericDocumentTypes: [visa] } },
  { type: 'consent' },
  { type: 'face', options: { requestedVariant: 'video' } },
  { type: 'complete' },
];
const plan = planOf(steps);
const after = (...events: FlowEvent[]): State => events.reduce((state, event) => next(state, event, plan), begin(plan));
const chosen = (choice: string): FlowEvent[] => [{ type: 'continue' }, { type: 'choose_type', choice }];
const country: FlowEvent = { type: 'choose_country', country: 'FRA' };

describe('what a phone is to do', () => {
  const firstScreen = (state: State) => {
    const phone = stepsForPhone(steps.slice(state.step), state);
    return { types: phone.map(({ type }) => type), begins: begin(planOf(phone)) };
  };

  test.each<[string, FlowEvent[], object]>([
    ['a licence of France', [...chosen('driving_licence'), country], { choice: 'driving_licence', country: 'FRA' }],
    ['a passport', chosen('passport'), { choice: 'passport', country: null }],
    ['a document of the page’s own', [...chosen('visa'), country], { choice: 'visa', country: 'FRA' }],
  ])('%s is not chosen again', (_, events, known) => {
    const { types, begins } = firstScreen(after(...events, { type: 'hand_over' }));
    expect(types).toEqual(['document', 'face']);
    expect(begins).toMatchObject({ screen: 'guide', side: 'front', ...known });
  });

  it('keeps the other options of the step', () => {
    const [document] = stepsForPhone(steps.slice(1), after(...chosen('passport')));
    expect((document as { options?: object }).options).toMatchObject({
      uploadFallback: true,
      documentTypes: { passport: true },
    });
  });
});

test('once the phone is done, the computer goes on after the last capture', () => {
  const waiting = after(...chosen('passport'), { type: 'hand_over' });
  expect(waiting.screen).toBe('hand_over');
  expect(next(waiting, { type: 'back' }, plan)).toMatchObject({ screen: 'guide', choice: 'passport' });
  expect(next(waiting, { type: 'phone_done' }, plan)).toMatchObject({ screen: 'complete', step: 4, trail: [] });
});

test('captures of a phone are taken as it says them, and what is none is passed over', () => {
  const said = [
    { method: 'document', id: 'a', side: 'front', documentType: 'passport', metadata: { id: 'a', type: 'passport' } },
    { method: 'face', id: 'b', side: 'front', documentType: null, metadata: { variant: 'video' } },
    ...[null, { method: 'data', id: 'c' }, { method: 'face', id: 5 }],
  ];
  expect(capturesOf(said)).toEqual([
    { kind: 'document', id: 'a', side: 'front', type: 'passport' },
    { kind: 'face', id: 'b', side: 'front', type: 'video' },
  ]);
  expect(capturesOf('none')).toEqual([]);
});
