import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { DocumentChoice, Step } from '../types.ts';
import { begin, next } from './machine.ts';
import { type Plan, partsOfOffer, planOf, type StepUpOffer, workflowPart } from './plan.ts';
import { choiceOf, type FlowEvent, partOf, type State } from './state.ts';

const plan = planOf([{ type: 'welcome' }, { type: 'document' }, { type: 'face' }, { type: 'complete' }]);
const licence: FlowEvent[] = [{ type: 'continue' }, { type: 'choose_type', choice: 'driving_licence', country: 'FRA' }];
const photo: FlowEvent[] = [
  { type: 'use_camera', granted: false },
  { type: 'camera_granted' },
  { type: 'captured' },
  { type: 'upload' },
];

const after = (events: readonly FlowEvent[], of = plan): State =>
  events.reduce((state, event) => next(state, event, of), begin(of));
const screens = (events: readonly FlowEvent[], of = plan): string[] => {
  let state = begin(of);
  const seen: string[] = [state.screen];
  for (const event of events) {
    state = next(state, event, of);
    seen.push(state.screen);
  }
  return seen;
};

test('an applicant who comes back from a phone has chosen the computer for all steps', () => {
  const there: FlowEvent[] = [...licence, { type: 'hand_over' }];
  expect(after(there)).toMatchObject({ screen: 'hand_over', isOnComputer: false });
  const back: FlowEvent[] = [...there, { type: 'back' }];
  expect(after(back)).toMatchObject({ screen: 'guide', isOnComputer: true });
  const sides: FlowEvent[] = [...photo, { type: 'uploaded' }, ...photo, { type: 'uploaded' }];
  expect(after([...back, ...sides])).toMatchObject({ screen: 'guide', step: 2, isOnComputer: true });
  expect(after([...licence, ...sides])).toMatchObject({ screen: 'guide', step: 2, isOnComputer: false });
});

describe('more evidence on a document', () => {
  const offer: StepUpOffer = { report: 'r', kind: 'back', place: null, type: 'driving_licence', country: 'FRA' };
  const offered: Plan = [{ kind: 'stepUp' }, ...partsOfOffer(offer), { kind: 'complete', options: {} }];

  it('is one picture of the other side, after which the step asks again', () => {
    expect(screens([{ type: 'continue' }, ...photo, { type: 'uploaded' }, { type: 'filled' }], offered)).toEqual([
      ...['step_up', 'guide', 'permission', 'camera', 'confirm', 'uploading'],
      ...['step_up', 'complete'],
    ]);
    expect(after([{ type: 'continue' }], offered)).toMatchObject({ side: 'back', country: 'FRA' });
  });

  it('is left without a picture, and Back from the picture leads to the offer', () => {
    expect(screens([{ type: 'filled' }], [{ kind: 'stepUp' }, { kind: 'complete', options: {} }])).toEqual([
      'step_up',
      'complete',
    ]);
    expect(screens([{ type: 'continue' }, { type: 'back' }], offered)).toEqual(['step_up', 'guide', 'step_up']);
  });
});

describe('a document of a wallet', () => {
  const walletOf = (options: object) =>
    planOf([{ type: 'document', options: { digitalCredentials: options } }, { type: 'face' }]);

  it('is asked for first, and ends the step', () => {
    expect(screens([{ type: 'filled' }], walletOf({}))).toEqual(['wallet', 'guide']);
    expect(after([{ type: 'filled' }], walletOf({}))).toMatchObject({ step: 1, trail: [] });
  });

  it('is left for photos, from which Back leads to the wallet', () => {
    expect(screens([{ type: 'continue' }, { type: 'back' }], walletOf({}))).toEqual(['wallet', 'type', 'wallet']);
    expect(screens([{ type: 'continue' }], walletOf({ fallback: false }))).toEqual(['wallet', 'wallet']);
  });

  it('is not asked for by a browser without wallets, unless there are no photos', () => {
    const without = (options: object) =>
      begin(
        planOf([{ type: 'document', options: { digitalCredentials: options } }], { wallet: false, isoWallet: true }),
      ).screen;
    expect([without({}), without({ fallback: false })]).toEqual(['type', 'wallet']);
    // Computers show a code for the wallet of a phone, where the service offers that.
    expect([without({ links: ['cross_device'] }), without({ links: ['same_device'] })]).toEqual(['wallet', 'type']);
    // Safari opens wallets of services that have a certificate for it.
    expect(without({ isoMdoc: true })).toBe('wallet');
  });
});

test('a document whose front was uploaded continues with its back', () => {
  const [part] = planOf([{ type: 'document' }]);
  const halfDone = [
    { ...part, front: { choice: 'driving_licence', country: 'FRA' } },
    ...planOf([{ type: 'face' }]),
  ] as Plan;
  expect(begin(halfDone)).toMatchObject({ screen: 'guide', side: 'back', choice: 'driving_licence', country: 'FRA' });
  expect(screens([...photo, { type: 'uploaded' }], halfDone).at(-1)).toBe('guide');
  expect(after([...photo, { type: 'uploaded' }], halfDone)).toMatchObject({ step: 1, side: 'front', choice: null });
});

describe('what comes next', () => {
  it('takes a licence by camera, front and back, and a selfie', () => {
    const side = [...photo, { type: 'uploaded' }] as FlowEvent[];
    const capture = ['permission', 'camera', 'confirm', 'uploading'];
    expect(screens([...licence, ...side, ...side, ...side])).toEqual([
      ...['welcome', 'type', 'guide', ...capture],
      ...['guide', ...capture],
      ...['guide', ...capture],
      'complete',
    ]);
  });

  it('keeps the country that was chosen before the document, and asks for it where none was', () => {
    const of = (country: string | null) =>
      after([{ type: 'continue' }, { type: 'choose_type', choice: 'driving_licence', country }]);
    expect(of('FRA')).toMatchObject({ screen: 'guide', choice: 'driving_licence', country: 'FRA' });
    expect(of(null)).toMatchObject({ screen: 'country', choice: 'driving_licence', country: null });
    expect(next(of(null), { type: 'choose_country', country: 'ESP' }, plan)).toMatchObject({
      screen: 'guide',
      country: 'ESP',
    });
  });

  it('leaves a country alone that the page has fixed, beside one that is open', () => {
    const fixed = planOf([
      { type: 'document', options: { documentTypes: { driving_licence: { country: 'ESP' }, residence_permit: true } } },
    ]);
    const choose = (choice: string) => after([{ type: 'choose_type', choice, country: 'FRA' }], fixed).country;
    expect([choose('driving_licence'), choose('residence_permit')]).toEqual(['ESP', 'FRA']);
  });

  it('asks for no country of a passport, and for one side only', () => {
    const state = after([{ type: 'continue' }, { type: 'choose_type', choice: 'passport', country: 'FRA' }]);
    expect(state).toMatchObject({ screen: 'guide', country: null, side: 'front' });
    expect(
      after(
        [...photo, { type: 'uploaded' }],
        planOf([{ type: 'document', options: { documentTypes: { passport: true } } }]),
      ).screen,
    ).toBe('finished');
  });

  test.each<[string, Step, string]>([
    [
      'one type in one country',
      { type: 'document', options: { documentTypes: { driving_licence: { country: 'ESP' } } } },
      'guide',
    ],
    ['one type anywhere', { type: 'document', options: { documentTypes: { driving_licence: true } } }, 'country'],
    [
      'a country of null, which has no effect',
      { type: 'document', options: { documentTypes: { driving_licence: { country: null } } } },
      'country',
    ],
    [
      'one type whose country nobody asks',
      { type: 'document', options: { documentTypes: { residence_permit: true }, hideCountrySelection: true } },
      'guide',
    ],
    ['two types', { type: 'document', options: { documentTypes: { passport: true, residence_permit: true } } }, 'type'],
    ['no type at all, which can’t be meant', { type: 'document', options: { documentTypes: {} } }, 'type'],
    ['a selfie without introduction', { type: 'face', options: { showIntro: false } }, 'permission'],
  ])('begins with %s', (_, step, screen) => {
    expect(begin(planOf([step])).screen).toBe(screen);
  });

  it('lets a picture with a warning be kept, and one that was refused only be taken again', () => {
    const warned = after([...licence, ...photo, { type: 'warned', what: 'glare' }]);
    expect(warned).toMatchObject({ screen: 'confirm', trouble: { kind: 'warning', what: 'glare' }, refusals: 1 });
    expect(next(warned, { type: 'keep' }, plan)).toMatchObject({ screen: 'guide', side: 'back', refusals: 0 });
    const refused = after([...licence, ...photo, { type: 'refused', what: 'blur' }]);
    expect(next(refused, { type: 'keep' }, plan)).toBe(refused);
    expect(next(refused, { type: 'upload' }, plan)).toBe(refused);
    expect(next(refused, { type: 'retake' }, plan)).toMatchObject({ screen: 'guide', trouble: null, refusals: 1 });
  });

  it('sends again what did not get through', () => {
    const unsent = after([...licence, ...photo, { type: 'unsent', what: 'connection' }]);
    expect(unsent).toMatchObject({ screen: 'confirm', trouble: { kind: 'unsent', what: 'connection' } });
    expect(next(unsent, { type: 'upload' }, plan).screen).toBe('uploading');
  });

  it('goes back to each screen once, from the other side of a step too', () => {
    const back: FlowEvent = { type: 'back' };
    expect(screens([...licence, photo[0] as FlowEvent, back, back, back, back, back])).toEqual([
      'welcome',
      'type',
      'guide',
      'permission',
      'guide',
      'type',
      'welcome',
      'welcome',
      'welcome',
    ]);
  });

  it('says what is wrong with the camera, from where a file does as well', () => {
    const blocked = after([...licence, photo[0] as FlowEvent, { type: 'camera_trouble', what: 'denied' }]);
    expect(blocked).toMatchObject({ screen: 'blocked', camera: 'denied', side: 'front' });
    const wrong = next(blocked, { type: 'file_trouble', what: 'too_small' }, plan);
    expect(wrong).toMatchObject({ screen: 'blocked', camera: 'denied', trouble: { kind: 'file', what: 'too_small' } });
    const taken = next(wrong, { type: 'captured' }, plan);
    expect(taken.screen).toBe('confirm');
    expect(next(taken, { type: 'retake' }, plan)).toMatchObject({ screen: 'blocked', camera: 'denied', trouble: null });
    expect(next(blocked, { type: 'use_camera', granted: true }, plan).screen).toBe('camera');
    expect(next(blocked, { type: 'back' }, plan)).toMatchObject({ screen: 'guide', trouble: null });
  });

  it('opens a camera by itself, from where Back and Retake do not lead to it again', () => {
    const guided = after(licence);
    const opened = next(guided, { type: 'camera_granted' }, plan);
    expect(opened).toMatchObject({ screen: 'camera', trail: guided.trail });
    expect(next(opened, { type: 'back' }, plan)).toMatchObject({ ...guided.trail.at(-1), returned: true });
    const retaken = next(next(opened, { type: 'captured' }, plan), { type: 'retake' }, plan);
    expect(retaken).toMatchObject({ screen: 'guide', trail: guided.trail, returned: false });
  });

  it('leaves an end by no event', () => {
    const over = after([{ type: 'continue' }, { type: 'end', what: 'expired' }]);
    expect(over).toMatchObject({ screen: 'ended', trouble: { kind: 'end', what: 'expired' }, trail: [] });
    for (const event of [{ type: 'back' }, { type: 'exit' }, { type: 'end', what: 'failed' }] as const)
      expect(next(over, event, plan)).toBe(over);
  });
});

describe('a plan that grows', () => {
  const [welcome, complete] = planOf([{ type: 'welcome' }, { type: 'complete' }]) as [Plan[number], Plan[number]];
  const growing = (...tasks: Step[]): Plan => [welcome, ...planOf(tasks), workflowPart, complete];
  const passport: Step = { type: 'document', options: { documentTypes: { passport: true } } };
  const data: Step = { type: 'data', options: {} };
  const replanned: FlowEvent = { type: 'replanned' };

  it('waits for what comes next, and goes back to before that', () => {
    const waiting = next(begin(growing()), { type: 'continue' }, growing());
    expect(waiting).toMatchObject({ screen: 'waiting', step: 1 });
    expect(next(waiting, { type: 'back' }, growing()).screen).toBe('welcome');
    const asked = next(waiting, replanned, growing(passport));
    expect(asked).toMatchObject({ screen: 'guide', choice: 'passport', step: 1 });
    expect(next(asked, { type: 'back' }, growing(passport)).screen).toBe('welcome');
  });

  it('does not go back over what completed a task', () => {
    const captured = [{ type: 'continue' }, ...photo, { type: 'uploaded' }] as FlowEvent[];
    const waiting = after(captured, growing(passport));
    expect(waiting).toMatchObject({ screen: 'waiting', step: 2, trail: [] });
    const typing = next(waiting, replanned, growing(passport, data));
    expect(typing).toMatchObject({ screen: 'data', step: 2, trail: [] });
    expect(next(typing, { type: 'filled' }, growing(passport, data))).toMatchObject({ screen: 'waiting', trail: [] });
    expect(next(typing, replanned, [welcome, ...planOf([passport]), complete]).screen).toBe('complete');
  });

  it('shows that the service cannot be reached, until the applicant tries again', () => {
    const waiting = next(begin(growing()), { type: 'continue' }, growing());
    const cut = next(waiting, { type: 'unsent', what: 'connection' }, growing());
    expect(cut).toMatchObject({ screen: 'waiting', trouble: { kind: 'unsent', what: 'connection' } });
    expect(next(cut, { type: 'continue' }, growing())).toMatchObject({ screen: 'waiting', trouble: null });
    expect(next(waiting, { type: 'continue' }, growing())).toBe(waiting);
  });

  it('begins the present part again when it was done elsewhere', () => {
    const sending = after([{ type: 'continue' }, ...photo], growing(passport));
    const restarted = next(sending, replanned, growing({ type: 'face' }));
    expect(restarted).toMatchObject({ screen: 'guide', step: 1, trail: [], choice: null });
  });

  it('goes back to what was typed where no task was completed by it', () => {
    const plain = planOf([data, { type: 'document' }]);
    const typed = next(begin(plain), { type: 'filled' }, plain);
    expect(next(typed, { type: 'back' }, plain)).toMatchObject({ screen: 'data', step: 0 });
  });
});

/*
 * Whatever happens in whatever order, to whatever was asked.
 */

const documentTypes = fc.record(
  {
    passport: fc.boolean(),
    driving_licence: fc.constantFrom<DocumentChoice>(true, false, { country: 'FRA' }),
    residence_permit: fc.boolean(),
  },
  { requiredKeys: [] },
);
const anyStep = fc.oneof(
  fc.constantFrom<Step>(
    { type: 'welcome' },
    { type: 'consent' },
    { type: 'poa' },
    { type: 'document' },
    { type: 'complete' },
    { type: 'data' },
  ),
  fc.record({
    type: fc.constant('document' as const),
    options: fc.record({ documentTypes, hideCountrySelection: fc.boolean() }),
  }),
  fc.record({ type: fc.constant('face' as const), options: fc.record({ showIntro: fc.boolean() }) }),
);
const anyEvent = fc.oneof(
  fc.constantFrom<FlowEvent>(
    ...([{ type: 'continue' }, { type: 'back' }, { type: 'captured' }, { type: 'camera_granted' }] as const),
    ...([{ type: 'retake' }, { type: 'upload' }, { type: 'keep' }, { type: 'uploaded' }] as const),
    ...([
      { type: 'use_camera', granted: true },
      { type: 'use_camera', granted: false },
    ] as const),
    ...([
      { type: 'consent', given: true },
      { type: 'choose_country', country: 'DEU' },
    ] as const),
    ...([
      { type: 'choose_type', choice: 'passport' },
      { type: 'choose_type', choice: 'driving_licence' },
    ] as const),
    ...([
      { type: 'choose_type', choice: 'utility_bill' },
      { type: 'choose_type', choice: 'nothing' },
    ] as const),
    ...([
      { type: 'warned', what: 'blur' },
      { type: 'refused', what: 'no_face' },
    ] as const),
    ...([
      { type: 'unsent', what: 'server' },
      { type: 'file_trouble', what: 'too_small' },
    ] as const),
    ...([
      { type: 'camera_trouble', what: 'denied' },
      { type: 'camera_trouble', what: 'lost' },
    ] as const),
  ),
);

const needed = (of: Plan, state: State) => (partOf(of, state)?.kind === 'face' ? 1 : (choiceOf(of, state)?.sides ?? 1));
const capturing = ['guide', 'permission', 'camera', 'blocked', 'confirm', 'uploading'];

function expectSound(state: State, of: Plan): void {
  const kind = partOf(of, state)?.kind;
  if (['complete', 'welcome', 'consent'].includes(state.screen)) expect(kind).toBe(state.screen);
  if (state.screen === 'type' || state.screen === 'country') expect(['document', 'poa']).toContain(kind);
  if (capturing.includes(state.screen) && kind !== 'face') expect(choiceOf(of, state)).toBeDefined();
}

test('no order of events gets past a picture that was not sent, or back over one that was', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { minLength: 1, maxLength: 5 }),
      fc.array(anyEvent, { maxLength: 60 }),
      (steps, events) => {
        const of = planOf(steps);
        let state = begin(of);
        const sentOf = new Map<number, number>();
        let furthest = 0;
        for (const event of events) {
          const before = state;
          state = next(before, event, of);
          expectSound(state, of);
          const kept = event.type === 'uploaded' || event.type === 'keep';
          if (kept && state !== before) {
            sentOf.set(before.step, (sentOf.get(before.step) ?? 0) + 1);
            const done = before.side === 'back' || needed(of, before) === 1;
            expect(state.screen === 'finished' || state.step).toBe(
              state.screen === 'finished' || (done ? before.step + 1 : before.step),
            );
            furthest = state.step;
          }
          expect(state.step).toBeGreaterThanOrEqual(furthest);
          const over = state.screen === 'finished' ? of.length : state.step;
          for (let step = 0; step < over; step += 1) {
            const kind = of[step]?.kind;
            if (kind === 'document' || kind === 'poa' || kind === 'face')
              expect(sentOf.get(step) ?? 0).toBeGreaterThan(0);
          }
        }
      },
    ),
    { numRuns: 2000 },
  );
});

test('an event that a screen does not know changes nothing at all', () => {
  const start = begin(plan);
  for (const event of [{ type: 'uploaded' }, { type: 'keep' }, { type: 'captured' }, { type: 'back' }] as const)
    expect(next(start, event, plan)).toBe(start);
});

test('no order of events completes a task of a run without what it asks for, or leads back over it', () => {
  const tasks = fc.array(
    fc.constantFrom<Step>({ type: 'document' }, { type: 'face' }, { type: 'data' }, { type: 'poa' }),
    { maxLength: 4 },
  );
  const events = fc.array(
    fc.oneof(anyEvent, fc.constantFrom<FlowEvent>({ type: 'filled' }, { type: 'unsent', what: 'connection' })),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(tasks, events, fc.boolean(), (steps, said, welcomed) => {
      const [welcome, complete] = planOf([{ type: 'welcome' }, { type: 'complete' }]) as [Plan[number], Plan[number]];
      const first = welcomed ? [welcome] : [];
      let asked = 0;
      let completed = first.length;
      let of: Plan = [...first, workflowPart, complete];
      let state = begin(of);
      for (const event of said) {
        const before = state;
        state = next(state, event, of);
        expectSound(state, of);
        if (state.screen === 'waiting' && before.screen !== 'waiting' && state.step > before.step) {
          completed = state.step;
          expect(['uploaded', 'keep', 'filled', 'continue']).toContain(event.type);
        }
        expect(state.screen === 'welcome' || state.step >= completed).toBe(true);
        if (state.screen === 'welcome') expect(completed).toBe(first.length);
        // The run answers.
        if (state.screen !== 'waiting' || state.trouble) continue;
        const known = of.slice(0, state.step);
        const task = steps[state.step - first.length];
        asked = Math.max(asked, state.step - first.length);
        of = [...known, ...(task ? [...planOf([task]), workflowPart] : []), complete];
        state = next(state, { type: 'replanned' }, of);
        expect(state.screen === 'complete').toBe(task === undefined);
      }
      expect(completed - first.length).toBeLessThanOrEqual(asked);
    }),
    { numRuns: 2000 },
  );
});
