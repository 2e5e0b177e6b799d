import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../crash/audit.ts';
import type { Stage } from '../crash/run.ts';
import type { ServiceProcess } from '../crash/service-process.ts';

/** Milliseconds of load before a disturbance. */
const BEFORE_MS = 1_500;

/** Milliseconds for which the service may go on to refuse requests after the database is back. */
const BACK_MS = 10_000;

const LOOK_MS = 1;

/** Milliseconds at most from the start of a request to the kill in it. */
const WITHIN_MS = 8;

const frontOf = ({ processes }: Stage): ServiceProcess => processes[0] as ServiceProcess;

/** Kills the process that answers while a request is under way (`POST /documents`), and starts it again. */
export async function killDuring(stage: Stage, request: string): Promise<string[]> {
  const { api, ledger, random } = stage;
  const front = frontOf(stage);
  await pause(BEFORE_MS);
  while (api.underWay(request) === 0) await pause(LOOK_MS);
  await pause(random.between(0, WITHIN_MS));
  api.shut();
  await front.kill();
  front.launch();
  api.moveTo(await front.ready());
  const { lost } = await audit(api, ledger, ledger.takeTouched());
  api.open();
  return lost;
}

/** Kills the worker soon after a check was acknowledged, while its reports run, and starts it again. */
export async function killInReport({ processes, ledger, random }: Stage): Promise<string[]> {
  const worker = processes.at(-1) as ServiceProcess;
  await pause(BEFORE_MS);
  const checks = () => ledger.acknowledged.get('checks') ?? 0;
  const before = checks();
  while (checks() === before) await pause(LOOK_MS);
  await pause(random.between(0, WITHIN_MS * 10));
  await worker.kill();
  worker.launch();
  await worker.ready();
  return [];
}

/** Suspends a worker for longer than its leases, while another one works, and lets it go on with what it held. */
export async function suspendWorker({ processes }: Stage, ms: number): Promise<string[]> {
  const worker = processes.at(-1) as ServiceProcess;
  await pause(BEFORE_MS);
  worker.suspend();
  await pause(ms);
  worker.resume();
  await pause(BEFORE_MS);
  return [];
}

/** Kills the database server; starts it again after some time. */
export async function stopDatabase({ server, ledger }: Stage, ms: number): Promise<string[]> {
  if (!server) throw new Error('The bench did not start the database server itself');
  await pause(BEFORE_MS);
  ledger.outage = true;
  server.kill();
  await pause(ms);
  await server.start();
  await pause(BACK_MS);
  ledger.outage = false;
  await pause(BEFORE_MS);
  return [];
}

/** Kills the primary of the cluster; another node takes its place. */
export async function failOver({ cluster, ledger, print }: Stage): Promise<string[]> {
  if (!cluster) throw new Error('There is no cluster of database servers');
  await pause(BEFORE_MS);
  ledger.outage = true;
  print(`  another primary after ${Math.round(await cluster.failOver())} ms`);
  await pause(BACK_MS);
  ledger.outage = false;
  await pause(BEFORE_MS);
  return [];
}

/** Milliseconds for which a disk or a bucket has no room, or a part hangs. */
const STUCK_MS = 5_000;

/** Milliseconds by which every answer of a slow object store is late. */
const SLOW_MS = 500;

/** Makes a disturbance in which requests may be refused with 503, and ends it. */
async function withRefusals({ ledger }: Stage, begin: () => void, end: () => void, ms: number): Promise<string[]> {
  await pause(BEFORE_MS);
  ledger.outage = true;
  begin();
  await pause(ms);
  end();
  await pause(BACK_MS);
  ledger.outage = false;
  await pause(BEFORE_MS);
  return [];
}

/** Fills the disk of rows and media; makes room after some time. */
export async function fillDisk(stage: Stage): Promise<string[]> {
  const { disk } = stage;
  if (!disk) throw new Error('The data directory is not on a small disk');
  return withRefusals(
    stage,
    () => disk.fill(),
    () => disk.makeRoom(),
    STUCK_MS,
  );
}

const bucketOf = ({ bucket }: Stage) => {
  if (!bucket) throw new Error('There is no bucket');
  return bucket;
};

/** Lets the bucket refuse every write for want of room; makes room after some time. */
export async function fillBucket(stage: Stage): Promise<string[]> {
  const bucket = bucketOf(stage);
  return withRefusals(
    stage,
    () => bucket.break({ kind: 'full' }),
    () => bucket.heal(),
    STUCK_MS,
  );
}

/** Makes the object store slow, then takes it away for some time. While it is slow, no request may fail. */
export async function breakBucket(stage: Stage, ms: number): Promise<string[]> {
  const bucket = bucketOf(stage);
  await pause(BEFORE_MS);
  bucket.break({ kind: 'slow', delay: SLOW_MS });
  await pause(STUCK_MS);
  bucket.heal();
  return withRefusals(
    stage,
    () => bucket.break({ kind: 'gone' }),
    () => bucket.heal(),
    ms,
  );
}

/** Lets Redis hang, then takes it away for some time. No request may fail. */
export async function loseRedis({ redis }: Stage, ms: number): Promise<string[]> {
  if (!redis) throw new Error('There is no Redis');
  await pause(BEFORE_MS);
  redis.freeze();
  await pause(STUCK_MS);
  redis.thaw();
  await pause(BEFORE_MS);
  await redis.stop();
  await pause(ms);
  await redis.start();
  await pause(BEFORE_MS);
  return [];
}
