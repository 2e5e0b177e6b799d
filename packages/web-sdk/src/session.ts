import { cameraPossible, lookForCamera } from './capture/camera.ts';
import { isIos, isPhone } from './capture/device.ts';
import type { Picture } from './capture/picture.ts';
import { canFilm } from './capture/tape.ts';
import type { ComputerLink } from './cross-device/phone.ts';
import { eventNameOf, guarded, type Listeners } from './events/events.ts';
import { makeNotifier } from './events/notifier.ts';
import { begin, next } from './flow/machine.ts';
import { type Part, type Plan, planOf, workflowPart } from './flow/plan.ts';
import { choiceOf, type FlowEvent, partOf, type Screen, type State } from './flow/state.ts';
import type { Kit, View } from './kit.ts';
import type { Language } from './language/translate.ts';
import { applyTheme, type Place } from './mount.ts';
import type { Settings } from './options/read.ts';
import type { Captured } from './result.ts';
import { screens } from './screens/index.ts';
import { waysWithout } from './screens/ways.ts';
import type { ProfileData, Step } from './types.ts';
import { type Attributes, h } from './ui/dom.ts';
import { type Focus, showFrame } from './ui/frame.ts';
import { askSure } from './ui/sure.ts';
import { makeCourier } from './upload/uploader.ts';
import { makeRunner } from './workflow/runner.ts';

export interface SessionInput {
  readonly place: Place;
  readonly settings: Settings;
  readonly language: Language;
  readonly listeners: Listeners;
  /** To the computer that handed over, on a phone. */
  readonly line?: ComputerLink | undefined;
  /** The step of a workflow run that was begun there. */
  readonly begun?: Step | undefined;
}

/** Screens that are left when the service has answered; whoever leaves them before doesn't want to know any more. */
const asking: ReadonlySet<Screen> = new Set<Screen>(['uploading', 'waiting', 'data']);

/** What screens show of the options; colours change by themselves, and callbacks aren't seen. */
const seenOf = ({ options, theme, themeName }: Settings): string => {
  const { language, translations, navigation, showExitButton, enterpriseFeatures, crossDevicePolicy } = options;
  const { _crossDeviceLinkMethods: ways } = options;
  const controls = [navigation, showExitButton, crossDevicePolicy, ways, theme.stacked];
  const logo = enterpriseFeatures?.logoCobrand ? themeName : undefined;
  return JSON.stringify([language, translations, controls, enterpriseFeatures, logo]);
};

export interface Session {
  close(): void;
  /** Shows the same screen with other words, colours or callbacks. */
  restyle(settings: Settings, language: Language): void;
  /** While nobody sees it the camera is off; it is opened anew when somebody does. */
  rest(is: boolean): void;
}

/** Guides an applicant through a plan: holds the state and shows its screen. */
export function openSession({ place, listeners, line, begun, ...given }: SessionInput): Session {
  let { settings, language } = given;
  const { disableWelcomeScreen, disableCompleteScreen } = settings.options;
  let steps: readonly Step[] = settings.steps.filter(
    ({ type }) => !(type === 'welcome' && disableWelcomeScreen) && !(type === 'complete' && disableCompleteScreen),
  );
  const parts = (some: readonly Step[]): Plan => planOf(some, { record: canFilm() });
  let plan = parts(steps);
  /** What follows the tasks of a workflow run. */
  const farewell = settings.run === null ? [] : steps.filter(({ type }) => type === 'complete');
  if (settings.run !== null) plan = plan.toSpliced(plan.length - farewell.length, 0, workflowPart);

  const captures: Captured[] = [];
  let profile: ProfileData | undefined;
  const drafts = new Map<Part | undefined, Map<string, string>>();
  let camera = { present: cameraPossible(), granted: false };
  let state: State = begin(plan);
  let view: View | undefined;
  let part: Part | undefined;
  let picture: Kit['picture'];
  let undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
  let closed = false;
  let resting = false;

  const notifier = makeNotifier({ settings: () => settings, listeners, line });
  const fail = (error: unknown): void => {
    if (closed) return;
    notifier.error(error);
    send({ type: 'end', what: 'invalid' });
  };
  const courier = makeCourier({
    settings: () => settings,
    crossDevice: line !== undefined,
    send(event) {
      // A token ends with its run: then that says why.
      const unclear = event.type === 'end' && event.what === 'failed';
      if (runner && unclear) void runner.lookAgain(event);
      else send(event);
    },
    fail,
  });
  const runner =
    settings.run === null ? undefined : makeRunner({ settings: () => settings, courier, begun, replan, send, fail });

  /*
   * What screens work with.
   */

  const say = (text: string): void => {
    place.voice.textContent = text;
  };

  const kitNow = (): Kit => ({
    state,
    plan,
    part: partOf(plan, state),
    choice: choiceOf(plan, state),
    settings,
    language,
    phone: isPhone(),
    ios: isIos(),
    camera,
    picture,
    send,
    take(file: Picture) {
      if (closed) return;
      forget();
      picture = { file, url: URL.createObjectURL(file.blob) };
      send({ type: 'captured' });
    },
    t: language.text,
    words(tag, key, attributes: Attributes = {}, values = {}) {
      return h(tag, { ...attributes, 'data-i18n-token': key }, language.text(key, values));
    },
    say,
    ask: courier.ask,
    notifyAnalytics: notifier.analytics,
    receive(more) {
      captures.push(...more);
    },
    draft: drafts.get(part) ?? (drafts.set(part, new Map()).get(part) as Kit['draft']),
    async fill(data) {
      const hindrance = runner ? await runner.fill(data) : null;
      if (hindrance || closed) return hindrance;
      profile = data;
      send({ type: 'filled' });
      return null;
    },
    stepsAhead: steps.slice(state.step),
    onPhone: line !== undefined,
    watch: courier.watch,
    confirm(question, then) {
      askSure(kitNow(), place.root, question, () => closed || then());
    },
    openLink(url) {
      const { onExternalLink } = settings.options;
      if (onExternalLink) guarded(() => onExternalLink(url));
      else window.open(url, '_blank', 'noopener,noreferrer');
    },
  });

  function forget(): void {
    if (picture) URL.revokeObjectURL(picture.url);
    picture = undefined;
  }

  /*
   * From state to state.
   */

  function send(event: FlowEvent): void {
    if (closed) return;
    const before = state;
    state = next(before, event, plan);
    if (state === before) return;
    if (asking.has(before.screen) && state.screen !== before.screen) courier.stop();
    if (event.type === 'uploaded' || event.type === 'keep') settle(before);
    if (event.type === 'uploaded' && part?.kind === 'face' && part.variant === 'motion')
      notifier.analytics('MOTION_FACIAL_UPLOAD_COMPLETED');
    show(before);
    if (closed) return;
    if (state.screen === 'uploading') upload();
    if (state.screen === 'waiting' && !state.trouble) void runner?.goOn();
    if (before.screen === 'hand_over' && event.type === 'back') void runner?.lookAgain();
    if (state.trouble?.kind === 'end' && before.trouble?.kind !== 'end') notifier.end(state.trouble.what);
    if (state.screen === 'blocked' && before.screen !== 'blocked' && nothingElse()) notifier.blocked(state);
  }

  /** What a workflow run asks for takes the place of what was to come. */
  function replan(step: Step | null): void {
    const known = state.step;
    const more = step ? [step] : [];
    steps = [...steps.slice(0, known), ...more, ...farewell];
    plan = [...plan.slice(0, known), ...parts(more), ...(step ? [workflowPart] : []), ...parts(farewell)];
    send({ type: 'replanned' });
  }

  const nothingElse = (): boolean => {
    const others = waysWithout(kitNow());
    return !others.files && !others.native && !others.phone;
  };

  function upload(): void {
    const { part, choice } = kitNow();
    if (!picture || (part?.kind !== 'face' && !choice)) return;
    void courier.upload({ file: picture.file, state, part, choice, language: language.id });
  }

  /** A picture that is there to stay. */
  function settle({ screen }: State): void {
    if (screen !== 'uploading' && screen !== 'confirm') return;
    const delivered = courier.delivered();
    if (delivered) {
      captures.push(delivered);
      runner?.captured(delivered.id);
      // How far a workflow run is, the service knows better.
      line?.captured(captures, runner ? 0 : state.step);
    }
    forget();
  }

  /** Puts the screen of the state in its place; on another one the focus is on its title. */
  function draw(focus: Focus): void {
    view?.gone?.();
    courier.watch(undefined);
    view = undefined;
    if (resting && state.screen === 'camera') return;
    const kit = kitNow();
    view = screens[state.screen](kit);
    showFrame(kit, place, view, focus);
    say(view.heard ?? '');
  }

  /** The same screen anew: nobody gets anywhere by it, and nobody is told. */
  function redraw(): void {
    draw('stay');
    view?.shown?.();
  }

  /** Shows a screen that somebody gets to, and tells of it. */
  function show(before?: State): void {
    const now = partOf(plan, state);
    const left = part;
    const entered = now !== left && state.screen !== 'finished';
    if (entered) part = now;
    const first = before === undefined;
    const atFirst = settings.options.autoFocusOnInitialScreenTitle === false ? 'none' : 'still';
    draw(first ? atFirst : 'follow');
    const shown = view;
    const name = eventNameOf(state, plan);
    if (name && (first || entered || name !== eventNameOf(before, plan))) notifier.analytics(name);
    if (entered) notifier.modules(now, before && state.step > before.step ? left : undefined);
    // Whoever hears of it may have changed it, or taken it down.
    if (closed) return;
    if (view === shown) view?.shown?.();
    if (!first && (state.screen === 'complete' || state.screen === 'finished')) notifier.complete(captures, profile);
    if (state.screen === 'guide' || state.screen === 'type' || first) void look();
  }

  /** Learns of cameras; a screen that offers them is shown anew when that changes something. */
  async function look(): Promise<void> {
    const found = await lookForCamera();
    if (closed) return;
    const changed = found.present !== camera.present;
    camera = found;
    if (changed && state.screen === 'guide') redraw();
    // Somebody was faster than the browser: there is nothing to ask for.
    if (found.granted && state.screen === 'permission') send({ type: 'camera_granted' });
  }

  /** Timers can't wait longer than this; nobody keeps a page open for 24 days. */
  const untilExpiry = settings.token.expiresAt - Date.now();
  const expiry =
    untilExpiry < 2 ** 31 ? setTimeout(() => send({ type: 'end', what: 'expired' }), untilExpiry) : undefined;

  show();
  if (state.screen === 'waiting') void runner?.goOn();

  return {
    close() {
      closed = true;
      clearTimeout(expiry);
      courier.stop();
      view?.gone?.();
      undoTheme();
      forget();
    },
    restyle(newSettings, newLanguage) {
      const before = seenOf(settings);
      settings = { ...newSettings, steps: settings.steps };
      language = newLanguage;
      undoTheme();
      undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
      // An open camera, a running upload or a phone goes on as it is, and its words change with the next screen.
      if (seenOf(settings) !== before && !['camera', 'uploading', 'hand_over'].includes(state.screen)) redraw();
    },
    rest(is) {
      if (resting === is) return;
      resting = is;
      if (state.screen === 'camera') redraw();
    },
  };
}
