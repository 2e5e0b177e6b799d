import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrations } from './migrations/index.ts';

/**
 * Name of the fact in `meta` that names a migration: only versions that have this migration can use the store. A migration that
 * removes or renames what the release before it uses writes its own name. All other migrations are additive, so the two releases run
 * side by side.
 */
export const COMPATIBLE_FROM = 'compatible_from';

const names = Object.keys(migrations).sort();

/** The newest migration of this version. */
const newest = names.at(-1) as string;

export interface SchemaState {
  /** Migrations of this version that the store lacks, in their order. */
  readonly pending: readonly string[];
  /** Migrations that a newer version has run. */
  readonly unknown: readonly string[];
  /** Sentence that says why this version can't use the store; null if it can. */
  readonly obstacle: string | null;
}

/** Judges a store by its executed migrations and the value of `COMPATIBLE_FROM`. */
export function schemaState(executed: readonly string[], compatibleFrom: string | undefined): SchemaState {
  const obstacle =
    compatibleFrom !== undefined && compatibleFrom > newest
      ? `A newer version has upgraded the store. It needs a version with migration ${compatibleFrom}, and this one ends with ${newest}`
      : null;
  return {
    pending: names.filter((name) => !executed.includes(name)),
    unknown: executed.filter((name) => !names.includes(name)).sort(),
    obstacle,
  };
}

/** Asks the catalogue alone, so that it waits for no lock of a table. */
async function hasTable(db: Kysely<unknown>, name: string): Promise<boolean> {
  const query = db.getExecutor().adapter.supportsTransactionalDdl
    ? sql<{ found: unknown }>`select to_regclass(${name}) is not null as found`
    : sql<{ found: unknown }>`select count(*) as found from sqlite_master where type = 'table' and name = ${name}`;
  const { rows } = await query.execute(db);
  return Boolean(rows[0]?.found);
}

/** Reads the state of a store, which may be empty. */
export async function readSchemaState(db: Kysely<unknown>): Promise<SchemaState> {
  const executed = (await hasTable(db, 'kysely_migration'))
    ? (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name)
    : [];
  const fact = (await hasTable(db, 'meta'))
    ? (await sql<{ value: string }>`select value from meta where key = ${COMPATIBLE_FROM}`.execute(db)).rows[0]
    : undefined;
  return schemaState(executed, fact?.value);
}

/** Migrations as Kysely wants them: those that a newer version has run are named too, and do nothing. */
export function withUnknown({ unknown }: SchemaState): Record<string, Migration> {
  return { ...migrations, ...Object.fromEntries(unknown.map((name) => [name, { up: async () => undefined }])) };
}

/** Throws with words for the operator when this version must not use the store; `migrate` is the setting of this name. */
export function refuseUnfit({ obstacle, pending }: SchemaState, migrate: 'auto' | 'off'): void {
  if (obstacle) throw new Error(`${obstacle}. Install the newer version`);
  if (migrate === 'off' && pending.length > 0) {
    throw new Error(
      `The store lacks migrations of this version: ${pending.join(', ')}. Run "bonafide migrate", or start with --migrate auto`,
    );
  }
}
