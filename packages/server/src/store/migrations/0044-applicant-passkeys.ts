import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Passkeys of applicants, and the users that have had one. */
export const applicantPasskeys: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table passkey_users (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        hash text not null, created_at bigint not null
      )`,
      `create unique index passkey_users_by_hash
        on passkey_users (account_id, environment, hash, applicant_id)`,
      'create index passkey_users_of_applicant on passkey_users (applicant_id)',
      `create table applicant_passkeys (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        hash text not null, state text not null, counter bigint not null, created_at bigint not null,
        last_used_at bigint, data ${bytes} not null
      )`,
      'create index applicant_passkeys_of_user on applicant_passkeys (account_id, environment, hash)',
      'create index applicant_passkeys_of_applicant on applicant_passkeys (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
