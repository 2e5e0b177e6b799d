import type { Kit } from '../kit.ts';
import type { AnalyticsEventName } from '../names.ts';
import { makeChallenge, makePass } from './codes.ts';
import { type Effect, initialLink, type LinkContext, type LinkEvent, nextLink } from './link-machine.ts';
import { makeLinkScreens } from './link-screens.ts';
import { logoFrom } from './logo.ts';
import { challengeMessage, stepsForPhone, taskMessage } from './phone-task.ts';
import { type Room, RoomConnection } from './room.ts';
import type { CrossDeviceSlots, CrossDeviceTools } from './tools.ts';

/*
 * Loaded when the applicant continues on a phone. Imports nothing of the core: it gets its tools as arguments.
 */

/** Stands before the room in a link: two characters that name the format of the link. */
const LINK_GENERATION = '01';

/** Milliseconds that a phone has to answer. */
const ANSWER_MS = 3000;

export interface PhoneWait {
  close(): void;
  /** Continues on the computer, after what phones have done so far. */
  continueHere(): void;
}

/** Shows the link for a phone, verifies that the right phone has opened it, and waits until its steps are done. */
export default function waitForPhone(kit: Kit, tools: CrossDeviceTools, slots: CrossDeviceSlots): PhoneWait {
  const { settings } = kit;
  const { token: facts, options } = settings;
  const stepsAhead = stepsForPhone(kit.stepsAhead, kit.state);
  let logo: string | undefined;
  void logoFrom(options.crossDeviceClientIntroProductLogoSrc).then((found) => {
    logo = found;
  });

  let state = initialLink;
  let connection: RoomConnection | undefined;
  let room: Room | undefined;
  let answerTimer: number | undefined;

  const screens = makeLinkScreens(kit, tools, slots, {
    address: () => `${facts.phonePage}/${LINK_GENERATION}${room?.id}`,
    sign: () => room?.sign(),
    open: () => dispatch({ type: 'open' }),
  });
  const context: LinkContext = {
    stepsAhead: stepsAhead.length,
    // A page of the client's own may run an older SDK, which can't ask for a number.
    acceptsLegacyPhones: new URL(facts.phonePage).origin !== new URL(facts.api).origin && !screens.signed,
    makeChallenge,
    makePass,
  };

  /** A handler for each effect. */
  const handlers: { readonly [T in Effect['type']]: (effect: Extract<Effect, { type: T }>) => void } = {
    connect,
    leave: () => connection?.end(),
    show: ({ view }) => screens.show(view, state.challenge?.right ?? ''),
    show_signature: ({ signature }) => screens.showSignature(signature),
    send: ({ name }) => room?.send(name),
    send_challenge: ({ choices }) =>
      room?.send('verification', challengeMessage(kit, tools.systemFacts(), { choices, logo })),
    send_task({ pass }) {
      const { stepsDone, captures } = state;
      room?.send('config', taskMessage(kit, { pass, stepsAhead, stepsDone, captures }));
    },
    notify({ name, ofPhone }) {
      // A phone with another version of the SDK may name more events.
      const known = name as AnalyticsEventName;
      if (ofPhone) kit.notifyAnalytics(known, true);
      else kit.notifyAnalytics(known);
    },
    start_answer_timer() {
      answerTimer = window.setTimeout(() => dispatch({ type: 'answer_timeout' }), ANSWER_MS);
    },
    stop_answer_timer: () => clearTimeout(answerTimer),
    finish() {
      kit.receive(state.captures);
      kit.send({ type: 'phone_done', steps: stepsAhead.length });
    },
  };

  function dispatch(event: LinkEvent): void {
    const [after, effects] = nextLink(state, event, context);
    state = after;
    for (const effect of effects) (handlers[effect.type] as (effect: Effect) => void)(effect);
  }

  function connect(): void {
    connection?.end();
    room = undefined;
    connection = new RoomConnection(
      facts.sync,
      { roomId: null, token: kit.settings.options.token, signed: screens.signed },
      {
        joined(joined, again) {
          room = joined;
          dispatch({ type: 'joined', again });
        },
        message: (name, payload) => dispatch({ type: 'message', name, payload }),
        offline: () => dispatch({ type: 'offline' }),
        refused: () => dispatch({ type: 'refused' }),
      },
    );
  }

  // A page that is loaded again starts with another link.
  const unload = () => connection?.end();
  window.addEventListener('pagehide', unload);
  dispatch({ type: 'open' });

  return {
    close() {
      clearTimeout(answerTimer);
      screens.close();
      window.removeEventListener('pagehide', unload);
      connection?.end();
    },
    continueHere() {
      kit.receive(state.captures);
      kit.send(state.stepsDone === 0 ? { type: 'back' } : { type: 'phone_done', steps: state.stepsDone });
    },
  };
}
