import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const DAY_MS = 86_400_000;

/** Reason and due time of the review of a waiting report. */
export const reviewOrder: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      'alter table reports add column doubt text',
      'alter table reports add column due_at bigint',
      // What these wait for is sealed: they have no doubt that a filter finds, and the longest time.
      `update reports set due_at = created_at + ${DAY_MS} where status = 'awaiting_approval'`,
      "create index reports_by_due on reports (account_id, environment, due_at, id) where status = 'awaiting_approval'",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
