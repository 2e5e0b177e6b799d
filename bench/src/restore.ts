import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeIds } from '../../packages/server/src/base/ids.ts';
import { Turns } from '../../packages/server/src/base/turns.ts';
import { AccountDirectory } from '../../packages/server/src/context/account-directory.ts';
import { MediaKeys } from '../../packages/server/src/keys/media-keys.ts';
import { openDiskBlobs } from '../../packages/server/src/storage/disk.ts';
import { sealedStorage } from '../../packages/server/src/storage/sealed.ts';
import { insertMedia } from '../../packages/server/src/store/queries/media.ts';
import type { BenchOptions, StoreChoice } from './arguments.ts';
import { ask, getCall, make, postCall, samplePerson, uploadCall } from './client.ts';
import { type DataPlace, freshPlace } from './database.ts';
import { quantile } from './latencies.ts';
import { deploymentKeysOf, openStore } from './open-store.ts';
import { noisePng } from './picture.ts';
import { seedApplicants } from './seed.ts';
import { type RunningService, serveEnvironment, serviceScript, startService } from './service.ts';
import type { Line } from './table.ts';

/** Goal for the restore of 100,000 applicants with 10 GB of media, in seconds. */
const GOAL = { applicants: 100_000, bytes: 10e9, seconds: 900 } as const;

const GB = 1e9;

/** Clients that create and upload while the backup runs. */
const CLIENTS = 4;

/** Stored files of each applicant, and files that are put at once. */
const FILES_EACH = 2;
const PUTS_AT_ONCE = 8;

/** Every so many seeded files are compared through the API; the restore compares all with the hashes in their rows. */
const COMPARED = 100;

/** Content of a file, from its number. */
function contentOf(pool: Buffer, index: number, size: number): Buffer {
  const start = (index * 7_919) % (pool.length - size);
  return Buffer.concat([Buffer.from(`${index}\n`), pool.subarray(start, start + size)]);
}

/** Puts files straight into the storage and the store of a service that is stopped. Returns the ids by their numbers. */
async function seedFiles(
  place: DataPlace,
  accountId: string,
  applicantId: string,
  count: number,
  pool: Buffer,
  size: number,
) {
  const store = await openStore(place);
  try {
    const clock = { now: () => Date.now(), schedule: () => () => {} };
    const ids = makeIds(clock);
    const master = await deploymentKeysOf(store, place);
    const blobs = await openDiskBlobs(join(place.directory, 'media'), new Turns({ places: PUTS_AT_ONCE }));
    const accounts = new AccountDirectory(store, master, clock);
    const keys = new MediaKeys({ store, accounts, clock, ids, earlierReleases: { mayRun: false } });
    const storage = sealedStorage(blobs, { key: master.derive('media'), accounts: keys });
    const account = await accounts.find(accountId);
    if (!account) throw new Error('The account to seed is not there');
    const seeded: string[] = [];
    const put = async (index: number) => {
      const id = ids.uuid();
      const bytes = contentOf(pool, index, size);
      const source = (async function* () {
        yield bytes;
      })();
      const { key, sha256, size: file_size } = await storage.put({ account: accountId, mediaId: id }, source);
      const data = account.vault.seal(id, {
        file_name: 'a.png',
        extension: 'png',
        media_type: 'image/png',
        type: 'passport',
      });
      const row = {
        id,
        kind: 'document',
        applicant_id: applicantId,
        created_at: Date.now(),
        file_size,
        sha256,
      } as const;
      await store.transaction((tx) =>
        tx.within({ account_id: accountId, environment: 'live' }).run(insertMedia, { ...row, storage_key: key, data }),
      );
      seeded[index] = id;
    };
    let next = 0;
    const putAll = async () => {
      for (let index = next++; index < count; index = next++) await put(index);
    };
    await Promise.all(Array.from({ length: PUTS_AT_ONCE * 2 }, putAll));
    return seeded;
  } finally {
    await store.close();
  }
}

/** Runs the command line of the service; returns its seconds. Throws what it prints when it fails. */
async function bonafide(place: Pick<DataPlace, 'databaseUrl'>, ...line: string[]): Promise<number> {
  const env = { ...serveEnvironment(), ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) };
  const from = performance.now();
  const child = spawn(process.execPath, [serviceScript, ...line], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => printed.push(bytes));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`bonafide ${line[0]} failed: ${Buffer.concat(printed)}`);
  return (performance.now() - from) / 1000;
}

interface Acknowledged {
  readonly at: number;
  readonly applicant: object & { id: string };
  readonly document: { id: string };
  readonly sha256: string;
}

/** Creates applicants and uploads until `stop`; remembers what was acknowledged, with the time of a read each. */
function load(service: RunningService) {
  const acknowledged: Acknowledged[] = [];
  const reads: number[] = [];
  let stopped = false;
  const token = service.live_token;
  const client = async (number: number) => {
    for (let i = 0; !stopped; i++) {
      const applicant = await ask<Acknowledged['applicant']>(
        service,
        postCall('/v3.6/applicants', token, samplePerson),
      );
      const bytes = Buffer.concat([noisePng(120), Buffer.from(`${number} ${i}`)]);
      const fields = { applicant_id: applicant.id, type: 'passport' };
      const call = uploadCall('/v3.6/documents', token, fields, { name: 'a.png', type: 'image/png', bytes });
      const document = await ask<{ id: string }>(service, call);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      acknowledged.push({ at: Date.now(), applicant, document, sha256 });
      const from = performance.now();
      await make(service, getCall(`/v3.6/applicants/${applicant.id}`, token));
      reads.push(performance.now() - from);
    }
  };
  const running = Promise.allSettled(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return {
    acknowledged,
    reads,
    async stop() {
      stopped = true;
      await running;
    },
  };
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

const shaOf = async (service: RunningService, id: string) => {
  const answer = await make(service, getCall(`/v3.6/documents/${id}/download`, service.live_token));
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
};

/**
 * The drill: fills a store, makes backups under load, kills the service, restores in another place, and compares everything that was
 * acknowledged before the last backup began.
 */
export async function measureRestore(store: StoreChoice, { applicants, mediaBytes }: BenchOptions): Promise<Line[]> {
  const place = await freshPlace(store);
  const elsewhere = await freshPlace(store);
  const target = await mkdtemp(join(tmpdir(), 'bonafide-target-'));
  try {
    const count = applicants * FILES_EACH;
    const size = Math.max(1, Math.round(mediaBytes / count));
    const pool = randomBytes(8_000_000 + size);
    let service = await startService(place);
    const { accountId } = service;
    const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', service.live_token, samplePerson));
    await service.stop();
    await seedApplicants(place, accountId, applicants);
    const seeded = await seedFiles(place, accountId, id, count, pool, size);

    service = await startService(place);
    const data = ['--data', place.directory];
    const quiet = load(service);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const quietReads = quiet.reads.splice(0);
    const first = await bonafide(place, 'backup', target, ...data);
    const busyReads = quiet.reads.splice(0);
    const began = Date.now();
    const second = await bonafide(place, 'backup', target, ...data);
    await service.stop('SIGKILL');
    await quiet.stop();
    const stored = await bytesIn(target);

    await copyFile(join(place.directory, 'master.key'), join(elsewhere.directory, 'master.key'));
    const seconds = await bonafide(elsewhere, 'restore', target, '--data', elsewhere.directory);
    const verified = await bonafide(elsewhere, 'backup', 'verify', target, '--data', elsewhere.directory);
    const restored = await startService(elsewhere);
    const due = quiet.acknowledged.filter(({ at }) => at < began);
    let lost = 0;
    try {
      for (const { applicant, document, sha256 } of due) {
        const now = await ask(restored, getCall(`/v3.6/applicants/${applicant.id}`, restored.live_token));
        const isSame = JSON.stringify({ ...(now as object), href: '' }) === JSON.stringify({ ...applicant, href: '' });
        if (!isSame || (await shaOf(restored, document.id)) !== sha256) lost += 1;
      }
      for (let index = 0; index < count; index += COMPARED) {
        const expected = createHash('sha256')
          .update(contentOf(pool, index, size))
          .digest('hex');
        if ((await shaOf(restored, seeded[index] as string)) !== expected) lost += 1;
      }
    } finally {
      await restored.stop();
    }
    const scale = Math.max(GOAL.applicants / applicants, GOAL.bytes / mediaBytes);
    const what = `${applicants.toLocaleString('en')} applicants, ${(mediaBytes / GB).toFixed(1)} GB of media`;
    const p99 = (reads: readonly number[]) => `${quantile(reads, 0.99).toFixed(0)} ms`;
    return [
      {
        what: `restore: ${what}`,
        figure: `${seconds.toFixed(0)} s for ${(stored / GB).toFixed(2)} GB; at the size of the goal ${(seconds * scale).toFixed(0)} s`,
        target: `≤ ${GOAL.seconds} s`,
        met: seconds * scale <= GOAL.seconds,
      },
      {
        what: `restore: acknowledged before the backup (${due.length}) and seeded (${Math.ceil(count / COMPARED)}), compared`,
        figure: `${lost} lost or changed`,
        target: '0',
        met: lost === 0,
      },
      {
        what: 'backup: first one, the next one, verify',
        figure: [first, second, verified].map((s) => `${s.toFixed(0)} s`).join(', '),
      },
      {
        what: 'backup: p99 of a read under load, without and with a backup',
        figure: `${p99(quietReads)}, ${p99(busyReads)}`,
      },
    ];
  } finally {
    await place.drop();
    await elsewhere.drop();
    await rm(target, { recursive: true, force: true });
  }
}
