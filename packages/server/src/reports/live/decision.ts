import { FACE_THRESHOLDS } from '@bonafide/verification';
import type { EvidenceMode } from './document/evidence/forgery.ts';

/**
 * What decides live reports where findings alone don't, each with the figure that chose it. An account may set its own;
 * thresholds of single findings (blur, glare, moiré …) stand beside their analysers.
 */
export interface DecisionSettings {
  /** Who settles what no analyser can: a person; else it becomes `consider`. */
  decision_uncertain: 'person' | 'consider';
  /** Which evidence a document needs to be clear: see `document/evidence/table.ts`. */
  decision_evidence: EvidenceMode;
  /** Years that the holder of a document must have (contract 9.2). */
  minimum_accepted_age: number;
  /** Least score, 0 to 1, at which two faces are of one person. */
  face_match_score: number;
  /** Score below which two faces are of two people. What lies between the two is uncertain. */
  face_mismatch_score: number;
  /** Genuineness, 0 to 1, at or below which a picture may be one of a picture. It is never more than a doubt. */
  spoofing_score: number;
  /** Least score at which a face counts as seen before among other applicants. */
  known_face_score: number;
}

/**
 * `face_match_score`: the threshold of `compareFaces` (none of 4680 pairs of two people above it, 2 of 93 pairs of one person
 * below it: a person decides those). `face_mismatch_score`: even odds of the calibration: 99.5 % of pairs of two people are below.
 * `spoofing_score`: two weak signals together; no photograph of 78 falls below, both attacks at hand do: far too few to
 * let it decide. `known_face_score`: among N faces a chance match is N times as likely as between two, so more is asked
 * than of a pair. The most of 4680 pairs of two people is 0.977; of 93 pairs of one person 3 are below it, as below 0.99.
 */
export const defaultDecision: DecisionSettings = {
  decision_uncertain: 'person',
  decision_evidence: 'balanced',
  minimum_accepted_age: 16,
  face_match_score: FACE_THRESHOLDS.match,
  face_mismatch_score: 0.5,
  spoofing_score: 0.25,
  known_face_score: 0.995,
};
