/**
 * Names of SQLite's result codes that say why a file could not be used, by the code or its lower byte.
 * Source: sqlite.org/rescode.html.
 */
const NAMES: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  23: 'SQLITE_AUTH',
  778: 'SQLITE_IOERR_WRITE',
  1034: 'SQLITE_IOERR_FSYNC',
  1290: 'SQLITE_IOERR_DIR_FSYNC',
  1546: 'SQLITE_IOERR_TRUNCATE',
  4618: 'SQLITE_IOERR_SHMOPEN',
  4874: 'SQLITE_IOERR_SHMSIZE',
};

/**
 * The code of an error of the system, PostgreSQL or SQLite, as text; empty where it has none. Node gives SQLite's errors one code,
 * and SQLite's own as the number `errcode`.
 */
export function errorCode(error: unknown): string {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  const name = typeof errcode === 'number' ? (NAMES[errcode] ?? NAMES[errcode & 0xff]) : undefined;
  return name ?? String(code ?? '');
}
