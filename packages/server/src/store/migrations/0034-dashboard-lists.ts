import { indexMigration } from './store-migration.ts';

/** Indexes by which the dashboard filters checks and counts on the overview. The counts read their index alone. */
export const dashboardLists = indexMigration([
  'reports_by_name on reports (name, account_id, environment, check_id)',
  'reports_by_day on reports (account_id, environment, created_at, completed_at) where completed_at is not null',
  "search_terms_of_checks on search_terms (account_id, environment, term, object_id) where object_type = 'check'",
  'refused_uploads_by_day on refused_uploads (account_id, environment, created_at, reason)',
  "deliveries_failed on deliveries (account_id, environment, created_at, webhook_id) where state = 'failed'",
]);
