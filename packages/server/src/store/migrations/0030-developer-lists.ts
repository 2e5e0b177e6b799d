import { indexMigration } from './store-migration.ts';

/** Deliveries of a webhook and events of an environment, newest first. */
export const developerLists = indexMigration([
  'deliveries_by_webhook on deliveries (account_id, environment, webhook_id, id)',
  'events_by_age on events (account_id, environment, id)',
  // After the one above: of two indexes that cost the same, PostgreSQL takes the newer one.
  'events_by_type on events (account_id, environment, type, id)',
]);
