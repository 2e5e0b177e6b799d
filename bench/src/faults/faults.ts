import { killOften } from '../crash/kills.ts';
import {
  breakBucket,
  failOver,
  fillBucket,
  fillDisk,
  killDuring,
  killInReport,
  loseRedis,
  stopDatabase,
  suspendWorker,
} from './disturbances.ts';
import type { Fault } from './fault.ts';
import { betweenEffects, measured, migrationsKilled, rolling, tested, underLoad } from './makers.ts';
import { rotateKeys } from './rotation.ts';

/** Milliseconds for which a part is away, in the whole form and in the short one. */
const AWAY_MS = [60_000, 5_000] as const;

/** Milliseconds for which a worker stands still: longer than its leases of 30 s. */
const SUSPENDED_MS = 35_000;

/** The jobs of a killed worker have to be done by then. */
const RESUMED_MS = 60_000;

const away = (quick: boolean) => AWAY_MS[quick ? 1 : 0];

/** The faults of the specification of operations, by its numbers, and three more. */
export const faults: readonly Fault[] = [
  {
    number: 1,
    what: 'kill of the API during an upload',
    ...underLoad({ store: 'postgres' }, () => (stage) => killDuring(stage, 'POST /documents')),
  },
  {
    number: 2,
    what: 'kill of the API while a check is created',
    ...underLoad({ store: 'postgres' }, () => (stage) => killDuring(stage, 'POST /checks')),
  },
  {
    number: 3,
    what: 'kill of a worker in a report',
    ...underLoad({ store: 'postgres' }, () => killInReport, RESUMED_MS),
  },
  {
    number: 4,
    what: 'the lease ends under a slow worker',
    ...underLoad({ store: 'postgres', workers: 2 }, () => (stage) => suspendWorker(stage, SUSPENDED_MS), RESUMED_MS),
  },
  { number: 5, what: 'rolling restart behind a proxy', ...rolling },
  {
    number: 6,
    what: 'the database is away for 60 s',
    ...underLoad({ store: 'postgres', server: 'own' }, (quick) => (stage) => stopDatabase(stage, away(quick))),
  },
  {
    number: 7,
    what: 'the database is killed in transactions and starts again',
    ...underLoad({ store: 'postgres', server: 'own' }, () => (stage) => stopDatabase(stage, 0)),
  },
  {
    number: 8,
    what: 'the disk is full under load',
    ...underLoad({ store: 'embedded', with: 'small disk' }, () => fillDisk),
  },
  {
    number: 8,
    what: 'the bucket is full under load',
    ...underLoad({ store: 'postgres', with: 'bucket' }, () => fillBucket),
  },
  { number: 8, what: 'the disk is full at exact steps', ...tested('store/full-disk.test.ts') },
  { number: 9, what: 'clocks are wrong by an hour', ...tested('workers/clocks.test.ts', 'store/clock.test.ts') },
  {
    number: 10,
    what: 'receivers hang, reset, drip, redirect, answer without end, 410, 429 and 500 for 72 h',
    ...tested('outgoing/post.test.ts', 'outgoing/retry.test.ts', 'webhooks/deliver.test.ts'),
  },
  {
    number: 11,
    what: 'a name resolves to another address',
    ...tested('outgoing/resolve.test.ts', 'outgoing/address-policy.test.ts', 'outgoing/post.test.ts'),
  },
  { number: 12, what: 'workers come twice and late', ...tested('jobs/worker.test.ts') },
  {
    number: 13,
    what: 'resumption, cancellation and withdrawal race the completion',
    ...tested('api/operator/check-states.test.ts', 'checks/progress.test.ts', 'checks/process-live.test.ts'),
  },
  { number: 14, what: 'a deletion races a check', ...tested('checks/process.test.ts', 'applicants/erase.test.ts') },
  { number: 15, what: 'a restore comes in the last second', ...tested('applicants/erase.test.ts') },
  { number: 16, what: 'migrations are killed, embedded store', ...migrationsKilled('embedded') },
  { number: 16, what: 'migrations are killed, PostgreSQL', ...migrationsKilled('postgres') },
  { number: 17, what: 'a backup under load is restored and compared', ...measured('restore') },
  { number: 18, what: 'keys are rotated under load', ...underLoad({ store: 'postgres' }, () => rotateKeys) },
  {
    number: 19,
    what: 'the object store is away for 60 s, and slow',
    ...underLoad({ store: 'postgres', with: 'bucket' }, (quick) => (stage) => breakBucket(stage, away(quick))),
  },
  {
    number: 19,
    what: 'Redis hangs, and is away for 60 s',
    ...underLoad({ store: 'postgres', with: 'redis' }, (quick) => (stage) => loseRedis(stage, away(quick))),
  },
  {
    number: 19,
    what: 'a provider of data fails, or does not answer',
    ...tested('sources/providers.test.ts', 'sources/data-reports.test.ts'),
  },
  { number: 20, what: 'a backlog of 100,000 jobs', ...measured('backlog', '--postgres') },
  {
    number: 21,
    what: 'the primary of a cluster with synchronous replication is killed',
    ...underLoad({ store: 'postgres', server: 'cluster' }, () => failOver),
  },
  {
    number: 22,
    what: 'any process is killed at any time, 10 times',
    ...underLoad({ store: 'embedded' }, (quick) => (stage) => killOften(stage, quick ? 2 : 10)),
  },
  { number: 23, what: 'a kill between an effect and its record, embedded store', ...betweenEffects('embedded') },
  { number: 23, what: 'a kill between an effect and its record, PostgreSQL', ...betweenEffects('postgres') },
];
