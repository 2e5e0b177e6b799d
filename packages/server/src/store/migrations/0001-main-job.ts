import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const scope = ['account_id text not null', 'environment text not null'];

/** Column lists as SQL that both stores read alike, except for the type of bytes. */
function tables(bytes: string): Record<string, string[]> {
  return {
    accounts: ['id text primary key', 'name text not null', 'created_at bigint not null', 'settings text not null'],
    account_keys: [
      'account_id text not null',
      'version integer not null',
      `wrapped ${bytes} not null`,
      'created_at bigint not null',
      'active_from bigint not null',
      'primary key (account_id, version)',
    ],
    tokens: [
      'id text primary key',
      ...scope,
      'kind text not null',
      'hash text not null unique',
      'hint text not null',
      'name text not null',
      'permission text not null',
      'parent_id text',
      'created_at bigint not null',
      'expires_at bigint',
      'revoked_at bigint',
      'last_used_at bigint',
    ],
    counters: [
      ...scope,
      'name text not null',
      'slot integer not null',
      'n bigint not null',
      'primary key (account_id, environment, name, slot)',
    ],
    applicants: [
      'id text primary key',
      ...scope,
      'created_at bigint not null',
      'delete_at bigint',
      `data ${bytes} not null`,
    ],
    media: [
      'id text primary key',
      ...scope,
      'kind text not null',
      'applicant_id text not null',
      'created_at bigint not null',
      'file_size bigint not null',
      'sha256 text not null',
      'storage_key text not null',
      `data ${bytes} not null`,
    ],
    checks: [
      'id text primary key',
      ...scope,
      'applicant_id text not null',
      'created_at bigint not null',
      'status text not null',
      'result text',
      `data ${bytes} not null`,
    ],
    reports: [
      'id text primary key',
      ...scope,
      'check_id text not null',
      'applicant_id text not null',
      'position integer not null',
      'name text not null',
      'created_at bigint not null',
      'completed_at bigint',
      'status text not null',
      'result text',
      'sub_result text',
      `data ${bytes} not null`,
    ],
    events: [
      'id text primary key',
      ...scope,
      'type text not null',
      'resource_type text not null',
      'resource_id text not null',
      'applicant_id text',
      'check_id text',
      'status text not null',
      'created_at bigint not null',
    ],
    webhooks: [
      'id text primary key',
      'account_id text not null',
      'created_at bigint not null',
      'url text not null',
      'name text',
      'enabled integer not null',
      'events text not null',
      'environments text not null',
      'payload_version integer not null',
      'api_version text not null',
      `data ${bytes} not null`,
    ],
    deliveries: [
      'id text primary key',
      ...scope,
      'event_id text not null',
      'webhook_id text not null',
      'applicant_id text',
      'state text not null',
      'attempts integer not null',
      'body text not null',
      'created_at bigint not null',
      'next_attempt_at bigint',
      'finished_at bigint',
    ],
    delivery_attempts: [
      'id text primary key',
      ...scope,
      'delivery_id text not null',
      'number integer not null',
      'at bigint not null',
      'status integer',
      'latency_ms integer not null',
      'error text',
      'response_head text',
    ],
    jobs: [
      'id text primary key',
      'kind text not null',
      'lane text not null',
      ...scope,
      'ref text not null',
      'payload text',
      'run_at bigint not null',
      'fence integer not null',
      'attempts integer not null',
      'worker text',
      'created_at bigint not null',
    ],
    erasures: [
      'id text primary key',
      ...scope,
      'applicant_id text not null',
      'requested_at bigint not null',
      'erased_at bigint not null',
      'counts text not null',
    ],
    tombstones: ['id text primary key', ...scope, 'erasure_id text not null'],
    addresses: ['id text primary key', 'postcode text not null', 'address text not null'],
    meta: ['key text primary key', 'value text not null'],
  };
}

const indexes = [
  // Newest first within an account; the partial index serves the list that leaves out scheduled applicants.
  'applicants_by_time on applicants (account_id, environment, created_at, id)',
  'applicants_active_by_time on applicants (account_id, environment, created_at, id) where delete_at is null',
  'media_of_applicant on media (applicant_id, kind, created_at)',
  'checks_of_applicant on checks (applicant_id, created_at)',
  'reports_of_check on reports (check_id, position)',
  'reports_of_applicant on reports (applicant_id)',
  'events_of_resource on events (resource_id)',
  'events_of_applicant on events (applicant_id)',
  'webhooks_of_account on webhooks (account_id, created_at)',
  'deliveries_by_time on deliveries (account_id, created_at)',
  'deliveries_of_webhook on deliveries (webhook_id, created_at)',
  'deliveries_of_applicant on deliveries (applicant_id)',
  'attempts_of_delivery on delivery_attempts (delivery_id, number)',
  // The claim walks kinds and lanes by this index and never reads a job that is not due.
  'jobs_due on jobs (kind, lane, run_at, id)',
  'jobs_of_ref on jobs (ref, kind)',
  'tokens_of_account on tokens (account_id, created_at)',
  'erasures_of_applicant on erasures (account_id, applicant_id)',
  'addresses_by_postcode on addresses (postcode)',
];

/** Everything that the main job keeps: accounts, applicants, media, checks, reports, webhooks, jobs, erasures. */
export const mainJob: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    for (const [name, columns] of Object.entries(tables(postgres ? 'bytea' : 'blob'))) {
      await sql.raw(`create table ${name} (${columns.join(', ')})`).execute(db);
    }
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
