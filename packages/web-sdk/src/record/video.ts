import type { PhraseKey } from '../language/en.ts';
import type { Film } from './film.ts';

/** Milliseconds that a face video may last (as published clients have it). */
const LONGEST_MS = 20_000;

interface Part {
  readonly type: string;
  readonly query: unknown;
}

/** A video of the two tasks of a challenge, one after the other, at the applicant's own pace. */
export function filmVideo(film: Film): void {
  const { kit } = film;

  const instructPart = ({ type, query }: Part): void => {
    if (type === 'recite') {
      const digits = query as number[];
      film.instruct('video.recite', { digits: digits.join(' – ') });
      film.show({ digits: digits.join(' ') });
    } else {
      const turn = query === 'turnLeft' ? 'left' : 'right';
      film.instruct(turn === 'left' ? 'video.turn_left' : 'video.turn_right');
      film.show({ turn });
    }
  };

  function run(id: string, parts: readonly Part[]): void {
    const [first, second] = parts as [Part, Part];
    const began = performance.now();
    let switchAt = 0;
    void film.record().then((blob) => {
      if (film.isClosed()) return;
      film.stopTimers();
      film.keep(blob, 'video', { id, parts, switchAt });
    });
    film.after(LONGEST_MS, () => {
      film.stopTimers();
      film.drop();
      ready('video.too_long');
    });
    film.mark('recording');
    instructPart(first);
    kit.notifyAnalytics('VIDEO_FACIAL_CAPTURE_STEP_1');
    const next = film.button('video.next', () => {
      switchAt = Math.round(performance.now() - began);
      film.progress(0.5);
      instructPart(second);
      kit.notifyAnalytics('VIDEO_FACIAL_CAPTURE_STEP_2');
      film.below(
        film.button('video.finish', () => {
          film.progress(1);
          film.stop();
        }),
      );
    });
    film.below(next);
  }

  /** A challenge can be used once, so each try asks for a new one. */
  async function challenge(): Promise<void> {
    const answer = await kit.ask('/v3/live_video_challenge');
    if (film.isClosed()) return;
    const data = answer?.data as { id: string; challenge: readonly Part[] } | undefined;
    if (data?.challenge?.length === 2) run(data.id, data.challenge);
    else kit.send({ type: 'camera_trouble', what: 'offline' });
  }

  function ready(why: PhraseKey = 'face.frame'): void {
    film.mark();
    film.instruct(why);
    const begin = film.button('video.record', () => {
      film.stopWatching();
      film.hint(undefined);
      film.below();
      void challenge();
    });
    film.below(begin);
    // An applicant who recites can't listen: hints come before the recording alone.
    film.watch((look) => {
      if (!look) return;
      const good = look.hint === 'good';
      film.mark(...(good ? ['good'] : []));
      film.hint(good ? undefined : `hint.${look.hint}`, look.aloud && !good);
    }, 'still');
  }

  ready();
}
