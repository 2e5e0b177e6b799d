import { CameraUnavailable } from '../capture/camera.ts';
import { LiveCamera, troubleOf } from '../capture/live-camera.ts';
import { type FacePart, offerOf } from '../flow/plan.ts';
import type { Kit, ScreenView, View } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { setPhrase, title } from '../ui/parts.ts';
import { FileUnusable, nameFor, type Picture, takePicture, takeSnapshot } from '../upload/picture.ts';
import { AutoCapture, BUTTON_MS, isAutomatic } from './auto-capture.ts';
import { type CameraHint, watchPicture } from './camera-hints.ts';
import { facing } from './capture-methods.ts';
import { INTRO_MS, introOver } from './guide.ts';

/** Milliseconds without a press after which the screen explains the button (10 to 12 s in published clients). */
const INACTIVITY_MS = 10_000;
/** Milliseconds for which a picture that the camera took by itself stays in view. A press needs no such sign. */
const FROZEN_MS = 500;

function frameOf({ part, choice, state }: Kit): { key: PhraseKey; shape: string } {
  if (part?.kind === 'face') return { key: 'face.frame', shape: 'oval' };
  if (part?.kind === 'poa') return { key: 'proofOfAddress.frame', shape: 'page' };
  const offer = offerOf(part);
  if (offer?.kind === 'seal') {
    return { key: 'stepUp.frame', shape: offer.place === 'bars_on_back' ? 'bars' : 'square' };
  }
  if (choice?.type === 'passport') return { key: 'document.frame_passport', shape: 'passport' };
  return { key: state.side === 'back' ? 'document.frame_back' : 'document.frame_front', shape: 'card' };
}

/** Camera in the page, which takes the picture by itself, and its button. */
class CameraScreen {
  readonly #kit: Kit;
  readonly #face: FacePart | undefined;
  readonly #live: LiveCamera;
  readonly #heading: HTMLElement;
  readonly #waiting: HTMLElement;
  readonly #hint = h('p', {});
  readonly #hole: HTMLElement;
  readonly #stage: HTMLElement;
  readonly #shutter: HTMLButtonElement;
  /** Tips over a camera that has opened without its guide. */
  readonly #intro: HTMLElement | undefined;
  /** Undefined where each picture waits for a press. */
  readonly #automatic: AutoCapture | undefined;
  #cameraName = '';
  /** A second picture from before the press, where the step asks for one. */
  #snapshot: Promise<Blob | undefined> = Promise.resolve(undefined);
  #stopHints: (() => void) | undefined;
  /** True while the last hint asks for a correction: a reminder to press the button would contradict the hint. */
  #isCorrecting = false;
  /** True once it is known that no picture is taken by itself. */
  #isByHand = false;

  constructor(kit: Kit) {
    const { key, shape } = frameOf(kit);
    this.#kit = kit;
    this.#face = kit.part?.kind === 'face' ? kit.part : undefined;
    this.#automatic = isAutomatic(kit) ? new AutoCapture(shape, () => void this.#press(FROZEN_MS)) : undefined;
    this.#live = new LiveCamera({
      facing: facing(kit),
      source: kit.test?.camera,
      mirrored: this.#face !== undefined,
      playing: ({ name }) => {
        this.#cameraName = name;
        this.#ready();
      },
      paused: () => this.#paused(),
      trouble: (what) => kit.send({ type: 'camera_trouble', what }),
    });
    this.#heading = title(kit, key);
    this.#waiting = h('p', { class: 'waiting' }, kit.t('capture.opening'));
    this.#hole = h('div', { class: `hole ${shape}` }, this.#automatic?.ring);
    this.#intro = introOver(kit);
    this.#stage = h('div', { class: 'stage' }, this.#live.video, this.#hole, this.#waiting, this.#intro);
    this.#shutter = h('button', {
      type: 'button',
      // Keyboards and screen readers have the button from the start.
      class: this.#automatic ? 'shutter late' : 'shutter',
      disabled: true,
      'aria-label': kit.t('capture.shutter'),
      onclick: () => void this.#press(),
    });
  }

  view(): View {
    return {
      layout: 'live',
      content: [this.#heading, this.#stage, h('div', { class: 'below' }, this.#hint, this.#shutter)],
      shown: () => void this.#live.start(),
      gone: () => {
        this.#stopHints?.();
        this.#live.close();
      },
    };
  }

  /** @param frozenMs milliseconds for which the picture stays in view, at least */
  async #press(frozenMs = 0): Promise<void> {
    if (this.#shutter.disabled || !this.#live.isLive()) return;
    this.#shutter.disabled = true;
    this.#stopHints?.();
    this.#automatic?.stop();
    try {
      const picture = await this.#take(frozenMs);
      if (!this.#live.isClosed()) this.#kit.take(picture);
    } catch (error) {
      if (this.#live.isClosed()) return;
      if (!(error instanceof CameraUnavailable || error instanceof FileUnusable)) throw error;
      this.#kit.send({ type: 'camera_trouble', what: troubleOf(error) });
    }
  }

  /** Takes the picture of this moment, and shows it for `frozenMs` milliseconds, at least. */
  async #take(frozenMs: number): Promise<Picture> {
    const { video } = this.#live;
    const picture = takePicture(video);
    const placed = { shown: video.getBoundingClientRect(), frame: this.#hole.getBoundingClientRect() };
    video.pause();
    this.#stage.classList.add('taken');
    if (frozenMs > 0) this.#showWords('capture.taken', true);
    const shown = frozenMs > 0 && new Promise<void>((resolve) => this.#live.after(frozenMs, resolve));
    // A quick press still waits for the snapshot, which was drawn before.
    const [blob, snapshot] = await Promise.all([picture, this.#snapshot, shown]);
    return {
      blob,
      name: nameFor(blob, this.#face ? 'selfie' : this.#kit.state.side),
      method: 'live',
      cameraName: this.#cameraName,
      placed,
      isAutomatic: frozenMs > 0,
      ...(snapshot ? { snapshot } : {}),
    };
  }

  #showHint({ key, good, aloud }: CameraHint): void {
    this.#isCorrecting = !good;
    this.#hole.classList.toggle('good', good);
    this.#showWords(good && this.#automatic && !this.#isByHand ? 'hint.hold' : key, aloud);
  }

  #showButton(): void {
    this.#shutter.classList.remove('late');
  }

  /** Starts the hints. They know faces and whole documents. */
  #watch(): void {
    this.#intro?.remove();
    if (offerOf(this.#kit.part)?.kind !== 'seal')
      this.#stopHints = watchPicture(this.#face ? 'face' : 'document', this.#live.video, this.#hole, {
        hint: (hint) => this.#showHint(hint),
        look: (good) => this.#automatic?.look(good),
        none: () => this.#noHints(),
      });
    this.#live.after(BUTTON_MS, () => this.#showButton());
  }

  /** This device gives no hints, so the picture needs a press. */
  #noHints(): void {
    if (!this.#automatic) return;
    this.#isByHand = true;
    this.#automatic.stop();
    this.#showButton();
    if (!this.#isCorrecting) this.#showWords('capture.slow', true);
  }

  #showWords(key: PhraseKey, aloud: boolean): void {
    const text = this.#kit.t(key);
    // A text that is set again would be read out again.
    if (this.#hint.textContent !== text) setPhrase(this.#kit, this.#hint, key);
    this.#hint.dataset.i18nToken = key;
    if (aloud) this.#kit.say(text);
  }

  /** A picture that is taken now would be black, or of before: the button is off until the camera is back. */
  #paused(): void {
    this.#stopHints?.();
    this.#stopHints = undefined;
    this.#snapshot = Promise.resolve(undefined);
    this.#automatic?.stop();
    this.#stage.classList.remove('taken');
    if (this.#shutter.matches(':focus')) this.#heading.focus();
    this.#shutter.disabled = true;
    this.#hole.classList.remove('good');
    this.#hint.textContent = '';
    setPhrase(this.#kit, this.#waiting, 'capture.paused');
    this.#waiting.hidden = false;
    this.#kit.say(this.#kit.t('capture.paused'));
  }

  #ready(): void {
    this.#waiting.hidden = true;
    this.#shutter.disabled = false;
    this.#kit.say(this.#kit.t(this.#automatic ? 'capture.ready_automatic' : 'capture.ready'));
    this.#isCorrecting = false;
    this.#live.after(INACTIVITY_MS, () => !this.#isCorrecting && this.#showWords('capture.slow', true));
    if (this.#intro?.isConnected) this.#live.after(INTRO_MS, () => this.#watch());
    else this.#watch();
    if (this.#face?.snapshot) this.#snapshot = takeSnapshot(this.#live.video).catch(() => undefined);
  }
}

export const camera: ScreenView = (kit) => new CameraScreen(kit).view();
