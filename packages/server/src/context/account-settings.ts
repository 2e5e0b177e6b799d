import Type from 'typebox';
import { NullableString, nullableIntegerBetween, stringEnum } from '../base/json-schema.ts';
import { decisionSettings } from './decision-settings.ts';
import { defaultsOf, setting, type ValuesOf } from './setting-table.ts';

/** Ten years. */
const LONGEST_DELAY_DAYS = 3650;
/** A hundred years. */
const LONGEST_RETENTION_DAYS = 36_500;
/** A year. */
const LONGEST_DUE_HOURS = 8760;
const HIGHEST_TRIAL = 1_000_000_000;

/** Requests a minute. The maximum is more than one process answers. */
const Rate = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/**
 * Every setting of an account, once: its schema, default and meaning. The operator's and the dashboard's API list settings in this
 * order. Defaults: contract 4.3, 4.4 and 5.6. Contract 7.7 names the errors that they cause.
 */
export const accountSettings = {
  enabled: setting(Type.Boolean(), true, 'if false, every request answers 403 `account_disabled`'),
  billing_information: setting(Type.Boolean(), true, 'if false, live checks answer 422 `missing_billing_info`'),
  trial_checks_limit: setting(
    nullableIntegerBetween(0, HIGHEST_TRIAL),
    null,
    'live checks that a trial may create before 403 `trial_limits_reached`; null: no trial',
  ),
  image_quality: setting(Type.Boolean(), true, 'whether `validate_image_quality` may be asked for in v3.6'),
  deletion_delay_days: setting(
    Type.Integer({ minimum: 0, maximum: LONGEST_DELAY_DAYS }),
    20,
    'days from the deletion of an applicant to its erasure',
  ),
  retention_days: setting(
    nullableIntegerBetween(1, LONGEST_RETENTION_DAYS),
    null,
    'days after the last upload, check or workflow run of an applicant until it is deleted, and after `deletion_delay_days` erased. ' +
      'Applicants with a monitor, or with a check or run that has not ended, stay. null: all stay',
  ),
  retention_check_days: setting(
    nullableIntegerBetween(1, LONGEST_RETENTION_DAYS),
    null,
    'days after which a check that has ended is erased with its reports, while its applicant stays. Checks of applicants with a monitor, ' +
      'with a run that has not ended, or with a decision that waits for a second person stay. null: as long as the applicant',
  ),
  retention_event_days: setting(
    nullableIntegerBetween(1, LONGEST_RETENTION_DAYS),
    null,
    'days after which events are erased with their deliveries, unless one is still to be delivered. null: as long as the applicant',
  ),
  retention_request_days: setting(
    nullableIntegerBetween(1, LONGEST_RETENTION_DAYS),
    null,
    'days after which entries of the request log are erased; null: after the days of `--request-log-days`, which are the most',
  ),
  retention_media_days: setting(
    nullableIntegerBetween(1, LONGEST_RETENTION_DAYS),
    null,
    'days after its upload after which a file is erased, while its applicant and its reports stay. Files of applicants with a check or run ' +
      'that has not ended, or with a decision that waits for a second person, stay. null: as long as the applicant',
  ),
  pausing: setting(Type.Boolean(), false, 'if true, new checks are paused until they are resumed'),
  /** The API's schema adds the names of reports, which this folder doesn't know. */
  disabled_reports: setting(Type.Array(Type.String()), [], 'names of reports that checks may not contain'),
  rate_limit_live: setting(Rate, 400, 'live requests a minute of v3, and as many of v1 and v2 together'),
  rate_limit_sandbox: setting(Rate, 30, 'sandbox requests a minute of v3'),
  rate_limit_sandbox_v2: setting(Rate, 120, 'sandbox requests a minute of v1 and v2 together'),
  name_search: setting(
    Type.Boolean(),
    true,
    'whether people find applicants by their names. false: no hash of a name is kept; a change rebuilds the terms of the account',
  ),
  wide_roles: setting(
    Type.Boolean(),
    false,
    'true: in the dashboard reviewers may also start verifications, withdraw, resume and reopen checks, assign and overturn reports, and delete applicants, and developers may make live tokens',
  ),
  second_factor: setting(
    Type.Boolean(),
    false,
    'true: members reach the account in the dashboard only with one-time codes or a passkey',
  ),
  display_name: setting(
    NullableString,
    null,
    "company name that applicants read, 1 to 80 characters; null: the account's name",
  ),
  privacy_notice_url: setting(
    NullableString,
    null,
    'https address of the privacy notice that applicants agree to; null: no page asks for that agreement',
  ),
  support_contact: setting(
    NullableString,
    null,
    'where applicants get help: an e-mail address, or one that begins with https://, mailto: or tel:; null for none',
  ),
  applicant_language: setting(
    NullableString,
    null,
    'language of mail and codes to applicants, such as `de`, where neither a page nor a run has one; null: English',
  ),
  colour: setting(
    NullableString,
    null,
    'main colour of the pages that applicants see, `#rrggbb`; null: the colour of the service',
  ),
  review_reasons: setting(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), { maxItems: 50, uniqueItems: true }),
    [],
    'reasons that the review page of the dashboard offers beside its own, at most 50 of 1 to 200 characters',
  ),
  review_due_hours: setting(
    nullableIntegerBetween(1, LONGEST_DUE_HOURS),
    null,
    'hours after its creation at which a report that waits for a reviewer is due. Reports that wait already keep their due time. null: 1 hour if a ' +
      'workflow run waits for the report, 4 hours if it is the last open report of its check, else 24 hours',
  ),
  review_assignment: setting(
    stringEnum(['off', 'round_robin']),
    'off',
    'round_robin: each report that begins to wait is assigned to the member who may decide it and has the fewest assigned reports',
  ),
  review_second_look_share: setting(
    Type.Number({ minimum: 0, maximum: 1 }),
    0,
    'share of decided reports, 0 to 1, that another member decides a second time without seeing the first decision. The second look changes no ' +
      'result. 0: none, and a change to 0 ends second looks that wait',
  ),
  form_wallet: setting(
    stringEnum(['off', 'on']),
    'off',
    "on: the applicant form asks the applicant's wallet for a document first, where the browser can. Photos can be taken instead",
  ),
  wallet_qr: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: pages on computers may ask a wallet on another device by a QR code. An attacker can send such a code to a victim, so order a facial ' +
      'similarity report with it',
  ),
  document_expiry_warnings: setting(
    stringEnum(['off', 'on']),
    'off',
    'on: the event `applicant.document_expiring` is sent 90, 60 and 30 days before a verified document expires, of documents that are ' +
      'verified while this is on',
  ),
  ...decisionSettings,
};

export type AccountSettings = ValuesOf<typeof accountSettings>;

export const defaultSettings: AccountSettings = defaultsOf(accountSettings);
