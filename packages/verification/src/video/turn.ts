import { type Observation, undecided } from './observation.ts';
import { VIDEO_THRESHOLDS } from './thresholds.ts';

/** The applicant's own. */
export type Side = 'left' | 'right';

/**
 * Sign of the yaw (`HeadPose`: positive where the nose points to the right of the picture) of an applicant who turns to the
 * left. A person who faces a camera has their own left at the right of the picture, and recordings of front cameras are stored
 * unmirrored: only the preview is a mirror (`MediaRecorder` takes the stream, not the element that shows it).
 */
const LEFT = 1;

/** Least frames with a face to see a turn in; two could be one error of the landmarks. */
const FEWEST = 3;

/** One frame of the head. */
export interface Posed {
  /** Seconds. */
  readonly at: number;
  /** Degrees, see `HeadPose`. */
  readonly yaw: number;
}

/** Farthest turns away from the frame that looks ahead most, in degrees, at least 0. */
export type Turns = Readonly<Record<Side, number>>;

/**
 * Measures how far the head was turned to either side. Only the change counts: the picture of a head that is turned in every
 * frame shows no turn.
 */
export function turnsOf(frames: readonly Posed[]): Turns {
  const [first, ...others] = frames.map(({ yaw }) => yaw * LEFT);
  if (first === undefined) return { left: 0, right: 0 };
  const ahead = others.reduce((best, yaw) => (Math.abs(yaw) < Math.abs(best) ? yaw : best), first);
  return {
    left: Math.max(0, first - ahead, ...others.map((yaw) => yaw - ahead)),
    right: Math.max(0, ahead - first, ...others.map((yaw) => ahead - yaw)),
  };
}

/** Finding on whether the head was turned to the requested side, or to either without a request. */
export function headTurn(frames: readonly Posed[], requested: Side | undefined): Observation {
  const name = 'head_turn';
  if (frames.length < FEWEST)
    return undecided(name, `Head turn: not measured. Only ${frames.length} frames show a face`);
  const turns = turnsOf(frames);
  const turned = requested ? turns[requested] : Math.max(turns.left, turns.right);
  const opposite = requested ? turns[requested === 'left' ? 'right' : 'left'] : 0;
  const seen = `measured ${degrees(turns.left)} to the applicant's left, ${degrees(turns.right)} to the right, minimum ${VIDEO_THRESHOLDS.turn}°`;
  const want = requested ? `requested: ${requested}` : 'either side counts';
  const { result, why } = verdict(turned, opposite);
  return {
    name,
    measure: turned,
    threshold: VIDEO_THRESHOLDS.turn,
    result,
    reason: `Head turn: ${why} (${seen}, ${want})`,
  };
}

function verdict(degrees: number, opposite: number): { result: Observation['result']; why: string } {
  const { turn, noTurn } = VIDEO_THRESHOLDS;
  if (degrees >= turn) {
    return opposite > degrees
      ? { result: null, why: 'unclear. The head turned further to the other side' }
      : { result: 'pass', why: 'done' };
  }
  if (opposite >= turn) return { result: 'fail', why: 'wrong side' };
  if (Math.max(degrees, opposite) < noTurn) return { result: 'fail', why: 'none' };
  return { result: null, why: 'unclear. The head turned too little' };
}

function degrees(value: number): string {
  return `${value.toFixed(0)}°`;
}
