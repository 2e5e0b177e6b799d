import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Second looks at decided reports, and the members who know the first decision before the second one. */
export const secondLooks: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table second_looks (
        account_id text not null, environment text not null, applicant_id text not null, report_id text not null, check_id text not null,
        workflow_run_id text, name text not null, decided_by text not null, decided_at bigint not null, result text not null, sub_result text,
        looked_at bigint, looked_by text, look_result text, look_sub_result text, agrees integer, data ${bytes},
        primary key (report_id, account_id, environment, applicant_id)
      )`,
      'create index second_looks_of_applicant on second_looks (applicant_id)',
      'create index second_looks_of_check on second_looks (check_id)',
      'create index second_looks_of_run on second_looks (workflow_run_id)',
      `create index second_looks_waiting on second_looks (account_id, environment, decided_at, report_id) where looked_at is null`,
      'create index second_looks_by_time on second_looks (account_id, environment, looked_at, report_id) where looked_at is not null',
      'create index second_looks_differing on second_looks (account_id, environment, looked_at, report_id) where agrees = 0',
      `create table second_look_insiders (
        account_id text not null, environment text not null, applicant_id text not null, report_id text not null, principal text not null,
        primary key (report_id, principal, account_id, environment, applicant_id)
      )`,
      'create index second_look_insiders_of_applicant on second_look_insiders (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
