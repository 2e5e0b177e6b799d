import type { Captured } from '../result.ts';
import type { Challenge } from './codes.ts';
import { capturesOf, merged } from './phone-task.ts';

/*
 * What a computer does while it waits for a phone, as a table: an event leads from one state to the next, and to effects
 * that `desktop.ts` carries out. Nothing here touches the page, the network, a clock or a random number.
 */

/** The phases of a link to a phone. */
type Phase =
  /** The link is shown, and no phone has come. */
  | 'link'
  /** A phone has come and must pick the number that this computer shows. */
  | 'number'
  /** The phone has picked the right number and has its steps. */
  | 'connected'
  /** The connected phone has left the room. */
  | 'away'
  /** The link has ended. */
  | 'over';

/** Reasons why a link has ended. The page gets these names in capitals, as analytics events. */
export type LinkEnd =
  | 'cross_device_verification_invalid'
  | 'cross_device_verification_abort'
  | 'cross_device_connection_lost'
  | 'cross_device_socket_load_error';

export interface LinkState {
  readonly phase: Phase;
  /** True if the room of this link was joined. */
  readonly joined: boolean;
  /** True if the connection of this computer is down for longer than a moment. */
  readonly offline: boolean;
  readonly challenge: Challenge | undefined;
  /** Secret of the phone that was let in. */
  readonly pass: string | undefined;
  /** The phone runs a published SDK of another make: it picks no number and sends no pass. */
  readonly legacyPhone: boolean;
  /** True if the page was notified that a phone has started. */
  readonly started: boolean;
  /** Captures of phones, from all links together. */
  readonly captures: readonly Captured[];
  /** Steps ahead that phones have finished, of all links together. */
  readonly stepsDone: number;
  /** Steps that were finished when the present phone got its own. */
  readonly stepsDoneBefore: number;
}

type Payload = Readonly<Record<string, unknown>>;

export type LinkEvent =
  /** The applicant wants a link: the first one, or a new one. */
  | { readonly type: 'open' }
  /** This computer is in the room; `again` after a broken connection. */
  | { readonly type: 'joined'; readonly again: boolean }
  /** The other device, or the room itself, has sent something. */
  | { readonly type: 'message'; readonly name: string; readonly payload: Payload }
  | { readonly type: 'offline' }
  | { readonly type: 'refused' }
  /** The phone has not answered in time. */
  | { readonly type: 'answer_timeout' };

/** The view of a link: the room is being made, a phase, a broken connection, or the reason why the link has ended. */
export type LinkView = 'connecting' | Exclude<Phase, 'over'> | 'offline' | LinkEnd;

export type Effect =
  /** Makes a new room that replaces the earlier room. */
  | { readonly type: 'connect' }
  /** Ends the room. */
  | { readonly type: 'leave' }
  | { readonly type: 'show'; readonly view: LinkView }
  /** Puts a fresh signature into the code that is shown. */
  | { readonly type: 'show_signature'; readonly signature: string }
  | { readonly type: 'send'; readonly name: string }
  /** Sends the numbers to pick from, with details of this computer. */
  | { readonly type: 'send_challenge'; readonly choices: readonly string[] }
  /** Sends what the phone is to do, after the steps that are done. */
  | { readonly type: 'send_task'; readonly pass: string }
  | { readonly type: 'notify'; readonly name: string; readonly ofPhone: boolean }
  | { readonly type: 'start_answer_timer' }
  | { readonly type: 'stop_answer_timer' }
  /** Every step of the phone is done. */
  | { readonly type: 'finish' };

/** Facts that don't change while links come and go. */
export interface LinkContext {
  /** Steps that a phone can do. */
  readonly stepsAhead: number;
  /** True if a phone that can't pick a number is let in: a page of the client's own may run an older SDK. */
  readonly acceptsLegacyPhones: boolean;
  makeChallenge(): Challenge;
  makePass(): string;
}

export type Transition = readonly [state: LinkState, effects: readonly Effect[]];

export const initialLink: LinkState = {
  phase: 'link',
  joined: false,
  offline: false,
  challenge: undefined,
  pass: undefined,
  legacyPhone: false,
  started: false,
  captures: [],
  stepsDone: 0,
  stepsDoneBefore: 0,
};

/** Returns the state and effects after an event. An event that doesn't fit the state changes nothing. */
export function nextLink(state: LinkState, event: LinkEvent, context: LinkContext): Transition {
  switch (event.type) {
    case 'open':
      return [
        { ...state, phase: 'link', joined: false, challenge: undefined, pass: undefined },
        [{ type: 'stop_answer_timer' }, { type: 'show', view: 'connecting' }, { type: 'connect' }],
      ];
    case 'joined':
      return joined(state, event.again);
    case 'offline':
      return [{ ...state, offline: true }, [{ type: 'show', view: 'offline' }]];
    case 'refused':
      return end(state, state.joined ? 'cross_device_connection_lost' : 'cross_device_socket_load_error');
    case 'answer_timeout':
      return state.phase === 'connected' ? lose(state) : [state, []];
    case 'message':
      return message(state, event, context);
  }
}

/** One transition after the other, with the effects of both. */
function then(first: Transition, second: (state: LinkState) => Transition): Transition {
  const [state, effects] = first;
  const [after, more] = second(state);
  return [after, [...effects, ...more]];
}

const show = (state: LinkState): Effect[] => (state.phase === 'over' ? [] : [{ type: 'show', view: state.phase }]);

function enter(state: LinkState, phase: Phase): Transition {
  const entered = { ...state, phase };
  return [entered, show(entered)];
}

function joined(state: LinkState, again: boolean): Transition {
  const joinedState = { ...state, joined: true, offline: false };
  if (!again)
    return [joinedState, [...show(joinedState), { type: 'notify', name: 'CROSS_DEVICE_GET_LINK', ofPhone: false }]];
  const effects: Effect[] = [...(state.offline ? show(state) : []), { type: 'send', name: 'disconnect pong' }];
  if (state.phase !== 'connected') return [joinedState, effects];
  effects.push({ type: 'send', name: 'disconnect ping' }, { type: 'stop_answer_timer' });
  // A legacy phone need not answer.
  if (!state.legacyPhone) effects.push({ type: 'start_answer_timer' });
  return [joinedState, effects];
}

/** Ends the link; the applicant can have another one. */
function end(state: LinkState, why: LinkEnd): Transition {
  return [
    { ...state, phase: 'over' },
    [{ type: 'leave' }, { type: 'notify', name: why.toUpperCase(), ofPhone: false }, { type: 'show', view: why }],
  ];
}

/** The connected phone has gone, and may come back. */
function lose(state: LinkState): Transition {
  const lost: Effect = { type: 'notify', name: 'CROSS_DEVICE_CONNECTION_LOST', ofPhone: false };
  return then([state, [lost]], (current) => enter(current, 'away'));
}

const finish = (state: LinkState): Transition => [{ ...state, phase: 'over' }, [{ type: 'leave' }, { type: 'finish' }]];

/** Lets the phone in: it gets a new pass and the steps that are left. */
function letIn(state: LinkState, legacyPhone: boolean, context: LinkContext): Transition {
  if (state.stepsDone >= context.stepsAhead) return finish(state);
  const pass = context.makePass();
  const known = { ...state, pass, legacyPhone, stepsDoneBefore: state.stepsDone };
  return then([known, [{ type: 'send_task', pass }]], (current) => enter(current, 'connected'));
}

type Message = Extract<LinkEvent, { type: 'message' }>;

function message(state: LinkState, event: Message, context: LinkContext): Transition {
  if (state.phase === 'over') return [state, []];
  const after: Transition =
    event.name !== 'get config' && isPhone(state, event.payload) ? fromPhone(state, event, context) : [state, []];
  return then(after, (one) => (one.phase === 'over' ? [one, []] : fromAnyDevice(one, event, context)));
}

/** Returns whether the phone that was let in has sent this: another device with the link could have taken its place. */
const isPhone = ({ pass, legacyPhone }: LinkState, payload: Payload): boolean =>
  pass !== undefined && (legacyPhone || payload.pass === pass);

/** Handles messages that only the admitted phone may send. */
function fromPhone(state: LinkState, { name, payload }: Message, { stepsAhead }: LinkContext): Transition {
  const here: Transition = then([state, [{ type: 'stop_answer_timer' }]], (current) =>
    current.phase === 'connected' ? [current, []] : enter(current, 'connected'),
  );
  return then(here, (current): Transition => {
    if (name === 'cross device start' && !current.started)
      return [{ ...current, started: true }, [{ type: 'notify', name: 'CROSS_DEVICE_START', ofPhone: true }]];
    if (name === 'user analytics') {
      const { eventName } = (payload.detail ?? {}) as { eventName?: unknown };
      return [current, typeof eventName === 'string' ? [{ type: 'notify', name: eventName, ofPhone: true }] : []];
    }
    if (name !== 'captures' && name !== 'client success') return [current, []];
    const counted = name === 'captures' && typeof payload.stepsDone === 'number' ? payload.stepsDone : 0;
    const stepsDone = Math.min(stepsAhead, Math.max(current.stepsDone, current.stepsDoneBefore + counted));
    const known = { ...current, captures: merged(current.captures, capturesOf(payload.captures)), stepsDone };
    return name === 'client success' || stepsDone >= stepsAhead ? finish(known) : [known, []];
  });
}

/** Handles messages that any device in the room may send. */
function fromAnyDevice(state: LinkState, { name, payload }: Message, context: LinkContext): Transition {
  switch (name) {
    case 'get config':
      if (state.pass !== undefined && payload.pass === state.pass) return letIn(state, false, context);
      if (payload.canVerify === true) return challengePhone(state, context);
      return context.acceptsLegacyPhones ? letIn(state, true, context) : [state, []];
    case 'verification pick':
      if (state.phase !== 'number') return [state, []];
      if (payload.choice === state.challenge?.right) return letIn(state, false, context);
      return then([state, [{ type: 'send', name: 'verification invalid' }]], (current) =>
        end(current, 'cross_device_verification_invalid'),
      );
    case 'verification abort':
      return state.phase === 'number' ? end(state, 'cross_device_verification_abort') : [state, []];
    case 'signature':
      return [state, [{ type: 'show_signature', signature: String(payload.signature) }]];
    case 'disconnect ping':
      return [state, [{ type: 'send', name: 'disconnect pong' }]];
    case 'custom disconnect':
      if (payload.over === true) return end(state, 'cross_device_connection_lost');
      if (state.phase === 'number') return enter(state, 'link');
      return state.phase === 'connected' ? lose(state) : [state, []];
    default:
      return [state, []];
  }
}

/** Asks the phone for the number that this computer shows: a stranger's page can't know it. */
function challengePhone(state: LinkState, context: LinkContext): Transition {
  const challenge = context.makeChallenge();
  const { choices } = challenge;
  return then([{ ...state, challenge }, [{ type: 'send_challenge', choices }]], (current) => enter(current, 'number'));
}
