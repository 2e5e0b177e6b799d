import { sql } from 'kysely';
import { query } from '../query.ts';

/** Time of the PostgreSQL server's clock, Unix milliseconds. */
export const databaseTime = query()((db) => {
  const time = sql<{ now: number }>`select cast(floor(extract(epoch from clock_timestamp()) * 1000) as bigint) as now`;
  return { compile: () => time.compile(db) };
});
