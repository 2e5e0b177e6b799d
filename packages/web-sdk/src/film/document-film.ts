import type { OpenCamera } from '../capture/camera.ts';
import type { Recording } from '../capture/recording.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { RecordSlots, RecordTools } from '../record/tools.ts';
import type { FilmSigns } from '../ui/film-signs.ts';

/*
 * Loaded when a document is filmed. Imports nothing of the core: it gets its tools as arguments.
 */

/** Milliseconds after which a film ends by itself, as in published clients. */
const LONGEST_MS = 30_000;

/** Milliseconds before the applicant may end it: a shorter film shows no light that moves. */
const SHORTEST_MS = 2_000;

/**
 * Films one side of a document in the place of a screen. Its photo is the picture with which the film starts, while the
 * document is held still; then it is tilted. Returns what stops it.
 */
export default function filmDocument(kit: Kit, tools: RecordTools, slots: RecordSlots): () => void {
  const { heading, stage, below } = slots;
  let recording: Recording | undefined;
  let signs: FilmSigns | undefined;
  /** The number of times that the camera was interrupted. */
  let pauses = 0;

  const trouble = (error: unknown): void => {
    if (!camera.isClosed()) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
  };
  const offer = (key: PhraseKey, press: () => void): HTMLButtonElement => {
    const button = tools.h('button', { type: 'button', class: 'button', onclick: press }, kit.words('span', key));
    below.replaceChildren(button);
    return button;
  };

  async function film({ stream, name: cameraName }: OpenCamera): Promise<void> {
    if (!camera.isLive()) return;
    const begun = pauses;
    const isOver = () => camera.isClosed() || pauses !== begun;
    below.replaceChildren();
    heading.focus();
    const blob = await tools.takePicture(camera.video);
    if (isOver()) return;
    recording = tools.startRecording(stream);
    slots.hole.classList.add('recording');
    signs = tools.filmSigns(kit, slots, stream, slots.shape);
    tools.instruct(kit, heading, 'document.film_tilt');
    const end = () => recording?.stop();
    camera.after(SHORTEST_MS, () => {
      signs?.progress(1);
      offer('video.finish', end).focus();
    });
    camera.after(LONGEST_MS, end);
    const filmed = await recording.filmed.catch((error) => (isOver() ? undefined : Promise.reject(error)));
    if (!filmed || isOver() || !camera.isLive()) return;
    kit.take({ blob, name: tools.nameFor(blob, kit.state.side), method: 'live', cameraName, film: filmed });
  }

  const camera = new tools.LiveCamera({
    facing: kit.phone ? 'environment' : 'user',
    source: kit.test?.camera,
    playing(opened) {
      tools.instruct(kit, heading, slots.words);
      offer('video.record', () => void film(opened).catch(trouble));
    },
    // The recording is dropped: it would continue without pictures.
    paused() {
      pauses += 1;
      recording?.drop();
      recording = undefined;
      signs?.close();
      tools.interrupt(kit, slots);
    },
    trouble: (what) => kit.send({ type: 'camera_trouble', what }),
  });
  stage.prepend(camera.video);
  void camera.start();

  return () => {
    camera.close();
    recording?.drop();
    signs?.close();
  };
}
