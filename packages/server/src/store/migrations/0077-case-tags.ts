import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tags of reviewers on the cases of applicants. */
export const caseTags: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      `create table case_tags (
        account_id text not null, environment text not null, tag text not null, applicant_id text not null,
        created_at bigint not null, created_by text not null, primary key (account_id, environment, tag, applicant_id)
      )`,
      'create index case_tags_of_applicant on case_tags (applicant_id, tag)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
