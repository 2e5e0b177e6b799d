/** A property of the error itself: the process may hold two copies of this module, as tests of the bundle do. */
const UNKNOWN = Symbol.for('bonafide.unknownOutcome');

/**
 * Marks the error of a transaction whose commit may stand: a sync of the disk failed after it, or the connection broke
 * before its answer came. Answers the error.
 */
export function markUnknownOutcome<E>(error: E): E {
  if (typeof error === 'object' && error !== null) Object.defineProperty(error, UNKNOWN, { value: true });
  return error;
}

/**
 * Returns whether the transaction that threw the error may be committed all the same. Then nothing may be deleted that its rows
 * name. After any other error the transaction is undone.
 */
export function hasUnknownOutcome(error: unknown): boolean {
  return typeof error === 'object' && error !== null && UNKNOWN in error;
}
