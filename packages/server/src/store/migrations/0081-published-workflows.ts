import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Versions of workflows that members have published for their account, in one environment. */
export const publishedWorkflows: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    const statements = [
      `create table published_workflows (
        id text primary key, account_id text not null, environment text not null, workflow_id text not null, version integer not null,
        published_at bigint not null, published_by text not null, data ${bytes} not null
      )`,
      `create unique index published_workflows_by_version
        on published_workflows (account_id, environment, workflow_id, version)`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
