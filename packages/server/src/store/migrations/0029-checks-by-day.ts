import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Index by which the overview counts checks; it holds all columns that the counts read. */
export const checksByDay: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('create index checks_by_day on checks (account_id, environment, created_at, result)').execute(db);
  },
};
