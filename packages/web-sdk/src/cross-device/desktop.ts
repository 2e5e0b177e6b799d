import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { Captured } from '../result.ts';
import type { HandOverSlots, HandOverTools } from '../screens/hand-over.ts';
import { type Challenge, makeChallenge, makePass } from './codes.ts';
import { capturesOf, merged, stepsForPhone } from './handed.ts';
import { logoFrom } from './logo.ts';
import { type Connection, joinRoom, type Room } from './socket.ts';
import { codeOf, copyOf, type FreshCode, freshCode, localNotice, messageOf, sendsMessages } from './ways.ts';

/*
 * Loaded when somebody wants to go on with a phone. Brings nothing of the core along: it gets its tools.
 */

/** Stands before the room in a link: two characters that say which generation made it. */
const LINK_GENERATION = '01';

/** Milliseconds that a phone has to answer. */
const ANSWER_MS = 3000;

/** Where a hand-over is. */
type Phase =
  /** The link is shown, and no phone has come. */
  | 'link'
  /** A phone has come and must pick the number that is shown here. */
  | 'number'
  /** It has, and knows what to do. */
  | 'handed'
  /** It has gone meanwhile. */
  | 'away'
  /** Nothing more comes of this link. */
  | 'over';

/** Why a link has ended; a page hears of it by these names, in capitals. */
type End =
  | 'cross_device_verification_invalid'
  | 'cross_device_verification_abort'
  | 'cross_device_connection_lost'
  | 'cross_device_socket_load_error';

const wordsOfEnd: Readonly<Record<End, readonly [title: PhraseKey, lead: PhraseKey]>> = {
  cross_device_verification_invalid: ['crossdevice.mismatch_title', 'crossdevice.aborted_lead'],
  cross_device_verification_abort: ['crossdevice.aborted_title', 'crossdevice.aborted_lead'],
  cross_device_connection_lost: ['crossdevice.over_title', 'crossdevice.over_lead'],
  cross_device_socket_load_error: ['camera.offline_title', 'camera.offline_lead'],
};

export interface HandingOver {
  close(): void;
  /** Goes on at the computer, after what phones have done so far. */
  goOnHere(): void;
}

/** Shows the ways to the phone, finds out that it is the right one, then waits for it. */
export default function handOver(kit: Kit, tools: HandOverTools, { heading, body }: HandOverSlots): HandingOver {
  const { h, actions, button, icon } = tools;
  const { settings } = kit;
  const { token: facts, options } = settings;
  /** Only fresh codes open the room: no other way brings a link that is good for ten seconds. */
  const signed = settings.linkMethods.join() === 'qr_code';
  /** A page of the customer's own may run an older SDK, which knows nothing of numbers. */
  const ownPage = new URL(facts.phonePage).origin !== new URL(facts.api).origin;
  const ahead = stepsForPhone(kit.stepsAhead, kit.state);
  const messages = settings.linkMethods.includes('sms') ? sendsMessages(kit) : Promise.resolve(false);
  let logo: string | undefined;
  void logoFrom(options.crossDeviceClientIntroProductLogoSrc).then((found) => {
    logo = found;
  });

  /** What phones have captured, and how many of the steps ahead they have finished: of all links together. */
  let received: readonly Captured[] = [];
  let done = 0;

  let phase: Phase = 'link';
  let connection: Connection | undefined;
  let room: Room | undefined;
  let fresh: FreshCode | undefined;
  let challenge: Challenge | undefined;
  let pass: string | undefined;
  /** The phone is of an older SDK: it was let in without a number, and names no pass. */
  let older = false;
  /** Steps that were done when the phone got its own. */
  let doneBefore = 0;
  let check: number | undefined;
  let started = false;
  /** The connection of this computer is broken. */
  let silent = false;

  const show = (title: PhraseKey, ...content: (Node | null)[]): void => {
    fresh?.stop();
    fresh = undefined;
    heading.textContent = kit.t(title);
    heading.dataset.i18nToken = title;
    body.replaceChildren(...content.filter((one) => one !== null));
    heading.focus();
  };
  const lead = (key: PhraseKey) => kit.words('p', key, { class: 'lead' });
  const hero = () => h('div', { class: 'hero' }, icon('phone', 52));
  const newLink = (second = false) => actions(kit, button(kit, 'crossdevice.new_link', open, { second }));

  const notice = () => localNotice(kit, tools, facts.phonePage);

  const address = (): string => `${facts.phonePage}/${LINK_GENERATION}${room?.id}`;

  async function showLink(): Promise<void> {
    phase = 'link';
    if (signed) {
      const code = freshCode(kit, tools, () => room?.sign());
      show('crossdevice.link_title', code.element, notice());
      fresh = code;
      return;
    }
    const mine = room;
    const sends = await messages;
    if (mine?.id !== room?.id || phase !== 'link') return;
    const offered = settings.linkMethods.filter((name) => sends || name !== 'sms');
    const link = address();
    const way: Record<string, () => Node> = {
      qr_code: () => codeOf(kit, tools, link),
      copy_link: () => copyOf(kit, tools, link),
      sms: () => messageOf(kit, tools, link.slice(-8)),
    };
    const names = offered.length > 0 ? offered : ['qr_code', 'copy_link'];
    const [first, ...others] = names.flatMap((name) => way[name]?.() ?? []);
    show('crossdevice.link_title', first ?? null, notice(), ...others);
  }

  /** Shows where the hand-over is. */
  function showPhase(): void {
    if (phase === 'link') void showLink();
    else if (phase === 'number') {
      const number = h('p', { class: 'number' }, challenge?.right ?? '');
      show('crossdevice.number_title', number, lead('crossdevice.number_lead'), newLink(true));
    } else if (phase === 'handed') show('crossdevice.handed_title', hero(), lead('crossdevice.handed_lead'));
    else if (phase === 'away') show('crossdevice.away_title', hero(), lead('crossdevice.away_lead'), newLink(true));
  }

  function goTo(next: Phase): void {
    phase = next;
    showPhase();
  }

  /** Ends the link; another one can be had. */
  function end(why: End): void {
    connection?.end();
    phase = 'over';
    kit.notifyAnalytics(why.toUpperCase());
    const [title, text] = wordsOfEnd[why];
    show(title, hero(), lead(text), newLink());
  }

  /** Asks the phone for the number. What it may show of this computer is not what a page of a stranger could say. */
  function verify(): void {
    challenge = makeChallenge();
    const { os, browser } = tools.systemFacts();
    const { choices } = challenge;
    const computer = { os, browser, at: Date.now() };
    room?.tell('verification', {
      ...{ choices, computer, logo, language: kit.language.id, theme: settings.themeName },
    });
    goTo('number');
  }

  function hand(isOlder = false): void {
    if (done >= ahead.length) {
      finish();
      return;
    }
    pass = makePass();
    older = isOlder;
    doneBefore = done;
    room?.tell('config', {
      ...{ token: options.token, urls: { onfido_api_url: facts.api }, pass },
      // A run knows by itself what was captured.
      ...{
        workflowRunId: options.workflowRunId ?? null,
        steps: options.workflowRunId && received[0] ? [] : ahead.slice(done),
      },
      ...{ step: 0, stepIndex: 0, clientStepIndex: 0 },
      documentType: done === 0 ? (kit.choice?.type ?? null) : null,
      language: kit.language.id,
      translations: options.translations ?? null,
      theme: options.theme ?? null,
      customUI: options.customUI ?? null,
      deviceHasCameraSupport: true,
      disableAnalytics: options.disableAnalytics ?? false,
      enterpriseFeatures: { ...settings.enterprise, useCustomizedApiRequests: false },
    });
    goTo('handed');
  }

  function finish(): void {
    connection?.end();
    kit.receive(received);
    kit.send({ type: 'phone_done', steps: ahead.length });
  }

  /** What is heard before a phone has shown that it is the right one. */
  function heardOfAnybody(event: string, said: Readonly<Record<string, unknown>>): void {
    if (event === 'get config') {
      if (pass !== undefined && said.pass === pass) hand();
      else if (said.canVerify === true) verify();
      else if (ownPage && !signed) hand(true);
    } else if (event === 'verification pick' && phase === 'number') {
      if (said.choice === challenge?.right) hand();
      else {
        room?.tell('verification invalid');
        end('cross_device_verification_invalid');
      }
    } else if (event === 'verification abort' && phase === 'number') end('cross_device_verification_abort');
    else if (event === 'signature') fresh?.draw(`${address()}#${said.signature}`);
    else if (event === 'disconnect ping') room?.tell('disconnect pong');
    else if (event === 'custom disconnect') {
      if (said.over === true) end('cross_device_connection_lost');
      else if (phase === 'number') goTo('link');
      else if (phase === 'handed') miss();
    }
  }

  function miss(): void {
    kit.notifyAnalytics('CROSS_DEVICE_CONNECTION_LOST');
    goTo('away');
  }

  function heardOfPhone(event: string, said: Readonly<Record<string, unknown>>): void {
    clearTimeout(check);
    if (phase !== 'handed') goTo('handed');
    if (event === 'cross device start' && !started) {
      started = true;
      kit.notifyAnalytics('CROSS_DEVICE_START', true);
    } else if (event === 'user analytics') {
      const { eventName } = (said.detail ?? {}) as { eventName?: unknown };
      if (typeof eventName === 'string') kit.notifyAnalytics(eventName, true);
    } else if (event === 'captures' || event === 'client success') {
      received = merged(received, capturesOf(said.captures));
      if (event === 'captures' && typeof said.stepsDone === 'number')
        done = Math.min(ahead.length, Math.max(done, doneBefore + said.stepsDone));
      if (event === 'client success' || done >= ahead.length) finish();
    }
  }

  /** Whether this comes from the phone that was let in: whoever has the link could have sat down where it was. */
  const isPhone = (said: Readonly<Record<string, unknown>>): boolean =>
    pass !== undefined && (older || said.pass === pass);

  /** This computer was away for a while: the phone is told, and must answer. */
  function greet(): void {
    room?.tell('disconnect pong');
    if (phase !== 'handed') return;
    room?.tell('disconnect ping');
    clearTimeout(check);
    if (!older) check = window.setTimeout(() => phase === 'handed' && miss(), ANSWER_MS);
  }

  function open(): void {
    connection?.end();
    phase = 'link';
    room = undefined;
    challenge = undefined;
    pass = undefined;
    show('crossdevice.link_title', h('div', { class: 'spinner' }));
    connection = joinRoom(
      facts.sync,
      { roomId: null, token: options.token, signed },
      {
        joined(joined, again) {
          room = joined;
          if (again) {
            if (silent) showPhase();
            greet();
          } else {
            void showLink();
            kit.notifyAnalytics('CROSS_DEVICE_GET_LINK');
          }
          silent = false;
        },
        heard(event, said) {
          if (phase !== 'over' && event !== 'get config' && isPhone(said)) heardOfPhone(event, said);
          if (phase !== 'over') heardOfAnybody(event, said);
        },
        silent() {
          silent = true;
          show('camera.offline_title', lead('camera.offline_lead'));
        },
        refused() {
          end(room ? 'cross_device_connection_lost' : 'cross_device_socket_load_error');
        },
      },
    );
  }
  // A page that is loaded anew begins with another link.
  const unload = () => connection?.end();
  window.addEventListener('pagehide', unload);
  open();

  return {
    close() {
      clearTimeout(check);
      fresh?.stop();
      window.removeEventListener('pagehide', unload);
      connection?.end();
    },
    goOnHere() {
      kit.receive(received);
      kit.send(done === 0 ? { type: 'back' } : { type: 'phone_done', steps: done });
    },
  };
}
