import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Notes of members about applicants, and statuses that members set for their cases. */
export const caseEntries: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table case_entries (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        status text, created_at bigint not null, created_by text not null, data ${bytes} not null
      )`,
      'create index case_entries_of_applicant on case_entries (applicant_id, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
