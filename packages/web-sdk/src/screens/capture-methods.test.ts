import { expect, it } from 'vitest';
import { begin, next } from '../flow/machine.ts';
import { partsOfOffer, planOf } from '../flow/plan.ts';
import { choiceOf, type FlowEvent, partOf, type State } from '../flow/state.ts';
import type { Kit } from '../kit.ts';
import type { Captured } from '../result.ts';
import type { SdkOptions, Step } from '../types.ts';
import { opensPhoneFirst } from './capture-methods.ts';

const passport: Step = { type: 'document', options: { documentTypes: { passport: true } } };
const bill: Captured = { kind: 'poa', id: 'a', type: 'utility_bill', side: 'front' };
const front: Captured = { kind: 'document', id: 'b', type: 'passport', side: 'front' };

interface Situation {
  readonly steps?: readonly Step[];
  readonly events?: readonly FlowEvent[];
  readonly options?: Partial<SdkOptions>;
  readonly state?: Partial<State>;
  readonly more?: Partial<Kit>;
  readonly page?: string;
}

/** The tools of a screen on a computer with a camera, as far as the choice of a capture method reads them. */
function kitOf({
  steps = [passport],
  events = [],
  options = {},
  state: changed = {},
  more = {},
  page,
}: Situation): Kit {
  const plan = planOf(steps);
  const state: State = { ...events.reduce((before, event) => next(before, event, plan), begin(plan)), ...changed };
  const token = { phonePage: page ?? 'https://id.example.com' };
  const settings = { options, token };
  const about = { state, plan, part: partOf(plan, state), choice: choiceOf(plan, state), settings };
  const device = { phone: false, onPhone: false, camera: { present: true, granted: false } };
  return { ...about, ...device, captures: [], retry: null, ...more } as unknown as Kit;
}

it.each<[string, boolean, Situation]>([
  ['the first document', true, {}],
  ['a face', true, { steps: [{ type: 'face' }] }],
  ['a face after a proof of address', true, { steps: [{ type: 'face' }], more: { captures: [bill] } }],
  ['a face after a document', false, { steps: [{ type: 'face' }], more: { captures: [front] } }],
  [
    'a proof of address',
    false,
    { steps: [{ type: 'poa' }], events: [{ type: 'choose_type', choice: 'utility_bill' }] },
  ],
  ['the back', false, { state: { side: 'back' } }],
  ['an applicant who came back from the code', false, { state: { isOnComputer: true } }],
  ['a refused picture', false, { state: { refusals: 1 } }],
  ['a retry of a workflow', false, { more: { retry: { attempt: 2, atMost: 3, reasons: [] } } }],
  ['a computer without a camera', true, { more: { camera: { present: false, granted: false } } }],
  ['a phone', false, { more: { phone: true } }],
  ['the phone of a computer', false, { more: { phone: true, onPhone: true } }],
  ['a page that offers no phone', false, { options: { crossDevicePolicy: 'disable', usePhoneFirst: true } }],
  ['a page that offers the phone as one way', false, { options: { usePhoneFirst: false } }],
  ['a link that only the computer can open', false, { page: 'https://localhost:8443' }],
  ['such a link by option', true, { page: 'https://localhost:8443', options: { usePhoneFirst: true } }],
])('whether a computer begins with the code, for %s: %s', (_, isFirst, situation) => {
  expect(opensPhoneFirst(kitOf(situation))).toBe(isFirst);
});

it('begins no other picture of a document with the code', () => {
  const plan = partsOfOffer({ report: 'r', kind: 'seal', place: null, type: 'passport', country: null });
  expect(opensPhoneFirst({ ...kitOf({}), plan, part: plan[0] } as Kit)).toBe(false);
});
