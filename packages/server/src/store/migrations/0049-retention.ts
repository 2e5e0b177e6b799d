import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Time at which an applicant was last restored: its retention starts again. */
export const retention: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table applicants add column restored_at bigint').execute(db);
  },
};
