import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Applicants whose search terms are still to be written. */
export const searchPending: Migration = {
  async up(db: Kysely<unknown>) {
    const sqlite = !db.getExecutor().adapter.supportsTransactionalDdl;
    await sql
      .raw(`create table search_pending (
        account_id text not null, environment text not null, applicant_id text not null,
        primary key (account_id, environment, applicant_id)
      )${sqlite ? ' without rowid' : ''}`)
      .execute(db);
  },
};
