import { cameraPossible, lookForCamera } from '../capture/camera.ts';
import { canFilm } from '../capture/recording.ts';
import type { ComputerLink } from '../cross-device/phone.ts';
import { isIos, isPhone } from '../device.ts';
import { eventNameOf, guarded, type Listeners } from '../events/events.ts';
import { makeNotifier } from '../events/notifier.ts';
import { begin, next } from '../flow/machine.ts';
import { type AnyStep, isStep, type Part, type Plan, planOf, workflowPart } from '../flow/plan.ts';
import { choiceOf, type FlowEvent, partOf, type Retry, type Screen, type State } from '../flow/state.ts';
import type { Kit } from '../kit.ts';
import type { Language } from '../language/translate.ts';
import { applyTheme, type Place } from '../mount.ts';
import type { Settings } from '../options/read.ts';
import { methodsWithoutCamera } from '../screens/capture-methods.ts';
import type { ProfileData, Step } from '../types.ts';
import { askToConfirm } from '../ui/confirm-dialog.ts';
import { type Attributes, h } from '../ui/dom.ts';
import { makeUploader } from '../upload/uploader.ts';
import { makeRunner } from '../workflow/runner.ts';
import { makeDrawing } from './drawing.ts';
import { makePictures } from './pictures.ts';

export interface SessionInput {
  readonly place: Place;
  readonly settings: Settings;
  readonly language: Language;
  readonly listeners: Listeners;
  /** The computer that sent the steps to this phone. */
  readonly computer?: ComputerLink | undefined;
  /** The step of a workflow run that was started on the computer. */
  readonly begun?: Step | undefined;
}

export interface Session {
  close(): void;
  /** Shows the same screen with other words, colours or callbacks. */
  restyle(settings: Settings, language: Language): void;
  /** Closes the camera while the SDK is hidden, and opens it again afterwards. */
  rest(is: boolean): void;
}

/** Screens that wait for an answer of the service, which nothing needs once the applicant has left them. */
const awaitingAnswer: ReadonlySet<Screen> = new Set<Screen>(['uploading', 'waiting', 'data', 'passkey', 'signature']);

/** Screens that a change of options doesn't draw again: they would lose a camera, an upload or a phone. */
const busyScreens: ReadonlySet<Screen> = new Set<Screen>(['camera', 'uploading', 'hand_over']);

/** Longest delay of a timer in milliseconds; no page stays open for 24 days. */
const LONGEST_TIMER_MS = 2 ** 31;

/** The options that screens show. Colours change by themselves, and callbacks are not visible. */
const visibleOptions = ({ options, theme, themeName }: Settings): string => {
  const { language, translations, navigation, showExitButton, enterpriseFeatures, crossDevicePolicy } = options;
  const { _crossDeviceLinkMethods: methods } = options;
  const controls = [navigation, showExitButton, crossDevicePolicy, methods, theme.stacked];
  const logo = enterpriseFeatures?.logoCobrand ? themeName : undefined;
  return JSON.stringify([language, translations, controls, enterpriseFeatures, logo]);
};

/** The steps of the options, without screens that they disable. */
function stepsOf({ steps, options }: Settings): Step[] {
  const { disableWelcomeScreen, disableCompleteScreen } = options;
  const hidden = (type: string) =>
    (type === 'welcome' && disableWelcomeScreen) || (type === 'complete' && disableCompleteScreen);
  return steps.filter(({ type }) => !hidden(type));
}

/** Guides an applicant through a plan: holds the state, and lets its screens be drawn and its pictures be uploaded. */
export function openSession({ place, listeners, computer, begun, ...given }: SessionInput): Session {
  let { settings, language } = given;
  let steps: readonly AnyStep[] = stepsOf(settings);
  const parts = (some: readonly AnyStep[]): Plan => planOf(some, { record: canFilm() });
  let plan = parts(steps);
  /** Steps that follow the tasks of a workflow run. */
  const farewell = settings.run === null ? [] : steps.filter(({ type }) => type === 'complete');
  if (settings.run !== null) plan = plan.toSpliced(plan.length - farewell.length, 0, workflowPart);

  const drafts = new Map<Part | undefined, Map<string, string>>();
  let profile: ProfileData | undefined;
  let camera = { present: cameraPossible(), granted: false };
  let state: State = begin(plan);
  let part: Part | undefined;
  /** The retry of the present task of a workflow run. */
  let retry: Retry | null = null;
  let undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
  let closed = false;

  const notifier = makeNotifier({ settings: () => settings, listeners, computer });
  const fail = (error: unknown): void => {
    if (closed) return;
    notifier.error(error);
    send({ type: 'end', what: 'invalid' });
  };
  const uploader = makeUploader({
    settings: () => settings,
    crossDevice: computer !== undefined,
    send(event) {
      // The token of a run expires with it: the run then says why it has ended.
      const unclear = event.type === 'end' && event.what === 'failed';
      if (runner && unclear) void runner.refresh(event);
      else send(event);
    },
    fail,
  });
  const runner =
    settings.run === null ? undefined : makeRunner({ settings: () => settings, uploader, begun, replan, send, fail });
  const pictures = makePictures(uploader);
  const drawing = makeDrawing({ place, makeKit, unwatch: () => uploader.watch(undefined) });

  /** Makes the tools for screens. */
  function makeKit(): Kit {
    return {
      state,
      plan,
      part: partOf(plan, state),
      choice: choiceOf(plan, state),
      retry,
      settings,
      language,
      phone: isPhone(),
      ios: isIos(),
      camera,
      picture: pictures.current(),
      send,
      take(file) {
        if (closed) return;
        pictures.put(file);
        send({ type: 'captured' });
      },
      t: language.text,
      words(tag, key, attributes: Attributes = {}, values = {}) {
        return h(tag, { ...attributes, 'data-i18n-token': key }, language.text(key, values));
      },
      say: drawing.say,
      ask: uploader.ask,
      download: uploader.download,
      notifyAnalytics: notifier.analytics,
      receive(more) {
        pictures.captures.push(...more);
      },
      draft: drafts.get(part) ?? (drafts.set(part, new Map()).get(part) as Kit['draft']),
      async fill(data) {
        const hindrance = runner ? await runner.fill(data) : null;
        if (hindrance || closed) return hindrance;
        if (part?.kind === 'data') profile = data as ProfileData;
        send({ type: 'filled' });
        return null;
      },
      stepsAhead: steps.slice(state.step).filter(isStep),
      onPhone: computer !== undefined,
      watch: uploader.watch,
      confirm(question, then) {
        askToConfirm(makeKit(), place.root, question, () => closed || then());
      },
      openLink(url) {
        const { onExternalLink } = settings.options;
        if (onExternalLink) guarded(() => onExternalLink(url));
        else window.open(url, '_blank', 'noopener,noreferrer');
      },
    };
  }

  function send(event: FlowEvent): void {
    if (closed) return;
    const before = state;
    state = next(before, event, plan);
    if (state === before) return;
    if (awaitingAnswer.has(before.screen) && state.screen !== before.screen) uploader.stop();
    if (event.type === 'uploaded' || event.type === 'keep') settle(before);
    if (event.type === 'uploaded' && part?.kind === 'face' && part.variant === 'motion')
      notifier.analytics('MOTION_FACIAL_UPLOAD_COMPLETED');
    show(before);
    if (closed) return;
    if (state.screen === 'uploading') upload();
    if (state.screen === 'waiting' && !state.trouble) void runner?.advance();
    if (before.screen === 'hand_over' && event.type === 'back') void runner?.refresh();
    if (state.trouble?.kind === 'end' && before.trouble?.kind !== 'end') notifier.end(state.trouble.what);
    if (state.screen === 'blocked' && before.screen !== 'blocked' && !canCaptureOtherwise()) notifier.blocked(state);
  }

  /** Puts the task of a workflow run in the place of the steps ahead. */
  function replan(step: AnyStep | null, again: Retry | null): void {
    retry = again;
    const known = state.step;
    const more = step ? [step] : [];
    steps = [...steps.slice(0, known), ...more, ...farewell];
    plan = [...plan.slice(0, known), ...parts(more), ...(step ? [workflowPart] : []), ...parts(farewell)];
    send({ type: 'replanned' });
  }

  const canCaptureOtherwise = (): boolean => {
    const others = methodsWithoutCamera(makeKit());
    return others.files || others.native || others.phone;
  };

  const upload = (): void =>
    pictures.upload({
      state,
      part: partOf(plan, state),
      choice: choiceOf(plan, state),
      language: language.id,
    });

  /** Takes note of a picture that was uploaded for good. */
  function settle({ screen }: State): void {
    if (screen !== 'uploading' && screen !== 'confirm') return;
    const delivered = pictures.settle();
    if (!delivered) return;
    runner?.captured(delivered.id);
    // The service knows better how far a workflow run is.
    computer?.captured(pictures.captures, runner ? 0 : state.step);
  }

  /** Shows the screen that the applicant has come to, and notifies the page. */
  function show(before?: State): void {
    const now = partOf(plan, state);
    const left = part;
    const entered = now !== left && state.screen !== 'finished';
    if (entered) part = now;
    const first = before === undefined;
    const focusAtFirst = settings.options.autoFocusOnInitialScreenTitle === false ? 'none' : 'still';
    const drawn = drawing.draw(first ? focusAtFirst : 'follow');
    const name = eventNameOf(state, plan);
    if (name && (first || entered || name !== eventNameOf(before, plan))) notifier.analytics(name);
    if (entered) notifier.modules(now, before && state.step > before.step ? left : undefined);
    // A listener of the page may have changed the options or removed the SDK.
    if (closed) return;
    drawing.start(drawn);
    if (!first && (state.screen === 'complete' || state.screen === 'finished'))
      notifier.complete(pictures.captures, profile);
    if (state.screen === 'guide' || state.screen === 'type' || first) void findCameras();
  }

  /** Looks for cameras, and draws a screen again that offers them when that changes it. */
  async function findCameras(): Promise<void> {
    const found = await lookForCamera();
    if (closed) return;
    const changed = found.present !== camera.present;
    camera = found;
    if (changed && state.screen === 'guide') drawing.redraw();
    // The applicant came to the question before the browser had answered that it needn't be asked.
    if (found.granted && state.screen === 'permission') send({ type: 'camera_granted' });
  }

  const untilExpiry = settings.token.expiresAt - Date.now();
  const expiry =
    untilExpiry < LONGEST_TIMER_MS ? setTimeout(() => send({ type: 'end', what: 'expired' }), untilExpiry) : undefined;

  show();
  if (state.screen === 'waiting') void runner?.advance();

  return {
    close() {
      closed = true;
      clearTimeout(expiry);
      uploader.stop();
      drawing.close();
      undoTheme();
      pictures.discard();
    },
    restyle(newSettings, newLanguage) {
      const before = visibleOptions(settings);
      settings = { ...newSettings, steps: settings.steps };
      language = newLanguage;
      undoTheme();
      undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
      if (visibleOptions(settings) !== before && !busyScreens.has(state.screen)) drawing.redraw();
    },
    rest(is) {
      if (drawing.rest(is) && state.screen === 'camera') drawing.redraw();
    },
  };
}
