/**
 * What the system, SQLite and PostgreSQL call it when nothing more can be written: no space or quota left, a file system
 * that was made read-only (as Linux does after faults of a disk), PostgreSQL's `disk_full`.
 * Sources: errno(3); sqlite.org/rescode.html; PostgreSQL's documentation, appendix A.
 */
const NO_SPACE =
  /^(ENOSPC|EDQUOT|EROFS|SQLITE_FULL|SQLITE_READONLY.*|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|DIR_FSYNC)|53100)$/;

/** Causes that are looked through. */
const DEPTH = 5;

/** Whether an error, or what caused it, says that nothing more can be stored for now. */
export function isNoSpace(error: unknown): boolean {
  let one = error;
  for (let depth = 0; depth < DEPTH && one instanceof Error; depth++) {
    if (NO_SPACE.test(String((one as { code?: unknown }).code ?? ''))) return true;
    one = one.cause;
  }
  return false;
}
