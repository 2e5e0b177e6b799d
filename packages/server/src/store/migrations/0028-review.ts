import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes by which the dashboard lists checks and waiting reports, and claims on reports. */
export const review: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table report_claims (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        member_id text not null, until bigint not null
      )`,
      'create index report_claims_of_applicant on report_claims (applicant_id)',
      'create index applicants_active_by_id on applicants (account_id, environment, id) where delete_at is null',
      'create index checks_by_age on checks (account_id, environment, id)',
      'create index checks_by_status on checks (account_id, environment, status, id)',
      'create index reports_by_status on reports (account_id, environment, status, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
