import { sql } from 'kysely';
import { query } from '../query.ts';

/**
 * PostgreSQL: makes the partitions of events and deliveries for the quarters that begin before `until`, in Unix milliseconds. False:
 * a table was in use, or rows of such a quarter are in the default partition.
 */
export const keepEventQuarters = query<{ until: number }>()((db, p) =>
  db.selectNoFrom(sql<boolean>`keep_event_quarters(${p.until})`.as('made')),
);

/** PostgreSQL: drops the partitions without rows whose quarters ended before a time. */
export const dropEventQuarters = query<{ before: number }>()((db, p) =>
  db.selectNoFrom(sql<number>`drop_event_quarters(${p.before})`.as('dropped')),
);
