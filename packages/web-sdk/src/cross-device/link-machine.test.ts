import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Effect,
  initialLink,
  type LinkContext,
  type LinkEvent,
  type LinkState,
  nextLink,
} from './link-machine.ts';
import { wireCapture } from './phone-task.ts';

const RIGHT = '42';
const PASS = 'pass-';

/** Two steps for the phone; every pass is another one. */
function contextOf(acceptsLegacyPhones = false): LinkContext {
  let passes = 0;
  return {
    stepsAhead: 2,
    acceptsLegacyPhones,
    makeChallenge: () => ({ choices: ['17', '28', '39', RIGHT, '51', '66'], right: RIGHT }),
    makePass: () => `${PASS}${++passes}`,
  };
}

const open: LinkEvent = { type: 'open' };
const joined: LinkEvent = { type: 'joined', again: false };
const rejoined: LinkEvent = { type: 'joined', again: true };
const says = (name: string, payload: object = {}): LinkEvent => ({ type: 'message', name, payload: { ...payload } });
const ask = says('get config', { canVerify: true });
const pick = says('verification pick', { choice: RIGHT });
const letIn = [open, joined, ask, pick];
const front = { kind: 'document', id: 'front', type: 'passport', side: 'front' } as const;
const selfie = { kind: 'face', id: 'selfie', type: 'standard', side: 'front' } as const;

/** The last state, and the effects of the last event. */
function after(events: readonly LinkEvent[], context = contextOf()): { state: LinkState; effects: readonly Effect[] } {
  let state = initialLink;
  let effects: readonly Effect[] = [];
  for (const event of events) [state, effects] = nextLink(state, event, context);
  return { state, effects };
}

describe('a phone', () => {
  it('gets its steps after it has picked the number that the computer shows', () => {
    expect(after([open]).effects).toEqual([
      { type: 'stop_answer_timer' },
      { type: 'show', view: 'connecting' },
      { type: 'connect' },
    ]);
    expect(after([open, joined]).effects).toEqual([
      { type: 'show', view: 'link' },
      { type: 'notify', name: 'CROSS_DEVICE_GET_LINK', ofPhone: false },
    ]);
    expect(after([open, joined, ask]).effects).toEqual([
      { type: 'send_challenge', choices: ['17', '28', '39', RIGHT, '51', '66'] },
      { type: 'show', view: 'number' },
    ]);
    expect(after(letIn).effects).toEqual([
      { type: 'send_task', pass: 'pass-1' },
      { type: 'show', view: 'connected' },
    ]);
  });

  it('ends the link with a wrong number', () => {
    const { state, effects } = after([open, joined, ask, says('verification pick', { choice: '17' })]);
    expect(state.phase).toBe('over');
    expect(effects).toEqual([
      { type: 'send', name: 'verification invalid' },
      { type: 'leave' },
      { type: 'notify', name: 'CROSS_DEVICE_VERIFICATION_INVALID', ofPhone: false },
      { type: 'show', view: 'cross_device_verification_invalid' },
    ]);
  });

  it('is let in again by its pass alone after its page was reloaded, with the steps that are left', () => {
    const captures = [wireCapture(front)];
    const first = says('captures', { pass: 'pass-1', captures, stepsDone: 1 });
    const { state, effects } = after([...letIn, first, says('get config', { pass: 'pass-1' })]);
    expect(effects).toEqual([
      { type: 'send_task', pass: 'pass-2' },
      { type: 'show', view: 'connected' },
    ]);
    expect(state).toMatchObject({ stepsDone: 1, stepsDoneBefore: 1, captures: [front] });
  });

  it('finishes with all that phones have captured, each once', () => {
    const first = says('captures', { pass: 'pass-1', captures: [wireCapture(front)], stepsDone: 1 });
    const last = says('client success', { pass: 'pass-1', captures: [front, selfie].map(wireCapture) });
    const { state, effects } = after([...letIn, first, last]);
    expect(effects).toEqual([{ type: 'stop_answer_timer' }, { type: 'leave' }, { type: 'finish' }]);
    expect(state.captures).toEqual([front, selfie]);
  });

  it('that cannot pick a number is let in on the client’s own page alone', () => {
    const legacy = says('get config');
    expect(after([open, joined, legacy]).effects).toEqual([]);
    expect(after([open, joined, legacy], contextOf(true)).state).toMatchObject({
      phase: 'connected',
      legacyPhone: true,
    });
  });
});

describe('a broken connection', () => {
  test.each<[string, LinkEvent[], string[]]>([
    ['of the computer, for a moment', [rejoined], ['send', 'send', 'stop_answer_timer', 'start_answer_timer']],
    [
      'of the computer, for a while',
      [{ type: 'offline' }, rejoined],
      ['show', 'send', 'send', 'stop_answer_timer', 'start_answer_timer'],
    ],
    ['of the phone', [says('custom disconnect')], ['notify', 'show']],
    ['that the phone does not answer', [rejoined, { type: 'answer_timeout' }], ['notify', 'show']],
  ])('%s', (_, events, types) => {
    expect(after([...letIn, ...events]).effects.map(({ type }) => type)).toEqual(types);
  });

  it('ends the link where the room is gone, with another reason where there never was one', () => {
    expect(after([open, { type: 'refused' }]).effects.at(-1)).toEqual({
      type: 'show',
      view: 'cross_device_socket_load_error',
    });
    expect(after([open, joined, { type: 'refused' }]).effects.at(-1)).toEqual({
      type: 'show',
      view: 'cross_device_connection_lost',
    });
  });
});

describe('whatever a room sends', () => {
  const pass = fc.constantFrom(undefined, 'pass-1', 'pass-2', 'pass-3', 'wrong');
  const names = ['get config', 'verification pick', 'verification abort', 'custom disconnect', 'disconnect ping'];
  const phoneNames = ['captures', 'client success', 'user analytics', 'cross device start'];
  const payload = fc.record(
    {
      pass,
      canVerify: fc.boolean(),
      choice: fc.constantFrom(RIGHT, '17', undefined),
      over: fc.boolean(),
      stepsDone: fc.integer({ min: -1, max: 4 }),
      captures: fc.oneof(fc.constant([wireCapture(front)]), fc.jsonValue()),
      detail: fc.oneof(fc.constant({ eventName: 'UPLOAD' }), fc.constant(null)),
    },
    { requiredKeys: [] },
  );
  const event: fc.Arbitrary<LinkEvent> = fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom<LinkEvent>(open, joined, rejoined, { type: 'offline' }) },
    { weight: 1, arbitrary: fc.constantFrom<LinkEvent>({ type: 'refused' }, { type: 'answer_timeout' }) },
    {
      weight: 6,
      arbitrary: fc
        .tuple(fc.constantFrom(...names, ...phoneNames), payload)
        .map(([name, payload]): LinkEvent => ({ type: 'message', name, payload })),
    },
  );
  /** A story that begins with the link, or with the phone that was let in. */
  const story = fc
    .tuple(fc.constantFrom<LinkEvent[]>([], [ask, pick]), fc.array(event, { maxLength: 30 }))
    .map(([before, events]) => [...before, ...events]);

  /** Runs a story and gives each transition to `check`. */
  function follow(
    events: readonly LinkEvent[],
    check: (before: LinkState, event: LinkEvent, after: LinkState, effects: readonly Effect[]) => void,
    context = contextOf(),
  ): void {
    let state = initialLink;
    for (const one of [open, joined, ...events]) {
      const [next, effects] = nextLink(state, one, context);
      check(state, one, next, effects);
      state = next;
    }
  }

  it('no device gets the steps without the right number or a pass that was sent before', () => {
    fc.assert(
      fc.property(story, (events) => {
        follow(events, (before, event, _after, effects) => {
          if (!effects.some(({ type }) => type === 'send_task')) return;
          const { payload, name } = event as Extract<LinkEvent, { type: 'message' }>;
          const picked = before.phase === 'number' && name === 'verification pick' && payload.choice === RIGHT;
          const known = name === 'get config' && before.pass !== undefined && payload.pass === before.pass;
          expect(picked || known).toBe(true);
        });
      }),
    );
  });

  it('captures and finished steps are taken from the phone with the pass alone, and never become fewer', () => {
    fc.assert(
      fc.property(story, (events) => {
        follow(events, (before, event, after) => {
          expect(after.stepsDone).toBeGreaterThanOrEqual(before.stepsDone);
          expect(after.stepsDone).toBeLessThanOrEqual(2);
          expect(after.captures.slice(0, before.captures.length)).toEqual(before.captures);
          if (after.captures.length === before.captures.length && after.stepsDone === before.stepsDone) return;
          expect(event).toMatchObject({ type: 'message', payload: { pass: before.pass } });
          expect(before.pass).toBeDefined();
        });
      }),
    );
  });

  it('a link that is over takes no message, and every end leaves the room', () => {
    fc.assert(
      fc.property(story, fc.boolean(), (events, legacy) => {
        follow(
          events,
          (before, event, after, effects) => {
            if (before.phase === 'over' && event.type === 'message') {
              expect(after).toBe(before);
              expect(effects).toEqual([]);
            }
            if (before.phase !== 'over' && after.phase === 'over') expect(effects).toContainEqual({ type: 'leave' });
          },
          contextOf(legacy),
        );
      }),
    );
  });

  it('the screen always matches the state', () => {
    fc.assert(
      fc.property(story, (events) => {
        let shown = '';
        follow(events, (_before, event, after, effects) => {
          for (const effect of effects) if (effect.type === 'show') shown = effect.view;
          if (after.phase === 'over' || after.offline || event.type === 'offline') return;
          expect(shown === 'connecting' ? 'link' : shown).toBe(after.phase);
        });
      }),
    );
  });
});
