import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const HOUR_MS = 3_600_000;

/** Due time of a member's answer to a workflow run, while one is required. */
export const runReviews: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table workflow_runs add column review_due_at bigint',
      // A run that has ended with this status has no open task.
      `update workflow_runs set review_due_at = updated_at + ${HOUR_MS} where status = 'review' and exists (
        select 1 from workflow_tasks as task where task.workflow_run_id = workflow_runs.id and task.completed = 0)`,
      `create index workflow_runs_by_review on workflow_runs (account_id, environment, review_due_at, id)
        where review_due_at is not null`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
