import type { AnalyticsEventName } from '../names.ts';
import type { FaceLook } from '../vision/face-vision.ts';
import type { Film } from './film.ts';
import { followTurns, type MotionFault, type Turn } from './turns.ts';

/** Turns and their milliseconds for devices on which heads can't be followed. Each turn takes its time there and back. */
const TIMED: readonly (readonly [Turn, number])[] = [
  ['left', 3000],
  ['right', 3000],
  ['ahead', 1200],
];

/** Milliseconds that a face may take to come into the oval, and that vision may take to load. */
const ALIGN_MS = 10_000;
const LOAD_MS = 5000;

/** Degrees within which a head looks ahead when it begins. */
const AHEAD = 15;

/** Faults after which turns are no longer judged: an applicant whom this device can't see well must not be locked out. */
const MOST_FAULTS = 2;

const EVENTS: Readonly<Record<MotionFault, AnalyticsEventName>> = {
  no_face: 'MOTION_FACIAL_NO_FACE_DETECTED',
  timeout: 'MOTION_FACIAL_CAPTURE_ERROR_TIMEOUT',
  too_fast: 'MOTION_FACIAL_CAPTURE_ERROR_TOO_FAST',
};

/**
 * A film of a head that turns to both sides: waits for a face in the oval, then instructs each turn and follows it.
 * Where turns can't be followed, the instructions change by the clock.
 */
export function filmMotion(film: Film): void {
  const { kit } = film;
  let faults = 0;

  /** Waits for the face in the oval before the capture starts. */
  function align(): void {
    let look: FaceLook | undefined;
    let blind = false;
    let pressed = false;
    let faceSeen = false;
    film.mark();
    film.hint(undefined);
    film.instruct('face.frame');
    kit.notifyAnalytics('MOTION_FACIAL_ALIGNMENT');
    const start = (): void => {
      if (!pressed) return;
      if (blind || faults >= MOST_FAULTS) timed();
      else if (look?.hint === 'good' && Math.abs(look.yaw ?? 0) <= AHEAD) follow();
    };
    const button = film.button('video.record', () => {
      pressed = true;
      film.below();
      // A face that was not seen by now is not seen on this device.
      film.after(LOAD_MS, () => {
        blind ||= !look;
        if (blind) start();
      });
      film.after(ALIGN_MS, () => (faceSeen ? follow() : fail('no_face')));
      start();
    });
    film.below(button);
    film.watch((next) => {
      look = next;
      blind = !next;
      if (!next) film.hint(undefined);
      else if (next.hint === 'good') film.hint('motion.aligned', next.aloud);
      else film.hint(`hint.${next.hint}`, next.aloud);
      faceSeen ||= next?.yaw !== undefined;
      film.mark(...(next?.hint === 'good' ? ['good'] : []));
      start();
    }, 'still');
  }

  /** Records turns without following them. */
  function timed(): void {
    film.stopWatching();
    byClock(film, startCapture(film));
  }

  /** Instructs turns by the observed pose of the head. */
  function follow(): void {
    const capture = startCapture(film);
    const turns = followTurns(performance.now());
    capture.show('left', 0);
    film.watch((look) => {
      if (!look) {
        // Starts with the first turn again, in the same film.
        film.stopWatching();
        byClock(film, capture);
        return;
      }
      const { turn, progress, done, fault } = turns(look.yaw, performance.now());
      capture.show(turn, progress);
      if (look.hint === 'no_face' || look.hint === 'many_faces') film.hint(`hint.${look.hint}`, look.aloud);
      else film.hint(undefined);
      if (done) capture.finish();
      if (!fault) return;
      capture.drop();
      fail(fault);
    }, 'moving');
  }

  /** Shows what went wrong, with a button to start again. */
  function fail(fault: MotionFault): void {
    faults++;
    film.stopTimers();
    film.stopWatching();
    film.mark('bad');
    const text = fault === 'no_face' ? 'error.no_face' : (`motion.${fault}` as const);
    film.title(`${text}_title`);
    film.hint(`${text}_lead`, true);
    film.below(film.button('capture.again', align));
    film.slots.heading.focus();
    kit.notifyAnalytics(EVENTS[fault]);
  }

  align();
}

/** A recording of turns. `finish` keeps the recording, `drop` discards it. */
interface Capture {
  finish(): void;
  drop(): void;
  /** Instructs a turn; `progress` from 0 to 1. */
  show(turn: Turn, progress: number): void;
}

function startCapture(film: Film): Capture {
  film.stopTimers();
  film.hint(undefined);
  film.kit.notifyAnalytics('MOTION_FACIAL_CAPTURE');
  film.below();
  let shown: Turn | undefined;
  void film.record().then((blob) => {
    if (!film.isClosed()) film.keep(blob, 'motion');
  });
  const end = (): void => {
    film.stopTimers();
    film.stopWatching();
  };
  return {
    finish() {
      end();
      film.stop();
    },
    drop() {
      end();
      film.drop();
    },
    show(turn, progress) {
      film.progress(progress);
      if (turn === shown) return;
      shown = turn;
      film.mark('recording');
      film.show({ turn: turn === 'ahead' ? undefined : turn });
      film.instruct(`motion.${turn}`);
    },
  };
}

/** Instructs turns by the clock, from the first. */
function byClock(film: Film, { show, finish }: Capture): void {
  let at = 0;
  for (const [i, [turn, ms]] of TIMED.entries()) {
    film.after(at, () => show(turn, i / TIMED.length));
    at += ms;
  }
  film.after(at, finish);
}
