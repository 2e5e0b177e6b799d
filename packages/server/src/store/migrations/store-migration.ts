import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A migration whose long work on PostgreSQL needs no lock that requests wait for. */
export interface StoreMigration extends Migration {
  /**
   * PostgreSQL with rows: runs before `up`, outside of a transaction. When it is killed, at whichever statement, it runs again from
   * the beginning.
   */
  readonly before?: (db: Kysely<unknown>) => Promise<void>;
}

/** Time for which the build of an index waits for older transactions. No request waits for it meanwhile. */
const BUILD_LOCK_TIMEOUT = '10min';

/** A migration that adds indexes alone: `name on table (columns)`. On PostgreSQL they are built beside requests that write. */
export function indexMigration(definitions: readonly string[]): StoreMigration {
  return {
    async before(db) {
      for (const definition of definitions) await buildIndex(db, definition);
    },
    async up(db) {
      for (const definition of definitions) await sql.raw(`create index if not exists ${definition}`).execute(db);
    },
  };
}

/**
 * Builds an index unless it is there. PostgreSQL leaves an invalid index behind when a build is killed: this one is dropped first. On a
 * partitioned table the index of each partition is built, since PostgreSQL builds none of the whole table beside writers.
 */
async function buildIndex(db: Kysely<unknown>, definition: string): Promise<void> {
  const [, name, table, columns] = /^(\S+) on (\S+) (.+)$/s.exec(definition) as unknown as [
    string,
    string,
    string,
    string,
  ];
  await sql.raw(`set lock_timeout = '${BUILD_LOCK_TIMEOUT}'`).execute(db);
  const { rows } = await sql<{ name: string }>`
    select relid::regclass::text as name from pg_partition_tree(to_regclass(${table})) where isleaf and level > 0`.execute(
    db,
  );
  if (rows.length === 0) return buildPlain(db, name, `${table} ${columns}`);
  // Stays invalid until every partition has its index. Partitions that are made meanwhile get one at once.
  await sql.raw(`create index if not exists ${name} on only ${table} ${columns}`).execute(db);
  for (const { name: partition } of rows) {
    const { rows: attached } = await sql`
      select from pg_index join pg_inherits on inhrelid = indexrelid
      where inhparent = to_regclass(${name}) and indrelid = to_regclass(${partition})`.execute(db);
    if (attached.length > 0) continue;
    const part = `${name}${partition.slice(table.length)}`;
    await buildPlain(db, part, `${partition} ${columns}`);
    await sql.raw(`alter index ${name} attach partition ${part}`).execute(db);
  }
}

/** Builds the index of a table that is not partitioned. */
async function buildPlain(db: Kysely<unknown>, name: string, on: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${name} on ${on}`).execute(db);
}
