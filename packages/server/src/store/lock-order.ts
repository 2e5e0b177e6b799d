/**
 * Kinds of locks, in the order in which transactions must take them: two that lock in the same order never wait for each other.
 * `job` is the row of a job, which its worker ends or postpones; `audit` the head of a chain of the audit log, which every change
 * of an account takes, and so last.
 */
export const lockKinds = [
  'account',
  'operator_keys',
  'member',
  'webhook',
  'applicant',
  'job',
  'check',
  'run',
  'monitor',
  'automation_class',
  'audit',
] as const;

export type LockKind = (typeof lockKinds)[number];

/** `shared`: other transactions may share it, and none may hold it exclusively. */
export type LockMode = 'shared' | 'exclusive';

export interface LockClaim {
  readonly kind: LockKind;
  /** Id of the row; null: all rows of the kind that the transaction needs, such as the rows of one applicant. */
  readonly id: string | null;
  readonly mode: LockMode;
}

/** A transaction would lock in another order than the rest of the service: a defect, and never of the request. */
export class LockOrderError extends Error {}

const nameOf = ({ kind, id }: Pick<LockClaim, 'kind' | 'id'>) => (id === null ? `every ${kind}` : `${kind} ${id}`);

/** Returns whether `a` is locked before `b`: by kind, then by id; every row of a kind after single ones. */
export function precedes(a: Pick<LockClaim, 'kind' | 'id'>, b: Pick<LockClaim, 'kind' | 'id'>): boolean {
  if (a.kind !== b.kind) return lockKinds.indexOf(a.kind) < lockKinds.indexOf(b.kind);
  return a.id !== null && (b.id === null || a.id < b.id);
}

/** The locks of one transaction. They are held until it ends. */
export class LockOrder {
  readonly #held = new Map<string, LockMode>();
  #last: LockClaim | undefined;

  /**
   * Notes a lock that is about to be taken. One that is held already may be asked for again. Throws `LockOrderError` for one
   * that precedes another which is held, and for a shared lock that is to become exclusive: two transactions that share it
   * would wait for each other.
   */
  claim(claim: LockClaim): void {
    const key = nameOf(claim);
    const held = this.#held.get(key);
    if (held === 'exclusive' || held === claim.mode) return;
    if (held) throw new LockOrderError(`The lock on ${key} is shared and can't become exclusive`);
    if (this.#last && !precedes(this.#last, claim)) {
      throw new LockOrderError(`The lock on ${key} comes before that on ${nameOf(this.#last)}, which is held`);
    }
    this.#held.set(key, claim.mode);
    this.#last = claim;
  }
}
