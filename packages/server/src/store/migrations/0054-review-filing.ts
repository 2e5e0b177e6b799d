import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Reports are filed under their gravest finding. Resets the kinds of waiting reports; upkeep files them again (`noteStored`). */
export const reviewFiling: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw("update reports set doubt = null where status = 'awaiting_approval'").execute(db);
  },
};
