import { errorCode } from './sqlite-codes.ts';

/**
 * Codes of the system, SQLite and PostgreSQL that say that nothing more can be written, with the reason in words.
 * SQLite reports an exceeded quota or file size as a failed write.
 * Sources: errno(3); sqlite.org/rescode.html; PostgreSQL's documentation, appendix A.
 */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOSPC|SQLITE_FULL)$/, 'its disk is full'],
  [/^53100$/, 'the disk of PostgreSQL is full'],
  [/^EDQUOT$/, 'the quota of its user is exhausted'],
  [/^EFBIG$/, 'the limit on the size of files is reached'],
  [/^(EROFS|SQLITE_READONLY)$/, 'it is read-only'],
  [
    /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHMSIZE|SHMOPEN|DIR_FSYNC)$/,
    'its disk is full or faulty, or a quota or a limit on the size of files is reached',
  ],
];

/** Maximum number of nested causes that are examined. */
const DEPTH = 5;

/**
 * Says why nothing more can be stored for now, for example `its disk is full`. Returns undefined when neither the error
 * nor its causes say so.
 */
export function noSpaceReason(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < DEPTH && current instanceof Error; depth++) {
    const code = errorCode(current);
    const found = REASONS.find(([codes]) => codes.test(code));
    if (found) return found[1];
    current = current.cause;
  }
  return undefined;
}

/** Returns whether an error, or its cause, says that nothing more can be stored for now. */
export function isNoSpace(error: unknown): boolean {
  return noSpaceReason(error) !== undefined;
}
