import type { FileFault } from '../base/errors.ts';
import type { ListedKind, ListName } from '../base/listed-kinds.ts';
import type { MediaKind } from '../base/media-kind.ts';
import type { MemberRole } from '../base/member-roles.ts';

/**
 * The tables, as Kysely types. Columns stay within what SQLite and PostgreSQL share: text ids (UUID version 7), times as
 * integer milliseconds, flags as 0 or 1, JSON as text. `data` columns are JSON sealed with the account's key
 * (`crypto/vault.ts`), since they hold what identifies a person.
 */

export type Environment = 'sandbox' | 'live';

/** A principal that acted, `operator:0192…` (`context/principal.ts`); null in rows of before principals were recorded. */
type Recorded = string | null;

/** Every table of a client's objects carries its account and environment; scoped queries add both by themselves. */
interface Scoped {
  account_id: string;
  environment: Environment;
}

export interface AccountRow {
  id: string;
  name: string;
  created_at: number;
  /** JSON of `AccountSettings`. */
  settings: string;
  /** JSON of `AccountLogo`; null for none. */
  logo: string | null;
  /** Principal who made the last change, the creation included. */
  changed_by: Recorded;
}

/** The picture of an account's logo, as it is served: public, so not sealed. */
export interface AccountLogoRow {
  account_id: string;
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string;
  created_at: number;
  bytes: Buffer;
}

export interface AccountKeyRow {
  account_id: string;
  version: number;
  /** The data key, sealed with the master key. */
  wrapped: Buffer;
  created_at: number;
  /** Time from which new rows are sealed with it; later than `created_at`, so that every process has loaded it by then. */
  active_from: number;
}

/** A key of the media of an account. */
export interface MediaKeyRow {
  account_id: string;
  /** Unique within the account. */
  id: string;
  created_at: number;
  /** The key, sealed with the key of the account. */
  data: Buffer;
}

export interface TokenRow {
  id: string;
  account_id: string;
  environment: Environment;
  kind: 'api' | 'oauth_client' | 'oauth_access';
  /** Keyed hash of the secret, hexadecimal. */
  hash: string;
  /** The first characters of the secret, to recognise it by. */
  hint: string;
  name: string;
  permission: 'read_write' | 'read_only';
  /** The OAuth client of an access token. */
  parent_id: string | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  created_by: Recorded;
  revoked_by: Recorded;
}

/** A key of the operator interface. */
export interface OperatorKeyRow {
  id: string;
  name: string;
  /** `setting` and `file`: the first key of a process, which counts in the processes that have it. */
  source: 'created' | 'setting' | 'file';
  /** Keyed hash of the secret, hexadecimal. */
  hash: string;
  /** The first characters of the secret and its last four, to recognise it by. */
  prefix: string;
  last_four: string;
  created_at: number;
  created_by: string;
  last_used_at: number | null;
  revoked_at: number | null;
  revoked_by: Recorded;
}

/** A person who signs in to the dashboard. */
export interface MemberRow {
  id: string;
  /** Keyed hash of the e-mail address, hexadecimal. */
  email_hash: string;
  created_at: number;
  created_by: string;
  disabled_at: number | null;
  last_seen_at: number | null;
  /** The time step of the last one-time code that counted: a code works once. 0: none. */
  totp_step: number;
  /** Time at which the member proved that the e-mail address is theirs; null while nobody has. */
  email_proved_at: number | null;
  data: Buffer;
}

/** The role of a member in one account. */
export interface MembershipRow {
  account_id: string;
  member_id: string;
  role: MemberRole;
  changed_at: number;
  changed_by: string;
  /** Time at which the member accepted the membership. It counts from then on; null while its invitation is open. */
  accepted_at: number | null;
}

/** An address that lets a person in once: the first administrator, a new member, or a member who lost every way to sign in. */
export interface InvitationRow {
  id: string;
  /** Keyed hash of the secret, hexadecimal. */
  hash: string;
  kind: 'first' | 'member' | 'reset';
  /** Null for the first administrator, who is not a member yet. */
  member_id: string | null;
  /** The account whose membership the invitation accepts; null for one of the deployment, and for a reset. */
  account_id: string | null;
  created_at: number;
  created_by: string;
  expires_at: number;
  used_at: number | null;
  /** Time at which the address was mailed; null if it was shown to the inviter. */
  mailed_at: number | null;
  /** The name that the inviter gave, sealed; null for none. */
  data: Buffer | null;
}

/** A member who is signed in on one device. */
export interface MemberSessionRow {
  id: string;
  /** Keyed hash of the cookie, hexadecimal. */
  hash: string;
  member_id: string;
  created_at: number;
  last_seen_at: number;
  /** Latest end; it ends earlier when it is idle. */
  expires_at: number;
  /** Time at which the member last proved who they are. */
  proved_at: number;
  data: Buffer;
}

/** A passkey of a member. */
export interface PasskeyRow {
  id: string;
  /** Keyed hash of the credential's id, hexadecimal. */
  hash: string;
  member_id: string;
  /** Signatures that the authenticator says it has made; 0 where it does not count. */
  counter: number;
  created_at: number;
  last_used_at: number | null;
  data: Buffer;
}

/** A mail to a member about how they sign in. */
export interface MemberNoticeRow {
  id: string;
  member_id: string;
  kind: string;
  created_at: number;
  /** Time at which a mail server has taken it. */
  sent_at: number | null;
  /** Time at which a process last began to send it. */
  tried_at: number;
  data: Buffer;
}

/** A challenge that was answered: it is answered once. */
export interface UsedChallengeRow {
  /** Keyed hash, hexadecimal. */
  hash: string;
  expires_at: number;
}

/** A person of an OpenID provider who is a member. */
export interface MemberIdentityRow {
  /** Keyed hash of issuer and subject, hexadecimal. */
  hash: string;
  member_id: string;
  created_at: number;
}

/** A browser in which a member has signed in. */
export interface MemberDeviceRow {
  /** Keyed hash of the member and the cookie of the browser, hexadecimal. */
  hash: string;
  member_id: string;
  created_at: number;
  last_seen_at: number;
}

/** Claim of a member on a report which waits for a person. */
export interface ReportClaimRow extends Scoped {
  /** Id of the report. */
  id: string;
  applicant_id: string;
  member_id: string;
  /** Time until which nobody else takes it. */
  until: number;
  /** Time since which the member has held the claim without a gap; null for claims of versions that stored none. */
  since: number | null;
}

/** The last decision of a person on a report that waited for one. */
export interface ReviewDecisionRow extends Scoped {
  report_id: string;
  /** Principal, as `recordOf` writes it. */
  decided_by: string;
  applicant_id: string;
  /** Name of the report. */
  name: string;
  decided_at: number;
  /** Whole seconds since the person claimed the report; null for a decision without a claim. */
  seconds: number | null;
  /** Result that the decision gave the report; null for a decision that has not ended it. */
  result: ReportRow['result'];
  /** Time at which the report first got another result; null for never. */
  overturned_at: number | null;
}

/** Second look at a report that a person has decided. */
export interface SecondLookRow extends Scoped {
  report_id: string;
  applicant_id: string;
  check_id: string;
  /** Workflow run of the check; null for none. */
  workflow_run_id: string | null;
  /** Name of the report. */
  name: string;
  /** Principal whose decision ended the report, as `recordOf` writes it. */
  decided_by: string;
  decided_at: number;
  /** Result by the decision, even where a sanctions rule has given the report another one. */
  result: NonNullable<ReportRow['result']>;
  sub_result: ReportRow['sub_result'];
  /** Time of the second look; null while it waits. */
  looked_at: number | null;
  looked_by: string | null;
  look_result: ReportRow['result'];
  look_sub_result: ReportRow['sub_result'];
  /** 1 if both have the same result and sub-result, else 0; null while the second look waits. */
  agrees: number | null;
  /** Sealed note and leaves of the second look; null while it waits. */
  data: Buffer | null;
}

/** Principal who knows the decision on a report that waits for a second look, and so can't give it. */
export interface SecondLookInsiderRow extends Scoped {
  report_id: string;
  applicant_id: string;
  /** Principal, as `recordOf` writes it. */
  principal: string;
}

/** Remark of a person on a report that waits: a decision which another person is yet to make, too, or a referral. */
export interface ReviewNoteRow extends Scoped {
  id: string;
  applicant_id: string;
  report_id: string;
  /** `decision`: under four eyes, not in force. `referral`: handed on for a second opinion. */
  kind: 'decision' | 'referral';
  created_at: number;
  created_by: string;
  /** See `KeptDecision` and `KeptReferral`. */
  data: Buffer;
}

/** Entry of a person's case: a note of a member, a status that the member set, or both. */
export interface CaseEntryRow extends Scoped {
  id: string;
  applicant_id: string;
  /** Null for a note alone. */
  status: 'open' | 'waiting_for_applicant' | 'escalated' | 'closed' | null;
  created_at: number;
  created_by: string;
  /** See `CaseEntryData`. */
  data: Buffer;
}

/** A tag of a reviewer on the case of an applicant. */
export interface CaseTagRow extends Scoped {
  tag: string;
  applicant_id: string;
  created_at: number;
  created_by: string;
}

/** A member whom a note on a case mentions. */
export interface CaseMentionRow extends Scoped {
  id: string;
  applicant_id: string;
  /** Entry of the case with the note. */
  entry_id: string;
  member_id: string;
  created_at: number;
  /** Null until the member has opened the case. */
  read_at: number | null;
}

/** A list of the dashboard whose views members save. */
export type ViewList = 'queue' | 'checks' | 'applicants';

/** A view of a list that a member has saved. */
export interface SavedViewRow extends Scoped {
  id: string;
  list: ViewList;
  /** The member who has saved it. */
  member_id: string;
  /** 1 for a view that all members with access to personal data see. */
  shared: 0 | 1;
  created_at: number;
  /** See `SavedViewData`. */
  data: Buffer;
}

/** The view with which a list starts for a member. */
export interface ViewStartRow extends Scoped {
  member_id: string;
  list: ViewList;
  view_id: string;
}

/** Something that an applicant is asked for once more, for a report that a reviewer could not decide. */
export interface InformationRequestRow extends Scoped {
  id: string;
  applicant_id: string;
  check_id: string;
  report_id: string;
  state: 'open' | 'answered' | 'expired' | 'cancelled';
  created_at: number;
  /** Principal who asked, as `recordOf` writes it. */
  created_by: string;
  /** Unix milliseconds from which no answer is taken. */
  expires_at: number;
  ended_at: number | null;
  /** See `InformationRequestData`. */
  data: Buffer;
}

/** Record that a user of an account has had a passkey; it stays when the passkeys are deleted, and goes with the applicant. */
export interface PasskeyUserRow extends Scoped {
  id: string;
  applicant_id: string;
  /** Keyed hash of account, environment and name of the user. */
  hash: string;
  created_at: number;
}

/** A passkey of an applicant. Members' passkeys are in `passkeys`. */
export interface ApplicantPasskeyRow extends Scoped {
  id: string;
  applicant_id: string;
  /** Keyed hash of account, environment and name of the user. */
  hash: string;
  state: 'ACTIVE' | 'INACTIVE';
  /** Signatures that the device has counted; 0 where it counts none. */
  counter: number;
  created_at: number;
  last_used_at: number | null;
  /** See `KeptPasskey`. */
  data: Buffer;
}

/** Feedback of a client on a result: the result that it expected. */
export interface ResultsFeedbackRow extends Scoped {
  id: string;
  applicant_id: string;
  check_id: string;
  /** Null where it is about the check as a whole. */
  report_id: string | null;
  expected_result: 'clear' | 'consider' | null;
  created_at: number;
  /** See `KeptFeedback`. */
  data: Buffer;
}

/** The stored face of a person, to recognise them when they return. */
export interface BiometricTokenRow extends Scoped {
  id: string;
  applicant_id: string;
  /** The run that made it. */
  workflow_run_id: string;
  /** Keyed hash of the account's name for the person, hexadecimal. */
  person: string;
  created_at: number;
  /** Status that a client has set; null while the run's status counts. */
  status: 'approved' | 'declined' | null;
  /** See `KeptTemplate`. */
  data: Buffer;
}

/** Failures to sign in by one e-mail address or from one machine. */
export interface FailedSignInRow {
  /** Keyed hash of the address, hexadecimal. */
  hash: string;
  failures: number;
  last_at: number;
  /** Time before which no attempt is judged. */
  next_at: number;
}

/**
 * Recorded action or opening with its principal: ids only, no personal data. `account_id` names the chain: an account, or
 * `DEPLOYMENT` for events that belong to none.
 */
export interface AuditEntryRow {
  account_id: string;
  /** Number from 1 in each chain. */
  number: number;
  at: number;
  actor: string;
  /** Network address of the request; null without a request. */
  address: string | null;
  action: string;
  object_type: string;
  object_id: string;
  /** Null for an action on both environments. */
  environment: Environment | null;
  /** JSON object. */
  details: string;
  /** See `audit-chain.ts`. */
  hash: string;
}

/** The last entry of a chain. */
export interface AuditHeadRow extends Pick<AuditEntryRow, 'account_id' | 'number' | 'at' | 'hash'> {
  /** Time at which it was last sent outside; 0 before. */
  anchored_at: number;
}

/** A change of a threshold of the screening of an account. */
export interface ThresholdChangeRow {
  id: string;
  account_id: string;
  at: number;
  changed_by: string;
  setting: string;
  old_value: number;
  new_value: number;
  /** Reason for the change. */
  note: string;
  /** JSON of the measurements at both values. */
  figures: string;
}

/** Counts of the reports that were completed on a day, in UTC, for one value of a dimension. They name no applicant. */
export interface DayCountRow extends Scoped {
  /** `all` has one value, the empty text. */
  dimension: 'all' | 'report' | 'country' | 'document_type' | 'workflow' | 'workflow_version';
  /** Days since 1970-01-01. */
  day: number;
  value: string;
  reports: number;
  clear: number;
  consider: number;
  unidentified: number;
  /** Reports that have waited for a reviewer. */
  reviewed: number;
  /** JSON of `Times`. */
  times: string;
  /** JSON of the number of reports by the leaf that was not clear. */
  reasons: string;
}

/** Progress of the day counts of an account and environment. */
export interface DayCountProgressRow extends Scoped {
  /** Reports that were completed until then are counted, Unix milliseconds. */
  counted_until: number;
  /** Id of the last counted report among the reports that were completed at this time. */
  last_id: string;
  /** Last day whose figures were compared with the days before; days since 1970-01-01. */
  judged_day: number;
}

/** A figure of a day that has left the spread of the four weeks before. */
export interface FigureChangeRow extends Scoped {
  id: string;
  created_at: number;
  /** Day on which it began, and last day on which it continued; days since 1970-01-01. */
  day: number;
  last_day: number;
  dimension: DayCountRow['dimension'];
  value: string;
  figure: 'reports' | 'pass_rate' | 'review_share';
  direction: 'up' | 'down';
  /** Median of the days before. Shares are from 0 to 1. */
  usual: number;
  found: number;
  /** Ends of the spread. */
  low: number;
  high: number;
}

/** A version of a workflow that a member has published. */
export interface PublishedWorkflowRow extends Scoped {
  id: string;
  workflow_id: string;
  version: number;
  published_at: number;
  published_by: string;
  /** See `PublishedData`. */
  data: Buffer;
}

interface CounterRow extends Scoped {
  name: string;
  slot: number;
  n: number;
}

export interface ApplicantRow extends Scoped {
  id: string;
  created_at: number;
  delete_at: number | null;
  /** Principal who scheduled the deletion; null while none is. */
  deleted_by: Recorded;
  /** Time at which its deletion was last taken back; null if none was. */
  restored_at: number | null;
  data: Buffer;
  /** Clock of the sandbox by which its time goes; null for the time of the machine. */
  clock_id: string | null;
}

export interface MediaRow extends Scoped {
  id: string;
  kind: MediaKind;
  applicant_id: string;
  created_at: number;
  file_size: number;
  sha256: string;
  storage_key: string;
  data: Buffer;
}

export type CheckStatus = 'in_progress' | 'awaiting_applicant' | 'complete' | 'withdrawn' | 'paused' | 'reopened';

export interface CheckRow extends Scoped {
  id: string;
  applicant_id: string;
  created_at: number;
  status: CheckStatus;
  result: 'clear' | 'consider' | null;
  /** Principal who brought it to its status; null since its creation. */
  decided_by: Recorded;
  data: Buffer;
}

export type ReportStatus = 'awaiting_data' | 'awaiting_approval' | 'paused' | 'complete' | 'withdrawn' | 'cancelled';

export interface ReportRow extends Scoped {
  id: string;
  check_id: string;
  applicant_id: string;
  /** Place in `report_names`, from 0. */
  position: number;
  name: string;
  created_at: number;
  completed_at: number | null;
  status: ReportStatus;
  result: 'clear' | 'consider' | 'unidentified' | null;
  sub_result: 'clear' | 'rejected' | 'suspected' | 'caution' | null;
  /** Current step of an analyser; null before the first one. */
  step: string | null;
  /** Principal who brought it to its end; null before. */
  decided_by: Recorded;
  /** Kind of doubt for which it waits for a person, or last did; null where it is unknown. */
  doubt: string | null;
  /** Due time of the review; null for one that never waited. */
  due_at: number | null;
  /** Id of the member to whom the review is assigned; empty for nobody. */
  assigned_to: string;
  /** Time until which it stays out of the review queue, Unix milliseconds; 0 for a report that was never snoozed. */
  snoozed_until: number;
  data: Buffer;
}

export type WorkflowRunStatus =
  | 'processing'
  | 'awaiting_input'
  | 'awaiting_client_input'
  | 'approved'
  | 'declined'
  | 'review'
  | 'abandoned'
  | 'error';

export interface WorkflowRunRow extends Scoped {
  id: string;
  applicant_id: string;
  created_at: number;
  updated_at: number;
  status: WorkflowRunStatus;
  /** Time at which it is abandoned, if it still waits then. */
  expires_at: number;
  /** Due time of a member's answer; null while none is required. */
  review_due_at: number | null;
  /** Keyed hashes of its tags, each between spaces: it is found by a tag without opening it. */
  tags: string;
  /** See `RunData`. */
  data: Buffer;
}

export interface WorkflowTaskRow extends Scoped {
  /** Unique in its run only. */
  id: string;
  workflow_run_id: string;
  applicant_id: string;
  /** Position: 0 for the start, then the position of its step from 1. */
  position: number;
  created_at: number;
  updated_at: number;
  completed: number;
  /** See `TaskData`. */
  data: Buffer;
}

/** Look of an upload, so that its like is found again: the face in it, or the whole picture. */
export interface LikenessRow extends Scoped {
  /** Id of the upload. */
  id: string;
  applicant_id: string;
  what: 'face' | 'look';
  /** Sealed for `id`: see `Likeness`. */
  data: Buffer;
}

/** A document that the operator knows to be lost, stolen or copied. */
export interface CompromisedDocumentRow {
  /** Keyed hash of country and number, and of type where it is known; never the number itself. */
  hash: string;
  /** Name of its list. */
  source: string;
  imported_at: number;
}

/** File of a state that the operator has loaded: public, without personal data. */
interface StateFileRow {
  /** SHA-256 of `der`, hexadecimal. */
  fingerprint: string;
  /** Country code of two letters, as in certificates. */
  country: string;
  /** Name of the import. */
  source: string;
  imported_at: number;
  imported_by: Recorded;
  der: Buffer;
}

/** The certificate of a state's signing authority (ICAO Doc 9303-12). */
export interface StateCertificateRow extends StateFileRow {
  subject: string;
  issuer: string;
  /** Hexadecimal. */
  serial: string;
  valid_from: number;
  valid_to: number;
  /** 1: it has signed itself. 0: it links two keys of the state. */
  is_root: number;
}

export interface StateRevocationListRow extends StateFileRow {
  issuer: string;
  issued_at: number;
  /** Time of the next list; null where it does not say. */
  next_at: number | null;
  /** Number of certificates that it names. */
  revoked: number;
}

/** A class of document reports under audited automation, with its reviews. */
export interface AutomationClassRow extends Scoped {
  id: string;
  created_at: number;
  /** Type of the documents. */
  type: string;
  /** ISO 3166-1 alpha-3 of their issuer. */
  country: string;
  /** JSON of `ClassEvidence`. */
  evidence: string;
  state: 'open' | 'closed';
  /** Unix milliseconds at which it last opened or closed; null before it first opened. */
  changed_at: number | null;
  /** Reason for which it closed; null for none. */
  closed_because: 'overturned' | 'feedback' | 'too_few_reviews' | null;
  /** Reports that it cleared. */
  cleared: number;
  /** JSON of the reviews by day. */
  days: string;
}

/** A key of an issuer of signed barcodes. */
export interface SealKeyRow extends StateFileRow {
  scheme: string;
  /** Name by which seals refer to the key; null if they name none. */
  reference: string | null;
  /** Subject of the certificate; null for a bare key. */
  subject: string | null;
  /** Kind of the key: `RSA 2048`. */
  algorithm: string;
  /** Unix milliseconds; null where the period is open. */
  valid_from: number | null;
  valid_to: number | null;
}

/** An issuer of credentials of wallets that the operator trusts. */
export interface CredentialIssuerRow extends StateFileRow {
  /** `certificate` or `key`. */
  kind: string;
  /** Claim `iss` of credentials that a bare key signs; null for certificates. */
  name: string | null;
  /** JSON array of the types that it may issue; null for the types of every state. */
  types: string | null;
  /** Subject of the certificate; null for a bare key. */
  subject: string | null;
  /** Unix milliseconds; null for a bare key. */
  valid_from: number | null;
  valid_to: number | null;
}

/** A list of revoked credentials. */
export interface CredentialStatusListRow {
  /** Address by which credentials name the list. */
  uri: string;
  country: string;
  signer: string;
  size: number;
  issued_at: number;
  /** Time from which the list is not used any more. */
  expires_at: number;
  loaded_at: number;
  loaded_by: string | null;
  /** The list as its issuer signed it. */
  token: Buffer;
}

/** One version of a watchlist, as an operator has loaded it. */
export interface ListVersionRow {
  id: string;
  /** Name of the list as loaded. */
  list: string;
  /**
   * `reading`: its import has not ended; it vanishes where that ends early. `discarding`: it is being deleted, and nothing is
   * added to it any more. Of one list at most one is `active`.
   */
  state: 'reading' | 'discarding' | 'staged' | 'active' | 'retired';
  /** JSON array of `ListedCategory`: the categories of its people, which the list answers for. */
  categories: string;
  /** The publisher's date, Unix milliseconds; null where the files name none. */
  published_at: number | null;
  /** Time at which the same files came again, Unix milliseconds; null where they did not. */
  confirmed_at: number | null;
  /** Time at which its import last wrote. */
  touched_at: number;
  imported_at: number;
  imported_by: string;
  /** SHA-256 over the hashes of its files and the options of the import. */
  files_hash: string;
  records: number;
  /** Number of searchable records: of the kinds person and unknown. */
  people: number;
  /** JSON of `VersionFacts`. */
  facts: string;
  activated_at: number | null;
  activated_by: Recorded;
  retired_at: number | null;
  retired_by: Recorded;
}

/** An import of a watchlist, whose version has its id, or of a table of people. */
export interface WatchlistImportRow {
  id: string;
  kind: 'list' | 'table';
  /** Name of the list, or of the table. */
  list: string;
  /** `queued`: another one is first. `storing`: its records are written. `activating`: the index is built. */
  state: 'queued' | 'reading' | 'storing' | 'activating' | 'succeeded' | 'failed';
  created_at: number;
  created_by: string;
  ended_at: number | null;
  /** Time at which its process was last known to run. */
  touched_at: number;
  /** The process that has its files, by an id that it made at random at its start. */
  process: string;
  /** Records that are written. */
  stored: number;
  /** JSON of `ImportResult`; null until it has succeeded. */
  result: string | null;
  /** JSON of `ImportError`; null unless it has failed. */
  error: string | null;
}

/** An entry of a version of a list. Published by authorities or kept by the operator; of no applicant. */
export interface ListedRecordRow {
  version_id: string;
  /** Place of the record in the version, from 0. */
  ordinal: number;
  source_id: string;
  content_hash: string;
  /** JSON of `ListedRecord`. */
  data: string;
}

/** Versions that were searched from a moment until the next row. */
export interface ScreeningSetRow {
  /** Grows by one. The highest is the active one. */
  number: number;
  /** JSON array of `SetMember`, in the order of their records in the index. */
  versions: string;
  /** SHA-256 of the index, hexadecimal; it names the file. Null if no list is active. */
  sha256: string | null;
  storage_key: string | null;
  /** Bytes of the index. */
  size: number;
  cause: 'activation' | 'rollback' | 'removal';
  created_at: number;
  created_by: string;
}

/** Search of a live report in watchlists, with its results: the audit of it. */
export interface ScreeningRow extends Scoped {
  id: string;
  report_id: string;
  applicant_id: string;
  created_at: number;
  set_number: number;
  /** See `Screening`. */
  data: Buffer;
}

/** A table of people that an operator has loaded. It keeps only keyed hashes of them. */
export interface SourceTableRow {
  id: number;
  /** Name that the operator gave. At most one table of a name is `active`. */
  name: string;
  /** See `SourceKind`. */
  kind: string;
  /** ISO 3166-1 alpha-3. */
  country: string;
  /** `reading`: its import has not ended. `retired`: another one took its place. Both vanish. */
  state: 'reading' | 'active' | 'retired';
  people: number;
  /** Time at which its import last wrote, Unix milliseconds. */
  touched_at: number;
  imported_at: number;
  imported_by: string;
  /** JSON of `TableFile`: name, size and SHA-256. */
  files: string;
}

/** Record that someone in a table has these details. */
export interface SourceEntryRow {
  table_id: number;
  /** Keyed hash of the details, of this table alone. */
  hash: string;
}

/** Request to a provider of data for a report. */
export interface SourceAnswerRow extends Scoped {
  /** Keyed hash of the question; the provider gets it as `request_id`. */
  id: string;
  report_id: string;
  applicant_id: string;
  created_at: number;
  /** Null while the provider is to be tried again. */
  answered_at: number | null;
  kind: string;
  /** Name of the provider. */
  source: string;
  tries: number;
  /** See `Answer`; null until there is one. */
  data: Buffer | null;
}

/** A monitor of an applicant against watchlists. */
export interface MonitorRow extends Scoped {
  id: string;
  applicant_id: string;
  report_name: 'watchlist_standard' | 'watchlist_aml';
  created_at: number;
  /** Null while it is active. */
  deleted_at: number | null;
  /** The set of watchlists that its matches come from; 0 without lists and in sandbox, null until it was screened. */
  screened_set: number | null;
  /** See `MonitorData`. */
  data: Buffer;
}

/** A listed record that a monitor matches. */
export interface MonitorMatchRow extends Scoped {
  id: string;
  applicant_id: string;
  monitor_id: string;
  created_at: number;
  /** 1; 0 where the client has disabled it. */
  enabled: number;
  /** See `MatchData`. */
  data: Buffer;
}

/** A record of a watchlist that operators have ruled out for one applicant. */
export interface SuppressionRow extends Scoped {
  id: string;
  applicant_id: string;
  created_at: number;
  created_by: string;
  state: 'active' | 'ended';
  expires_at: number;
  ended_at: number | null;
  /** Principal who revoked it; the worker if it lapsed. */
  ended_by: Recorded;
  ended_because: 'record_changed' | 'applicant_changed' | 'listed_again' | 'expired' | 'revoked' | null;
  /** See `SuppressionData`. */
  data: Buffer;
}

/** A value on the blocklist or allowlist of an account. */
export interface ListEntryRow extends Scoped {
  id: string;
  list: ListName;
  kind: ListedKind;
  /** Keyed hash of the kind and the normalised value, hexadecimal. */
  hash: string;
  created_at: number;
  created_by: string;
  /** Unix milliseconds from which the entry no longer counts; null for an entry that stays. */
  expires_at: number | null;
  /** See `ListEntryData`. */
  data: Buffer;
}

/** A decision on hits of a watchlist report that waits for a second operator, or has ended. */
export interface ProposalRow extends Scoped {
  id: string;
  /** Applicant of a proposal on a report; null for a rule of the account, and for a workflow. */
  applicant_id: string | null;
  report_id: string | null;
  kind: 'decision' | 'overturn' | 'suppression' | 'revocation' | 'relaxation' | 'publication';
  state: 'proposed' | 'confirmed' | 'refused' | 'withdrawn';
  created_at: number;
  created_by: string;
  ended_at: number | null;
  ended_by: Recorded;
  /** See `ProposalData`. */
  data: Buffer;
}

/** The document that a live report has read; its id equals the report's. */
export interface DocumentNumberRow extends Scoped {
  id: string;
  applicant_id: string;
  /** Keyed hash of account, type, country and number; never the number itself. */
  hash: string;
}

/**
 * Address from which a check or a document report came; its id equals the check's or report's. Or the device of a check; its id is the id of
 * the check and `device`.
 */
export interface AddressUseRow extends Scoped {
  id: string;
  applicant_id: string;
  what: 'report' | 'check' | 'device';
  /** Keyed hash of account, environment and address; for a device, of its browser and camera, too. */
  hash: string;
  /** Creation time of the check. */
  created_at: number;
}

/** A step of a request with an idempotency key: a committed transaction, or the answer. */
export interface IdempotentStepRow extends Scoped {
  /** Keyed hash of the key and its scope, hexadecimal. */
  request: string;
  /** `0` for the answer, else the number of the transaction, from 1 on. */
  id: string;
  /** Applicant whose data the step has. */
  applicant_id: string | null;
  created_at: number;
  data: Buffer;
}

/** A clock of the sandbox. Its time is the time of the machine and an offset. */
export interface SandboxClockRow extends Scoped {
  id: string;
  /** Time of the machine. */
  created_at: number;
  /** Milliseconds; negative for a clock in the past. */
  clock_offset: number;
  /** Time to which the clock is moving; null for a clock that is ready. */
  advance_to: number | null;
}

/** The first upload for an applicant that was refused for a reason. */
export interface RefusedUploadRow extends Scoped {
  /** Applicant and reason: the same refusal has the same. */
  id: string;
  applicant_id: string;
  /** `other_applicant`: its SDK token is of another; `origin`: from a page that its token forbids; else what is wrong with its file. */
  reason: 'other_applicant' | 'origin' | FileFault;
  created_at: number;
}

/** An applicant that was created a moment ago: its search terms are still to be written. */
interface SearchPendingRow extends Scoped {
  applicant_id: string;
}

/** Search term of an applicant. */
export interface SearchTermRow extends Scoped {
  /** 48 bits of a keyed hash of account, environment and a normalised term; never the term itself. */
  term: number;
  applicant_id: string;
  /** Type of the term's object. */
  object_type: 'applicant' | 'check' | 'report' | 'workflow_run';
  object_id: string;
}

export interface EventRow extends Scoped {
  id: string;
  type: string;
  resource_type: string;
  resource_id: string;
  applicant_id: string | null;
  check_id: string | null;
  status: string;
  created_at: number;
  /** Number among the events of its resource, from 1; null for events of earlier releases. */
  sequence: number | null;
}

/** Facts of an event that `events` has no columns for; see `webhooks/event-log/whole.ts`. */
export interface EventFactsRow extends Scoped {
  /** Id of the event. */
  id: string;
  applicant_id: string | null;
  data: Buffer;
}

/** Requests of clients in the order in which they were answered. */
export interface RequestBatchRow extends Scoped {
  /** Time at which the last of them was answered. */
  at: number;
  id: string;
  /** Time at which the first of them was answered. */
  first_at: number;
  /** Number of requests. */
  entries: number;
  /** Requests before them that were not kept, since the store was slow. */
  dropped: number;
  /** See `decodeRequests`: ids, names of fields and figures alone. */
  data: string;
}

export interface WebhookRow {
  id: string;
  account_id: string;
  created_at: number;
  /** Empty since addresses are sealed. */
  url: string;
  /** Null since names are sealed. */
  name: string | null;
  enabled: number;
  /** JSON array of event names. */
  events: string;
  /** JSON array of environments. */
  environments: string;
  /** JSON array of the personal fields that payloads may carry; null for all. */
  personal_fields: string | null;
  payload_version: number;
  /** Path segment of the version that created it. */
  api_version: string;
  /** Principal who made the last change, the creation included. */
  changed_by: Recorded;
  /** Address, name, token and OAuth settings, sealed. */
  data: Buffer;
  /** Unix milliseconds of the first failed attempt after the last acknowledged one; null while deliveries succeed. */
  failing_since: number | null;
  /** Unix milliseconds at which the service paused the webhook; null unless it is paused. See `webhooks/pause.ts`. */
  paused_at: number | null;
}

export interface DeliveryRow extends Scoped {
  id: string;
  event_id: string;
  webhook_id: string;
  applicant_id: string | null;
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  /** Empty since bodies are sealed. */
  body: string;
  created_at: number;
  next_attempt_at: number | null;
  finished_at: number | null;
  /** The body, sealed; null where it was stored before. See `webhooks/sealed.ts`. */
  data: Buffer | null;
}

export interface DeliveryAttemptRow extends Scoped {
  id: string;
  delivery_id: string;
  number: number;
  at: number;
  status: number | null;
  latency_ms: number;
  /** Both are null since they are sealed. */
  error: string | null;
  response_head: string | null;
  /** Result of the attempt, sealed; null if it was stored before it was sealed. */
  data: Buffer | null;
}

/** Row of any outbox: a letter to one person. */
export interface OutboxRow extends Scoped {
  id: string;
  applicant_id: string;
  state: 'pending' | 'sent' | 'kept' | 'failed' | 'dropped';
  /** Number of attempts since it was queued, or queued again. */
  attempts: number;
  created_at: number;
  finished_at: number | null;
  /** Recipient, texts and the last error, sealed. */
  data: Buffer;
}

export interface MailRow extends OutboxRow {
  /** Null for mail of a workflow run. */
  check_id: string | null;
  kind: 'applicant_form' | 'applicant_notice' | 'information_request' | 'workflow_notice' | 'signature_code';
}

/** Tasks of an applicant in a live video. */
export interface ChallengeRow extends Scoped {
  id: string;
  applicant_id: string;
  created_at: number;
  /** Time at which an upload came that answers it. */
  used_at: number | null;
  /** JSON: both parts of a live video's challenge in their order, or the bytes for a chip as base64. */
  asked: string;
  /** JSON: the answer of a wallet to a link, encrypted for the key in `asked`; null before, and for other challenges. */
  answer: string | null;
}

export interface MessageRow extends OutboxRow {
  kind: 'cross_device_link' | 'applicant_link' | 'information_request' | 'signature_code';
  /** Keyed hash of the number, by which messages to one phone are counted. */
  recipient: string;
}

export interface JobRow {
  id: string;
  kind: string;
  /** Lane of the job. Jobs of one lane take turns with jobs of others, so that no webhook and no account holds up another. */
  lane: string;
  account_id: string;
  environment: Environment;
  /** Subject of the job: the id of a check, report, delivery, mail, message, snapshot, applicant or failure. */
  ref: string;
  payload: string | null;
  /** Due time; a claim moves it to the end of the lease. */
  run_at: number;
  /** Grows with every claim: what a late worker writes under an old number is refused. */
  fence: number;
  attempts: number;
  /** The worker that holds it, null while it waits. */
  worker: string | null;
  created_at: number;
  /** Clock of the sandbox that brings the job nearer when it moves; null for most jobs. */
  clock_id: string | null;
}

export interface ErasureRow extends Scoped {
  id: string;
  applicant_id: string;
  /** The check that was erased alone; null for the erasure of the applicant, or of files alone. */
  check_id: string | null;
  requested_at: number;
  erased_at: number;
  /** JSON: number of erased objects by kind. */
  counts: string;
  /** Principal who requested it: at once, or when the deletion was scheduled. */
  requested_by: Recorded;
}

/** The id of something erased, so that asking for it answers 410 and not 404. */
interface TombstoneRow extends Scoped {
  id: string;
  erasure_id: string;
}

export interface AddressRow {
  id: string;
  /** Postcode in capitals without spaces. */
  postcode: string;
  /** JSON of the eight keys of the address picker. */
  address: string;
}

export interface MetaRow {
  key: string;
  value: string;
}

export interface Database {
  accounts: AccountRow;
  account_logos: AccountLogoRow;
  account_keys: AccountKeyRow;
  media_keys: MediaKeyRow;
  tokens: TokenRow;
  audit_entries: AuditEntryRow;
  audit_heads: AuditHeadRow;
  threshold_changes: ThresholdChangeRow;
  operator_keys: OperatorKeyRow;
  members: MemberRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  member_sessions: MemberSessionRow;
  passkeys: PasskeyRow;
  member_notices: MemberNoticeRow;
  used_challenges: UsedChallengeRow;
  member_identities: MemberIdentityRow;
  member_devices: MemberDeviceRow;
  failed_sign_ins: FailedSignInRow;
  report_claims: ReportClaimRow;
  review_notes: ReviewNoteRow;
  review_decisions: ReviewDecisionRow;
  second_looks: SecondLookRow;
  second_look_insiders: SecondLookInsiderRow;
  case_entries: CaseEntryRow;
  case_tags: CaseTagRow;
  case_mentions: CaseMentionRow;
  saved_views: SavedViewRow;
  view_starts: ViewStartRow;
  information_requests: InformationRequestRow;
  results_feedback: ResultsFeedbackRow;
  automation_classes: AutomationClassRow;
  biometric_tokens: BiometricTokenRow;
  passkey_users: PasskeyUserRow;
  applicant_passkeys: ApplicantPasskeyRow;
  counters: CounterRow;
  day_counts: DayCountRow;
  day_count_progress: DayCountProgressRow;
  figure_changes: FigureChangeRow;
  published_workflows: PublishedWorkflowRow;
  applicants: ApplicantRow;
  media: MediaRow;
  checks: CheckRow;
  reports: ReportRow;
  workflow_runs: WorkflowRunRow;
  workflow_tasks: WorkflowTaskRow;
  document_numbers: DocumentNumberRow;
  address_uses: AddressUseRow;
  refused_uploads: RefusedUploadRow;
  idempotent_steps: IdempotentStepRow;
  sandbox_clocks: SandboxClockRow;
  search_pending: SearchPendingRow;
  search_terms: SearchTermRow;
  likenesses: LikenessRow;
  compromised_documents: CompromisedDocumentRow;
  state_certificates: StateCertificateRow;
  state_revocation_lists: StateRevocationListRow;
  seal_keys: SealKeyRow;
  credential_issuers: CredentialIssuerRow;
  credential_status_lists: CredentialStatusListRow;
  list_versions: ListVersionRow;
  watchlist_imports: WatchlistImportRow;
  listed_records: ListedRecordRow;
  screening_sets: ScreeningSetRow;
  screenings: ScreeningRow;
  watchlist_monitors: MonitorRow;
  monitor_matches: MonitorMatchRow;
  suppressions: SuppressionRow;
  list_entries: ListEntryRow;
  proposals: ProposalRow;
  source_tables: SourceTableRow;
  source_entries: SourceEntryRow;
  source_answers: SourceAnswerRow;
  events: EventRow;
  event_facts: EventFactsRow;
  request_batches: RequestBatchRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  mails: MailRow;
  challenges: ChallengeRow;
  messages: MessageRow;
  jobs: JobRow;
  erasures: ErasureRow;
  tombstones: TombstoneRow;
  addresses: AddressRow;
  meta: MetaRow;
}

/** The tables that a client's token can reach. */
export type ScopedTable = {
  [T in keyof Database]: Database[T] extends Scoped ? (T extends 'tokens' | 'jobs' ? never : T) : never;
}[keyof Database];
