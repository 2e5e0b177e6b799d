import { indexMigration } from './store-migration.ts';

/** Index of the statuses that members set for the cases of applicants. */
export const caseStatuses = indexMigration([
  'case_statuses_of_applicant on case_entries (applicant_id, id) where status is not null',
]);
