import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Feedback of clients on results: the result that they expected. */
export const resultsFeedback: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table results_feedback (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        check_id text not null, report_id text, expected_result text, created_at bigint not null, data ${bytes} not null
      )`,
      'create index results_feedback_of_account on results_feedback (account_id, environment, id)',
      'create index results_feedback_of_applicant on results_feedback (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
