import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Time until which a waiting report stays out of the review queue. */
export const snoozedReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table reports add column snoozed_until bigint not null default 0').execute(db);
  },
};
