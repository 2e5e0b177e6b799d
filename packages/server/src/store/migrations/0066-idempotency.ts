import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Steps and answers of requests with an idempotency key. */
export const idempotency: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table idempotent_steps (
        account_id text not null, environment text not null, request text not null, id text not null,
        applicant_id text, created_at bigint not null, data ${bytes} not null, primary key (request, id)
      )`,
      'create index idempotent_steps_of_applicant on idempotent_steps (applicant_id)',
      'create index idempotent_steps_by_time on idempotent_steps (created_at)',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
