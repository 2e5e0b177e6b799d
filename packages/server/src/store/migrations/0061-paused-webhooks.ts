import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Times since when deliveries to a webhook fail, and when the service paused the webhook for that. */
export const pausedWebhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table webhooks add column failing_since bigint').execute(db);
    await sql.raw('alter table webhooks add column paused_at bigint').execute(db);
  },
};
