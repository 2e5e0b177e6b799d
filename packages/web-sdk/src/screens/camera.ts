import { CameraUnavailable } from '../capture/camera.ts';
import { LiveCamera, troubleOf } from '../capture/live-camera.ts';
import { offerOf } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { setPhrase, title } from '../ui/parts.ts';
import { FileUnusable, nameFor, takePicture, takeSnapshot } from '../upload/picture.ts';
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
export const camera: ScreenView = (kit) => {
  const { key, shape } = frameOf(kit);
  const face = kit.part?.kind === 'face' ? kit.part : undefined;
  let cameraName = '';
  let taken: Promise<Blob | undefined> = Promise.resolve(undefined);
  let stopHints: (() => void) | undefined;
  /** True while the last hint asks for a correction: a reminder to press the button would contradict the hint. */
  let isCorrecting = false;
  /** True once it is known that no picture is taken by itself. */
  let isByHand = false;
  /** The hints know faces and whole documents. */
  const isWhole = offerOf(kit.part)?.kind !== 'seal';

  const live = new LiveCamera({
    facing: facing(kit),
    source: kit.test?.camera,
    mirrored: face !== undefined,
    playing({ name }) {
      cameraName = name;
      ready();
    },
    paused,
    trouble: (what) => kit.send({ type: 'camera_trouble', what }),
  });
  const { video } = live;
  const heading = title(kit, key);
  const waiting = h('p', { class: 'waiting' }, kit.t('capture.opening'));
  const hint = h('p', {});
  const automatic = isAutomatic(kit) ? new AutoCapture(shape, () => void press(FROZEN_MS)) : undefined;
  const hole = h('div', { class: `hole ${shape}` }, automatic?.ring);
  const intro = introOver(kit);
  const stage = h('div', { class: 'stage' }, video, hole, waiting, intro);
  const shutter = h('button', {
    type: 'button',
    // Keyboards and screen readers have the button from the start.
    class: automatic ? 'shutter late' : 'shutter',
    disabled: true,
    'aria-label': kit.t('capture.shutter'),
    onclick: () => void press(),
  });

  /** @param frozenMs milliseconds for which the picture stays in view, at least */
  async function press(frozenMs = 0): Promise<void> {
    if (shutter.disabled || !live.isLive()) return;
    shutter.disabled = true;
    stopHints?.();
    automatic?.stop();
    try {
      const picture = takePicture(video);
      const placed = { shown: video.getBoundingClientRect(), frame: hole.getBoundingClientRect() };
      video.pause();
      stage.classList.add('taken');
      if (frozenMs > 0) showWords('capture.taken', true);
      const shown = frozenMs > 0 && new Promise<void>((resolve) => live.after(frozenMs, resolve));
      // A quick press still waits for the snapshot, which was drawn before.
      const [blob, snapshot] = await Promise.all([picture, taken, shown]);
      if (live.isClosed()) return;
      const name = nameFor(blob, face ? 'selfie' : kit.state.side);
      kit.take({
        blob,
        name,
        method: 'live',
        cameraName,
        placed,
        isAutomatic: frozenMs > 0,
        ...(snapshot ? { snapshot } : {}),
      });
    } catch (error) {
      if (live.isClosed()) return;
      if (!(error instanceof CameraUnavailable || error instanceof FileUnusable)) throw error;
      kit.send({ type: 'camera_trouble', what: troubleOf(error) });
    }
  }

  function showHint({ key, good, aloud }: CameraHint): void {
    isCorrecting = !good;
    hole.classList.toggle('good', good);
    showWords(good && automatic && !isByHand ? 'hint.hold' : key, aloud);
  }

  function showButton(): void {
    shutter.classList.remove('late');
  }

  function watch(): void {
    intro?.remove();
    if (isWhole) {
      stopHints = watchPicture(face ? 'face' : 'document', video, hole, {
        hint: showHint,
        look: (good) => automatic?.look(good),
        none() {
          if (!automatic) return;
          isByHand = true;
          automatic.stop();
          showButton();
          if (!isCorrecting) showWords('capture.slow', true);
        },
      });
    }
    live.after(BUTTON_MS, showButton);
  }

  function showWords(key: PhraseKey, aloud: boolean): void {
    // A text that is set again would be read out again.
    if (hint.textContent !== kit.t(key)) setPhrase(kit, hint, key);
    hint.dataset.i18nToken = key;
    if (aloud) kit.say(kit.t(key));
  }

  /** A picture that is taken now would be black, or of before: the button is off until the camera is back. */
  function paused(): void {
    stopHints?.();
    stopHints = undefined;
    taken = Promise.resolve(undefined);
    automatic?.stop();
    stage.classList.remove('taken');
    if (shutter.matches(':focus')) heading.focus();
    shutter.disabled = true;
    hole.classList.remove('good');
    hint.textContent = '';
    setPhrase(kit, waiting, 'capture.paused');
    waiting.hidden = false;
    kit.say(kit.t('capture.paused'));
  }

  function ready(): void {
    waiting.hidden = true;
    shutter.disabled = false;
    kit.say(kit.t(automatic ? 'capture.ready_automatic' : 'capture.ready'));
    isCorrecting = false;
    live.after(INACTIVITY_MS, () => !isCorrecting && showWords('capture.slow', true));
    if (intro?.isConnected) live.after(INTRO_MS, watch);
    else watch();
    if (face?.snapshot) taken = takeSnapshot(video).catch(() => undefined);
  }

  return {
    layout: 'live',
    content: [heading, stage, h('div', { class: 'below' }, hint, shutter)],
    shown: () => void live.start(),
    gone() {
      stopHints?.();
      live.close();
    },
  };
};
