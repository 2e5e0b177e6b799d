import { sql } from 'kysely';
import { APPLICATION } from '../application-name.ts';
import { query } from '../query.ts';

/**
 * Counts the connections of processes whose release lacks a migration. Every release before 0.4.0 names its connections without a
 * migration. The embedded store has one process.
 */
export const countEarlierConnections = query<{ migration: string }>()((db, p, dialect) => {
  const counted =
    dialect === 'sqlite'
      ? sql<{ n: number }>`select 0 as n where ${p.migration} is not null`
      : sql<{ n: number }>`select count(*) as n from pg_stat_activity
          where datname = current_database() and split_part(application_name, ' ', 1) = ${sql.lit(APPLICATION)}
            and split_part(application_name, ' ', 2) collate "C" < ${p.migration}`;
  return { compile: () => counted.compile(db) };
});
