import { LiveCamera, troubleOf } from '../capture/live-camera.ts';
import { startRecording } from '../capture/recording.ts';
import { loadDocumentFilm } from '../film/lazy.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { loadRecorder } from '../record/lazy.ts';
import type { RecordTools } from '../record/tools.ts';
import { h } from '../ui/dom.ts';
import { filmSigns } from '../ui/film-signs.ts';
import { setPhrase, title } from '../ui/parts.ts';
import { nameFor, takePicture } from '../upload/picture.ts';
import { loadFaceVision } from '../vision/lazy.ts';

const tools: RecordTools = {
  h,
  setPhrase,
  filmSigns,
  LiveCamera,
  troubleOf,
  startRecording,
  takePicture,
  nameFor,
  loadFaceVision,
  instruct(kit, heading, key, values) {
    setPhrase(kit, heading, key, values);
    kit.say(kit.t(key, values));
  },
  interrupt(kit, { heading, below, hole }) {
    const focused = below.matches(':focus-within');
    below.replaceChildren();
    hole.classList.remove('good', 'bad', 'recording');
    tools.instruct(kit, heading, 'capture.paused');
    if (focused) heading.focus();
  },
};

function frameOf({ part, choice, state }: Kit): { words: PhraseKey; shape: string } {
  if (part?.kind === 'face') return { words: 'face.frame', shape: 'oval' };
  if (choice?.type === 'passport') return { words: 'document.frame_passport', shape: 'passport' };
  return { words: `document.frame_${state.side}`, shape: 'card' };
}

/** A face or a document that is filmed: the frame of the screen; the rest is loaded when it is needed. */
export const record: ScreenView = (kit) => {
  const heading = title(kit, 'capture.opening');
  const { words, shape } = frameOf(kit);
  const hole = h('div', { class: `hole ${shape}` });
  const stage = h('div', { class: 'stage' }, hole);
  const below = h('div', { class: 'below' });
  let gone = false;
  let stop: (() => void) | undefined;
  return {
    layout: 'live',
    content: [heading, stage, below],
    shown() {
      const load = kit.part?.kind === 'face' ? loadRecorder() : loadDocumentFilm();
      load.then(
        (module) => {
          // A drawn head doesn't turn: turns are instructed by the clock, as where faces can't be followed.
          const parts = kit.test ? { ...tools, loadFaceVision: () => Promise.reject() } : tools;
          if (!gone) stop = module.default(kit, parts, { heading, stage, below, hole, words, shape });
        },
        () => kit.send({ type: 'camera_trouble', what: 'offline' }),
      );
    },
    gone() {
      gone = true;
      stop?.();
    },
  };
};
