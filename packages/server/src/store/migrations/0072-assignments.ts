import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Member to whom the review of a report is assigned. An empty text stands for nobody. */
export const assignments: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("alter table reports add column assigned_to text not null default ''").execute(db);
  },
};
