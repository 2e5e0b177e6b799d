import { cameraPossible, lookForCamera } from '../capture/camera.ts';
import { allowsProtocol, canOpenWallet, walletLinkHere } from '../capture/wallets.ts';
import type { ComputerLink } from '../cross-device/phone.ts';
import { isIos, isPhone } from '../device.ts';
import { eventNameOf, guarded, type Listeners } from '../events/events.ts';
import { makeNotifier, type Notifier } from '../events/notifier.ts';
import { begin, next } from '../flow/machine.ts';
import { isStep, offerOf, type Part } from '../flow/plan.ts';
import { choiceOf, type EndReason, type FlowEvent, partOf, type Screen, type State } from '../flow/state.ts';
import type { Kit, NotFilled } from '../kit.ts';
import type { Language } from '../language/translate.ts';
import { applyTheme, type Place } from '../mount.ts';
import type { Settings } from '../options/read.ts';
import type { Captured } from '../result.ts';
import { opensByItself } from '../screens/auto-capture.ts';
import { methodsWithoutCamera } from '../screens/capture-methods.ts';
import { prepareChoice } from '../screens/choose.ts';
import type { ProfileData, Step } from '../types.ts';
import { askToConfirm } from '../ui/confirm-dialog.ts';
import { h } from '../ui/dom.ts';
import { presentCredential } from '../upload/credential.ts';
import { makeUploader, type Uploader, type UploaderOptions } from '../upload/uploader.ts';
import { makeRunner, type Runner } from '../workflow/runner.ts';
import { type Drawing, makeDrawing } from './drawing.ts';
import { makePictures, type Pictures } from './pictures.ts';
import { makeProgressStore, type ProgressStore } from './progress.ts';
import { makeRenewal, type Renewal } from './renewal.ts';
import { Route } from './route.ts';
import { makeTestSession, type TestSession } from './test-session.ts';

export interface SessionInput {
  readonly place: Place;
  readonly settings: Settings;
  readonly language: Language;
  readonly listeners: Listeners;
  /** The computer that sent the steps to this phone. */
  readonly computer?: ComputerLink | undefined;
  /** The step of a workflow run that was started on the computer. */
  readonly begun?: Step | undefined;
  /** Receives the token that the page has made in place of one that has expired. */
  readonly tokenRenewed?: ((token: string) => void) | undefined;
}

/** Screens that wait for an answer of the service, which nothing needs once the applicant has left them. */
const awaitingAnswer: ReadonlySet<Screen> = new Set<Screen>([
  'uploading',
  'waiting',
  'wallet',
  'data',
  'passkey',
  'signature',
  'step_up',
]);

/** Screens that a change of options doesn't draw again: they would lose a camera, an upload or a phone. */
const busyScreens: ReadonlySet<Screen> = new Set<Screen>(['camera', 'uploading', 'hand_over']);

/** Returns whether everything is sent. */
const isOver = (screen: Screen): boolean => screen === 'complete' || screen === 'finished';

/** Ends after which a reload of the page may help. */
const unexpectedEnds: ReadonlySet<EndReason> = new Set<EndReason>(['failed', 'invalid']);

/** The options that screens show. Colours change by themselves, and callbacks are not visible. */
const visibleOptions = ({ options, theme, token }: Settings): string => {
  const { language, translations, navigation, showExitButton, enterpriseFeatures, crossDevicePolicy } = options;
  const { _crossDeviceLinkMethods: methods, showBranding } = options;
  const controls = [navigation, showExitButton, crossDevicePolicy, methods, theme.stacked];
  return JSON.stringify([language, translations, controls, enterpriseFeatures, showBranding, token.brand]);
};

/** Guides an applicant through a plan: holds the state, and lets its screens be drawn and its pictures be uploaded. */
export class Session {
  readonly #place: Place;
  readonly #computer: ComputerLink | undefined;
  readonly #route: Route;
  readonly #progress: ProgressStore;
  /** The state in which the session has begun. */
  readonly #begun: State;
  readonly #notifier: Notifier;
  readonly #uploader: Uploader;
  readonly #runner: Runner | undefined;
  readonly #pictures: Pictures;
  readonly #drawing: Drawing;
  readonly #test: TestSession | undefined;
  readonly #drafts = new Map<Part | undefined, Map<string, string>>();
  /** The picture that is yet to be handed in to a report. */
  #evidence: ReturnType<Kit['stepUp']['take']>;
  readonly #renewal: Renewal;
  #settings: Settings;
  #language: Language;
  #profile: ProfileData | undefined;
  #camera = { present: cameraPossible(), granted: false };
  #state: State;
  #part: Part | undefined;
  #undoTheme: () => void;
  #isClosed = false;

  constructor({ place, settings, language, listeners, computer, begun, tokenRenewed }: SessionInput) {
    this.#place = place;
    this.#computer = computer;
    this.#settings = settings;
    this.#language = language;
    const current = () => this.#settings;
    this.#progress = makeProgressStore(current, computer === undefined);
    const { recalled } = this.#progress;
    this.#route = new Route(settings, recalled);
    this.#begun = begin(this.#route.plan);
    this.#state = this.#begun;
    this.#undoTheme = applyTheme(place, settings);
    this.#notifier = makeNotifier({ settings: current, listeners, computer });
    const uploading: UploaderOptions = {
      settings: current,
      renew: (refused) => this.#renewal.renew(refused),
      crossDevice: computer !== undefined,
      send: (event) => this.#uploadEnded(event),
      fail: this.#fail,
    };
    this.#uploader = makeUploader(uploading);
    if (settings.run !== null)
      this.#runner = makeRunner({
        settings: current,
        uploader: this.#uploader,
        begun,
        replan: (step, retry) => {
          this.#route.replan(this.#state.step, step, retry);
          this.#send({ type: 'replanned' });
        },
        send: this.#send,
        fail: this.#fail,
      });
    if (settings.testMode) {
      this.#camera = { present: true, granted: true };
      this.#test = makeTestSession(settings.testMode, place, makeUploader(uploading));
    }
    this.#pictures = makePictures(this.#uploader, recalled?.captures);
    this.#drawing = makeDrawing({
      place,
      makeKit: () => this.#makeKit(),
      unwatch: () => this.#uploader.watch(undefined),
    });
    this.#renewal = makeRenewal({
      settings: current,
      renewed: (renewed) => {
        this.#settings = renewed;
        this.#progress.renew();
        tokenRenewed?.(renewed.options.token);
      },
      expired: () => this.#send({ type: 'end', what: 'expired' }),
    });
    this.#renewal.watch();

    this.#show();
    prepareChoice(this.#route.plan);
    if (this.#state.screen === 'waiting') void this.#runner?.advance();
    else void this.#runner?.check();
  }

  close(): void {
    this.#isClosed = true;
    // React mounts twice in development: a session that nobody has used leaves the progress to the next one.
    if (this.#state !== this.#begun) this.#progress.forget();
    this.#renewal.close();
    this.#uploader.stop();
    this.#test?.close();
    this.#drawing.close();
    this.#undoTheme();
    this.#pictures.discard();
  }

  /** Shows the same screen with other words, colours or callbacks. */
  restyle(settings: Settings, language: Language): void {
    const before = visibleOptions(this.#settings);
    this.#settings = { ...settings, steps: this.#settings.steps };
    this.#language = language;
    this.#undoTheme();
    this.#undoTheme = applyTheme(this.#place, settings);
    if (visibleOptions(this.#settings) !== before && !busyScreens.has(this.#state.screen)) this.#drawing.redraw();
  }

  /** Closes the camera while the SDK is hidden, and opens it again afterwards. */
  rest(is: boolean): void {
    if (this.#drawing.rest(is) && this.#state.screen === 'camera') this.#drawing.redraw();
  }

  readonly #fail = (error: unknown): void => {
    if (this.#isClosed) return;
    this.#notifier.error(error);
    this.#send({ type: 'end', what: 'invalid' });
  };

  readonly #send = (event: FlowEvent): void => {
    if (this.#isClosed) return;
    const before = this.#state;
    const after = next(before, event, this.#route.plan);
    if (after === before) return;
    this.#state = after;
    if (awaitingAnswer.has(before.screen) && after.screen !== before.screen) this.#uploader.stop();
    if (event.type === 'uploaded' || event.type === 'keep') this.#settle(before);
    if (!isOver(after.screen)) this.#progress.save(this.#route.numberOf(after.step), after, this.#pictures.captures);
    if (event.type === 'uploaded' && this.#part?.kind === 'face' && this.#part.variant === 'motion')
      this.#notifier.analytics('MOTION_FACIAL_UPLOAD_COMPLETED');
    this.#show(before);
    // A listener of the page may have sent another event, or removed the SDK.
    if (!this.#isClosed) this.#act(before, event);
  };

  /** Starts the work of the screen that was just shown, and reports an end. */
  #act(before: State, event: FlowEvent): void {
    if (this.#state.screen === 'uploading') this.#upload();
    if (this.#state.screen === 'waiting' && !this.#state.trouble) void this.#runner?.advance();
    if (before.screen === 'hand_over' && event.type === 'back') void this.#runner?.refresh();
    const { trouble } = this.#state;
    if (trouble?.kind === 'end' && before.trouble?.kind !== 'end') {
      if (!unexpectedEnds.has(trouble.what)) this.#progress.forget();
      this.#notifier.end(trouble.what);
    }
    if (this.#state.screen === 'blocked' && before.screen !== 'blocked' && !this.#canCaptureOtherwise())
      this.#notifier.blocked(this.#state);
  }

  #uploadEnded(event: FlowEvent): void {
    // The token of a run expires with it: the run then says why it has ended.
    const unclear = event.type === 'end' && event.what === 'failed';
    if (this.#runner && unclear) void this.#runner.refresh(event);
    else this.#send(event);
  }

  /** Makes the tools for screens. */
  #makeKit(): Kit {
    const { plan, steps, retry } = this.#route;
    const language = this.#language;
    const state = this.#state;
    const current = () => this.#settings;
    return {
      state,
      plan,
      part: partOf(plan, state),
      choice: choiceOf(plan, state),
      retry,
      get settings() {
        return current();
      },
      language,
      phone: isPhone(),
      ios: isIos(),
      camera: this.#camera,
      test: this.#test?.forScreen(partOf(plan, state), choiceOf(plan, state), state.side),
      captures: this.#pictures.captures,
      picture: this.#pictures.current(),
      send: this.#send,
      take: (file) => {
        if (this.#isClosed) return;
        this.#pictures.put(file);
        this.#send({ type: 'captured' });
      },
      t: language.text,
      words: (tag, key, attributes = {}, values = {}) =>
        h(tag, { ...attributes, 'data-i18n-token': key }, language.text(key, values)),
      say: this.#drawing.say,
      ask: this.#uploader.ask,
      download: this.#uploader.download,
      notifyAnalytics: this.#notifier.analytics,
      receive: (captures) => void this.#pictures.captures.push(...captures),
      home: this.#profile?.address?.country ?? this.#profile?.country_residence ?? this.#settings.token.country,
      draft: this.#draft(),
      fill: (data) => this.#fill(data),
      wallets: {
        open: canOpenWallet,
        allow: allowsProtocol,
        link: walletLinkHere,
        present: (answer) => this.#present(answer),
      },
      stepUp: {
        take: () => {
          const evidence = this.#evidence;
          this.#evidence = undefined;
          return evidence;
        },
        capture: (offer) => {
          this.#route.offer(this.#state.step, offer);
          this.#send({ type: 'continue' });
        },
        leave: () => {
          this.#route.offer(this.#state.step, null);
          this.#send({ type: 'filled' });
        },
      },
      stepsAhead: steps.slice(state.step).filter(isStep),
      onPhone: this.#computer !== undefined,
      watch: this.#uploader.watch,
      confirm: (question, then) =>
        askToConfirm(this.#makeKit(), this.#place.root, question, () => this.#isClosed || then()),
      openLink: (url) => {
        const { onExternalLink } = this.#settings.options;
        if (onExternalLink) guarded(() => onExternalLink(url));
        else window.open(url, '_blank', 'noopener,noreferrer');
      },
    };
  }

  #draft(): Map<string, string> {
    const draft = this.#drafts.get(this.#part) ?? new Map<string, string>();
    this.#drafts.set(this.#part, draft);
    return draft;
  }

  async #fill(data: object): Promise<NotFilled | null> {
    const hindrance = this.#runner ? await this.#runner.fill(data) : null;
    if (hindrance || this.#isClosed) return hindrance;
    if (this.#part?.kind === 'data') this.#profile = data as ProfileData;
    this.#send({ type: 'filled' });
    return null;
  }

  async #present(answer: object): ReturnType<Kit['wallets']['present']> {
    const { event, document } = await presentCredential(this.#uploader.connect(), answer);
    if (this.#isClosed) return null;
    const offer = offerOf(this.#part);
    if (document && offer) this.#evidence = { report: offer.report, kind: offer.kind, id: document.id };
    else if (document) {
      this.#pictures.captures.push(document);
      this.#record(document);
    }
    if (event.type === 'refused') return 'refused';
    if (event.type === 'unsent') return event.what;
    this.#send(document ? { type: 'filled' } : event);
    return null;
  }

  #canCaptureOtherwise(): boolean {
    const others = methodsWithoutCamera(this.#makeKit());
    return others.files || others.native || others.phone;
  }

  #upload(): void {
    const { state, part, choice, language } = this.#makeKit();
    const upload = () => this.#pictures.upload({ state, part, choice, language: language.id });
    if (!this.#test) {
      upload();
      return;
    }
    // A client may create the check as soon as it has the captures: the service has the outcome before.
    void this.#test.settled().then((isSettled) => {
      if (this.#isClosed || this.#state !== state) return;
      if (isSettled) upload();
      else this.#send({ type: 'unsent', what: 'connection' });
    });
  }

  /** Takes note of a picture that was uploaded for good. */
  #settle({ screen }: State): void {
    if (screen !== 'uploading' && screen !== 'confirm') return;
    const offer = offerOf(this.#part);
    // A close-up shows no document.
    const delivered = this.#pictures.settle(offer?.kind !== 'seal');
    if (!delivered) return;
    if (offer) {
      this.#evidence = { report: offer.report, kind: offer.kind, id: delivered.id };
      return;
    }
    this.#record(delivered);
  }

  /** Tells the workflow run, and the computer that sent the steps, of a capture that the service has. */
  #record({ id }: Captured): void {
    this.#runner?.captured(id);
    // The service knows better how far a workflow run is.
    this.#computer?.captured(this.#pictures.captures, this.#runner ? 0 : this.#state.step);
  }

  /** Shows the screen that the applicant has come to, and notifies the page. */
  #show(before?: State): void {
    const { plan } = this.#route;
    const now = partOf(plan, this.#state);
    const left = this.#part;
    const entered = now !== left && this.#state.screen !== 'finished';
    if (entered) this.#part = now;
    const first = before === undefined;
    const focusAtFirst = this.#settings.options.autoFocusOnInitialScreenTitle === false ? 'none' : 'still';
    if (this.#state.screen !== before?.screen) this.#notifier.screen(this.#state.screen);
    const drawn = this.#drawing.draw(first ? focusAtFirst : 'follow');
    const name = eventNameOf(this.#state, plan);
    if (name && (first || entered || name !== eventNameOf(before, plan))) this.#notifier.analytics(name);
    if (entered) this.#notifier.modules(now, before && this.#state.step > before.step ? left : undefined);
    // A listener of the page may have changed the options or removed the SDK.
    if (this.#isClosed) return;
    this.#drawing.start(drawn);
    const { screen } = this.#state;
    if (!first && isOver(screen)) {
      this.#progress.forget();
      this.#notifier.complete(this.#pictures.captures, this.#profile);
    }
    if (screen === 'guide' || screen === 'type' || screen === 'confirm' || first) void this.#findCameras();
  }

  /** Looks for cameras, and draws a screen again that offers them when that changes it. */
  async #findCameras(): Promise<void> {
    if (this.#test) return;
    const found = await lookForCamera();
    if (this.#isClosed) return;
    const changed = found.present !== this.#camera.present;
    this.#camera = found;
    if (changed && this.#state.screen === 'guide') this.#drawing.redraw();
    // The applicant came to the screen before the browser had answered that it needn't be asked.
    const { screen } = this.#state;
    const opens = screen === 'permission' || (screen === 'guide' && opensByItself(this.#makeKit()));
    if (found.granted && opens) this.#send({ type: 'camera_granted' });
  }
}
