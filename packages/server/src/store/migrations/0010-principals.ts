import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const operatorKeys = [
  'id text primary key',
  'name text not null',
  'source text not null',
  'hash text not null unique',
  'prefix text not null',
  'last_four text not null',
  'created_at bigint not null',
  'created_by text not null',
  'last_used_at bigint',
  'revoked_at bigint',
  'revoked_by text',
];

/** Columns that record a principal; null in rows of before. */
const records = [
  ['accounts', 'changed_by'],
  ['webhooks', 'changed_by'],
  ['tokens', 'created_by'],
  ['tokens', 'revoked_by'],
  ['checks', 'decided_by'],
  ['reports', 'decided_by'],
  ['applicants', 'deleted_by'],
  ['erasures', 'requested_by'],
];

/** Operator keys with names, and who decided, changed and erased what. */
export const principals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw(`create table operator_keys (${operatorKeys.join(', ')})`).execute(db);
    for (const [table, column] of records) {
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db);
    }
  },
};
