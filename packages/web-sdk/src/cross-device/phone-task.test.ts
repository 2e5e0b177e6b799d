import { describe, expect, it, test } from 'vitest';
import { begin, next } from '../flow/machine.ts';
import { planOf } from '../flow/plan.ts';
import type { FlowEvent, State } from '../flow/state.ts';
import type { Step } from '../types.ts';
import { capturesOf, merged, stepsForPhone, stepsLeft, taskMessage, wireCapture } from './phone-task.ts';

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

test.each([
  [undefined, true],
  [false, false],
])('the phone takes photos by itself as the computer would: %s', (useAutoCapture, told) => {
  const settings = {
    token: { api: 'https://id.example.com' },
    options: { token: 'a.b.c', useAutoCapture },
    enterprise: {},
  };
  const kit = { settings, language: { id: 'en_US' } } as never;
  expect(taskMessage(kit, { pass: 'p', stepsAhead: steps, stepsDone: 0, captures: [] })).toMatchObject({
    useAutoCapture: told,
  });
});

test('the computer continues after the steps that the phone has done', () => {
  const waiting = after(...chosen('passport'), { type: 'hand_over' });
  expect(waiting.screen).toBe('hand_over');
  expect(next(waiting, { type: 'back' }, plan)).toMatchObject({ screen: 'guide', choice: 'passport' });
  const done = (steps: number) => next(waiting, { type: 'phone_done', steps }, plan);
  expect(done(0)).toMatchObject({ screen: 'guide', choice: 'passport' });
  // Nobody agrees on a phone.
  expect(done(1)).toMatchObject({ screen: 'consent', step: 2, trail: [] });
  expect(done(2)).toMatchObject({ screen: 'complete', step: 4, trail: [] });
});

test('nothing is captured twice, however often it is said', () => {
  const [front, back] = (['front', 'back'] as const).map(
    (side) => ({ kind: 'document', id: side, type: 'visa', side }) as const,
  );
  const face = { kind: 'face', id: 'face', type: 'standard', side: 'front' } as const;
  expect(merged([front as never], [front, back, face] as never)).toEqual([front, back, face]);
});

test('accepts the captures that a phone reports, and ignores other values', () => {
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

describe('what a computer with a published SDK leaves to the phone', () => {
  const steps = [{ type: 'welcome' }, { type: 'document' }, { type: 'poa' }, { type: 'face' }, { type: 'complete' }];
  const france = { country_alpha2: 'FR', country_alpha3: 'FRA', name: 'France' };

  test.each([
    ['a licence', { documentType: 'driving_licence', idDocumentIssuingCountry: france }, 'driving_licence', 'FRA'],
    [
      'a passport, after another was thought of',
      { documentType: 'passport', idDocumentIssuingCountry: france },
      'passport',
      null,
    ],
    ['a card of no country', { documentType: 'national_identity_card' }, 'national_identity_card', null],
  ])('%s, and what comes after it', (_, chosen, choice, country) => {
    const left = stepsLeft({ steps, step: 3, clientStepIndex: 1, ...chosen });
    expect(left.map(({ type }) => type)).toEqual(['document', 'poa', 'face']);
    expect(begin(planOf(left))).toMatchObject({ screen: 'guide', side: 'front', choice, country });
  });

  test('a proof of address', () => {
    const left = stepsLeft({
      steps,
      step: 9,
      clientStepIndex: 2,
      documentType: 'passport',
      poaDocumentType: 'utility_bill',
    });
    expect(left.map(({ type }) => type)).toEqual(['poa', 'face']);
    expect(left[0]).toMatchObject({ options: { documentTypes: { utility_bill: { country: 'GBR' } } } });
  });

  test('the face alone, whatever was chosen before', () => {
    const face = { type: 'face', options: { requestedVariant: 'video' } };
    const left = stepsLeft({ steps: [{ type: 'document' }, face], clientStepIndex: 1, documentType: 'passport' });
    expect(left).toEqual([face]);
  });

  test('what ours says stays as it is', () => {
    const licence = {
      documentTypes: { driving_licence: { country: 'FRA' } },
      genericDocumentTypes: [],
      hideCountrySelection: false,
    };
    const visa = { documentTypes: {}, genericDocumentTypes: [{ id: 'visa', title: 'Visa', country: 'FRA', pages: 1 }] };
    for (const [documentType, options] of [
      ['driving_licence', licence],
      ['generic_document', visa],
    ]) {
      const steps = [{ type: 'document', options }, { type: 'face' }];
      expect(stepsLeft({ steps, stepIndex: 0, clientStepIndex: 0, documentType })).toEqual(steps);
    }
  });

  test('nothing at all', () => expect(stepsLeft({ steps: 'none' })).toEqual([]));
});

test('captures are sent as published SDKs name them', () => {
  expect(wireCapture({ kind: 'document', id: 'a', type: 'passport', side: 'front' })).toEqual({
    method: 'document',
    id: 'a',
    side: 'front',
    documentType: 'passport',
    metadata: { id: 'a', type: 'passport', side: 'front' },
  });
  expect(wireCapture({ kind: 'face', id: 'b', type: 'video', side: 'front' })).toEqual({
    method: 'face',
    id: 'b',
    documentType: null,
    metadata: { id: 'b', variant: 'video' },
  });
});

test('a document that was filmed stays so on its way', () => {
  const filmed = { kind: 'document', id: 'a', type: 'passport', side: 'front', filmed: true } as const;
  expect(wireCapture(filmed)).toMatchObject({ metadata: { id: 'a', variant: 'video' } });
  expect(capturesOf([wireCapture(filmed)])).toEqual([filmed]);
});
