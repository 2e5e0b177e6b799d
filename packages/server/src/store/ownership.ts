import type { Database, ScopedTable } from './schema.ts';

/**
 * Owner of the data in each table. Erasing an applicant reads it (`queries/erasures.ts`), and so do the tests that search for
 * remains of an erasure. A table or column without a declaration fails `ownership.test.ts`.
 */

type Column<T extends keyof Database> = keyof Database[T] & string;

/** Every column of the table is in one of both. */
interface Columns<T extends keyof Database> {
  /** Columns with personal data: sealed, hashed, or the digest of a file. */
  readonly personal: readonly Column<T>[];
  /** Ids, times, states and counts. */
  readonly plain: readonly Column<T>[];
}

/** Rows of an applicant, which go with it. */
interface OfApplicant<T extends keyof Database> extends Columns<T> {
  readonly owner: 'applicant';
  /** The column of the owner: the id of the applicant or, with `in`, the id of a row of another table. */
  readonly by: Column<T>;
  /** The applicant's table in which `by` is an id; for jobs, the table of their kind (`jobSubjects`). */
  readonly in?: ScopedTable | 'jobSubjects';
  /** Stays after an erasure, as its receipt. */
  readonly kept?: true;
  /** Count of the rows in a receipt: always, if there are any (`some`), or by the value of a column. */
  readonly counted?: { readonly as: string; readonly some?: true } | { readonly byColumn: Column<T> };
  /** Clients know the ids: they answer 410 from then on. */
  readonly tombstoned?: true;
}

/** Rows of an account, of no applicant. */
interface OfAccount<T extends keyof Database> extends Columns<T> {
  readonly owner: 'account';
  readonly by: Column<T>;
  /** True for a table whose rows may name an applicant by id after the erasure. */
  readonly kept?: true;
  /** True for records about people that the account makes itself. They name no applicant, so an erasure leaves them. */
  readonly ownRecords?: true;
}

/** Rows of the deployment, or public ones (`none`). */
interface OfNobody<T extends keyof Database> extends Columns<T> {
  readonly owner: 'service' | 'none';
}

export type Ownership<T extends keyof Database = keyof Database> = OfApplicant<T> | OfAccount<T> | OfNobody<T>;

const scope = ['account_id', 'environment'] as const;

/** Applicants' tables are erased in this order, with those that name rows of another table before that one. */
export const ownership: { readonly [T in keyof Database]: Ownership<T> } = {
  accounts: {
    owner: 'account',
    by: 'id',
    personal: [],
    plain: ['id', 'name', 'created_at', 'settings', 'logo', 'changed_by'],
  },
  account_logos: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['account_id', 'sha256', 'created_at', 'bytes'],
  },
  account_keys: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['account_id', 'version', 'wrapped', 'created_at', 'active_from'],
  },
  media_keys: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['account_id', 'id', 'created_at', 'data'],
  },
  tokens: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [
      ...([
        ...scope,
        'id',
        'kind',
        'hash',
        'hint',
        'name',
        'permission',
        'parent_id',
        'created_at',
        'expires_at',
      ] as const),
      ...(['revoked_at', 'last_used_at', 'created_by', 'revoked_by'] as const),
    ],
  },
  sandbox_clocks: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [...scope, 'id', 'created_at', 'clock_offset', 'advance_to'],
  },
  // Requests hold ids only, and stay when an applicant is erased.
  request_batches: {
    owner: 'account',
    by: 'account_id',
    kept: true,
    personal: [],
    plain: [...scope, 'at', 'id', 'first_at', 'entries', 'dropped', 'data'],
  },
  // Entries hold ids only, and stay when an applicant is erased.
  audit_entries: {
    owner: 'account',
    by: 'account_id',
    kept: true,
    personal: [],
    plain: [
      ...([...scope, 'number', 'at', 'actor', 'address', 'action', 'object_type', 'object_id', 'details'] as const),
      'hash',
    ],
  },
  audit_heads: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['account_id', 'number', 'at', 'hash', 'anchored_at'],
  },
  threshold_changes: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['id', 'account_id', 'at', 'changed_by', 'setting', 'old_value', 'new_value', 'note', 'figures'],
  },
  // Counts of reports by type, country and evidence: they name no applicant.
  automation_classes: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [
      ...([...scope, 'id', 'created_at', 'type', 'country', 'evidence', 'state', 'changed_at'] as const),
      ...(['closed_because', 'cleared', 'days'] as const),
    ],
  },
  // The account's own records, which it removes itself or lets expire.
  list_entries: {
    owner: 'account',
    by: 'account_id',
    ownRecords: true,
    personal: ['hash', 'data'],
    plain: [...scope, 'id', 'list', 'kind', 'created_at', 'created_by', 'expires_at'],
  },
  // A filter of a view may name a person.
  saved_views: {
    owner: 'account',
    by: 'account_id',
    ownRecords: true,
    personal: ['data'],
    plain: [...scope, 'id', 'list', 'member_id', 'shared', 'created_at'],
  },
  view_starts: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [...scope, 'member_id', 'list', 'view_id'],
  },
  counters: { owner: 'account', by: 'account_id', personal: [], plain: [...scope, 'name', 'slot', 'n'] },
  // Counts by day, which name no applicant and stay after an erasure.
  day_counts: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [
      ...([...scope, 'dimension', 'day', 'value', 'reports', 'clear', 'consider', 'unidentified'] as const),
      ...(['reviewed', 'times', 'reasons'] as const),
    ],
  },
  figure_changes: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [
      ...([...scope, 'id', 'created_at', 'day', 'last_day', 'dimension', 'value', 'figure', 'direction'] as const),
      ...(['usual', 'found', 'low', 'high'] as const),
    ],
  },
  published_workflows: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [...scope, 'id', 'workflow_id', 'version', 'published_at', 'published_by', 'data'],
  },
  day_count_progress: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [...scope, 'counted_until', 'last_id', 'judged_day'],
  },
  webhooks: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: [
      ...(['id', 'account_id', 'created_at', 'url', 'name', 'enabled', 'events', 'environments'] as const),
      ...(['personal_fields', 'payload_version', 'api_version', 'changed_by', 'data', 'failing_since'] as const),
      'paused_at',
    ],
  },

  jobs: {
    owner: 'applicant',
    by: 'ref',
    in: 'jobSubjects',
    personal: [],
    plain: [
      ...([
        ...scope,
        'id',
        'kind',
        'lane',
        'ref',
        'payload',
        'run_at',
        'fence',
        'attempts',
        'worker',
        'created_at',
        'clock_id',
      ] as const),
    ],
  },
  delivery_attempts: {
    owner: 'applicant',
    by: 'delivery_id',
    in: 'deliveries',
    counted: { as: 'delivery_attempt' },
    personal: ['error', 'response_head', 'data'],
    plain: [...scope, 'id', 'delivery_id', 'number', 'at', 'status', 'latency_ms'],
  },
  deliveries: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'delivery' },
    personal: ['body', 'data'],
    plain: [
      ...([...scope, 'id', 'event_id', 'webhook_id', 'applicant_id', 'state', 'attempts', 'created_at'] as const),
      ...(['next_attempt_at', 'finished_at'] as const),
    ],
  },
  events: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'event' },
    personal: [],
    plain: [
      ...([...scope, 'id', 'type', 'resource_type', 'resource_id', 'applicant_id', 'check_id', 'status'] as const),
      ...(['created_at', 'sequence'] as const),
    ],
  },
  event_facts: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id'],
  },
  document_numbers: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['hash'],
    plain: [...scope, 'id', 'applicant_id'],
  },
  address_uses: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['hash'],
    plain: [...scope, 'id', 'applicant_id', 'what', 'created_at'],
  },
  idempotent_steps: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [...scope, 'request', 'id', 'applicant_id', 'created_at'],
  },
  refused_uploads: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: [],
    plain: [...scope, 'id', 'applicant_id', 'reason', 'created_at'],
  },
  // Before the terms: what is taken from here is written there.
  search_pending: { owner: 'applicant', by: 'applicant_id', personal: [], plain: [...scope, 'applicant_id'] },
  search_terms: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['term'],
    plain: [...scope, 'applicant_id', 'object_type', 'object_id'],
  },
  likenesses: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'what'],
  },
  screenings: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'screening', some: true },
    personal: ['data'],
    plain: [...scope, 'id', 'report_id', 'applicant_id', 'created_at', 'set_number'],
  },
  monitor_matches: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'watchlist_match', some: true },
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'monitor_id', 'created_at', 'enabled'],
  },
  watchlist_monitors: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'watchlist_monitor', some: true },
    tombstoned: true,
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'report_name', 'created_at', 'deleted_at', 'screened_set'],
  },
  suppressions: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'suppression', some: true },
    personal: ['data'],
    plain: [
      ...([...scope, 'id', 'applicant_id', 'created_at', 'created_by', 'state', 'expires_at'] as const),
      ...(['ended_at', 'ended_by', 'ended_because'] as const),
    ],
  },
  source_answers: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'source_answer', some: true },
    personal: ['data'],
    plain: [
      ...([...scope, 'id', 'report_id', 'applicant_id', 'created_at', 'answered_at', 'kind', 'source'] as const),
      'tries',
    ],
  },
  report_claims: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: [],
    plain: [...scope, 'id', 'applicant_id', 'member_id', 'until', 'since'],
  },
  review_decisions: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: [],
    plain: [
      ...([...scope, 'report_id', 'decided_by', 'applicant_id', 'name', 'decided_at'] as const),
      ...(['seconds', 'result', 'overturned_at'] as const),
    ],
  },
  second_looks: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [
      ...([...scope, 'report_id', 'applicant_id', 'check_id', 'workflow_run_id', 'name', 'decided_by'] as const),
      ...(['decided_at', 'result', 'sub_result', 'looked_at', 'looked_by', 'look_result', 'look_sub_result'] as const),
      'agrees',
    ],
  },
  second_look_insiders: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: [],
    plain: [...scope, 'report_id', 'applicant_id', 'principal'],
  },
  review_notes: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'report_id', 'kind', 'created_at', 'created_by'],
  },
  case_mentions: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'case_mention', some: true },
    personal: [],
    plain: [...scope, 'id', 'applicant_id', 'entry_id', 'member_id', 'created_at', 'read_at'],
  },
  case_entries: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'case_entry', some: true },
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'status', 'created_at', 'created_by'],
  },
  case_tags: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'case_tag', some: true },
    personal: [],
    plain: [...scope, 'tag', 'applicant_id', 'created_at', 'created_by'],
  },
  information_requests: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'information_request', some: true },
    personal: ['data'],
    plain: [
      ...([...scope, 'id', 'applicant_id', 'check_id', 'report_id', 'state', 'created_at', 'created_by'] as const),
      ...(['expires_at', 'ended_at'] as const),
    ],
  },
  results_feedback: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'results_feedback', some: true },
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'check_id', 'report_id', 'expected_result', 'created_at'],
  },
  biometric_tokens: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'biometric_token', some: true },
    personal: ['person', 'data'],
    plain: [...scope, 'id', 'applicant_id', 'workflow_run_id', 'created_at', 'status'],
  },
  passkey_users: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['hash'],
    plain: [...scope, 'id', 'applicant_id', 'created_at'],
  },
  applicant_passkeys: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'passkey', some: true },
    personal: ['hash', 'data'],
    plain: [...scope, 'id', 'applicant_id', 'state', 'counter', 'created_at', 'last_used_at'],
  },
  proposals: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'proposal', some: true },
    personal: ['data'],
    plain: [
      ...([...scope, 'id', 'applicant_id', 'report_id', 'kind', 'state'] as const),
      ...(['created_at', 'created_by', 'ended_at', 'ended_by'] as const),
    ],
  },
  workflow_tasks: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['data'],
    plain: [
      ...([
        ...scope,
        'id',
        'workflow_run_id',
        'applicant_id',
        'position',
        'created_at',
        'updated_at',
        'completed',
      ] as const),
    ],
  },
  workflow_runs: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'workflow_run', some: true },
    tombstoned: true,
    personal: ['tags', 'data'],
    plain: [...scope, 'id', 'applicant_id', 'created_at', 'updated_at', 'status', 'expires_at', 'review_due_at'],
  },
  reports: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'report' },
    tombstoned: true,
    personal: ['data'],
    plain: [
      ...([
        ...scope,
        'id',
        'check_id',
        'applicant_id',
        'position',
        'name',
        'doubt',
        'due_at',
        'assigned_to',
        'snoozed_until',
        'created_at',
        'completed_at',
        'status',
      ] as const),
      ...(['result', 'sub_result', 'step', 'decided_by'] as const),
    ],
  },
  checks: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'check' },
    tombstoned: true,
    personal: ['data'],
    plain: [...scope, 'id', 'applicant_id', 'created_at', 'status', 'result', 'decided_by'],
  },
  // After the checks: the transaction that queues a mail has its check locked.
  mails: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'mail' },
    personal: ['data'],
    plain: [
      ...([
        ...scope,
        'id',
        'check_id',
        'applicant_id',
        'kind',
        'state',
        'attempts',
        'created_at',
        'finished_at',
      ] as const),
    ],
  },
  messages: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { as: 'message' },
    personal: ['recipient', 'data'],
    plain: [...scope, 'id', 'applicant_id', 'kind', 'state', 'attempts', 'created_at', 'finished_at'],
  },
  challenges: {
    owner: 'applicant',
    by: 'applicant_id',
    personal: ['answer'],
    plain: [...scope, 'id', 'applicant_id', 'created_at', 'used_at', 'asked'],
  },
  media: {
    owner: 'applicant',
    by: 'applicant_id',
    counted: { byColumn: 'kind' },
    tombstoned: true,
    personal: ['sha256', 'data'],
    plain: [...scope, 'id', 'kind', 'applicant_id', 'created_at', 'file_size', 'storage_key'],
  },
  applicants: {
    owner: 'applicant',
    by: 'id',
    counted: { as: 'applicant' },
    tombstoned: true,
    personal: ['data'],
    plain: [...scope, 'id', 'created_at', 'delete_at', 'deleted_by', 'restored_at', 'clock_id'],
  },

  erasures: {
    owner: 'applicant',
    by: 'applicant_id',
    kept: true,
    personal: [],
    plain: [...scope, 'id', 'applicant_id', 'check_id', 'requested_at', 'erased_at', 'counts', 'requested_by'],
  },
  tombstones: {
    owner: 'applicant',
    by: 'erasure_id',
    in: 'erasures',
    kept: true,
    personal: [],
    plain: [...scope, 'id', 'erasure_id'],
  },

  operator_keys: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['id', 'name', 'source', 'hash', 'prefix', 'last_four', 'created_at', 'created_by'] as const),
      ...(['last_used_at', 'revoked_at', 'revoked_by'] as const),
    ],
  },
  // Of people who work with the service, none of them an applicant.
  members: {
    owner: 'service',
    personal: ['email_hash', 'data'],
    plain: ['id', 'created_at', 'created_by', 'disabled_at', 'last_seen_at', 'totp_step', 'email_proved_at'],
  },
  memberships: {
    owner: 'account',
    by: 'account_id',
    personal: [],
    plain: ['account_id', 'member_id', 'role', 'changed_at', 'changed_by', 'accepted_at'],
  },
  invitations: {
    owner: 'service',
    personal: ['data'],
    plain: [
      ...([
        'id',
        'hash',
        'kind',
        'member_id',
        'account_id',
        'created_at',
        'created_by',
        'expires_at',
        'used_at',
      ] as const),
      'mailed_at',
    ],
  },
  member_sessions: {
    owner: 'service',
    personal: ['data'],
    plain: ['id', 'hash', 'member_id', 'created_at', 'last_seen_at', 'expires_at', 'proved_at'],
  },
  passkeys: {
    owner: 'service',
    personal: ['data'],
    plain: ['id', 'hash', 'member_id', 'counter', 'created_at', 'last_used_at'],
  },
  member_notices: {
    owner: 'service',
    personal: ['data'],
    plain: ['id', 'member_id', 'kind', 'created_at', 'sent_at', 'tried_at'],
  },
  used_challenges: { owner: 'service', personal: [], plain: ['hash', 'expires_at'] },
  member_identities: { owner: 'service', personal: ['hash'], plain: ['member_id', 'created_at'] },
  member_devices: { owner: 'service', personal: ['hash'], plain: ['member_id', 'created_at', 'last_seen_at'] },
  failed_sign_ins: { owner: 'service', personal: ['hash'], plain: ['failures', 'last_at', 'next_at'] },
  // Of documents whose holders are not applicants here.
  compromised_documents: { owner: 'service', personal: ['hash'], plain: ['source', 'imported_at'] },
  state_certificates: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['fingerprint', 'country', 'source', 'imported_at', 'imported_by', 'der', 'subject', 'issuer'] as const),
      ...(['serial', 'valid_from', 'valid_to', 'is_root'] as const),
    ],
  },
  state_revocation_lists: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['fingerprint', 'country', 'source', 'imported_at', 'imported_by', 'der', 'issuer'] as const),
      ...(['issued_at', 'next_at', 'revoked'] as const),
    ],
  },
  seal_keys: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['scheme', 'fingerprint', 'country', 'source', 'imported_at', 'imported_by', 'der', 'reference'] as const),
      ...(['subject', 'algorithm', 'valid_from', 'valid_to'] as const),
    ],
  },
  credential_issuers: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['fingerprint', 'country', 'source', 'imported_at', 'imported_by', 'der', 'kind', 'name'] as const),
      ...(['types', 'subject', 'valid_from', 'valid_to'] as const),
    ],
  },
  credential_status_lists: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['uri', 'country', 'signer', 'size', 'issued_at', 'expires_at', 'loaded_at', 'loaded_by', 'token'] as const),
    ],
  },
  list_versions: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['id', 'list', 'state', 'categories', 'published_at', 'confirmed_at', 'touched_at', 'imported_at'] as const),
      ...(['imported_by', 'files_hash', 'records', 'people', 'facts', 'activated_at', 'activated_by'] as const),
      ...(['retired_at', 'retired_by'] as const),
    ],
  },
  watchlist_imports: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['id', 'kind', 'list', 'state', 'created_at', 'created_by', 'ended_at', 'touched_at', 'process'] as const),
      ...(['stored', 'result', 'error'] as const),
    ],
  },
  // Of people whom an authority or the operator has listed, who are not applicants here.
  listed_records: {
    owner: 'service',
    personal: ['data'],
    plain: ['version_id', 'ordinal', 'source_id', 'content_hash'],
  },
  source_tables: {
    owner: 'service',
    personal: [],
    plain: [
      ...(['id', 'name', 'kind', 'country', 'state', 'people', 'touched_at', 'imported_at'] as const),
      ...(['imported_by', 'files'] as const),
    ],
  },
  // Of people whom the operator has loaded, who are not applicants here.
  source_entries: { owner: 'service', personal: ['hash'], plain: ['table_id'] },
  screening_sets: {
    owner: 'service',
    personal: [],
    plain: ['number', 'versions', 'sha256', 'storage_key', 'size', 'cause', 'created_at', 'created_by'],
  },
  meta: { owner: 'service', personal: [], plain: ['key', 'value'] },
  addresses: { owner: 'none', personal: [], plain: ['id', 'postcode', 'address'] },
};

/**
 * Kinds of background work, with the table whose row a job of the kind names in `ref`. A new kind is a new line here and a
 * handler in `workers/`. Null: the job carries what it needs, and outlives the row (`blob`).
 */
export const jobSubjects = {
  check: 'checks',
  report: 'reports',
  workflow_run: 'workflow_runs',
  watchlist_monitor: 'watchlist_monitors',
  monitor_sweep: null,
  delivery: 'deliveries',
  mail: 'mails',
  message: 'messages',
  erasure: 'applicants',
  snapshot: 'media',
  binary_media: 'media',
  blob: null,
  upkeep: null,
  search_rebuild: null,
  reseal: null,
  account_erasure: null,
  failed_sign_in: null,
  document_expiry: 'reports',
  document_erasure: 'checks',
  sandbox_clock: null,
  information_request: 'information_requests',
} as const satisfies Record<string, ScopedTable | null>;

/** A table of applicants with its declaration. */
export interface ApplicantTable {
  readonly table: ScopedTable;
  readonly by: string;
  /** The table in which `by` is an id; undefined for the applicant's own id. */
  readonly parent: ScopedTable | undefined;
  readonly counted: OfApplicant<keyof Database>['counted'];
  readonly tombstoned: boolean;
}

const entries = Object.entries(ownership) as [keyof Database, Ownership][];

/** The tables that lose the rows of an applicant which is erased, but jobs; in the order in which they do. */
export const erasedTables: readonly ApplicantTable[] = entries.flatMap(([table, declared]) => {
  if (declared.owner !== 'applicant' || declared.kept || declared.in === 'jobSubjects') return [];
  const { by, in: parent, counted, tombstoned = false } = declared;
  return [{ table: table as ScopedTable, by, parent, counted, tombstoned }];
});

/** The tables that may name an applicant after its erasure. */
export const keptTables: readonly (keyof Database)[] = entries
  .filter(([, declared]) => 'kept' in declared && declared.kept)
  .map(([table]) => table);

/** All tables. */
export const tables = entries.map(([table]) => table);

/** The tables whose rows name their account. */
export const accountTables = entries
  .filter(([, { plain }]) => (plain as readonly string[]).includes('account_id'))
  .map(([table]) => table);
