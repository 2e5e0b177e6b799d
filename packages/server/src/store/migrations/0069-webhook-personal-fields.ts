import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Personal fields that the payloads of a webhook may carry. */
export const webhookPersonalFields: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table webhooks add column personal_fields text').execute(db);
  },
};
