import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepareRedis, type RedisServer } from '../../../packages/server/src/redis/testing/redis-server.ts';
import { FakeS3 } from '../../../packages/server/src/storage/testing/fake-s3.ts';
import { FaultProxy } from '../../../packages/server/src/storage/testing/fault-proxy.ts';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { type PostgresServer, preparePostgres } from '../../../packages/server/src/testing/postgres-server.ts';
import { mountSmallDisk, type SmallDisk } from '../../../packages/server/src/testing/small-disk.ts';
import { type Cluster, startCluster } from '../faults/patroni.ts';
import { raiseLimits } from '../operate.ts';
import { Api } from './api.ts';
import { startClients } from './clients.ts';
import type { Deed, Ledger } from './ledger.ts';
import { type Random, seeded } from './random.ts';
import { openReceiver } from './receiver.ts';
import { ServiceProcess } from './service-process.ts';
import { mediaIn, type Verdict, verdictOn } from './verdict.ts';

/** Milliseconds in which the clients go on after the disturbance. */
const AFTER_MS = 200;

export interface Options {
  readonly seed: number;
  readonly clients: number;
  readonly print: (line: string) => void;
}

export type StoreName = 'embedded' | 'postgres';

export interface Result {
  readonly store: StoreName;
  /** Milliseconds until every event had come, after the clients had stopped. */
  readonly settleMs: number;
  readonly acknowledged: ReadonlyMap<Deed, number>;
  readonly unacknowledged: number;
  /** Acknowledged objects that are missing or changed; one line each. */
  readonly lost: readonly string[];
  /** Answers and failures that no crash explains. */
  readonly surprises: readonly string[];
  readonly checks: Verdict['checks'];
  readonly events: Verdict['events'];
  /** Milliseconds of every start on existing data. */
  readonly restarts: readonly number[];
  readonly errors: readonly string[];
}

/** Actions to undo, last first; whatever happens, each is undone once. */
export class Cleanup {
  readonly #steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async run(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      await step().catch((error) => console.error(`Cleaning up: ${error}`));
    }
  }
}

/** The parts that a disturbance works on, while clients use the service. */
export interface Stage {
  /** The first answers the clients. */
  readonly processes: readonly ServiceProcess[];
  readonly api: Api;
  readonly ledger: Ledger;
  readonly random: Random;
  readonly print: (line: string) => void;
  /** The database server, if it is the bench's own. */
  readonly server: PostgresServer | undefined;
  /** The cluster of database servers, if there is one. */
  readonly cluster: Cluster | undefined;
  /** URL of the database; undefined on the embedded store. */
  readonly databaseUrl: string | undefined;
  /** Folder of the data directory. */
  readonly directory: string;
  /** Id of the account of the clients. */
  readonly accountId: string;
  /** The disk of the data directory, if it is small enough to fill. */
  readonly disk: SmallDisk | undefined;
  /** The connection to the bucket of media, if there is one. */
  readonly bucket: FaultProxy | undefined;
  readonly redis: RedisServer | undefined;
}

/** Disturbs the service. Resolves to what it found lost, a line each. */
export type Disturb = (stage: Stage) => Promise<string[]>;

/** The parts that run: a store, its server if the disturbance has to stop it, and the number of workers on PostgreSQL. */
export interface Deployment {
  readonly store: StoreName;
  /** `own` is a server that the disturbance may stop, `cluster` one of several with synchronous replication. */
  readonly server?: 'own' | 'cluster';
  readonly workers?: number;
  /** Parts besides the database that the disturbance works on: a small disk for the data directory, a bucket for media, a Redis. */
  readonly with?: 'small disk' | 'bucket' | 'redis';
}

/** Size of the small disk in MiB: room for the load until the disturbance fills it, and after. */
const SMALL_DISK_MIB = 512;

/** Disturbs the service while clients use it, and compares the remaining data with the acknowledgements. */
export async function runUnderLoad(
  { store, server: kind, workers = 1, with: part }: Deployment,
  disturb: Disturb,
  { seed, clients, print }: Options,
  cleanup: Cleanup,
): Promise<Result> {
  const random = seeded(seed);
  const { directory, disk } = await directoryOf(part, cleanup);
  const { url: databaseUrl, server, cluster } = await databaseOf(store, kind, cleanup);
  const { bucket, redis, flags, media = () => mediaIn(directory) } = await partOf(part, cleanup);
  const receiver = await openReceiver(seeded(seed + 1));
  cleanup.add(receiver.close);

  const roles = store === 'postgres' ? ['api' as const, ...Array<'worker'>(workers).fill('worker')] : ['all' as const];
  const processes = roles.map((role, number) => new ServiceProcess({ role, number, directory, databaseUrl, flags }));
  for (const process of processes) cleanup.add(() => process.close());
  const [front] = processes as [ServiceProcess];
  front.launch();
  const ready = await front.ready();
  const api = new Api(front, ready);
  for (const process of processes.slice(1)) {
    process.launch();
    await process.ready();
  }
  if (redis) {
    const { body } = await api.operate('GET', '/accounts');
    await raiseLimits(ready, body.accounts[0].id);
  }
  const { ledger, accountId, stop } = await startClients(api, receiver, random, clients);
  const parts = { server, cluster, databaseUrl, directory, accountId, disk, bucket, redis };
  const lost = await disturb({ processes, api, ledger, random: seeded(seed + 2), print, ...parts });
  await pause(AFTER_MS);
  await stop();

  print('  Settling …');
  const verdict = await verdictOn({ api, ledger, receiver, media });
  return {
    store,
    settleMs: verdict.settleMs,
    acknowledged: ledger.acknowledged,
    unacknowledged: ledger.unacknowledged,
    // What was lost early is met again at the end.
    lost: [...new Set([...lost, ...verdict.lost])],
    surprises: ledger.surprises,
    checks: verdict.checks,
    events: verdict.events,
    restarts: processes.flatMap(({ starts }) => starts.slice(1)),
    errors: processes.flatMap(({ errors }) => errors),
  };
}

/** A folder for the data directory, on a small disk if a disturbance fills it. */
async function directoryOf(part: Deployment['with'], cleanup: Cleanup) {
  if (part === 'small disk') {
    const disk = mountSmallDisk(SMALL_DISK_MIB);
    if (!disk) throw new Error('This user may not mount a disk');
    cleanup.add(async () => disk.drop());
    return { directory: disk.path, disk };
  }
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-crash-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  return { directory };
}

/** Starts the part that a disturbance works on, and returns the flags of the processes that use it. */
async function partOf(part: Deployment['with'], cleanup: Cleanup) {
  if (part === 'small disk') return { flags: ['--min-free-space', '1'] };
  if (part === 'redis') {
    const redis = await prepareRedis();
    await redis.start();
    cleanup.add(redis.stop);
    return { redis, flags: ['--redis-url', redis.url, '--rate-limits', 'on'] };
  }
  if (part !== 'bucket') return { flags: [] };
  const store = await new FakeS3().listen();
  cleanup.add(() => store.close());
  const bucket = await new FaultProxy(store.endpoint).listen();
  cleanup.add(() => bucket.close());
  const place = ['--s3-bucket', 'media', '--s3-endpoint', bucket.endpoint, '--s3-path-style', 'on'];
  const media = async () => [...store.objects.keys()];
  return { bucket, media, flags: [...place, '--s3-access-key', 'bench', '--s3-secret-key', 'bench'] };
}

interface RunDatabase {
  readonly url?: string;
  readonly server?: PostgresServer;
  readonly cluster?: Cluster;
}

/** The database of a run: none, one on the server of `DATABASE_URL`, or one on servers that the run may stop. */
async function databaseOf(store: StoreName, kind: Deployment['server'], cleanup: Cleanup): Promise<RunDatabase> {
  if (store === 'embedded') return {};
  if (kind === 'cluster') {
    const cluster = await startCluster();
    cleanup.add(cluster.drop);
    return { url: cluster.url, cluster };
  }
  if (kind === 'own') {
    const server = await preparePostgres();
    cleanup.add(async () => server.drop());
    await server.start();
    return { url: server.url, server };
  }
  const database = await freshDatabase();
  if (!database) throw new Error('DATABASE_URL names no PostgreSQL server');
  cleanup.add(database.drop);
  return { url: database.url };
}
