import type { OpenCamera } from '../capture/camera.ts';
import type { Tape } from '../capture/tape.ts';
import type { Kit } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import type { RecordSlots, RecordTools } from '../record/tools.ts';

/*
 * Loaded when a document is to be filmed. Brings nothing of the core along: it gets its tools.
 */

/** Milliseconds after which a film ends by itself, as published clients have it. */
const LONGEST_MS = 30_000;

/** Milliseconds before somebody may end it: a shorter one shows no light that moves. */
const SHORTEST_MS = 2_000;

/**
 * Films one side of a document in the place of a screen. Its photo is the picture with which the film begins, while it is
 * held still; then it is tilted. Answers what stops it.
 */
export default function filmDocument(kit: Kit, tools: RecordTools, slots: RecordSlots): () => void {
  const { heading, stage, below } = slots;
  const video = tools.h('video', { playsinline: true, autoplay: true, 'aria-hidden': 'true' });
  // Some browsers go by the property alone.
  video.muted = true;
  const facing = kit.phone ? 'environment' : 'user';
  const timers: number[] = [];
  let gone = false;
  let open: OpenCamera | undefined;
  let tape: Tape | undefined;

  const trouble = (error: unknown) => {
    if (!gone) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
  };
  /** Says what to do, above and aloud. */
  const tell = (key: PhraseKey): void => {
    heading.textContent = kit.t(key);
    heading.dataset.i18nToken = key;
    kit.say(kit.t(key));
  };
  const offer = (key: PhraseKey, press: () => void): HTMLButtonElement => {
    const button = tools.h('button', { type: 'button', class: 'button', onclick: press }, kit.words('span', key));
    below.replaceChildren(button);
    return button;
  };

  async function film({ stream, name: cameraName }: OpenCamera): Promise<void> {
    below.replaceChildren();
    heading.focus();
    const blob = await tools.takePicture(video);
    if (gone) return;
    tape = tools.startTape(stream);
    slots.hole.classList.add('recording');
    tell('document.film_tilt');
    const end = () => tape?.stop();
    timers.push(
      window.setTimeout(() => offer('video.finish', end).focus(), SHORTEST_MS),
      window.setTimeout(end, LONGEST_MS),
    );
    const filmed = await tape.filmed;
    if (!gone) kit.take({ blob, name: tools.nameFor(blob, kit.state.side), method: 'live', cameraName, film: filmed });
  }

  async function begin(): Promise<void> {
    const opened = await tools.openCamera(facing, () => kit.send({ type: 'camera_trouble', what: 'lost' }));
    if (gone) {
      opened.close();
      return;
    }
    open = opened;
    video.addEventListener(
      'playing',
      () => {
        tell(slots.words);
        offer('video.record', () => void film(opened).catch(trouble));
      },
      { once: true },
    );
    video.srcObject = opened.stream;
    stage.prepend(video);
    await video.play().catch(() => {});
  }
  begin().catch(trouble);

  return () => {
    gone = true;
    for (const timer of timers) clearTimeout(timer);
    tape?.stop();
    open?.close();
  };
}
