import type { Kit } from '../kit.ts';
import { Film } from './film.ts';
import { filmMotion } from './motion.ts';
import type { RecordSlots, RecordTools } from './tools.ts';
import { filmVideo } from './video.ts';

/*
 * Loaded when a face is filmed. Imports nothing of the core: it gets its tools as arguments.
 */

/**
 * Films a face in the place of a screen: instructions are above the picture, one button below it. Returns what stops it.
 *
 * @param tools parts of the core
 */
export default function record(kit: Kit, tools: RecordTools, slots: RecordSlots): () => void {
  const face = kit.part?.kind === 'face' ? kit.part : undefined;
  let film: Film | undefined;
  const camera = new tools.LiveCamera({
    facing: 'user',
    sound: face?.sound ?? false,
    source: kit.test?.camera,
    mirrored: true,
    playing({ stream }) {
      film = new Film(kit, tools, slots, camera, stream);
      if (face?.variant === 'motion') filmMotion(film);
      else filmVideo(film);
    },
    // What was filmed so far is dropped: the film starts again with `playing`.
    paused() {
      film?.close();
      film = undefined;
      tools.interrupt(kit, slots);
    },
    trouble: (what) => kit.send({ type: 'camera_trouble', what }),
  });
  slots.stage.prepend(camera.video);
  void camera.start();

  return () => {
    film?.close();
    camera.close();
  };
}
