import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The check of a receipt, for erasures of a check alone. */
export const checkErasures: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table erasures add column check_id text').execute(db);
  },
};
