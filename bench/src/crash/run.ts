import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freshDatabase } from '../../../packages/server/src/testing/database.ts';
import { type PostgresServer, preparePostgres } from '../../../packages/server/src/testing/postgres-server.ts';
import { type Cluster, startCluster } from '../faults/patroni.ts';
import { Api } from './api.ts';
import { audit, type FoundCheck } from './audit.ts';
import { expectedEvents, strangeEvents } from './events.ts';
import { type Deed, Ledger } from './ledger.ts';
import { type Load, runClient } from './load.ts';
import { drawPictures } from './pictures.ts';
import { type Random, seeded } from './random.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { ServiceProcess } from './service-process.ts';

/** Milliseconds in which the clients go on after the disturbance. */
const AFTER_MS = 200;

/** The leases of a dead worker last 30 s; what it held must then be done, retries included. */
const SETTLE_MS = 90_000;
const SETTLE_LOOK_MS = 250;

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
  readonly checks: { readonly found: number; readonly complete: number };
  readonly events: { readonly expected: number; readonly received: number; readonly duplicates: number };
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
  await register(api, receiver);
  const { body } = await api.operate('GET', '/accounts');

  const ledger = new Ledger();
  const load: Load = { api, ledger, random, pictures: await drawPictures(random), accountId: body.accounts[0].id };
  let stopped = false;
  const running = Array.from({ length: clients }, () => runClient(load, () => stopped));
  const lost = await disturb({ processes, api, ledger, random: seeded(seed + 2), print, server, cluster });
  await pause(AFTER_MS);
  stopped = true;
  await Promise.all(running);

  print('  Settling …');
  const final = await audit(api, ledger, ledger.applicants);
  const restored = await auditRestored(api, ledger);
  const checks = [...final.checks, ...restored.checks];
  lost.push(...final.lost, ...restored.lost);
  const settled = performance.now();
  const missing = await settle(receiver, expectedEvents(checks, receiver.webhooks));
  const settleMs = performance.now() - settled;
  const incomplete = await incompleteChecks(api, checks);
  lost.push(
    ...missing.map((key) => `event never received: ${key}`),
    ...incomplete,
    ...strangeEvents(receiver, checks, ledger).map((key) => `event of something that never was: ${key}`),
    ...receiver.badlySigned.map((event) => `event with a wrong signature: ${event}`),
    ...(await bytesOfErased(directory, ledger)),
  );
  const expected = expectedEvents(checks, receiver.webhooks);
  const times = expected.map((key) => receiver.received.get(key) ?? 0);
  return {
    store,
    settleMs,
    acknowledged: ledger.acknowledged,
    unacknowledged: ledger.unacknowledged,
    // What was lost early is met again at the end.
    lost: [...new Set(lost)],
    surprises: ledger.surprises,
    checks: { found: checks.length, complete: checks.length - incomplete.length },
    events: {
      expected: expected.length,
      received: times.filter((n) => n > 0).length,
      duplicates: times.reduce((sum, n) => sum + Math.max(0, n - 1), 0),
    },
    restarts: processes.flatMap(({ starts }) => starts.slice(1)),
    errors: processes.flatMap(({ errors }) => errors),
  };
}

async function register(api: Api, receiver: Receiver): Promise<void> {
  for (const webhook of receiver.webhooks) {
    const { status, body } = await api.call('POST', '/webhooks', { url: receiver.url + webhook });
    if (status !== 201) throw new Error(`No webhook could be registered: ${JSON.stringify(body)}`);
    receiver.trust(webhook, body.token);
  }
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

/** Takes back every deletion, to look at what it hid. */
async function auditRestored(api: Api, ledger: Ledger) {
  const hidden = ledger.applicants.filter(({ id, state }) => id !== undefined && !state.has('erased'));
  const restored: typeof hidden = [];
  for (const applicant of hidden) {
    const { status } = await api.call('GET', `/applicants/${applicant.id}`);
    if (status !== 410) continue;
    const answer = await api.call('POST', `/applicants/${applicant.id}/restore`);
    if (answer.status !== 204) ledger.surprises.push(`restore answered ${answer.status}`);
    applicant.state.settle('active');
    restored.push(applicant);
  }
  return audit(api, ledger, restored);
}

/** Waits until every event has come, or long enough. Answers those that haven't. */
async function settle({ received }: Receiver, expected: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + SETTLE_MS;
  let missing = [...expected];
  while (performance.now() < deadline) {
    missing = missing.filter((key) => !received.has(key));
    if (missing.length === 0) break;
    await pause(SETTLE_LOOK_MS);
  }
  return missing;
}

/** A line for each check that isn't complete, with all its reports. */
async function incompleteChecks(api: Api, checks: readonly FoundCheck[]): Promise<string[]> {
  const incomplete: string[] = [];
  for (const { id } of checks) {
    const { body: check } = await api.call('GET', `/checks/${id}`);
    const { body } = await api.call('GET', `/reports?check_id=${id}`);
    const statuses = [check.status, ...(body.reports as { status: string }[]).map(({ status }) => status)];
    if (statuses.some((status) => status !== 'complete')) incomplete.push(`check ${id} is not complete: ${statuses}`);
  }
  return incomplete;
}

/** A line for each stored file of an applicant whose erasure was acknowledged. */
async function bytesOfErased(directory: string, ledger: Ledger): Promise<string[]> {
  const erased = ledger.applicants.filter(({ state }) => state.has('erased') && !state.has('active'));
  const ids = new Set(erased.flatMap(({ files }) => files.map(({ id }) => id)));
  const names = await readdir(join(directory, 'data', 'media', 'objects'), { recursive: true });
  return names.filter((name) => ids.has(basename(name))).map((name) => `erased, but its bytes are there: ${name}`);
}
