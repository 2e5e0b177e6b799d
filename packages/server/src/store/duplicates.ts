import type { Database } from './schema.ts';

/** Returns whether a statement failed because a table has a row with the same key already: on SQLite, and on PostgreSQL. */
export function isDuplicate(error: unknown, table: keyof Database): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message.startsWith(`UNIQUE constraint failed: ${table}.`) ||
    ((error as { code?: unknown }).code === '23505' && (error as { table?: unknown }).table === table)
  );
}
