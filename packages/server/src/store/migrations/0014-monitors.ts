import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Monitors of applicants against watchlists, and the records that each matches. */
export const monitors: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table watchlist_monitors (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        report_name text not null, created_at bigint not null, deleted_at bigint, screened_set bigint,
        data ${bytes} not null
      )`,
      'create index watchlist_monitors_by_account on watchlist_monitors (account_id, environment, id)',
      'create index watchlist_monitors_by_applicant on watchlist_monitors (applicant_id)',
      `create table monitor_matches (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        monitor_id text not null, created_at bigint not null, enabled integer not null, data ${bytes} not null
      )`,
      'create index monitor_matches_by_monitor on monitor_matches (monitor_id)',
      'create index monitor_matches_by_applicant on monitor_matches (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
