import { sql } from 'kysely';
import { query } from '../query.ts';

/** What the clock of the PostgreSQL server shows, Unix milliseconds. */
export const databaseTime = query()((db) => {
  const time = sql<{ now: number }>`select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now`;
  return { compile: () => time.compile(db) };
});
