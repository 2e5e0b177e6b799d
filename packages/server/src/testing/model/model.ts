import type { Generation } from '../../api/testing/generations.ts';
import type { CheckStatus, Environment, ReportStatus } from '../../store/schema.ts';

/** A kind of report as the documents describe it (contract 8). */
export interface ReportOrdered {
  /** Null where v3 has none. */
  readonly name: string | null;
  /** Name and variant in v1 and v2; null where they have none. */
  readonly earlier: readonly [name: string, variant: string | null] | null;
  readonly family: 'document' | 'facial' | 'other';
  readonly needs: readonly ('document' | 'identity_document' | 'photo' | 'location')[];
}

/** Objects that clients of one account see in one environment; nothing of it is ever seen from another. */
export interface Tenant {
  readonly account: 0 | 1;
  readonly environment: Environment;
  /** True if new checks of the account are paused. */
  readonly pausing: boolean;
}

export const tenants: readonly Tenant[] = [
  { account: 0, environment: 'sandbox', pausing: false },
  { account: 0, environment: 'live', pausing: false },
  { account: 1, environment: 'sandbox', pausing: true },
  { account: 1, environment: 'live', pausing: true },
];

export interface Upload {
  readonly id: string;
  readonly at: number;
}

export interface Document extends Upload {
  readonly type: string;
  readonly country: string | null;
}

export interface Applicant {
  readonly id: string;
  readonly tenant: Tenant;
  first_name: string;
  last_name: string;
  hasEmail: boolean;
  /** True if a location is known, which v3.6 requires. */
  isLocated: boolean;
  state: 'active' | 'scheduled' | 'erased';
  /** Time of the deletion while it is scheduled; Unix milliseconds. */
  deleteAt: number;
  readonly documents: Document[];
  readonly photos: Upload[];
  readonly checks: Check[];
}

export interface Report {
  readonly id: string;
  readonly ordered: ReportOrdered;
  status: ReportStatus;
  result: 'clear' | 'consider' | null;
  /** Answers of each generation once the report was final. */
  readonly bodies: Map<Generation, unknown>;
}

export interface ModelEvent {
  readonly type: string;
  /** Check or report. */
  readonly id: string;
  readonly status: string;
  /** Ids of the webhooks that it goes to. */
  readonly webhooks: readonly string[];
}

export interface Check {
  readonly id: string;
  readonly applicant: Applicant;
  /** Generation that ordered it. */
  readonly made: Generation;
  readonly createdAt: number;
  /** A standard check: the applicant provides the data. */
  readonly formUri: string | null;
  /** Sandbox: the reports that the order wants to be `consider`; empty leaves it to the names. */
  readonly considered: readonly string[];
  /** Names are those at creation. */
  readonly first_name: string;
  readonly last_name: string;
  /** Milliseconds until a sandbox check is answered; none when its client waits. */
  readonly delay: number;
  /** Null is all. */
  readonly webhookIds: readonly string[] | null;
  readonly reports: Report[];
  status: CheckStatus;
  opened: boolean;
  /** Time at which the applicant sent the form last; null until then. */
  submittedAt: number | null;
  readonly events: ModelEvent[];
  /** Number of `events` that have been found in the store. */
  seen: number;
}

export interface Webhook {
  readonly id: string;
  readonly account: 0 | 1;
  readonly environments: readonly Environment[];
  readonly events: readonly string[];
  deleted: boolean;
}

/** Work that waits for a worker: a sandbox check, a live report, the erasure of an applicant. */
export interface Job {
  readonly kind: 'check' | 'report' | 'erasure';
  readonly applicant: Applicant;
  readonly check?: Check;
  readonly report?: Report;
  /** Due time, or the end of its lease; Unix milliseconds. */
  at: number;
  /** Grows with each claim: who holds it under an old number does nothing. */
  fence: number;
}

/** State of the service by its documents, after everything that has happened so far. */
export class Model {
  now: number;
  readonly applicants: Applicant[] = [];
  readonly webhooks: Webhook[] = [];
  jobs: Job[] = [];
  /** Jobs of each stalled worker, under the fences that it claimed its jobs with; the oldest first. */
  readonly stalled: { readonly job: Job; readonly fence: number }[][] = [];

  constructor(now: number) {
    this.now = now;
  }

  get checks(): Check[] {
    return this.applicants.flatMap(({ checks }) => checks);
  }

  /** Applicants that are neither scheduled nor erased. */
  get active(): Applicant[] {
    return this.applicants.filter(isActive);
  }
}

export const isFinal = ({ status }: Report): boolean => ['complete', 'withdrawn', 'cancelled'].includes(status);

export const isActive = ({ state }: Applicant): boolean => state === 'active';

/**
 * The result of a check: the combined result of its reports while it is complete, else null. `consider` when one of them is,
 * `clear` when all that have a result are, null when none has (contract 7.4).
 */
export function resultOf({ status, reports }: Check): 'clear' | 'consider' | null {
  const results = reports.map(({ result }) => result);
  if (status !== 'complete') return null;
  if (results.includes('consider')) return 'consider';
  return results.includes('clear') ? 'clear' : null;
}

/** One of a list, by any number. */
export function pick<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T;
}

/** The same, three times of four among those that fit, when any do: elsewhere less would happen. */
export function prefer<T>(list: readonly T[], fits: (one: T) => boolean, n: number): T {
  const fitting = list.filter(fits);
  const [least, rest] = [n % 4, Math.floor(n / 4)];
  return pick(least === 0 || fitting.length === 0 ? list : fitting, rest);
}
