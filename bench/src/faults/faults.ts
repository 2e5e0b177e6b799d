import { killOften } from '../crash/kills.ts';
import { failOver, killDuring, killInReport, stopDatabase, suspendWorker } from './disturbances.ts';
import type { Fault } from './fault.ts';

/** Milliseconds for which a part is away, in the whole form and in the short one. */
const AWAY_MS = [60_000, 5_000] as const;

/** Milliseconds for which a worker stands still: longer than its leases of 30 s. */
const SUSPENDED_MS = 35_000;

/** The jobs of a killed worker have to be done by then. */
const RESUMED_MS = 60_000;

const away = (quick: boolean) => AWAY_MS[quick ? 1 : 0];

/** The faults of the specification of operations, by its numbers. */
export const faults: readonly Fault[] = [
  {
    number: 1,
    what: 'kill of the API during an upload',
    deployment: { store: 'postgres' },
    disturb: () => (stage) => killDuring(stage, 'POST /documents'),
  },
  {
    number: 2,
    what: 'kill of the API while a check is created',
    deployment: { store: 'postgres' },
    disturb: () => (stage) => killDuring(stage, 'POST /checks'),
  },
  {
    number: 3,
    what: 'kill of a worker in a report',
    deployment: { store: 'postgres' },
    disturb: () => killInReport,
    settledWithin: RESUMED_MS,
  },
  {
    number: 4,
    what: 'the lease ends under a slow worker',
    deployment: { store: 'postgres', workers: 2 },
    disturb: () => (stage) => suspendWorker(stage, SUSPENDED_MS),
    settledWithin: RESUMED_MS,
  },
  {
    number: 6,
    what: 'the database is away for 60 s',
    deployment: { store: 'postgres', server: 'own' },
    disturb: (quick) => (stage) => stopDatabase(stage, away(quick)),
  },
  {
    number: 7,
    what: 'the database is killed in transactions and starts again',
    deployment: { store: 'postgres', server: 'own' },
    disturb: () => (stage) => stopDatabase(stage, 0),
  },
  { number: 8, what: 'the disk is full', tests: ['store/full-disk.test.ts'] },
  { number: 9, what: 'clocks are wrong by an hour', tests: ['workers/clocks.test.ts', 'store/clock.test.ts'] },
  {
    number: 10,
    what: 'receivers hang, reset, drip, redirect, answer without end, 410, 429 and 500 for 72 h',
    tests: ['outgoing/post.test.ts', 'outgoing/retry.test.ts', 'webhooks/deliver.test.ts'],
  },
  {
    number: 11,
    what: 'a name resolves to another address',
    tests: ['outgoing/resolve.test.ts', 'outgoing/address-policy.test.ts', 'outgoing/post.test.ts'],
  },
  { number: 12, what: 'workers come twice and late', tests: ['jobs/worker.test.ts'] },
  {
    number: 13,
    what: 'resumption, cancellation and withdrawal race the completion',
    tests: ['api/operator/check-states.test.ts', 'checks/progress.test.ts', 'checks/process-live.test.ts'],
  },
  {
    number: 14,
    what: 'a deletion races a check',
    tests: ['checks/process.test.ts', 'applicants/erase.test.ts'],
  },
  { number: 15, what: 'a restore comes in the last second', tests: ['applicants/erase.test.ts'] },
  { number: 20, what: 'a backlog of 100,000 jobs', bench: 'backlog' },
  {
    number: 21,
    what: 'the primary of a cluster with synchronous replication is killed',
    deployment: { store: 'postgres', server: 'cluster' },
    disturb: () => failOver,
  },
  {
    number: 22,
    what: 'any process is killed at any time, 10 times',
    deployment: { store: 'embedded' },
    disturb: (quick) => (stage) => killOften(stage, quick ? 2 : 10),
  },
];
