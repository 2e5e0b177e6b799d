import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import type { Ids } from '../base/ids.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { jobSubjects } from '../store/ownership.ts';
import { insertJob, putJobOnClock } from '../store/queries/jobs.ts';
import type { Scope } from '../store/query.ts';
import type { JobRow } from '../store/schema.ts';
import type { Store, SystemTx } from '../store/store.ts';
import { currentParent, type Tracing } from '../tracing/tracing.ts';

/** Services that the queue needs. */
export interface QueueServices {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

/** Kinds of background work. */
export type JobKind = keyof typeof jobSubjects;

/** Kinds of jobs that run nets of live analysis: reports, and the faces of workflow runs. Processes of the role `analyser` run them. */
export const analysingKinds: readonly JobKind[] = ['report', 'workflow_run'];

export interface NewJob {
  kind: JobKind;
  /** The id of the job's subject: see `jobSubjects`. */
  ref: string;
  /** Lane of the job. Jobs take turns with jobs of other lanes; default: the account. */
  lane?: string;
  payload?: unknown;
  /** Unix milliseconds, by the clock of the scope; default: now. */
  runAt?: number;
}

/** Key under which a payload keeps the `traceparent` of the work that asked for the job. */
const TRACE = 'traceparent';

/** The stored payload: what the job was given, with the trace in which it was asked for. */
function payloadOf(payload: unknown): string | null {
  const traceparent = currentParent();
  if (traceparent !== undefined) return JSON.stringify({ ...(payload as object), [TRACE]: traceparent });
  return payload === undefined ? null : JSON.stringify(payload);
}

/** Separates a job from the trace in which it was asked for; undefined for a job that was asked for without one. */
export function untraced(job: JobRow): { job: JobRow; traceparent: string | undefined } {
  if (!job.payload?.includes(`"${TRACE}":`)) return { job, traceparent: undefined };
  const { [TRACE]: traceparent, ...payload } = JSON.parse(job.payload) as Record<string, unknown>;
  const rest = Object.keys(payload).length === 0 ? null : JSON.stringify(payload);
  return { job: { ...job, payload: rest }, traceparent: typeof traceparent === 'string' ? traceparent : undefined };
}

/** Adds a job in the transaction of the change that asks for it. Job and change commit together or not at all. */
export async function enqueue(
  services: Pick<QueueServices, 'clock' | 'ids'>,
  tx: SystemTx,
  scope: Scope,
  job: NewJob,
): Promise<void> {
  const now = services.clock.now();
  const id = services.ids.uuid();
  await tx.run(insertJob, {
    id,
    kind: job.kind,
    lane: job.lane ?? scope.account_id,
    account_id: scope.account_id,
    environment: scope.environment,
    ref: job.ref,
    payload: payloadOf(job.payload),
    run_at: job.runAt === undefined ? now : job.runAt - (scope.clock?.offset ?? 0),
    fence: 0,
    attempts: 0,
    worker: null,
    created_at: now,
  } satisfies Omit<JobRow, 'clock_id'>);
  if (scope.clock) await tx.run(putJobOnClock, { id, clock_id: scope.clock.id });
  tx.signal('job', job.kind);
}
