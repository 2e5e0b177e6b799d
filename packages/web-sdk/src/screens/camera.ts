import { CameraUnavailable } from '../capture/camera.ts';
import { LiveCamera, troubleOf } from '../capture/live-camera.ts';
import { offerOf } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { setPhrase, title } from '../ui/parts.ts';
import { FileUnusable, nameFor, takePicture, takeSnapshot } from '../upload/picture.ts';
import { type CameraHint, watchPicture } from './camera-hints.ts';
import { facing } from './capture-methods.ts';

/** Milliseconds without a press after which the screen explains the button (10 to 12 s in published clients). */
const INACTIVITY_MS = 10_000;

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

/** Camera in the page, and its button. */
export const camera: ScreenView = (kit) => {
  const { key, shape } = frameOf(kit);
  const face = kit.part?.kind === 'face' ? kit.part : undefined;
  let cameraName = '';
  let taken: Promise<Blob | undefined> = Promise.resolve(undefined);
  let stopHints: (() => void) | undefined;
  /** True while the last hint asks for a correction: a reminder to press the button would contradict the hint. */
  let isCorrecting = false;

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
  const hole = h('div', { class: `hole ${shape}` });
  const shutter = h('button', {
    type: 'button',
    class: 'shutter',
    disabled: true,
    'aria-label': kit.t('capture.shutter'),
    onclick: () => void press(),
  });

  async function press(): Promise<void> {
    if (!live.isLive()) return;
    shutter.disabled = true;
    try {
      // A quick press still waits for the snapshot, which was drawn before.
      const [blob, snapshot] = await Promise.all([takePicture(video), taken]);
      if (live.isClosed()) return;
      const name = nameFor(blob, face ? 'selfie' : kit.state.side);
      kit.take({ blob, name, method: 'live', cameraName, ...(snapshot ? { snapshot } : {}) });
    } catch (error) {
      if (live.isClosed()) return;
      if (!(error instanceof CameraUnavailable || error instanceof FileUnusable)) throw error;
      kit.send({ type: 'camera_trouble', what: troubleOf(error) });
    }
  }

  function showHint({ key, good, aloud }: CameraHint): void {
    isCorrecting = !good;
    hole.classList.toggle('good', good);
    showWords(key, aloud);
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
    kit.say(kit.t('capture.ready'));
    isCorrecting = false;
    live.after(INACTIVITY_MS, () => !isCorrecting && showWords('capture.slow', true));
    // The hints know faces and whole documents.
    if (offerOf(kit.part)?.kind !== 'seal') stopHints = watchPicture(face ? 'face' : 'document', video, hole, showHint);
    if (face?.snapshot) taken = takeSnapshot(video).catch(() => undefined);
  }

  return {
    layout: 'live',
    content: [heading, h('div', { class: 'stage' }, video, hole, waiting), h('div', { class: 'below' }, hint, shutter)],
    shown: () => void live.start(),
    gone() {
      stopHints?.();
      live.close();
    },
  };
};
