import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Requests of reviewers to applicants for more evidence. */
export const informationRequests: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table information_requests (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        check_id text not null, report_id text not null, state text not null, created_at bigint not null,
        created_by text not null, expires_at bigint not null, ended_at bigint, data ${bytes} not null
      )`,
      'create index information_requests_of_report on information_requests (report_id, id)',
      'create index information_requests_of_check on information_requests (check_id, id)',
      'create index information_requests_of_applicant on information_requests (applicant_id)',
      `create index information_requests_open on information_requests (account_id, environment, expires_at, id)
        where state = 'open'`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
