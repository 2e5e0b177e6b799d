import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { begin } from '../flow/machine.ts';
import { planOf } from '../flow/plan.ts';
import type { Settings } from '../options/read.ts';
import type { Captured } from '../result.ts';
import type { Step } from '../types.ts';
import { makeProgressStore } from './progress.ts';
import { Route } from './route.ts';

let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', {});
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const steps: Step[] = [
  { type: 'welcome' },
  { type: 'data', options: { first_name: 'Ada' } },
  { type: 'document' },
  { type: 'face' },
  { type: 'complete' },
];
const settingsOf = (id: string | null, more: Partial<Settings> = {}) =>
  ({ token: { id }, steps, run: null, options: {}, ...more }) as Settings;
const storeFor = (settings: Settings, isOn = true) => makeProgressStore(() => settings, isOn);

const front: Captured = { kind: 'document', id: 'f', type: 'driving_licence', side: 'front' };
const back: Captured = { ...front, id: 'b', side: 'back' };
const blank = begin(planOf(steps));
const atBack = { ...blank, side: 'back', choice: 'driving_licence', country: 'FRA' } as const;

test('a front continues with its back, after the typed data, which nothing stores', () => {
  storeFor(settingsOf('t')).save(2, atBack, [front]);
  expect([...stored.values()].map((text) => JSON.parse(text))).toEqual([
    {
      token: 't',
      steps: 'welcome,data,document,face,complete',
      step: 2,
      front: { choice: 'driving_licence', country: 'FRA' },
      captures: [front],
    },
  ]);
  const route = new Route(settingsOf('t'), storeFor(settingsOf('t')).recalled);
  expect(route.steps.map(({ type }) => type)).toEqual(['data', 'document', 'face', 'complete']);
  expect(route.plan[1]).toMatchObject({ kind: 'document', front: { choice: 'driving_licence', country: 'FRA' } });
});

test('finished steps are left out, and numbers are of all steps', () => {
  storeFor(settingsOf('t')).save(3, blank, [front, back]);
  const route = new Route(settingsOf('t'), storeFor(settingsOf('t')).recalled);
  expect(route.steps.map(({ type }) => type)).toEqual(['data', 'face', 'complete']);
  expect([0, 1, 2].map((step) => route.numberOf(step))).toEqual([1, 3, 4]);
});

test('a choice that the page no longer offers is chosen again', () => {
  const passports: Step[] = steps.map((step) =>
    step.type === 'document' ? { type: 'document', options: { documentTypes: { passport: true } } } : step,
  );
  storeFor(settingsOf('t')).save(2, atBack, [front]);
  const changed = settingsOf('t', { steps: passports });
  expect(new Route(changed, storeFor(changed).recalled).plan[1]).not.toHaveProperty('front');
});

test.each([
  ['another token', settingsOf('u'), true],
  ['a token without an id', settingsOf(null), true],
  ['other steps', settingsOf('t', { steps: steps.slice(2) }), true],
  ['a workflow run', settingsOf('t', { run: 'r' }), true],
  ['a phone of a computer', settingsOf('t'), false],
])('%s begins at the first step', (_, settings, isOn) => {
  storeFor(settingsOf('t')).save(3, blank, [front, back]);
  expect(storeFor(settings, isOn).recalled).toBe(undefined);
});

test.each([
  '{',
  'null',
  '[]',
  '{"token":"t"}',
  '{"token":"t","steps":"STEPS","step":3,"front":null,"captures":[{"id":7}]}',
])('a stored text such as %s begins at the first step', (text) => {
  stored.set('bonafide-progress', text.replace('STEPS', steps.map(({ type }) => type).join()));
  expect(storeFor(settingsOf('t')).recalled).toBe(undefined);
});

test('a new token takes over, and the end leaves nothing', () => {
  let settings = settingsOf('t');
  const store = makeProgressStore(() => settings, true);
  store.save(3, blank, [front, back]);
  settings = settingsOf('u');
  store.renew();
  expect(storeFor(settingsOf('t')).recalled).toBe(undefined);
  expect(storeFor(settingsOf('u')).recalled?.captures).toEqual([front, back]);
  store.forget();
  expect(stored.size).toBe(0);
});

test('a page that may not store anything begins again', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const store = storeFor(settingsOf('t'));
  store.save(3, blank, [front, back]);
  store.forget();
  expect(store.recalled).toBe(undefined);
});
