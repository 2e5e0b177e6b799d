import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const runs = (bytes: string) => [
  'id text primary key',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
  'created_at bigint not null',
  'updated_at bigint not null',
  'status text not null',
  'expires_at bigint not null',
  'tags text not null',
  `data ${bytes} not null`,
];

const tasks = (bytes: string) => [
  'id text not null',
  'workflow_run_id text not null',
  'account_id text not null',
  'environment text not null',
  'applicant_id text not null',
  'position integer not null',
  'created_at bigint not null',
  'updated_at bigint not null',
  'completed integer not null',
  `data ${bytes} not null`,
  'primary key (workflow_run_id, id)',
];

const indexes = [
  'workflow_runs_of_account on workflow_runs (account_id, environment, created_at, id)',
  'workflow_runs_of_applicant on workflow_runs (applicant_id)',
  'workflow_tasks_of_applicant on workflow_tasks (applicant_id)',
];

/** Runs of workflows, and the tasks that they have begun. */
export const workflows: Migration = {
  async up(db: Kysely<unknown>) {
    const bytes = db.getExecutor().adapter.supportsTransactionalDdl ? 'bytea' : 'blob';
    await sql.raw(`create table workflow_runs (${runs(bytes).join(', ')})`).execute(db);
    await sql.raw(`create table workflow_tasks (${tasks(bytes).join(', ')})`).execute(db);
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
