import { query } from '../query.ts';
import { each } from './each.ts';

/**
 * Completed clear live reports of some names, of all accounts, in the order of their ids. `since`: Unix milliseconds.
 * `names`: JSON array.
 */
export const clearLiveReports = query<{ names: string; since: number; after: string; limit: number }>()(
  (db, p, dialect) =>
    db
      .selectFrom('reports')
      .select(['id', 'account_id', 'check_id', 'applicant_id', 'name', 'completed_at'])
      .where('id', '>', p.after)
      .where('environment', '=', 'live')
      .where('status', '=', 'complete')
      .where('result', '=', 'clear')
      .where('completed_at', '>=', p.since)
      .where('name', 'in', each<string>(p.names, dialect, 'text'))
      .orderBy('id')
      .limit(p.limit),
);
