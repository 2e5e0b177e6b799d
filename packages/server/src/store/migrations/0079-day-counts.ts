import { type Kysely, sql } from 'kysely';
import { indexMigration, type StoreMigration } from './store-migration.ts';

const { before, up } = indexMigration([
  "reports_by_end on reports (account_id, environment, completed_at, id) where status = 'complete'",
]);

/** Counts of completed reports by day, and the index by which the service finds reports that it has not counted. */
export const dayCounts: StoreMigration = {
  before,
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table day_counts (
        account_id text not null, environment text not null, dimension text not null, day integer not null, value text not null,
        reports integer not null, clear integer not null, consider integer not null, unidentified integer not null,
        reviewed integer not null, times text not null, reasons text not null,
        primary key (account_id, environment, dimension, day, value)
      )`,
      `create table day_count_progress (
        account_id text not null, environment text not null, counted_until bigint not null, last_id text not null,
        judged_day integer not null, primary key (account_id, environment)
      )`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await up(db);
  },
};
