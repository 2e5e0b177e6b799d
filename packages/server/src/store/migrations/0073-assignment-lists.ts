import { indexMigration } from './store-migration.ts';

/** Indexes of the waiting reports of a member and of nobody, by due time and by age. */
export const assignmentLists = indexMigration([
  "reports_by_assignee on reports (account_id, environment, assigned_to, due_at, id) where status = 'awaiting_approval'",
  "reports_by_assignee_and_age on reports (account_id, environment, assigned_to, id) where status = 'awaiting_approval'",
]);
