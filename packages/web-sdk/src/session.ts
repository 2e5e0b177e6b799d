import { cameraPossible, lookForCamera } from './capture/camera.ts';
import { isIos, isPhone } from './capture/device.ts';
import type { Picture } from './capture/picture.ts';
import type { PhoneLine } from './cross/phone.ts';
import { errorOfCamera, errorOfEnd, tellError } from './errors-told.ts';
import { eventNameOf, guarded, type makeListeners, tellWindow } from './events.ts';
import { begin, next } from './flow/machine.ts';
import { type Plan, planOf } from './flow/plan.ts';
import { choiceOf, type EndReason, type FlowEvent, partOf, type State } from './flow/state.ts';
import type { Kit, Progress, View } from './kit.ts';
import type { Language } from './language/translate.ts';
import { applyTheme, type Place } from './mount.ts';
import type { Settings } from './options/read.ts';
import { SdkProblem, toSdkError } from './problems.ts';
import { type Captured, responseOf } from './result.ts';
import { screens } from './screens/index.ts';
import { waysWithout } from './screens/ways.ts';
import { type Attributes, h } from './ui/dom.ts';
import { showFrame } from './ui/frame.ts';
import { type Outcome, readAnswer } from './upload/answers.ts';
import { type Service, uploadDocument, uploadFilm, uploadSelfie } from './upload/calls.ts';
import { send as sendCall, Unsent } from './upload/send.ts';

export interface SessionInput {
  readonly place: Place;
  readonly settings: Settings;
  readonly language: Language;
  readonly listeners: ReturnType<typeof makeListeners>;
  /** To the computer that handed over, on a phone. */
  readonly line?: PhoneLine | undefined;
}

export interface Session {
  close(): void;
  /** Shows the same screen with other words, colours or callbacks. */
  restyle(settings: Settings, language: Language): void;
}

/** Guides an applicant through a plan: holds the state, shows its screen, sends what is captured, tells the page. */
export function openSession({ place, listeners, line, ...given }: SessionInput): Session {
  let { settings, language } = given;
  const { disableWelcomeScreen, disableCompleteScreen, token } = settings.options;
  const steps = settings.steps.filter(
    ({ type }) => !(type === 'welcome' && disableWelcomeScreen) && !(type === 'complete' && disableCompleteScreen),
  );
  const record = typeof MediaRecorder === 'function';
  const plan: Plan = planOf(steps, { record });
  const phone = isPhone();
  const captures: Captured[] = [];
  let camera = { present: cameraPossible(), granted: false };
  let state: State = begin(plan);
  let view: View | undefined;
  let picture: Kit['picture'];
  let uploaded: Captured | undefined;
  let running: AbortController | undefined;
  let watcher: ((progress: Progress) => void) | undefined;
  let undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
  let closed = false;

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
    phone,
    ios: isIos(),
    camera,
    picture,
    send,
    take(file: Picture) {
      forget();
      picture = { file, url: URL.createObjectURL(file.blob) };
      send({ type: 'captured' });
    },
    t: language.text,
    words(tag, key, attributes: Attributes = {}, values = {}) {
      return h(tag, { ...attributes, 'data-i18n-token': key }, language.text(key, values));
    },
    say,
    ask,
    tellAnalytics,
    receive(more) {
      captures.push(...more);
    },
    stepsAhead: steps.slice(state.step),
    onPhone: line !== undefined,
    watch(listener) {
      watcher = listener;
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
    if (before.screen === 'uploading' && state.screen !== 'uploading') running?.abort();
    if (event.type === 'uploaded' || event.type === 'keep') settle(before);
    const part = partOf(plan, before);
    if (event.type === 'uploaded' && part?.kind === 'face' && part.variant === 'motion')
      tellAnalytics('MOTION_FACIAL_UPLOAD_COMPLETED');
    show(before);
    if (closed) return;
    if (state.screen === 'uploading') void upload();
    if (state.trouble?.kind === 'end' && before.trouble?.kind !== 'end') tellEnd(state.trouble.what);
    if (state.screen === 'blocked' && before.screen !== 'blocked') tellBlocked();
  }

  /** Shows the screen of the state, with the focus on its title. */
  function show(before?: State): void {
    view?.gone?.();
    watcher = undefined;
    const kit = kitNow();
    view = screens[state.screen](kit);
    const first = before === undefined;
    const atFirst = settings.options.autoFocusOnInitialScreenTitle === false ? 'none' : 'still';
    showFrame(kit, place, view, first ? atFirst : 'follow');
    say(view.heard ?? '');
    const name = eventNameOf(state, plan);
    if (name && (first || name !== eventNameOf(before, plan) || before.step !== state.step)) tellAnalytics(name);
    if (before?.step !== state.step || first) tellModules(before);
    view.shown?.();
    if (!first && (state.screen === 'complete' || state.screen === 'finished')) tellComplete();
    if (state.screen === 'guide' || state.screen === 'type' || first) void look();
  }

  /** Learns of cameras; a screen that offers them is shown anew when that changes something. */
  async function look(): Promise<void> {
    const found = await lookForCamera();
    if (closed) return;
    const changed = found.present !== camera.present;
    camera = found;
    if (changed && state.screen === 'guide') show(state);
  }

  /*
   * Sending.
   */

  const service = (): Service => {
    const {
      useCustomizedApiRequests: own,
      onSubmitDocument,
      onSubmitSelfie,
      onSubmitVideo,
      formatter,
    } = settings.enterprise;
    return {
      api: settings.token.api,
      token,
      phone,
      formatter: formatter ?? 'formData',
      ...(own ? { onSubmitDocument, onSubmitSelfie, onSubmitVideo } : {}),
    };
  };

  async function upload(): Promise<void> {
    const file = picture?.file;
    const part = partOf(plan, state);
    const choice = choiceOf(plan, state);
    if (!file || (part?.kind !== 'face' && !choice)) return;
    const { side, country, refusals } = state;
    const abort = new AbortController();
    running = abort;
    let progress: Progress = { part: 0, waiting: null };
    const tell = (more: Partial<Progress>) => {
      progress = { ...progress, ...more };
      if (running === abort) watcher?.(progress);
    };
    const sending = {
      signal: abort.signal,
      onProgress: (sent: number) => tell({ part: sent }),
      onWait: (waiting: Progress['waiting']) => tell({ waiting }),
    };
    try {
      const outcome =
        choice && part?.kind !== 'face'
          ? await uploadDocument(
              service(),
              { picture: file, type: choice.type, side, country, validate: part?.kind === 'document', refusals },
              sending,
            )
          : part?.kind === 'face' && part.variant !== 'standard'
            ? await uploadFilm(service(), file, { refusals, language: language.id }, sending)
            : await uploadSelfie(service(), file, refusals, sending);
      if (abort.signal.aborted || closed) return;
      uploaded = outcome.id === null ? undefined : capturedAs(outcome, side);
      send(outcome.event);
    } catch (error) {
      if (abort.signal.aborted || closed) return;
      if (error instanceof Unsent) send({ type: 'unsent', what: error.what });
      else fail(error);
    }
  }

  async function ask(path: string, json?: object): Promise<Record<string, unknown> | null> {
    const abort = new AbortController();
    running = abort;
    try {
      const call = { url: settings.token.api + path, token, body: () => (json ? JSON.stringify(json) : null) };
      const { status, body } = await sendCall(call, { signal: abort.signal });
      if (status === 200 || status === 201) return body;
      const { event } = readAnswer({ status, body });
      if (event.type === 'end') send(event);
      return null;
    } catch {
      return null;
    }
  }

  function capturedAs(outcome: Outcome, side: 'front' | 'back'): Captured {
    const part = partOf(plan, state);
    const kind = part?.kind === 'poa' ? 'poa' : part?.kind === 'face' ? 'face' : 'document';
    return {
      kind,
      id: outcome.id as string,
      type: choiceOf(plan, state)?.type ?? (part?.kind === 'face' ? part.variant : ''),
      side,
    };
  }

  /** A picture that is there to stay. */
  function settle(before: State): void {
    if (before.screen !== 'uploading' && before.screen !== 'confirm') return;
    if (uploaded) captures.push(uploaded);
    uploaded = undefined;
    forget();
  }

  /*
   * Telling the page.
   */

  const fail = (error: unknown): void => {
    tellError(settings.options, listeners, toSdkError(error));
    send({ type: 'end', what: 'invalid' });
  };

  function tellAnalytics(eventName: string, isCrossDevice = line !== undefined): void {
    const analytics = { eventName, properties: {}, isCrossDevice };
    line?.analytics(analytics);
    tellWindow(analytics);
    listeners.tell('userAnalytics', analytics);
    listeners.tell('userAnalyticsEvent', analytics);
  }

  function tellModules(before: State | undefined): void {
    const left = before && partOf(plan, before)?.kind;
    if (left && state.step > before.step) listeners.tell('moduleComplete', { module: left });
    const entered = partOf(plan, state)?.kind;
    if (entered) listeners.tell('moduleStart', { module: entered });
  }

  function tellComplete(): void {
    const data = responseOf(captures);
    line?.done(captures);
    const { onComplete } = settings.options;
    if (onComplete) guarded(() => onComplete(data));
    listeners.tell('complete', { data });
  }

  function tellEnd(what: EndReason): void {
    const { onUserExit } = settings.options;
    if ((what === 'exited' || what === 'consent_denied') && onUserExit) guarded(() => onUserExit('user_exit'));
    const known = errorOfEnd[what];
    if (known) tellError(settings.options, listeners, toSdkError(new SdkProblem(...known)));
  }

  /** The page hears of a camera that can't be used only where nothing else can be done. */
  function tellBlocked(): void {
    const others = waysWithout(kitNow());
    if (others.files || others.native || others.phone || !state.camera) return;
    const known = errorOfCamera[state.camera];
    if (known) tellError(settings.options, listeners, toSdkError(new SdkProblem(...known)));
    if (state.camera === 'denied') listeners.tell('permissionUnknown', { permissionsRequired: ['camera'] });
  }

  /** Timers can't wait longer than this; nobody keeps a page open for 24 days. */
  const untilExpiry = settings.token.expiresAt - Date.now();
  const expiry =
    untilExpiry < 2 ** 31 ? setTimeout(() => send({ type: 'end', what: 'expired' }), untilExpiry) : undefined;

  show();

  return {
    close() {
      closed = true;
      clearTimeout(expiry);
      running?.abort();
      view?.gone?.();
      undoTheme();
      forget();
    },
    restyle(newSettings, newLanguage) {
      settings = { ...newSettings, steps: settings.steps };
      language = newLanguage;
      undoTheme();
      undoTheme = applyTheme(place, settings.themeName, settings.theme.properties);
      // An open camera or a running upload goes on as it is, and its words change with the next screen.
      if (state.screen !== 'camera' && state.screen !== 'uploading') show(state);
    },
  };
}
