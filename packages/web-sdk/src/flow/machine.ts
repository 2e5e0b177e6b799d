import { offerOf, type Part, type Plan } from './plan.ts';
import { choiceOf, type FlowEvent, type Place, partOf, type Screen, type State } from './state.ts';

type Of<T extends FlowEvent['type']> = Extract<FlowEvent, { type: T }>;
type Row = { readonly [T in FlowEvent['type']]?: (state: State, event: Of<T>, plan: Plan) => State };

/** The state in which a plan begins. */
export const begin = (plan: Plan): State => enter(blank, 0, plan);

/**
 * Computes the next state. No other code decides it. An event that a screen doesn't handle changes nothing, so that late clicks
 * and answers do no harm.
 */
export function next(state: State, event: FlowEvent, plan: Plan): State {
  const rule = table[state.screen][event.type] ?? (over.has(state.screen) ? undefined : anywhere[event.type]);
  return rule ? (rule as (state: State, event: FlowEvent, plan: Plan) => State)(state, event, plan) : state;
}

const blank: State = {
  step: 0,
  screen: 'welcome',
  choice: null,
  country: null,
  side: 'front',
  camera: null,
  trouble: null,
  refusals: 0,
  returned: false,
  isOnComputer: false,
  trail: [],
};

/** Goes to another screen of the same step, from which Back leads here. */
const go = (state: State, screen: Screen): State => ({
  ...state,
  screen,
  trouble: null,
  returned: false,
  trail: [...state.trail, { step: state.step, screen: state.screen }],
});

/** Goes to another screen without adding this one to the trail of Back. */
const replace = (state: State, screen: Screen, trouble: State['trouble'] = null): State => ({
  ...state,
  screen,
  trouble,
  returned: false,
});

/** Back to the nearest screen of the trail that is this one. A camera that had opened by itself leaves the trail. */
function returnTo(state: State, screen: Screen): State {
  const at = state.trail.findLastIndex((place) => place.screen === screen && place.step === state.step);
  const isHere = (place: Place) => place.screen === 'camera' && place.step === state.step;
  return {
    ...replace(state, screen),
    trail: at === -1 ? state.trail.filter((p) => !isHere(p)) : state.trail.slice(0, at),
  };
}

/** The first screen of a step, or the end. Choices of one and disabled intros are skipped. */
function enter(state: State, step: number, plan: Plan): State {
  const part = plan[step];
  const fresh: State = { ...blank, step, isOnComputer: state.isOnComputer, trail: state.trail };
  if (!part) return { ...fresh, step: Math.max(0, plan.length - 1), screen: 'finished', trail: [] };
  switch (part.kind) {
    case 'welcome':
    case 'consent':
      return { ...fresh, screen: part.kind };
    case 'complete':
      return { ...fresh, screen: 'complete', trail: [] };
    case 'data':
    case 'passkey':
    case 'signature':
      return { ...fresh, screen: part.kind };
    case 'stepUp':
      return { ...fresh, screen: 'step_up' };
    case 'workflow':
      return { ...fresh, screen: 'waiting' };
    case 'face':
      return { ...fresh, screen: part.intro ? 'guide' : 'permission' };
    default:
      return part.kind === 'document' && part.wallet ? { ...fresh, screen: 'wallet' } : photographs(fresh, plan);
  }
}

/** The first screen of a document's photos. */
function photographs(state: State, plan: Plan): State {
  const part = partOf(plan, state);
  if (part?.kind === 'document' && part.front) return { ...state, ...part.front, side: 'back', screen: 'guide' };
  const choices = part?.kind === 'document' || part?.kind === 'poa' ? part.choices : [];
  const only = choices.length === 1 ? choices[0] : undefined;
  return only ? chosen(state, only.key, plan) : { ...state, screen: 'type' };
}

/**
 * Handles the choice of a document: asks for its country if that is open, else shows the front.
 *
 * @param country that the applicant has chosen before the document
 */
function chosen(state: State, key: string, plan: Plan, country: string | null = null): State {
  // No phone takes over for one more picture, as after a front.
  const side = offerOf(partOf(plan, state)) ? 'back' : 'front';
  const known = { ...state, choice: key, side, trouble: null, returned: false } as const;
  const choice = choiceOf(plan, known);
  if (!choice) return state;
  const issuer = choice.asksCountry ? country : choice.country;
  return { ...known, country: issuer, screen: choice.asksCountry && issuer === null ? 'country' : 'guide' };
}

/** Handles a sent side: shows the other side, or the next step. */
function sent(state: State, _event: FlowEvent, plan: Plan): State {
  const withoutTrail = { ...state, trail: [] };
  if (state.side === 'front' && choiceOf(plan, state)?.sides === 2)
    return { ...withoutTrail, side: 'back', refusals: 0, screen: 'guide', trouble: null, returned: false };
  return enter(withoutTrail, state.step + 1, plan);
}

const onwards = (state: State, _event: FlowEvent, plan: Plan): State =>
  enter({ ...state, trail: [...state.trail, { step: state.step, screen: state.screen }] }, state.step + 1, plan);

/** Goes back. Data that a screen needs is kept; Back to the choice of a document forgets the choice. */
function back(state: State): State {
  const place = state.trail.at(-1);
  if (!place) return state;
  const isOnComputer = state.isOnComputer || state.screen === 'hand_over';
  return { ...state, ...place, trouble: null, returned: true, isOnComputer, trail: state.trail.slice(0, -1) };
}

/** A document of a wallet has one side, and was sent with the wallet's answer. */
const presented = (state: State, _event: FlowEvent, plan: Plan): State =>
  enter({ ...state, trail: [] }, state.step + 1, plan);

/** The applicant takes photos after all. Back leads to the wallet again. */
const withoutWallet = (state: State, _event: FlowEvent, plan: Plan): State => {
  const part = partOf(plan, state);
  return part?.kind === 'document' && part.wallet?.fallback ? photographs(go(state, 'wallet'), plan) : state;
};

const withoutIntro = (plan: Plan, state: State): boolean => {
  const part = partOf(plan, state);
  return part?.kind === 'face' && !part.intro;
};

/** A motion capture is uploaded at once: an applicant can't judge it by looking. */
const captured = (state: State, _event: FlowEvent, plan: Plan): State => {
  const part = partOf(plan, state);
  return go(state, part?.kind === 'face' && part.variant === 'motion' ? 'uploading' : 'confirm');
};
/** Both sides of a document are captured on one device, so no link to a phone is offered after the front. */
const continueOnPhone = (state: State, { only }: Of<'hand_over'>): State => {
  if (state.side !== 'front') return state;
  return only ? replace(state, 'hand_over') : go(state, 'hand_over');
};

const captures = (part: Part | undefined): boolean =>
  part?.kind === 'document' || part?.kind === 'poa' || part?.kind === 'face';

/** Continues after the steps that a phone has done. */
function phoneDone(state: State, { steps }: Of<'phone_done'>, plan: Plan): State {
  const ahead = plan.flatMap((part, i) => (i >= state.step && captures(part) ? [i] : []));
  const last = ahead[steps - 1];
  return last === undefined ? back(state) : enter({ ...state, trail: [] }, last + 1, plan);
}

/** Back leads to typed data, unless it has completed a task of a workflow run. */
const filled = (state: State, event: FlowEvent, plan: Plan): State =>
  plan[state.step + 1]?.kind === 'workflow'
    ? enter({ ...state, trail: [] }, state.step + 1, plan)
    : onwards(state, event, plan);

/** Back still leads before the first task of a run: nothing is sent yet. */
const replanned = (state: State, _event: FlowEvent, plan: Plan): State =>
  enter(state.screen === 'waiting' ? state : { ...state, trail: [] }, state.step, plan);

const fileTrouble = (state: State, { what }: Of<'file_trouble'>): State =>
  replace(state, state.screen, { kind: 'file', what });
const useCamera = (state: State, { granted }: Of<'use_camera'>): State => go(state, granted ? 'camera' : 'permission');
const end = (state: State, { what }: Of<'end'>): State => ({
  ...replace(state, 'ended', { kind: 'end', what }),
  trail: [],
});

const cameraTrouble = (state: State, { what }: Of<'camera_trouble'>): State => ({
  ...replace(state, 'blocked'),
  camera: what,
});

/** Events that every screen handles, until the flow is over. */
const anywhere: Row = {
  back,
  end,
  replanned,
  exit: (state) => end(state, { type: 'end', what: 'exited' }),
};

const over: ReadonlySet<Screen> = new Set<Screen>(['complete', 'finished', 'ended']);

const table: Readonly<Record<Screen, Row>> = {
  welcome: { continue: onwards },
  consent: {
    consent: (state, event, plan) =>
      event.given ? onwards(state, event, plan) : end(state, { type: 'end', what: 'consent_denied' }),
  },
  type: {
    choose_type: (state, { choice, country }, plan) => {
      const after = chosen(state, choice, plan, country);
      return after === state ? state : { ...after, trail: go(state, 'type').trail };
    },
  },
  country: { choose_country: (state, { country }) => ({ ...go(state, 'guide'), country }) },
  guide: {
    hand_over: continueOnPhone,
    use_camera: useCamera,
    // The camera opens by itself.
    camera_granted: (state) => replace(state, 'camera'),
    captured,
    file_trouble: fileTrouble,
    camera_trouble: cameraTrouble,
  },
  permission: {
    hand_over: continueOnPhone,
    captured,
    camera_granted: (state) => replace(state, 'camera'),
    camera_trouble: cameraTrouble,
  },
  camera: { captured, camera_trouble: cameraTrouble },
  blocked: {
    // The applicant may have changed the permission meanwhile.
    use_camera: (state) => replace(state, 'camera'),
    hand_over: continueOnPhone,
    captured,
    file_trouble: fileTrouble,
  },
  hand_over: { phone_done: phoneDone },
  confirm: {
    upload: (state) => (state.trouble?.kind === 'refused' ? state : replace(state, 'uploading')),
    keep: (state, event, plan) => (state.trouble?.kind === 'warning' ? sent(state, event, plan) : state),
    // An applicant without a camera returns to the screen for other ways.
    retake: (state, _event, plan) =>
      state.trail.at(-1)?.screen === 'blocked'
        ? back(state)
        : returnTo(state, withoutIntro(plan, state) ? 'permission' : 'guide'),
  },
  uploading: {
    uploaded: sent,
    warned: (state, { what }) => ({ ...disliked(state), trouble: { kind: 'warning', what } }),
    refused: (state, { what }) => ({ ...disliked(state), trouble: { kind: 'refused', what } }),
    unsent: (state, { what }) => replace(state, 'confirm', { kind: 'unsent', what }),
    // A running upload can't be left by Back.
    back: (state) => state,
  },
  wallet: { filled: presented, continue: withoutWallet },
  data: { filled },
  passkey: { filled },
  signature: { filled },
  step_up: { filled, continue: onwards },
  waiting: {
    unsent: (state, { what }) => replace(state, 'waiting', { kind: 'unsent', what }),
    continue: (state) => (state.trouble ? replace(state, 'waiting') : state),
  },
  complete: {},
  finished: {},
  ended: {},
};

const disliked = (state: State): State => ({ ...replace(state, 'confirm'), refusals: state.refusals + 1 });
