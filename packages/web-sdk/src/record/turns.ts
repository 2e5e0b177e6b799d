/** Movements of the head in a motion capture, one after the other. */
export type Turn = 'left' | 'right' | 'ahead';

/** Reasons why a capture has to start again. */
export type MotionFault = 'no_face' | 'timeout' | 'too_fast';

/** The state of a capture. */
export interface Guidance {
  readonly turn: Turn;
  /** Progress of the whole capture, 0 to 1. */
  readonly progress: number;
  readonly done: boolean;
  readonly fault?: MotionFault;
}

const ORDER: readonly Turn[] = ['left', 'right', 'ahead'];

/** Degrees of a turn, and within which the head is back. The service wants to see 15. */
const TURNED = 20;
const BACK = 10;
/** Minimum duration of a turn to one side and back, in milliseconds. Too few frames show a faster turn. */
const QUICKEST_MS = 700;
/**
 * Milliseconds for which the head must be ahead at the end; the next constants limit the time without a face and the whole
 * capture.
 */
const AHEAD_MS = 1000;
const UNSEEN_MS = 2000;
const LONGEST_MS = 15_000;

/**
 * Follows a head through its turns.
 *
 * @param now when it begins, in milliseconds
 * @returns what takes the yaw of each look (degrees to the person's own left; undefined where no face was seen), and says how
 * far all is
 */
export function followTurns(now: number): (yaw: number | undefined, now: number) => Guidance {
  const began = now;
  let part = 0;
  let seenAt = now;
  /** The last time at which the head was ahead, or the time since which it is: the head left from there for the turn. */
  let aheadAt = now;
  let turned = false;
  /** Nobody holds the head quite straight: turns count from where it was at first. */
  let straight: number | undefined;
  let best = 0;

  return (yaw, now) => {
    const turn = ORDER[part] as Turn;
    const at = (fault?: MotionFault): Guidance => ({
      turn: ORDER[part] ?? 'ahead',
      progress: Math.min(1, (part + best) / ORDER.length),
      done: part === ORDER.length,
      ...(fault ? { fault } : {}),
    });
    if (now - began > LONGEST_MS) return at('timeout');
    if (yaw === undefined) return at(now - seenAt > UNSEEN_MS ? 'no_face' : undefined);
    seenAt = now;
    straight ??= Math.abs(yaw) <= BACK ? yaw : 0;
    const away = turn === 'right' ? straight - yaw : yaw - straight;
    if (turn === 'ahead') {
      if (Math.abs(away) > BACK) aheadAt = now;
      best = Math.max(best, Math.min(1, (now - aheadAt) / AHEAD_MS));
      if (best === 1) part++;
      return at();
    }
    best = Math.max(best, Math.min(1, Math.max(0, away) / TURNED) * 0.7);
    if (away >= TURNED) turned = true;
    if (away > BACK) return at();
    if (!turned) {
      aheadAt = now;
      return at();
    }
    if (now - aheadAt < QUICKEST_MS) return at('too_fast');
    part++;
    best = 0;
    turned = false;
    aheadAt = now;
    return at();
  };
}
