import { type LockKind, type LockMode, LockOrder, precedes } from './lock-order.ts';
import {
  lockAccount,
  lockApplicant,
  lockAuditHead,
  lockAutomationClass,
  lockCheck,
  lockChecksOf,
  lockMember,
  lockMonitor,
  lockOperatorKeys,
  lockRun,
  lockRunsOf,
  lockWebhook,
  shareApplicant,
} from './queries/locks.ts';
import type { Query, Scope } from './query.ts';
import type {
  AccountRow,
  ApplicantRow,
  AuditHeadRow,
  AutomationClassRow,
  CheckRow,
  MemberRow,
  MonitorRow,
  OperatorKeyRow,
  WebhookRow,
  WorkflowRunRow,
} from './schema.ts';

type ActiveApplicant = Pick<ApplicantRow, 'id' | 'created_at' | 'delete_at' | 'data' | 'clock_id'>;
type LockedApplicant = ActiveApplicant & Pick<ApplicantRow, 'deleted_by'>;

/** Rows that a transaction over all accounts may lock: ids, and the row of each when it is there. */
interface SystemRows {
  /** No other transaction changes it, or adds what is counted by account. */
  account: AccountRow;
  /** The head of the audit log of an account: no other transaction adds to it. */
  audit: AuditHeadRow;
  /** No other transaction changes what the member signs in with, or uses a one-time code. */
  member: MemberRow;
}

/** Rows that a transaction of an account and environment may lock in addition. */
interface ScopedRows extends SystemRows {
  /** No other transaction changes it. */
  webhook: WebhookRow;
  /**
   * Id of an applicant that isn't scheduled for deletion and stays so during the transaction. Objects of an applicant are only added
   * under this lock, which transactions can share.
   */
  activeApplicant: ActiveApplicant;
  /** An applicant, scheduled for deletion or not: no other transaction changes it, or adds anything to it. */
  applicant: LockedApplicant;
  /** No other transaction changes it or its reports. */
  check: CheckRow;
  /** No other transaction changes it or its tasks. */
  run: WorkflowRunRow;
  /** A monitor: no other transaction changes it or its matches. */
  monitor: MonitorRow;
  /** A class of audited automation: no other transaction counts a review of it, or clears a report by it. */
  automationClass: AutomationClassRow;
}

/** Lists that are locked as a whole. */
interface SystemLists {
  /** All operator keys: `true`. */
  operatorKeys: OperatorKeyRow;
}

interface ScopedLists extends SystemLists {
  /** Several rows of `activeApplicant`: their ids. */
  activeApplicants: ActiveApplicant;
  /** The checks of an applicant that is locked: its id. */
  checksOf: Pick<CheckRow, 'id'>;
  /** Id of a locked applicant, whose runs are locked. */
  runsOf: Pick<WorkflowRunRow, 'id'>;
}

/** The job that a worker ends in this transaction: its row is locked by the write that follows. */
interface JobOf {
  job?: string;
}

export type SystemLocks = JobOf & { [Name in keyof SystemRows]?: string } & { operatorKeys?: true };
export type ScopedLocks = SystemLocks & { [Name in keyof ScopedRows]?: string } & {
  activeApplicants?: readonly string[];
  checksOf?: string;
  runsOf?: string;
};

/** The locked rows, by the names of the request; undefined, or left out of a list, if a row is missing. */
export type Locked<Wanted> = {
  [Name in keyof Wanted]: Name extends keyof ScopedRows
    ? ScopedRows[Name] | undefined
    : Name extends keyof ScopedLists
      ? ScopedLists[Name][]
      : undefined;
};

/** Runs the queries of the locks. */
export interface LockReader {
  first(query: Query<never, unknown>, params: never): Promise<unknown>;
  all(query: Query<never, unknown>, params: never): Promise<unknown[]>;
}

interface Lock {
  readonly kind: LockKind;
  readonly mode: LockMode;
  /** Undefined where a write that follows takes it. */
  readonly query?: Query<never, unknown>;
  /** `row`: of the id; `rows`: of several ids; `all`: those that the query finds. */
  readonly takes: 'row' | 'rows' | 'all';
}

const locks: { readonly [Name in keyof Required<ScopedLocks>]: Lock } = {
  account: { kind: 'account', mode: 'exclusive', query: lockAccount, takes: 'row' },
  operatorKeys: { kind: 'operator_keys', mode: 'exclusive', query: lockOperatorKeys, takes: 'all' },
  member: { kind: 'member', mode: 'exclusive', query: lockMember, takes: 'row' },
  webhook: { kind: 'webhook', mode: 'exclusive', query: lockWebhook, takes: 'row' },
  activeApplicant: { kind: 'applicant', mode: 'shared', query: shareApplicant, takes: 'row' },
  activeApplicants: { kind: 'applicant', mode: 'shared', query: shareApplicant, takes: 'rows' },
  applicant: { kind: 'applicant', mode: 'exclusive', query: lockApplicant, takes: 'row' },
  job: { kind: 'job', mode: 'exclusive', takes: 'row' },
  check: { kind: 'check', mode: 'exclusive', query: lockCheck, takes: 'row' },
  checksOf: { kind: 'check', mode: 'exclusive', query: lockChecksOf, takes: 'all' },
  run: { kind: 'run', mode: 'exclusive', query: lockRun, takes: 'row' },
  runsOf: { kind: 'run', mode: 'exclusive', query: lockRunsOf, takes: 'all' },
  monitor: { kind: 'monitor', mode: 'exclusive', query: lockMonitor, takes: 'row' },
  automationClass: { kind: 'automation_class', mode: 'exclusive', query: lockAutomationClass, takes: 'row' },
  audit: { kind: 'audit', mode: 'exclusive', query: lockAuditHead, takes: 'row' },
};

/** Takes locks in the same order in every transaction, whatever order a caller lists them in. Each transaction has one instance. */
export class Locks {
  #order: LockOrder | undefined;

  /**
   * Locks what `requested` names until the transaction ends. Throws `LockOrderError` where a lock that is held comes after one of
   * them: then they must be asked for together.
   */
  async take<Wanted extends ScopedLocks>(
    reader: LockReader,
    scope: Scope | undefined,
    requested: Wanted,
  ): Promise<Locked<Wanted>> {
    const taken: Record<string, unknown> = requested.activeApplicants ? { activeApplicants: [] } : {};
    this.#order ??= new LockOrder();
    for (const { name, query, claim, takes } of claimsOf(requested)) {
      this.#order.claim(claim);
      if (!query) continue;
      // A query binds those that it names.
      const params = { id: claim.id, account_id: scope?.account_id, applicant_id: requested[name] } as never;
      const found = takes === 'all' ? await reader.all(query, params) : await reader.first(query, params);
      if (takes !== 'rows') taken[name] = found;
      else if (found) (taken[name] as unknown[]).push(found);
    }
    return taken as Locked<Wanted>;
  }
}

/** The requested locks, in the order in which they are taken. */
function claimsOf(requested: ScopedLocks) {
  const claims = (Object.keys(requested) as (keyof ScopedLocks)[]).flatMap((name) => {
    const id = requested[name];
    if (id === undefined) return [];
    const { kind, mode, query, takes } = locks[name];
    const ids = takes === 'all' ? [null] : new Set([id].flat() as string[]);
    return [...ids].map((id) => ({ name, query, takes, claim: { kind, id, mode } }));
  });
  return claims.sort((a, b) => (precedes(a.claim, b.claim) ? -1 : 1));
}
