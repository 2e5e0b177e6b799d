import { FACE_THRESHOLDS } from '@bonafide/verification';
import Type from 'typebox';
import { nullableIntegerBetween, stringEnum } from '../base/json-schema.ts';
import { defaultsOf, setting, type ValuesOf } from './setting-table.ts';

const Score = Type.Number({ minimum: 0, maximum: 1 });

/**
 * Settings that decide live reports where findings alone don't. A comment names the source of each figure. An account may set its
 * own; thresholds of single findings (blur, glare, moiré …) are beside their analysers. `accountSettings` includes this table.
 */
export const decisionSettings = {
  decision_uncertain: setting(
    stringEnum(['person', 'consider']),
    'person',
    'who settles what analysers are in doubt of. person: the report is `awaiting_approval` until one has; consider: ' +
      'nobody, the leaf becomes `consider`',
  ),
  /** The rules are in `reports/live/document/evidence`. */
  decision_evidence: setting(
    stringEnum(['strict', 'balanced', 'off']),
    'balanced',
    'what a document needs to be clear, see `docs/guides/evidence.md`. strict: an independent source; balanced: that, or forensics of its ' +
      'pictures; off: no sign of a forgery. Under strict and balanced every sound document without a chip goes to a person',
  ),
  /** Contract 9.2. */
  minimum_accepted_age: setting(
    Type.Integer({ minimum: 0, maximum: 150 }),
    16,
    'years that the holder of a document must have; below, the document is rejected',
  ),
  // The threshold of `compareFaces`. None of 4680 pairs of two people is above it. 2 of 93 pairs of one person are below
  // it: a person decides those.
  face_match_score: setting(Score, FACE_THRESHOLDS.match, 'least score, 0 to 1, at which two faces are of one person'),
  // Even odds of the calibration: 99.5 % of pairs of two people are below.
  face_mismatch_score: setting(
    Score,
    0.5,
    'score below which two faces are of two people; what lies between the two is a doubt',
  ),
  // Two weak signals together. No photograph of 78 falls below, and both attacks at hand do. They are far too few to let
  // the score decide.
  spoofing_score: setting(
    Score,
    0.25,
    'genuineness, 0 to 1, at or below which a picture may be one of a picture: a doubt, never more',
  ),
  // Among N faces a chance match is N times as likely as between two, so more is asked than of a pair. The highest score
  // of 4680 pairs of two people is 0.977. Of 93 pairs of one person 3 are below this figure, as below 0.99.
  known_face_score: setting(
    Score,
    0.995,
    'least score, 0 to 1, at which a face counts as seen before among other applicants',
  ),
  // The highest score at which altered names without a birth date are still found in 97 % of cases
  // (`npm run eval -- --only screening`).
  screening_hit: setting(
    Type.Number({ minimum: 0.65, maximum: 0.95 }),
    0.75,
    'least score of a possible hit on a watchlist, 0.65 to 0.95; see `docs/guides/screening.md`',
  ),
  screening_match: setting(
    Type.Number({ minimum: 0.65, maximum: 1 }),
    0.9,
    'score from which a hit on a watchlist is beyond doubt; what lies between the two is a doubt',
  ),
  screening_max_age: setting(
    Type.Integer({ minimum: 1, maximum: 366 }),
    14,
    'days after its publication, or after the same files were imported again, from which a watchlist clears nobody',
  ),
  screening_missing: setting(
    stringEnum(['clear', 'person']),
    'clear',
    'what happens where a breakdown other than `sanction` has no usable watchlist. clear: its null is shown; person: the ' +
      'report is `awaiting_approval`. Without a sanctions list a person always decides',
  ),
  screening_four_eyes: setting(
    stringEnum(['off', 'clear', 'all']),
    'off',
    'which decisions on hits need a second operator. clear: to rule out a hit of 0.90 or more, or to suppress one; all: any. ' +
      'Needs two people who decide: operator keys with names, or members',
  ),
  decision_four_eyes: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: two people decide each report, and neither sees what the other decides; where they differ, a third one settles. ' +
      'Needs two people who decide',
  ),
  // The US Treasury expects no screening by weak aliases (OFAC FAQ 122).
  screening_weak_aliases: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: a name that the publisher calls weak makes a hit by itself',
  ),
  // FATF guidance on recommendation 12 sets no term after which exposure ends.
  screening_pep_years: setting(
    nullableIntegerBetween(0, 100),
    null,
    'years for which a person counts as politically exposed after leaving office; null: for ever',
  ),
};

export type DecisionSettings = ValuesOf<typeof decisionSettings>;

/** Accounts that accept one grade of evidence, both, or ask for none. */
export type EvidenceMode = DecisionSettings['decision_evidence'];

export const defaultDecision: DecisionSettings = defaultsOf(decisionSettings);
