import { genuineness, judged } from '../faces/attack/signals.ts';
import { compareFaces } from '../faces/compare.ts';
import type { Eyes } from '../faces/eyes.ts';
import type { Box } from '../faces/geometry.ts';
import type { HeadPose } from '../faces/pose.ts';
import type { Finding } from '../finding.ts';
import { liveness } from './liveness.ts';
import { heldPicture } from './motion.ts';
import { type Observation, undecided } from './observation.ts';
import { VIDEO_THRESHOLDS } from './thresholds.ts';
import { headTurn, type Side, type Turns, turnsOf } from './turn.ts';
import { type VideoFrame, type WatchedFace, type WatchedFrame, watch } from './watch.ts';

/** One part of the challenge of a live video. */
export interface ChallengePart {
  /** `recite`, with digits to say, or `movement`, with `turnLeft` or `turnRight`. Others are ignored. */
  readonly type: string;
  readonly query: unknown;
}

/** Analysis of a clip. Plain data: it crosses threads. */
export interface FramesAnalysis {
  readonly frames: readonly SeenFrame[];
  /** The frame to compare with a document: looks ahead, sharp, one face. Null if no frame qualifies. */
  readonly best: { readonly index: number; readonly box: Box; readonly embedding: Float32Array } | null;
  /** Findings on whether enough frames show a face, and none more than one. */
  readonly faces: readonly Finding[];
  /** Finding on whether all frames that can be compared show one person. */
  readonly person: Observation;
  /** Degrees to the applicant's own left and right. */
  readonly turns: Turns;
  readonly turn: Observation;
  /** Finding on whether the face is still the same when the head starts to turn: otherwise another person may have turned it. */
  readonly followed: Observation;
  /** Digits of the challenge, which no analyser recognises in the sound; null if the challenge had none. */
  readonly recited: Observation | null;
  /** Signs of a picture held before the camera, then the weak ones of `attackSignals`, as means over frames. */
  readonly signals: readonly Observation[];
  /** 0 to 1, near 0 for an attack: see `genuineness`. Null where no face was seen that looks ahead. */
  readonly genuineness: number | null;
  /** `pass`: live. `fail`: the turn is wrong or missing, or the face is a picture. Null: neither is clear. */
  readonly liveness: Observation;
}

export interface SeenFrame {
  readonly at: number;
  readonly faces: number;
  /** Box of the widest face, in shares of the frame's width and height. */
  readonly box: Box | null;
  readonly eyes: Eyes | null;
  readonly pose: HeadPose | null;
}

/** Degrees by which a frame may look less ahead than the best and still win by being sharper. */
const AS_GOOD = 8;

/**
 * Findings on a clip of a face: 8 to 16 frames, evenly spread and in order. With a challenge, the turn that it asks for is
 * looked for; without one, as in motion captures, a turn to either side. Throws `UnreadableImage` for an invalid frame.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { analyseFrames } from '@bonafide/verification';
 *
 * const times = [0, 500, 1000, 1500, 2000, 2500, 3000, 3500];
 * const frames = await Promise.all(
 *   times.map(async (at) => ({ at, picture: await readFile(`frame-${at}.jpg`) })),
 * );
 * const { liveness } = await analyseFrames(frames, { challenge: [{ type: 'movement', query: 'turnLeft' }] });
 * console.log(liveness.reason);
 */
export async function analyseFrames(
  frames: readonly VideoFrame[],
  { challenge }: { challenge?: readonly ChallengePart[] | undefined } = {},
): Promise<FramesAnalysis> {
  const seen = await watch(frames);
  const faces = seen.flatMap(({ at, face }) => (face ? [{ at, yaw: face.pose.yaw, face }] : []));
  const best = bestOf(seen);
  const person = samePerson(seen, best?.face);
  const turn = headTurn(faces, askedSide(challenge));
  const followed = followedTurn(seen);
  const held = heldPicture(best ? faces.map(({ face }) => face.landmarks) : [], best?.face.landmarks ?? []);
  const attack = seen.flatMap(({ face }) => face?.attack ?? []);
  const weak = attack.length > 0 ? judged(attack) : [];
  const genuine = attack.length > 0 ? genuineness([...held, ...weak]) : null;
  const counts = faceCounts(seen);
  return {
    frames: seen.map(({ at, faces, face }) => ({
      at,
      faces,
      box: face?.box ?? null,
      eyes: face?.eyes ?? null,
      pose: face?.pose ?? null,
    })),
    best: best && { index: best.index, box: best.face.box, embedding: best.embedding },
    faces: counts,
    person,
    turns: turnsOf(faces),
    turn,
    followed,
    recited: recited(challenge),
    signals: [...held, ...weak],
    genuineness: genuine,
    liveness: liveness({ faces: counts, person, turn, followed, held, genuineness: genuine }),
  };
}

function askedSide(challenge: readonly ChallengePart[] | undefined): Side | undefined {
  const movement = challenge?.find(({ type }) => type === 'movement')?.query;
  if (movement === 'turnLeft') return 'left';
  return movement === 'turnRight' ? 'right' : undefined;
}

function recited(challenge: readonly ChallengePart[] | undefined): Observation | null {
  if (!challenge?.some(({ type }) => type === 'recite')) return null;
  return undecided('recited_digits', 'Play the video and check that the applicant says the digits');
}

interface Best {
  readonly index: number;
  readonly face: WatchedFace;
  readonly embedding: Float32Array;
}

/** The best frame with one face: the sharpest of the frames that look ahead about as much as the frame that does most. */
function bestOf(frames: readonly WatchedFrame[]): Best | null {
  const candidates = frames.flatMap(({ faces, face }, index) =>
    faces === 1 && face?.embedding ? [{ index, face, embedding: face.embedding }] : [],
  );
  // Where the chin lies moves the measure of the nod, so that it counts only against the applicant's own.
  const nods = candidates.map(({ face }) => face.pose.pitch).sort((a, b) => a - b);
  const usual = nods[nods.length >> 1] ?? 0;
  const away = ({ face: { pose } }: Best) => Math.hypot(pose.yaw, pose.pitch - usual);
  const least = Math.min(...candidates.map(away));
  const good = candidates.filter((frame) => away(frame) <= least + AS_GOOD);
  return good.toSorted((a, b) => b.face.sharpness - a.face.sharpness)[0] ?? null;
}

function samePerson(frames: readonly WatchedFrame[], best: WatchedFace | undefined): Observation {
  const name = 'same_person';
  const others = frames.flatMap(({ face }) => (face && face !== best && face.embedding ? [face.embedding] : []));
  if (!best?.embedding || others.length === 0)
    return undecided(name, 'Fewer than two frames show a face that looks at the camera');
  const measure = Math.min(...others.map((other) => compareFaces(best.embedding!, other)));
  const threshold = VIDEO_THRESHOLDS.person;
  return {
    name,
    measure,
    threshold,
    result: measure < threshold ? 'fail' : 'pass',
    reason: `Same person throughout the video: ${measure < threshold ? 'no' : 'yes'} (measured similarity ${measure.toFixed(2)} in ${others.length + 1} of ${frames.length} frames, minimum ${threshold})`,
  };
}

/** A clip may be put together from a picture of one person and the turned head of another, who can't be compared. */
function followedTurn(frames: readonly WatchedFrame[]): Observation {
  const name = 'followed_turn';
  const known = frames.flatMap(({ at, face }) => (face?.embedding ? [{ at, yaw: face.pose.yaw }] : []));
  if (known.length === 0) return undecided(name, 'No frame shows a face that looks at the camera');
  const { left, right } = turnsOf(known);
  const measure = Math.max(left, right);
  const threshold = VIDEO_THRESHOLDS.noTurn;
  return {
    name,
    measure,
    threshold,
    result: measure < threshold ? 'fail' : 'pass',
    reason: `${measure < threshold ? 'A different person may have turned the head' : 'The same person turned the head'} (measured turn ${measure.toFixed(0)}° with a comparable face, minimum ${threshold}°)`,
  };
}

function faceCounts(frames: readonly WatchedFrame[]): Finding[] {
  const shown = frames.filter(({ faces }) => faces > 0).length;
  const share = frames.length > 0 ? shown / frames.length : 0;
  const most = frames.reduce((count, { faces }) => Math.max(count, faces), 0);
  return [
    {
      name: 'face_present',
      measure: share,
      threshold: VIDEO_THRESHOLDS.present,
      result: share >= VIDEO_THRESHOLDS.present ? 'pass' : 'fail',
      reason: `Face visible: ${share >= VIDEO_THRESHOLDS.present ? 'yes' : 'no'} (measured ${shown} of ${frames.length} frames, minimum half)`,
    },
    {
      name: 'face_count',
      measure: most,
      threshold: 1,
      result: most === 1 ? 'pass' : 'fail',
      reason: `Number of faces: ${most} (expected 1)`,
    },
  ];
}
