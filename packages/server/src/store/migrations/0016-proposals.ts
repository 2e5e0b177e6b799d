import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Decisions on hits of watchlists that wait for a second operator, and how they ended. */
export const proposals: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table proposals (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        report_id text not null, kind text not null, state text not null, created_at bigint not null,
        created_by text not null, ended_at bigint, ended_by text, data ${bytes} not null
      )`,
      'create index proposals_by_applicant on proposals (applicant_id)',
      'create index proposals_by_account on proposals (account_id, environment, state, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
