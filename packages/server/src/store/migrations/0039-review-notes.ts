import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Decisions on reports that another person is yet to make, too, and referrals to another person. */
export const reviewNotes: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table review_notes (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        report_id text not null, kind text not null, created_at bigint not null, created_by text not null, data ${bytes} not null
      )`,
      'create index review_notes_of_report on review_notes (report_id, id)',
      'create index review_notes_of_applicant on review_notes (applicant_id)',
      'create index review_notes_of_kind on review_notes (account_id, environment, kind, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
