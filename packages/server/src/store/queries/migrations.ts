import { sql } from 'kysely';
import { migrations } from '../migrations/index.ts';
import { query } from '../query.ts';
import type { SystemReader } from '../store.ts';

const listApplied = query()((db) => {
  const listed = sql<{ name: string }>`select name from kysely_migration order by name`;
  return { compile: () => listed.compile(db) };
});

export interface MigrationState {
  /** Names of the migrations that the store has run, in their order. */
  readonly applied: readonly string[];
  /** Migrations of this version that the store has not run. */
  readonly missing: readonly string[];
  /** Migrations that the store has run and this version doesn't know: a newer version shares the store. */
  readonly unknown: readonly string[];
}

/** Compares the migrations of this version with those that the store has run. */
export async function migrationState(reader: SystemReader): Promise<MigrationState> {
  const applied = (await reader.all(listApplied, {})).map(({ name }) => name);
  const known = Object.keys(migrations);
  return {
    applied,
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}
