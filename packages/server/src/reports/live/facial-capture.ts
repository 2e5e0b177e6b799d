import type { PictureOrigin } from '@bonafide/verification';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { AttackSignal, ComparedFaces, LeafFinding } from '../outcome.ts';
import { clear, consider, doubtful, unassessed } from './assessment.ts';

/** Observations of the analysers in a photo or video of the applicant. */
export interface SeenCapture {
  /** Finding on whether exactly one face is in it. */
  readonly face: LeafFinding;
  /** Embedding of the only face; null without a face, or if it is unclear who is meant. */
  readonly embedding: Float32Array | null;
  readonly spoofing: LeafFinding;
  readonly source: SourceEvidence;
  /** Finding on liveness; videos have it. */
  readonly liveness?: LeafFinding;
  /** Look of the capture, for later reports: see `LiveTools.keepLook`. Null if no picture could be taken of it. */
  readonly look: string | null;
  readonly shown: ShownFaces;
}

/** Fields of a capture that a reviewer sees. */
export type ShownFaces = Pick<ComparedFaces, 'captured' | 'compared' | 'signals'>;

export const nothingShown: ShownFaces = { captured: [], compared: null, signals: [] };

/** Signs of a presentation attack as they are kept: without the sentences, which repeat the figures. */
export const signalsOf = (found: readonly AttackSignal[]): AttackSignal[] =>
  found.map(({ name, result, measure, threshold }) => ({ name, result, measure, threshold }));

/** Evidence on the source of a capture. A fault or doubt is a word for clients and a sentence. */
export interface SourceEvidence {
  /** Assessed keys of `source_integrity`: the faults found, empty for a clear one. */
  readonly assessed: Readonly<Record<string, readonly SourceFault[]>>;
  /** Signs that prove nothing by themselves. */
  readonly doubts: readonly SourceFault[];
}

export interface SourceFault {
  /** Word in the list `reasons`: `image_editor`. */
  readonly word: string;
  readonly reason: string;
}

/** Names in a file of the device and programs that made it. */
export type SourceNames = Pick<PictureOrigin, 'make' | 'model' | 'software'>;

/** Scores on the wire have four decimals; what is decided is what is shown. */
export const toScore = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Signs of a picture of a picture, and what they come to: see `genuineness`. */
interface Suspicion {
  readonly genuineness: number;
  readonly signals: readonly { readonly result: string | null; readonly reason: string }[];
}

/** The leaf `spoofing_detection`: a low rank is a doubt, for there are too few attacks to know more. */
export function spoofingLeaf(
  { genuineness, signals }: Suspicion,
  { spoofing_score: threshold }: Pick<DecisionSettings, 'spoofing_score'>,
): LeafFinding {
  const score = toScore(genuineness);
  const found = { measure: score, threshold, properties: { score } };
  const raised = signals.filter(({ result }) => result === 'fail').map(({ reason }) => reason);
  const reason = raised.length > 0 ? raised.join('. ') : 'No sign of a presentation attack';
  return score <= threshold ? doubtful(reason, found) : clear(reason, found);
}

export const notAssessed = {
  noFace: unassessed('The capture does not show exactly one face'),
  noPicture: unassessed('No image could be extracted from the video'),
};

/**
 * Finding on a face that can't be compared. Whether it counts depends on whether there is one: otherwise an applicant who never
 * looks into the camera, or sends a video that can't be decoded, would pass unseen.
 */
export function unseen({ result }: LeafFinding): LeafFinding {
  return result === 'consider' ? notAssessed.noFace : doubtful('The face is not visible well enough to compare it');
}

/** The leaf `face_detected`: one face in the capture, and a portrait on the document. */
export function faceLeaf(
  capture: LeafFinding,
  { portraits, why }: { readonly portraits: readonly unknown[]; readonly why: string },
): LeafFinding {
  if (capture.result === 'consider' || portraits.length > 0) return capture;
  return consider(`No portrait was found on the document${why}`, { measure: 0, threshold: 1 });
}

/** The leaf `source_integrity`, with a property for each thing that could be assessed. */
export function sourceLeaf({ assessed, doubts }: SourceEvidence): LeafFinding {
  const faults = Object.values(assessed).flat();
  const all = [...faults, ...doubts];
  const results = Object.entries(assessed).map(([key, found]) => [key, found.length > 0 ? 'consider' : 'clear']);
  const words = [...new Set(all.map(({ word }) => word))].join(',');
  const properties = { ...Object.fromEntries(results), ...(words && { reasons: words }) };
  const reason = all.map((finding) => finding.reason).join('. ');
  if (faults.length > 0) return consider(reason, { properties });
  if (doubts.length > 0) return doubtful(reason, { properties });
  if (results.length === 0) return unassessed('The file has no information about its origin');
  return clear('The file shows no sign of a virtual camera, an emulator or editing', { properties });
}
