import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Deliveries of a webhook and events of an environment, newest first. */
export const developerLists: Migration = {
  async up(db: Kysely<unknown>) {
    const indexes = [
      'deliveries_by_webhook on deliveries (account_id, environment, webhook_id, id)',
      'events_by_age on events (account_id, environment, id)',
      // After the one above: of two indexes that cost the same, PostgreSQL takes the newer one.
      'events_by_type on events (account_id, environment, type, id)',
    ];
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
  },
};
