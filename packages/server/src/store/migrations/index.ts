import type { Migration } from 'kysely';
import { mainJob } from './0001-main-job.ts';

/** In the order of their names; one that has landed never changes. */
export const migrations: Record<string, Migration> = {
  '0001-main-job': mainJob,
};
