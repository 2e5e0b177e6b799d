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

/** Builds an index unless it is there. PostgreSQL leaves an invalid index behind when a build is killed: this one is dropped first. */
async function buildIndex(db: Kysely<unknown>, definition: string): Promise<void> {
  const name = definition.slice(0, definition.indexOf(' '));
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  if (rows[0]?.valid) return;
  await sql.raw(`set lock_timeout = '${BUILD_LOCK_TIMEOUT}'`).execute(db);
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create index concurrently ${definition}`).execute(db);
}
