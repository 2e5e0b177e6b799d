import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { type PostgresServer, preparePostgres } from '../../../packages/server/src/testing/postgres-server.ts';
import { type Cluster, startCluster } from '../faults/patroni.ts';
import { Api } from './api.ts';
import { startClients } from './clients.ts';
import type { Deed, Ledger } from './ledger.ts';
import { type Random, seeded } from './random.ts';
import { openReceiver } from './receiver.ts';
import { ServiceProcess } from './service-process.ts';
import { type Verdict, verdictOn } from './verdict.ts';

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
}

/** Disturbs the service. Resolves to what it found lost, a line each. */
export type Disturb = (stage: Stage) => Promise<string[]>;

/** The parts that run: a store, its server if the disturbance has to stop it, and the number of workers on PostgreSQL. */
export interface Deployment {
  readonly store: StoreName;
  /** `own` is a server that the disturbance may stop, `cluster` one of several with synchronous replication. */
  readonly server?: 'own' | 'cluster';
  readonly workers?: number;
}

/** Disturbs the service while clients use it, and compares the remaining data with the acknowledgements. */
export async function runUnderLoad(
  { store, server: kind, workers = 1 }: Deployment,
  disturb: Disturb,
  { seed, clients, print }: Options,
  cleanup: Cleanup,
): Promise<Result> {
  const random = seeded(seed);
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-crash-'));
  cleanup.add(() => rm(directory, { recursive: true, force: true }));
  const { url: databaseUrl, server, cluster } = await databaseOf(store, kind, cleanup);
  const receiver = await openReceiver(seeded(seed + 1));
  cleanup.add(receiver.close);

  const roles = store === 'postgres' ? ['api' as const, ...Array<'worker'>(workers).fill('worker')] : ['all' as const];
  const processes = roles.map((role, number) => new ServiceProcess({ role, number, directory, databaseUrl }));
  for (const process of processes) cleanup.add(() => process.close());
  const [front] = processes as [ServiceProcess];
  front.launch();
  const api = new Api(front, await front.ready());
  for (const process of processes.slice(1)) {
    process.launch();
    await process.ready();
  }
  const { ledger, stop } = await startClients(api, receiver, random, clients);
  const lost = await disturb({ processes, api, ledger, random: seeded(seed + 2), print, server, cluster });
  await pause(AFTER_MS);
  await stop();

  print('  Settling …');
  const verdict = await verdictOn({ api, ledger, receiver, directory });
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
