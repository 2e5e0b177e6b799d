import { loadCross } from '../cross-device/lazy.ts';
import type { PhoneEnd } from '../cross-device/phone.ts';
import { isPhone } from '../device.ts';
import { notifyError } from '../events/errors.ts';
import { guarded } from '../events/events.ts';
import { openLanguage } from '../language/translate.ts';
import { applyTheme } from '../mount.ts';
import type { LanguageTag } from '../names.ts';
import { themeValues } from '../options/theme.ts';
import { brandOf } from '../token.ts';
import type { SdkOptions, Step } from '../types.ts';
import { plainMark } from '../ui/brand.ts';
import { h } from '../ui/dom.ts';
import { coverWith, showNotice, showPlain, showWaiting } from '../ui/frame.ts';
import { icon } from '../ui/icons.ts';
import { browserLanguages, type Mounted, withWords } from './mounted.ts';
import type { SessionController } from './session.ts';

/** Characters of a link's path before the id of the room: the slash, and two of the generation. */
const ROOM_AT = 3;

/** Notices that a phone shows when it has no session. */
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

/** Reads the options that a computer sends to its phone. They are validated like the options of any page. */
function optionsOf(config: Readonly<Record<string, unknown>>): Partial<SdkOptions> {
  const { token, steps, language, translations, theme, customUI, workflowRunId, useAutoCapture } =
    config as Partial<SdkOptions>;
  // A workflow run has its own steps.
  const tasks = workflowRunId
    ? { workflowRunId, disableWelcomeScreen: true }
    : { steps: [...(Array.isArray(steps) ? steps : []), 'complete'] };
  return { token, language, translations, theme, customUI, useAutoCapture, ...tasks } as Partial<SdkOptions>;
}

/** The phone's side of a link: gets the steps from the computer, then opens a session for them. */
export function makePhoneController(mounted: Mounted, sessions: SessionController) {
  const { place, listeners } = mounted;
  let disconnect = () => {};
  let undoTheme = () => {};

  const showEnd = (what: PhoneNotice): Promise<void> =>
    withWords(mounted, (words) => {
      const tone = what === 'done' ? 'good' : 'bad';
      showNotice(place, words, `crossdevice.${what}_title`, `crossdevice.${what}_lead`, tone);
      place.root.querySelector('h1')?.focus();
    });

  /** The client's own page for phones gets an error; the service's page has no listener, and nothing is logged there. */
  function end(why: PhoneEnd): void {
    void showEnd(noticeOf[why]);
    if (why === 'done') return;
    const name = why === 'taken' ? 'cross_device_connection_lost' : why;
    const error = { type: 'exception', message: name, exception: { name, message: name } } as const;
    if (mounted.options.onError) notifyError(mounted.options, listeners, error);
    else listeners.emit('error', { error });
  }

  async function join(): Promise<void> {
    undoTheme = applyTheme(place, { themeName: mounted.options.theme?.name, theme: themeValues(), accent: null });
    showWaiting(place);
    if (!isPhone()) return showEnd('phone_only');
    const { joinComputer } = await loadCross();
    const { roomId, sdkUrl } = mounted.options;
    const room = roomId ?? location.pathname.slice(ROOM_AT);
    const base = sdkUrl ? new URL(sdkUrl, location.href).origin : location.origin;
    if (mounted.removed) return;
    let isAway = false;
    let uncover = () => {};
    const connection = joinComputer(base, room, location.hash.slice(1), {
      place,
      tools: { h, icon, openLanguage, showPlain },
      languages: browserLanguages(),
      wait: () => showWaiting(place),
      branded(branding) {
        const { _onPhoneBranding: notifyBranding, showBranding } = mounted.options;
        place.mark = () => plainMark(brandOf(branding, base), showBranding);
        if (notifyBranding) guarded(() => notifyBranding(branding));
      },
      configured(config, computer) {
        const isRun = config.workflowRunId && Array.isArray(config.steps);
        sessions.connect({ computer, begun: isRun ? (config.steps as Step[])[0] : undefined });
        mounted.options = { ...mounted.options, ...optionsOf(config) };
        const { _onPhoneToken: notifyToken, token } = mounted.options;
        if (notifyToken && typeof token === 'string') guarded(() => notifyToken(token));
        undoTheme();
        undoTheme = () => {};
        sessions.start(true);
      },
      away(is) {
        uncover();
        uncover = () => {};
        isAway = is;
        if (!is) return;
        void withWords(mounted, (words) => {
          if (isAway) uncover = coverWith(place, words, 'crossdevice.restart_title', 'crossdevice.unanswered_lead');
        });
      },
      ended(why, language) {
        // A computer may ask for a language that this version doesn't know: it is shown in the browser's.
        if (language) mounted.options = { ...mounted.options, language: language as LanguageTag };
        isAway = false;
        uncover();
        sessions.close();
        end(why);
      },
    });
    disconnect = () => connection.close();
  }

  return {
    start(): void {
      join().catch(() => end('cross_device_socket_load_error'));
    },
    close(): void {
      disconnect();
      undoTheme();
    },
  };
}
