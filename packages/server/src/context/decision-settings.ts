import { FACE_THRESHOLDS } from '@bonafide/verification';

/** Accounts that accept one grade, both, or ask for none. */
export type EvidenceMode = 'strict' | 'balanced' | 'off';

/**
 * Settings that decide live reports where findings alone don't, each with the figure that chose it. An account may set its own;
 * thresholds of single findings (blur, glare, moiré …) are beside their analysers.
 */
export interface DecisionSettings {
  /** Decision in cases that no analyser can settle: a person decides; else it becomes `consider`. */
  decision_uncertain: 'person' | 'consider';
  /** Evidence that a document needs to be clear: see `document/evidence/table.ts`. */
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
  /** Least score of a possible hit on a watchlist, 0.65 to 0.95. */
  screening_hit: number;
  /** Score from which a hit on a watchlist is beyond doubt. */
  screening_match: number;
  /** Days after which a watchlist is too old to clear anyone, from its publication or the day it was last confirmed. */
  screening_max_age: number;
  /** Behaviour if a breakdown other than `sanction` has no usable list: its null is shown, or a person decides. */
  screening_missing: 'clear' | 'person';
  /** Lets a name that the publisher calls weak make a hit by itself. */
  screening_weak_aliases: 'off' | 'on';
  /** Years for which a person counts as politically exposed after leaving office; null: for ever. */
  screening_pep_years: number | null;
  /**
   * Decisions on hits that two operators make together: none, decisions that clear a hit of 0.90 or more or suppress one, or all.
   */
  screening_four_eyes: 'off' | 'clear' | 'all';
  /** Requires that two people decide each report, without seeing each other's decision; a third settles differences. */
  decision_four_eyes: 'off' | 'on';
}

/**
 * `face_match_score`: the threshold of `compareFaces` (none of 4680 pairs of two people above it, 2 of 93 pairs of one person
 * below it: a person decides those). `face_mismatch_score`: even odds of the calibration: 99.5 % of pairs of two people are below.
 * `spoofing_score`: two weak signals together; no photograph of 78 falls below, both attacks at hand do: far too few to
 * let it decide. `known_face_score`: among N faces a chance match is N times as likely as between two, so more is asked
 * than of a pair. The most of 4680 pairs of two people is 0.977; of 93 pairs of one person 3 are below it, as below 0.99.
 * `screening_hit`: the highest score at which altered names without a birth date are still found in 97 % of cases
 * (`npm run eval -- --only screening`). `screening_weak_aliases`: the US Treasury expects no screening by weak aliases (OFAC FAQ 122).
 * `screening_pep_years`: FATF guidance on recommendation 12 sets no term after which exposure ends.
 */
export const defaultDecision: DecisionSettings = {
  decision_uncertain: 'person',
  decision_evidence: 'balanced',
  minimum_accepted_age: 16,
  face_match_score: FACE_THRESHOLDS.match,
  face_mismatch_score: 0.5,
  spoofing_score: 0.25,
  known_face_score: 0.995,
  screening_hit: 0.75,
  screening_match: 0.9,
  screening_max_age: 14,
  screening_missing: 'clear',
  screening_weak_aliases: 'off',
  screening_pep_years: null,
  screening_four_eyes: 'off',
  decision_four_eyes: 'off',
};
