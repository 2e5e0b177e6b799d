import { indexMigration } from './store-migration.ts';

/** Index by which the overview counts checks; it holds all columns that the counts read. */
export const checksByDay = indexMigration(['checks_by_day on checks (account_id, environment, created_at, result)']);
