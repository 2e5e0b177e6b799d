import { CameraUnavailable, type OpenCamera, openCamera } from '../capture/camera.ts';
import { FileUnusable, nameFor, takePicture, takeSnapshot } from '../capture/picture.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { title } from '../ui/parts.ts';
import { loadDocumentVision, loadFaceVision } from '../vision/lazy.ts';
import { facing } from './ways.ts';

/** Milliseconds after which somebody who hasn't pressed the button is told of it (as published clients do after 10 to 12 s). */
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
  // A face is shown as in a mirror; of a document nobody could read the words.
  const mirrored = face;
  let open: OpenCamera | undefined;
  let gone = false;
  let taken: Promise<Blob | undefined> = Promise.resolve(undefined);
  let timer = 0;
  let stopWatching: (() => void) | undefined;

  const video = h('video', {
    playsinline: true,
    muted: true,
    autoplay: true,
    class: mirrored ? 'mirrored' : '',
    'aria-hidden': 'true',
  });
  // Some browsers go by the property alone.
  video.muted = true;
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

  const trouble = (error: unknown) => {
    if (gone) return;
    if (error instanceof CameraUnavailable) kit.send({ type: 'camera_trouble', what: error.what });
    else if (error instanceof FileUnusable) kit.send({ type: 'camera_trouble', what: 'busy' });
    else throw error;
  };

  async function press(): Promise<void> {
    shutter.disabled = true;
    try {
      // Somebody quick doesn't go without the snapshot, which was drawn before.
      const [blob, snapshot] = await Promise.all([takePicture(video), taken]);
      if (gone) return;
      kit.take({
        blob,
        name: nameFor(blob, face ? 'selfie' : kit.state.side),
        method: 'live',
        cameraName: open?.name ?? '',
        ...(snapshot ? { snapshot } : {}),
      });
    } catch (error) {
      trouble(error);
    }
  }

  const show = (key: PhraseKey, aloud: boolean): void => {
    const text = kit.t(key);
    if (hint.textContent !== text) hint.textContent = text;
    hint.dataset.i18nToken = key;
    if (aloud) kit.say(text);
  };

  /** Hints what could be better, and never forbids: a picture is judged by the service. */
  async function watch(): Promise<void> {
    let last: string | undefined;
    const told = (key: string, good: boolean, aloud: boolean): void => {
      // What was said for want of a press stays until there is something new.
      if (key !== last || aloud) show(`hint.${key}` as PhraseKey, aloud);
      last = key;
      hole.classList.toggle('good', good);
    };
    try {
      if (face) {
        const { default: watchFace } = await loadFaceVision();
        const look = (seen?: { hint: string; aloud: boolean }) =>
          seen && told(seen.hint, seen.hint === 'good', seen.aloud);
        if (!gone) stopWatching = watchFace(video, hole, look, 'still');
      } else {
        const { default: watchDocument } = await loadDocumentVision();
        if (!gone) stopWatching = watchDocument(video, hole, (seen, aloud) => told(seen, seen === 'found', aloud));
      }
    } catch {
      // Without hints it goes as well.
    }
  }

  function ready(): void {
    waiting.hidden = true;
    shutter.disabled = false;
    kit.say(kit.t('capture.ready'));
    timer = window.setTimeout(() => show('capture.slow', true), INACTIVITY_MS);
    void watch();
    if (kit.part?.kind === 'face' && kit.part.snapshot) taken = takeSnapshot(video).catch(() => undefined);
  }

  async function start(): Promise<void> {
    try {
      const opened = await openCamera(facing(kit), () => trouble(new CameraUnavailable('lost')));
      if (gone) {
        opened.close();
        return;
      }
      open = opened;
      video.addEventListener('playing', ready, { once: true });
      video.srcObject = opened.stream;
      await video.play().catch(() => {});
    } catch (error) {
      trouble(error);
    }
  }

  return {
    layout: 'live',
    content: [
      title(kit, key),
      h('div', { class: 'stage' }, video, hole, waiting),
      h('div', { class: 'below' }, hint, shutter),
    ],
    shown: () => void start(),
    gone() {
      gone = true;
      clearTimeout(timer);
      stopWatching?.();
      open?.close();
      video.srcObject = null;
    },
  };
};
