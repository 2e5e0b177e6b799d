import { isPhone } from './capture/device.ts';
import { loadCross } from './cross-device/lazy.ts';
import type { ComputerLink, PhoneEnd } from './cross-device/phone.ts';
import { notifyError } from './events/errors.ts';
import { guarded, makeListeners } from './events/events.ts';
import { type Language, openLanguage } from './language/translate.ts';
import { applyTheme, findContainer, makePlace } from './mount.ts';
import { anyOptions, readOptions, type Settings } from './options/read.ts';
import { toSdkError } from './problems.ts';
import { openSession, type Session } from './session.ts';
import type { SdkHandle, SdkOptions, Step } from './types.ts';
import { h } from './ui/dom.ts';
import { coverWith, showNotice, showPlain, showWaiting } from './ui/frame.ts';
import { icon } from './ui/icons.ts';
import { version } from './version.ts';

export type * from './types.ts';
export { version };

/** Characters of a link's path before the room: the slash, and two of the generation. */
const ROOM_AT = 3;

/** Who is mounted where: of two in one place the later stays. */
const mounted = new WeakMap<Element, () => void>();

const browserLanguages = (): readonly string[] => navigator.languages ?? [navigator.language];

/** What is shown instead of a session on the phone's side of a link. */
type PhoneNotice = 'restart' | 'outdated' | 'mismatch' | 'cancelled' | 'taken' | 'done' | 'phone_only';

const noticeOf: Readonly<Record<PhoneEnd, PhoneNotice>> = {
  cross_device_desktop_unavailable: 'restart',
  cross_device_connection_lost: 'restart',
  cross_device_socket_load_error: 'restart',
  cross_device_signature_invalid: 'outdated',
  cross_device_verification_invalid: 'mismatch',
  cross_device_verification_abort: 'cancelled',
  taken: 'taken',
  done: 'done',
};

/** What a computer lets a phone know of its options: nothing here is trusted more than a page is. */
function fromComputer(config: Readonly<Record<string, unknown>>): Partial<SdkOptions> {
  const { token, steps, language, translations, theme, customUI, workflowRunId } = config as Partial<SdkOptions>;
  // A run says by itself what there is to do.
  const todo = workflowRunId
    ? { workflowRunId, disableWelcomeScreen: true }
    : { steps: [...(Array.isArray(steps) ? steps : []), 'complete'] };
  return { token, language, translations, theme, customUI, ...todo } as Partial<SdkOptions>;
}

/**
 * Mounts the SDK and guides the applicant of the token through the steps. Answers a handle at once.
 *
 * Throws when there is no element to mount in; every other problem goes to `onError`.
 *
 * @example
 * const handle = init({ token, containerId: 'sdk-mount', steps: ['document', 'face'], onComplete });
 * await handle.tearDown();
 */
export function init(given: SdkOptions): SdkHandle {
  anyOptions(given);
  let options = { ...given };
  const container = findContainer(options);
  mounted.get(container)?.();
  const place = makePlace(container, options.useModal ? { ask, closesBeside, closed } : undefined);
  const listeners = makeListeners();
  let session: Session | undefined;
  let line: ComputerLink | undefined;
  let begun: Step | undefined;
  let disconnect = () => {};
  let undoTheme = () => {};
  let gone = false;
  /** What was judged to be good last, and what was told to be wrong. */
  let good = options;
  let wrong = '';
  /** Counts beginnings, so that one that waited too long for its language doesn't overtake. */
  let turn = 0;

  function ask(): void {
    const { onModalRequestClose } = options;
    if (onModalRequestClose) guarded(onModalRequestClose);
    else open(false);
  }
  function closesBeside(): boolean {
    return options.shouldCloseOnOverlayClick !== false;
  }
  function closed(): void {
    options = { ...options, isModalOpen: false };
    session?.rest(true);
  }
  /** Opens or closes the dialog, where there is one. */
  function open(is: boolean): void {
    options = { ...options, isModalOpen: is };
    place.modal?.show(is);
    session?.rest(!is);
    if (is && session) place.root.querySelector('h1')?.focus();
  }
  /** Nothing begins in a dialog that nobody has opened. */
  const hidden = () => place.modal !== undefined && !options.isModalOpen;

  const remove = () => {
    if (gone) return;
    gone = true;
    session?.close();
    place.modal?.show(false);
    disconnect();
    undoTheme();
    place.host.remove();
    if (mounted.get(container) === remove) mounted.delete(container);
  };
  mounted.set(container, remove);

  /** Does something with the language of the browser, unless the place is gone by then. */
  async function inWords(work: (language: Language) => void): Promise<void> {
    const { language: asked } = options;
    const language = await openLanguage({ language: typeof asked === 'string' ? asked : null }, browserLanguages());
    if (!gone) work(language);
  }

  /**
   * Judges the options; what is wrong is told when the caller has got its handle, once however often it is judged. What runs
   * goes on as if nothing had been changed.
   */
  function judged(): Settings | undefined {
    try {
      const settings = readOptions(options);
      good = options;
      wrong = '';
      return settings;
    } catch (problem) {
      const error = toSdkError(problem);
      const expired = error.type === 'expired_token';
      const what = [error.type, error.message, options.token].join();
      // That the time is up was told when it was.
      const known = what === wrong || (expired && session && options.token === good.token);
      wrong = what;
      const end = expired ? 'expired' : 'invalid';
      if (session) options = good;
      else void inWords((words) => showNotice(place, words, `error.${end}_title`, `error.${end}_lead`));
      if (!known) queueMicrotask(() => gone || notifyError(options, listeners, error));
      return undefined;
    }
  }

  function begin(anew: boolean): void {
    const settings = judged();
    if (settings || !session) turn += 1;
    if (!settings) return;
    const mine = turn;
    const start = (language: Awaited<ReturnType<typeof openLanguage>>) => {
      if (gone || turn !== mine) return;
      if (hidden() && (anew || !session)) {
        session?.close();
        session = undefined;
        return;
      }
      place.root.removeAttribute('aria-busy');
      if (session && !anew) {
        session.restyle(settings, language);
        return;
      }
      session?.close();
      session = openSession({ place, settings, language, listeners, line, begun });
    };
    const language = openLanguage(options, browserLanguages());
    if (!(language instanceof Promise)) {
      start(language);
      return;
    }
    if (anew) showWaiting(place);
    void language.then(start);
  }

  const refuse = (what: PhoneNotice) =>
    inWords((words) => {
      const tone = what === 'done' ? 'good' : 'bad';
      showNotice(place, words, `crossdevice.${what}_title`, `crossdevice.${what}_lead`, tone);
      place.root.querySelector('h1')?.focus();
    });

  /** A page of its own for phones hears why nothing goes on; the service's has nobody to tell. */
  function endOnPhone(why: PhoneEnd): void {
    void refuse(noticeOf[why]);
    if (why === 'done') return;
    const name = why === 'taken' ? 'cross_device_connection_lost' : why;
    const error = { type: 'exception', message: name, exception: { name, message: name } } as const;
    if (options.onError) notifyError(options, listeners, error);
    else listeners.tell('error', { error });
  }

  /** On the phone's side of a link: asks the computer what is to be done, then does it. */
  async function takeOver(): Promise<void> {
    undoTheme = applyTheme(place, options.theme?.name, {});
    showWaiting(place);
    if (!isPhone()) return refuse('phone_only');
    const { joinComputer } = await loadCross();
    const room = options.roomId ?? location.pathname.slice(ROOM_AT);
    const base = options.sdkUrl ? new URL(options.sdkUrl, location.href).origin : location.origin;
    if (gone) return;
    let isAway = false;
    let uncover = () => {};
    const connection = joinComputer(base, room, location.hash.slice(1), {
      place,
      tools: { h, icon, openLanguage, showPlain },
      languages: browserLanguages(),
      wait: () => showWaiting(place),
      configured(config, toComputer) {
        line = toComputer;
        if (config.workflowRunId && Array.isArray(config.steps)) [begun] = config.steps as Step[];
        options = { ...options, ...fromComputer(config) };
        const { _onPhoneToken: notifyToken, token } = options;
        if (notifyToken && typeof token === 'string') guarded(() => notifyToken(token));
        undoTheme();
        undoTheme = () => {};
        begin(true);
      },
      away(is) {
        uncover();
        uncover = () => {};
        isAway = is;
        if (!is) return;
        void inWords((words) => {
          if (isAway) uncover = coverWith(place, words, 'crossdevice.restart_title', 'crossdevice.unanswered_lead');
        });
      },
      ended(why, language) {
        if (language) options = { ...options, language };
        isAway = false;
        uncover();
        session?.close();
        session = undefined;
        endOnPhone(why);
      },
    });
    disconnect = connection.close;
  }

  if (options.isModalOpen) place.modal?.show(true);
  if (options.mobileFlow) takeOver().catch(() => endOnPhone('cross_device_socket_load_error'));
  else begin(true);

  return {
    version,
    get options() {
      return options;
    },
    get containerId() {
      return options.containerId;
    },
    async tearDown() {
      remove();
    },
    setOptions(changes) {
      if (gone) return;
      const other = (key: 'token' | 'workflowRunId') => changes[key] !== undefined && changes[key] !== options[key];
      const anew = 'steps' in changes || other('token') || other('workflowRunId');
      options = { ...options, ...changes };
      // A phone knows what to do once its computer has said so, and nothing is left when that is over.
      if (session || !options.mobileFlow) begin(anew || !session);
      if (place.modal && 'isModalOpen' in changes) open(changes.isModalOpen === true);
    },
    addEventListener: listeners.add,
    removeEventListener: listeners.remove,
  };
}

/** As scripts of the older generations use it: `Onfido.init(…)`. */
export const Onfido = { init, version };
export const Bonafide = Onfido;
