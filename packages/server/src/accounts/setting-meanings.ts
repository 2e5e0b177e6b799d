import type { AccountSettings } from '../context/account.ts';

/** Purpose of each setting of an account, for `docs/reference/settings.md`. */
export const accountSettingMeanings: Readonly<Record<keyof AccountSettings, string>> = {
  enabled: 'false: every request answers 403 `account_disabled`',
  billing_information: 'false: live checks answer 422 `missing_billing_info`',
  trial_checks_limit: 'live checks that a trial may create before 403 `trial_limits_reached`; null is no trial',
  image_quality: 'whether `validate_image_quality` may be asked for in v3.6',
  deletion_delay_days: 'days from the deletion of an applicant to its erasure',
  retention_days:
    'days after the last upload, check or workflow run of an applicant until it is deleted, and after `deletion_delay_days` erased. ' +
    'Applicants with a monitor, or with a check or run that has not ended, stay. null: all stay',
  pausing: 'true: new checks are paused until they are resumed',
  disabled_reports: 'names of reports that checks may not contain',
  rate_limit_live: 'live requests a minute of v3, and as many of v1 and v2 together',
  rate_limit_sandbox: 'sandbox requests a minute of v3',
  rate_limit_sandbox_v2: 'sandbox requests a minute of v1 and v2 together',
  name_search:
    'whether people find applicants by their names. false: no hash of a name is kept; a change rebuilds the terms of the account',
  wide_roles:
    'true: in the dashboard reviewers may also withdraw, resume and reopen checks and delete applicants, and developers may make live tokens',
  second_factor: 'true: members reach the account in the dashboard only with one-time codes or a passkey',
  review_reasons:
    'reasons that the review page of the dashboard offers beside its own, at most 50 of 1 to 200 characters',
  display_name: "company name that applicants read, 1 to 80 characters; null: the account's name",
  privacy_notice_url:
    'https address of the privacy notice that applicants agree to; null: no page asks for that agreement',
  support_contact:
    'where applicants get help: an e-mail address, or one that begins with https://, mailto: or tel:; null for none',
  colour: 'main colour of the pages that applicants see, `#rrggbb`; null: the colour of the service',
  decision_uncertain:
    'who settles what analysers are in doubt of. person: the report is `awaiting_approval` until one has; consider: ' +
    'nobody, the leaf becomes `consider`',
  decision_evidence:
    'what a document needs to be clear, see `docs/guides/evidence.md`. strict: an independent source; balanced: that, or forensics of its ' +
    'pictures; off: no sign of a forgery. Under strict and balanced every sound document without a chip goes to a person',
  minimum_accepted_age: 'years that the holder of a document must have; below, the document is rejected',
  face_match_score: 'least score, 0 to 1, at which two faces are of one person',
  face_mismatch_score: 'score below which two faces are of two people; what lies between the two is a doubt',
  spoofing_score: 'genuineness, 0 to 1, at or below which a picture may be one of a picture: a doubt, never more',
  known_face_score: 'least score, 0 to 1, at which a face counts as seen before among other applicants',
  screening_hit: 'least score of a possible hit on a watchlist, 0.65 to 0.95; see `docs/guides/screening.md`',
  screening_match: 'score from which a hit on a watchlist is beyond doubt; what lies between the two is a doubt',
  screening_max_age:
    'days after its publication, or after the same files were imported again, from which a watchlist clears nobody',
  screening_missing:
    'what happens where a breakdown other than `sanction` has no usable watchlist. clear: its null is shown; person: the ' +
    'report is `awaiting_approval`. Without a sanctions list a person always decides',
  screening_weak_aliases: 'on: a name that the publisher calls weak makes a hit by itself',
  screening_four_eyes:
    'which decisions on hits need a second operator. clear: to rule out a hit of 0.90 or more, or to suppress one; all: any. ' +
    'Needs two people who decide: operator keys with names, or members',
  decision_four_eyes:
    'on: two people decide each report, and neither sees what the other decides; where they differ, a third one settles. ' +
    'Needs two people who decide',
  screening_pep_years: 'years for which a person counts as politically exposed after leaving office; null: for ever',
};
