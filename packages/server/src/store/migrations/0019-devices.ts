import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Addresses from which checks and document reports came, as keyed hashes, and uploads with SDK tokens that were refused. */
export const devices: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table address_uses (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        what text not null, hash text not null, created_at bigint not null
      )`,
      'create index address_uses_by_hash on address_uses (account_id, environment, hash)',
      'create index address_uses_of_applicant on address_uses (applicant_id)',
      'create index address_uses_by_time on address_uses (what, created_at)',
      `create table refused_uploads (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        reason text not null, created_at bigint not null
      )`,
      'create index refused_uploads_of_applicant on refused_uploads (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
