import type { Kit } from '../kit.ts';
import { type Film, makeFilm } from './film.ts';
import { filmMotion } from './motion.ts';
import type { RecordSlots, RecordTools } from './tools.ts';
import { filmVideo } from './video.ts';

/*
 * Loaded when a face is to be filmed. Brings nothing of the core along: it gets its tools.
 */

/**
 * Films a face in the place of a screen: what is asked is said above, and one button leads on. Answers what stops it.
 *
 * @param tools parts of the core
 */
export default function record(kit: Kit, tools: RecordTools, slots: RecordSlots): () => void {
  const motion = kit.part?.kind === 'face' && kit.part.variant === 'motion';
  const sound = kit.part?.kind === 'face' && kit.part.sound;
  let gone = false;
  let open: Awaited<ReturnType<typeof tools.openCamera>> | undefined;
  let film: Film | undefined;

  async function begin(): Promise<void> {
    try {
      const opened = await tools.openCamera('user', () => kit.send({ type: 'camera_trouble', what: 'lost' }), sound);
      if (gone) {
        opened.close();
        return;
      }
      open = opened;
      const video = tools.h('video', { playsinline: true, autoplay: true, class: 'mirrored', 'aria-hidden': 'true' });
      video.muted = true;
      const made = makeFilm(kit, tools, slots, { stream: opened.stream, video });
      film = made;
      video.addEventListener('playing', () => (motion ? filmMotion : filmVideo)(made), { once: true });
      video.srcObject = opened.stream;
      slots.stage.prepend(video);
      await video.play().catch(() => {});
    } catch (error) {
      if (!gone) kit.send({ type: 'camera_trouble', what: tools.troubleOf(error) });
    }
  }
  void begin();

  return () => {
    gone = true;
    film?.close();
    open?.close();
  };
}
