import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lists that an operator has loaded, their versions and records, the searched sets, and the findings of each screening. */
export const watchlists: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table list_versions (
        id text primary key, list text not null, state text not null, categories text not null,
        published_at bigint, confirmed_at bigint, touched_at bigint not null, imported_at bigint not null,
        imported_by text not null, files_hash text not null, records integer not null, people integer not null,
        facts text not null, activated_at bigint, activated_by text, retired_at bigint, retired_by text
      )`,
      'create index list_versions_by_list on list_versions (list)',
      `create table listed_records (
        version_id text not null, ordinal integer not null, source_id text not null, content_hash text not null,
        data text not null, primary key (version_id, ordinal)
      )`,
      'create unique index listed_records_by_source on listed_records (version_id, source_id)',
      `create table screening_sets (
        number integer primary key, versions text not null, sha256 text, storage_key text, size bigint not null,
        cause text not null, created_at bigint not null, created_by text not null
      )`,
      `create table screenings (
        id text primary key, account_id text not null, environment text not null, report_id text not null,
        applicant_id text not null, created_at bigint not null, set_number integer not null, data ${bytes} not null
      )`,
      'create index screenings_by_report on screenings (report_id)',
      'create index screenings_by_applicant on screenings (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
