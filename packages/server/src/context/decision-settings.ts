import { FACE_THRESHOLDS } from '@bonafide/verification';
import Type from 'typebox';
import { nullableIntegerBetween, stringEnum } from '../base/json-schema.ts';
import { defaultsOf, setting, type ValuesOf } from './setting-table.ts';

const Score = Type.Number({ minimum: 0, maximum: 1 });

type ValidityLevel = 1 | 2 | 3 | 4;
const Validity = Type.Unsafe<ValidityLevel>(Type.Integer({ minimum: 1, maximum: 4 }));
/** The API's schema names the types of documents, which this folder doesn't know. */
const ValidityByType = Type.Unsafe<Readonly<Record<string, ValidityLevel>>>(
  Type.Object({}, { additionalProperties: Validity }),
);

/**
 * Settings that decide live reports where findings alone don't. A comment names the source of each figure. An account may set its
 * own; thresholds of single findings (blur, glare, moiré …) are beside their analysers. `accountSettings` includes this table.
 */
export const decisionSettings = {
  decision_uncertain: setting(
    stringEnum(['person', 'consider']),
    'person',
    'how doubts of the analysis are settled. person: the report is `awaiting_approval` until a reviewer decides; consider: ' +
      'the leaf becomes `consider` without a review',
  ),
  /** The rules are in `reports/live/document/evidence/validity.ts`. */
  decision_validity: setting(
    Validity,
    3,
    'what a document must prove to be clear, see `docs/guides/evidence.md`. 1: no sign of forgery; 2: every datum and the portrait in a second place, and a ' +
      "live capture; 3: data and portrait by the issuer's signature or register, or a reviewer; 4: both by the issuer's signature. " +
      'With 2, most sound documents without a chip need manual review, with 3 and 4 all of them',
  ),
  decision_validity_by_type: setting(
    ValidityByType,
    {} as Readonly<Record<string, ValidityLevel>>,
    'other values of `decision_validity` by type of document, such as `{"passport": 4}`',
  ),
  decision_data_proved: setting(
    stringEnum(['off', 'on']),
    'off',
    "on: the data of a document must come from the issuer's signature or register, with every `decision_validity`",
  ),
  decision_presence: setting(
    Type.Unsafe<0 | 1 | 2>(Type.Integer({ minimum: 0, maximum: 2 })),
    0,
    'how the pictures of a document must be taken to be clear. 0: as files, too; 1: with a camera, by the capture SDK; 2: with a challenge, which ' +
      'no capture of this version has, so that a reviewer decides',
  ),
  decision_credential_status: setting(
    stringEnum(['required', 'when_loaded']),
    'required',
    'how credentials of wallets are judged whose issuer names a list of revoked credentials that is not loaded, or has expired. required: as not ' +
      'proved; when_loaded: as not revoked',
  ),
  decision_step_up: setting(
    Type.Array(stringEnum(['chip', 'seal', 'back', 'credential']), { uniqueItems: true, maxItems: 4 }),
    [],
    'evidence that the applicant may hand in before a reviewer is asked, in workflow runs, on the pages of the applicant form and in SDK sessions: credential (the ' +
      'document in a wallet), chip, seal (a close-up of a signed barcode), back',
  ),
  /** The rules are in `checks/automation/rule.ts`. */
  decision_automation: setting(
    stringEnum(['off', 'audited']),
    'off',
    'audited: reports that need manual review for missing evidence alone are cleared without it, once reviewers have cleared 149 alike in a row. ' +
      'A tenth stays with them, and one decision other than clear ends it. It bounds the forged documents that reviewers would see among the ' +
      'cleared, and no others, see `docs/guides/audited-automation.md`. Any change forgets the counts',
  ),
  report_assurance: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: `properties.assurance` of document reports says what was proved, by which source, and which attackers are not excluded',
  ),
  decision_evidence: setting(
    stringEnum(['strict', 'balanced', 'off']),
    'balanced',
    'earlier name of `decision_validity`, for one release. off: 1; strict and balanced: 3',
  ),
  /** Contract 9.2. */
  minimum_accepted_age: setting(
    Type.Integer({ minimum: 0, maximum: 150 }),
    16,
    'minimum age of the holder in years; the document of a younger person is rejected',
  ),
  // The threshold of `compareFaces`. None of 4680 pairs of two people is above it. 2 of 93 pairs of one person are below
  // it: a person decides those.
  face_match_score: setting(
    Score,
    FACE_THRESHOLDS.match,
    'minimum score, 0 to 1, at which two faces count as the same person',
  ),
  // Even odds of the calibration: 99.5 % of pairs of two people are below.
  face_mismatch_score: setting(
    Score,
    0.5,
    'score below which two faces count as different people; a score between the two settings is a doubt',
  ),
  // Two weak signals together. 1 photograph of 78 falls below, and both attacks at hand do. They are far too few to let
  // the score decide.
  spoofing_score: setting(
    Score,
    0.25,
    'genuineness score, 0 to 1, at or below which an image may show a screen or print: a doubt, never more',
  ),
  // Among N faces a chance match is N times as likely as between two, so more is asked than of a pair. The highest score
  // of 4680 pairs of two people is 0.977. Of 93 pairs of one person 3 are below this figure, as below 0.99.
  known_face_score: setting(
    Score,
    0.995,
    'minimum score, 0 to 1, at which a face counts as known from another applicant',
  ),
  // The highest score at which altered names without a birth date are still found in 97 % of cases
  // (`npm run eval -- --only screening`).
  screening_hit: setting(
    Type.Number({ minimum: 0.65, maximum: 0.95 }),
    0.75,
    'minimum score of a possible hit on a watchlist, 0.65 to 0.95; see `docs/guides/screening.md`',
  ),
  screening_match: setting(
    Type.Number({ minimum: 0.65, maximum: 1 }),
    0.9,
    'minimum score of a certain hit on a watchlist; a score between the two settings is a doubt',
  ),
  screening_max_age: setting(
    Type.Integer({ minimum: 1, maximum: 366 }),
    14,
    "maximum age of a watchlist in days, since its publication or since the same files were imported again; an older list can't clear a report",
  ),
  screening_missing: setting(
    stringEnum(['clear', 'person']),
    'clear',
    'result of a breakdown, except `sanction`, without a usable watchlist. clear: the breakdown is null; person: the ' +
      'report is `awaiting_approval`. Without a sanctions list a person always decides',
  ),
  screening_four_eyes: setting(
    stringEnum(['off', 'clear', 'all']),
    'off',
    'decisions on hits that need a second operator. clear: ruling out a hit of 0.90 or more, or suppressing a hit; all: every decision. ' +
      'Needs two people who decide: operator keys with names, or members',
  ),
  decision_four_eyes: setting(
    stringEnum(['off', 'on']),
    'off',
    "on: two people decide each report without seeing the other's decision; if they differ, a third person decides. " +
      'A workflow that is published in live needs a second person, too. Needs two people who decide',
  ),
  // The US Treasury expects no screening by weak aliases (OFAC FAQ 122).
  screening_weak_aliases: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: a name that the publisher marks as weak is enough for a hit',
  ),
  screening_partial_names: setting(
    stringEnum(['off', 'initials', 'all']),
    'off',
    'names that are a possible hit although only the family name agrees. initials: the first names are initials that agree; all: also a ' +
      'family name alone',
  ),
  // FATF guidance on recommendation 12 sets no term after which exposure ends.
  screening_pep_years: setting(
    nullableIntegerBetween(0, 100),
    null,
    'years for which a person counts as politically exposed after leaving office; null: without limit',
  ),
};

/** The value of `decision_validity` that each value of `decision_evidence` stands for. */
export const validityOfEvidence = { off: 1, balanced: 3, strict: 3 } as const;

export type DecisionSettings = ValuesOf<typeof decisionSettings>;

export const defaultDecision: DecisionSettings = defaultsOf(decisionSettings);
