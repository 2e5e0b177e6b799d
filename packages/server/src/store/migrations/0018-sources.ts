import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tables of people that operators have loaded as keyed hashes, and what sources have answered to reports. */
export const sources: Migration = {
  async up(db: Kysely<unknown>) {
    const postgres = db.getExecutor().adapter.supportsTransactionalDdl;
    const bytes = postgres ? 'bytea' : 'blob';
    // Hashes are compared as bytes: the order of a language is slower, and means nothing here.
    const hash = postgres ? 'text collate "C"' : 'text';
    const statements = [
      `create table source_tables (
        id integer primary key, name text not null, kind text not null, country text not null, state text not null,
        people integer not null, touched_at bigint not null, imported_at bigint not null, imported_by text not null,
        files text not null
      )`,
      `create unique index source_tables_active on source_tables (name) where state = 'active'`,
      `create table source_entries (
        table_id integer not null, hash ${hash} not null, primary key (table_id, hash)
      )${postgres ? '' : ' without rowid'}`,
      `create table source_answers (
        id text primary key, account_id text not null, environment text not null, report_id text not null,
        applicant_id text not null, created_at bigint not null, answered_at bigint, kind text not null,
        source text not null, tries integer not null, data ${bytes}
      )`,
      'create index source_answers_by_report on source_answers (report_id)',
      'create index source_answers_by_applicant on source_answers (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
