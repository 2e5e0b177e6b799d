import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Faces of people who may come back, each as a sealed template. */
export const biometricTokens: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table biometric_tokens (
        id text primary key, account_id text not null, environment text not null, applicant_id text not null,
        workflow_run_id text not null, person text not null, created_at bigint not null, status text, data ${bytes} not null
      )`,
      'create index biometric_tokens_of_person on biometric_tokens (account_id, environment, person, created_at)',
      'create index biometric_tokens_of_applicant on biometric_tokens (applicant_id)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
