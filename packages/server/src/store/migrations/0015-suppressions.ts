import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records of watchlists that operators have ruled out for one applicant. */
export const suppressions: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table suppressions (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        created_at bigint not null, created_by text not null, state text not null,
        expires_at bigint not null, ended_at bigint, ended_by text, ended_because text, data ${bytes} not null
      )`,
      'create index suppressions_by_applicant on suppressions (applicant_id)',
      'create index suppressions_by_account on suppressions (account_id, environment, id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
