import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const columns = [
  'id text primary key',
  'account_id text not null',
  'environment text not null',
  'at bigint not null',
  'actor text not null',
  'action text not null',
  'object_id text not null',
  'part text not null',
];

/** Openings of parts of uploaded pictures, with the principal. */
export const auditEntries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`create table audit_entries (${columns.join(', ')})`).execute(db);
    await sql.raw('create index audit_entries_by_account on audit_entries (account_id, environment, id)').execute(db);
  },
};
