import { makeListeners } from './events.ts';
import { openLanguage } from './language/translate.ts';
import { findContainer, makePlace } from './mount.ts';
import { anyOptions, readOptions, type Settings } from './options/read.ts';
import { toSdkError } from './problems.ts';
import { openSession, type Session, tellError } from './session.ts';
import type { SdkHandle, SdkOptions } from './types.ts';
import { showProblem, showWaiting } from './ui/frame.ts';
import { version } from './version.ts';

export type * from './types.ts';
export { version };

/** Who is mounted where: of two in one place the later stays. */
const mounted = new WeakMap<Element, () => void>();

const browserLanguages = (): readonly string[] => navigator.languages ?? [navigator.language];

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
  const place = makePlace(container);
  const listeners = makeListeners();
  let session: Session | undefined;
  let gone = false;
  /** Counts beginnings, so that one that waited too long for its language doesn't overtake. */
  let turn = 0;

  const remove = () => {
    if (gone) return;
    gone = true;
    session?.close();
    place.host.remove();
    if (mounted.get(container) === remove) mounted.delete(container);
  };
  mounted.set(container, remove);

  /** Judges the options; what is wrong is told when the caller has got its handle. */
  function judged(): Settings | undefined {
    try {
      return readOptions(options);
    } catch (problem) {
      const error = toSdkError(problem);
      showProblem(place, error, openLanguage({}, browserLanguages()));
      queueMicrotask(() => gone || tellError(options, listeners, error));
      return undefined;
    }
  }

  function begin(anew: boolean): void {
    turn += 1;
    const mine = turn;
    const settings = judged();
    if (!settings) return;
    const open = (language: Awaited<ReturnType<typeof openLanguage>>) => {
      if (gone || turn !== mine) return;
      place.root.removeAttribute('aria-busy');
      if (session && !anew) {
        session.restyle(settings, language);
        return;
      }
      session?.close();
      session = openSession({ place, settings, language, listeners });
    };
    const language = openLanguage(options, browserLanguages());
    if (!(language instanceof Promise)) {
      open(language);
      return;
    }
    if (anew) showWaiting(place);
    void language.then(open);
  }

  begin(true);

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
      const anew = 'steps' in changes || (changes.token !== undefined && changes.token !== options.token);
      options = { ...options, ...changes };
      begin(anew || !session);
    },
    addEventListener: listeners.add,
    removeEventListener: listeners.remove,
  };
}

/** As scripts of the older generations use it: `Onfido.init(…)`. */
export const Onfido = { init, version };
export const Bonafide = Onfido;
