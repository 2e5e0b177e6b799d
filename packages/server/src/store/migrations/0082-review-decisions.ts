import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Decisions of reviewers, and the time since which a member holds a claim. */
export const reviewDecisions: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table report_claims add column since bigint',
      `create table review_decisions (
        account_id text not null, environment text not null, applicant_id text not null, report_id text not null,
        decided_by text not null, name text not null, decided_at bigint not null, seconds integer, result text,
        overturned_at bigint, primary key (account_id, environment, applicant_id, report_id, decided_by)
      )`,
      'create index review_decisions_of_applicant on review_decisions (applicant_id, report_id)',
      'create index review_decisions_by_time on review_decisions (account_id, environment, decided_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
