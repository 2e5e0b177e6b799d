import { CameraUnavailable } from '../capture/camera.ts';
import { makeLiveCamera, troubleOf } from '../capture/live-camera.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { setPhrase, title } from '../ui/parts.ts';
import { FileUnusable, nameFor, takePicture, takeSnapshot } from '../upload/picture.ts';
import { loadDocumentVision, loadFaceVision } from '../vision/lazy.ts';
import { facing } from './capture-methods.ts';

/** Milliseconds without a press after which the screen explains the button (10 to 12 s in published clients). */
const INACTIVITY_MS = 10_000;

function frameOf({ part, choice, state }: Kit): { key: PhraseKey; shape: string } {
  if (part?.kind === 'face') return { key: 'face.frame', shape: 'oval' };
  if (part?.kind === 'poa') return { key: 'proofOfAddress.frame', shape: 'page' };
  if (choice?.type === 'passport') return { key: 'document.frame_passport', shape: 'passport' };
  return { key: state.side === 'back' ? 'document.frame_back' : 'document.frame_front', shape: 'card' };
}

/** The camera in the page, and its button. */
export const camera: ScreenView = (kit) => {
  const { key, shape } = frameOf(kit);
  const face = kit.part?.kind === 'face';
  let name = '';
  let taken: Promise<Blob | undefined> = Promise.resolve(undefined);
  let stopWatching: (() => void) | undefined;
  /** The number of times that the camera was interrupted. */
  let pauses = 0;

  const live = makeLiveCamera({
    facing: facing(kit),
    mirrored: face,
    playing(opened) {
      name = opened.name;
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
      kit.take({
        blob,
        name: nameFor(blob, face ? 'selfie' : kit.state.side),
        method: 'live',
        cameraName: name,
        ...(snapshot ? { snapshot } : {}),
      });
    } catch (error) {
      if (live.isClosed()) return;
      if (!(error instanceof CameraUnavailable || error instanceof FileUnusable)) throw error;
      kit.send({ type: 'camera_trouble', what: troubleOf(error) });
    }
  }

  const showHint = (key: PhraseKey, aloud: boolean): void => {
    // A text that is set again would be read out again.
    if (hint.textContent !== kit.t(key)) setPhrase(kit, hint, key);
    hint.dataset.i18nToken = key;
    if (aloud) kit.say(kit.t(key));
  };

  /** Hints how the picture could be better. A hint never forbids it: the service judges pictures. */
  async function watch(): Promise<void> {
    const begun = pauses;
    const isShown = () => !live.isClosed() && pauses === begun;
    let last: string | undefined;
    const update = (key: string, good: boolean, aloud: boolean): void => {
      if (!isShown()) return;
      // The reminder to press the button stays until there is another hint.
      if (key !== last || aloud) showHint(`hint.${key}` as PhraseKey, aloud);
      last = key;
      hole.classList.toggle('good', good);
    };
    try {
      if (face) {
        const { default: watchFace } = await loadFaceVision();
        const look = (seen?: { hint: string; aloud: boolean }) =>
          seen && update(seen.hint, seen.hint === 'good', seen.aloud);
        if (isShown()) stopWatching = watchFace(video, hole, look, 'still');
      } else {
        const { default: watchDocument } = await loadDocumentVision();
        if (isShown())
          stopWatching = watchDocument(video, hole, (seen, aloud) => update(seen, seen === 'found', aloud));
      }
    } catch {
      // Pictures are taken without hints then.
    }
  }

  /** A picture that is taken now would be black, or of before: the button is off until the camera is back. */
  function paused(): void {
    pauses += 1;
    stopWatching?.();
    stopWatching = undefined;
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
    live.after(INACTIVITY_MS, () => showHint('capture.slow', true));
    void watch();
    if (kit.part?.kind === 'face' && kit.part.snapshot) taken = takeSnapshot(video).catch(() => undefined);
  }

  return {
    layout: 'live',
    content: [heading, h('div', { class: 'stage' }, video, hole, waiting), h('div', { class: 'below' }, hint, shutter)],
    shown: () => void live.start(),
    gone() {
      stopWatching?.();
      live.close();
    },
  };
};
