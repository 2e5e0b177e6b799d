import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { greyPng } from '../api/v3/testing/files.ts';
import { form } from '../api/v3/testing/story.ts';
import { MediaKeys } from '../keys/media-keys.ts';
import { openDiskBlobs } from '../storage/disk.ts';
import { sealedStorage } from '../storage/sealed.ts';
import { FakeS3 } from '../storage/testing/fake-s3.ts';
import { listAccountKeys } from '../store/queries/accounts.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService, useService } from '../testing/service.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { openBackups } from './open.ts';
import { refuseUnknown } from './restore.ts';
import { bonafide, type Deployment } from './testing/command.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function scratch(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `bonafide-${name}-`));
  cleanUps.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const deploymentOf = ({ data, services }: TestService): Deployment => ({
  data,
  databaseUrl: services.settings.databaseUrl ?? undefined,
});

/** An empty deployment of the same store, with the master key of another one. */
async function emptyDeployment(from: TestService): Promise<Deployment> {
  const data = scratch('restored');
  copyFileSync(join(from.data, 'master.key'), join(data, 'master.key'));
  const database = await freshDatabase();
  if (database) cleanUps.push(() => database.drop());
  return { data, databaseUrl: database?.url };
}

const json = async (of: Deployment, ...line: string[]) => JSON.parse(await bonafide(of, ...line, '--json'));

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

let made = 0;

/** Makes an applicant with a document and a complete check. */
async function makeApplicant(service: TestService, token = service.sandboxToken) {
  made += 1;
  const email = `applicant${made}@backup.example`;
  const { body: applicant } = await service.post(
    '/v3.6/applicants',
    { first_name: 'Jane', last_name: 'Doe', email },
    { token },
  );
  const bytes = Buffer.concat([await greyPng(), Buffer.from(`picture ${made}`)]);
  const sent = form({ applicant_id: applicant.id, type: 'passport' }, { name: 'a.png', bytes });
  const { body: document } = await service.call('POST', '/v3.6/documents', { form: sent, token });
  const { body: check } = await service.post(
    '/v3.6/checks',
    { applicant_id: applicant.id, report_names: ['document'] },
    { token },
  );
  return { applicant, document, check, bytes, token };
}

type Made = Awaited<ReturnType<typeof makeApplicant>>;

/** Answers of a service about an applicant. */
async function answersOf(service: TestService, { applicant, document, check, token }: Made) {
  const get = async (path: string) => (await service.get(path, { token })).body;
  return {
    applicant: await get(`/v3.6/applicants/${applicant.id}`),
    document: await get(`/v3.6/documents/${document.id}`),
    check: await get(`/v3.6/checks/${check.id}`),
    report: await get(`/v3.6/reports/${check.report_ids[0]}`),
    bytes: (await service.get(`/v3.6/documents/${document.id}/download`, { token })).bytes,
  };
}

/** Starts a service on a restored deployment. */
async function serviceOn({ data, databaseUrl }: Deployment): Promise<TestService> {
  const service = await startService({ data, settings: databaseUrl ? { databaseUrl } : {} });
  cleanUps.push(() => service.close({ keep: true }));
  return service;
}

describe('a backup', () => {
  const service = useService();
  const people: Made[] = [];
  let target: string;

  beforeAll(async () => {
    target = mkdtempSync(join(tmpdir(), 'bonafide-target-'));
    for (let i = 0; i < 3; i++) people.push(await makeApplicant(service));
    people.push(await makeApplicant(service, service.liveToken));
    people.push(await makeApplicant(service, service.other.sandboxToken));
    await service.settle();
  });
  afterAll(() => rmSync(target, { recursive: true, force: true }));

  test('beside the running service restores elsewhere, with every row and every byte', async () => {
    const of = deploymentOf(service);
    const first = await json(of, 'backup', target);
    expect(first).toMatchObject({ objects: 5, copied: 5, missing: [], erased: 0 });
    const later = await makeApplicant(service);
    await service.settle();
    const second = await json(of, 'backup', target);
    expect(second).toMatchObject({ objects: 6, copied: 1, missing: [] });
    people.push(later);

    expect(await json(of, 'backup', 'list', target)).toEqual({
      backups: [first, second].map(({ backup, time, objects }) => ({
        backup,
        time,
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        objects,
        rows: service.services.store.dialect,
        bytes_of_rows: expect.any(Number),
      })),
    });
    expect(await json(of, 'backup', 'verify', target)).toEqual({
      backups: [first.backup, second.backup],
      chunks: expect.any(Number),
      objects: 6,
      erased: 0,
      problems: [],
    });

    const empty = await emptyDeployment(service);
    expect(await json(empty, 'restore', target)).toEqual({
      backup: second.backup,
      time: second.time,
      objects: 6,
      bytes: expect.any(Number),
      missing: [],
      erased_accounts: [],
    });
    const expected = await Promise.all(people.map((made) => answersOf(service, made)));
    const restored = await serviceOn(empty);
    const local = (body: unknown) =>
      JSON.parse(JSON.stringify(body).replaceAll(restored.baseUrl, service.baseUrl)) as unknown;
    for (const [index, made] of people.entries()) {
      const { bytes, ...answers } = await answersOf(restored, made);
      expect(bytes.equals(made.bytes)).toBe(true);
      const { bytes: _, ...before } = expected[index] as Awaited<ReturnType<typeof answersOf>>;
      expect(local(answers)).toEqual(before);
    }
    // The other account sees nothing of the first one.
    const path = `/v3.6/applicants/${people[0]?.applicant.id}`;
    expect((await restored.get(path, { token: service.other.sandboxToken })).status).toBe(404);
    expect((await restored.get(path, { token: service.liveToken })).status).toBe(404);
  });

  test('into a bucket restores from it', async () => {
    const store = await new FakeS3().listen();
    const bucket = `s3:media/backups?endpoint=${store.endpoint}&region=eu-west-1&path-style=on`;
    cleanUps.push(() => store.close());
    const env = { BONAFIDE_S3_ACCESS_KEY: 'test', BONAFIDE_S3_SECRET_KEY: 'test' };
    const of = { ...deploymentOf(service), env };
    await expect(bonafide(of, 'backup', 'list', bucket)).rejects.toThrow(`There is no backup in ${bucket}`);
    const first = await json(of, 'backup', bucket);
    expect(first).toMatchObject({ objects: people.length, copied: people.length, missing: [] });
    expect(await json(of, 'backup', bucket)).toMatchObject({ objects: people.length, copied: 0 });
    expect((await json(of, 'backup', 'verify', bucket)).problems).toEqual([]);
    expect([...store.objects.keys()].every((key) => key.startsWith('backups/'))).toBe(true);
    const empty = { ...(await emptyDeployment(service)), env };
    await json(empty, 'restore', bucket, '--backup', first.backup);
    const restored = await serviceOn(empty);
    for (const made of people) expect((await answersOf(restored, made)).bytes.equals(made.bytes)).toBe(true);
    await expect(bonafide(of, 'backup', 's3:No')).rejects.toThrow(
      "s3:No can't be read as the address of a bucket. The form is s3:BUCKET/PREFIX?endpoint=…",
    );
  });

  test('restores the state of an earlier time', async () => {
    const of = deploymentOf(service);
    const { backups } = await json(of, 'backup', 'list', target);
    const empty = await emptyDeployment(service);
    await bonafide(empty, 'restore', target, '--backup', backups[0].backup);
    const restored = await serviceOn(empty);
    const token = service.sandboxToken;
    expect((await restored.get(`/v3.6/applicants/${people[0]?.applicant.id}`, { token })).status).toBe(200);
    expect((await restored.get(`/v3.6/applicants/${people.at(-1)?.applicant.id}`, { token })).status).toBe(404);
    const early = '2020-01-01T00:00:00Z';
    await expect(bonafide(await emptyDeployment(service), 'restore', target, '--at', early)).rejects.toThrow(
      'There is no backup from that time or before',
    );
  });

  test('shows nothing without the master key', async () => {
    const canaries = people.flatMap(({ applicant, document }) => [applicant.id, document.id, applicant.email]);
    canaries.push(service.account.id, 'Alice Ltd', 'kysely', 'SQLite format');
    for (const file of filesIn(target)) {
      const text = `${file.slice(target.length)}\n${readFileSync(file, 'latin1')}`;
      expect(canaries.filter((canary) => text.includes(canary))).toEqual([]);
    }
    expect(filesIn(target).filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
  });

  test('needs its master key, and says which one', async () => {
    const { databaseUrl } = await emptyDeployment(service);
    const data = scratch('other-key');
    const other = { data, databaseUrl, masterKey: Buffer.alloc(32, 7).toString('base64url') };
    const reason =
      /^The backup needs the master key with the fingerprint [0-9a-f]{16}; the given key has the fingerprint [0-9a-f]{16}$/;
    await expect(bonafide(other, 'restore', target)).rejects.toThrow(reason);
    await expect(bonafide(other, 'backup', 'verify', target)).rejects.toThrow(reason);
    await expect(bonafide({ data, databaseUrl }, 'restore', target)).rejects.toThrow(
      /^The backup needs the master key with the fingerprint [0-9a-f]{16}; set BONAFIDE_MASTER_KEY, or put the key into /,
    );
    expect(readdirSync(data)).toEqual([]);
  });

  test('restores into an empty place only', async () => {
    const of = deploymentOf(service);
    await expect(bonafide(of, 'restore', target)).rejects.toThrow(`${service.data} is not empty: it has `);
    if (!of.databaseUrl) return;
    const { data } = await emptyDeployment(service);
    await expect(bonafide({ ...of, data }, 'restore', target)).rejects.toThrow('The database is not empty.');
  });

  test('notices a changed byte in any file, and a file that is missing or another one', async () => {
    const of = deploymentOf(service);
    const { backups } = await json(of, 'backup', 'list', target);
    const files = filesIn(target);
    const folders = new Set(files.map((file) => file.slice(target.length).split('/')[2]));
    expect([...folders].sort()).toEqual(['chunks', 'keys', 'manifests', 'media', 'target']);
    for (const folder of folders) {
      const [one, two] = files.filter((file) => file.includes(`/objects/${folder}/`)) as [string, string | undefined];
      const whole = readFileSync(one);
      for (const at of [0, whole.length - 1]) {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        writeFileSync(one, changed);
        await expect(bonafide(of, 'backup', 'verify', target), `${one} at ${at}`).rejects.toThrow(
          /damaged|newer version/,
        );
      }
      writeFileSync(one, whole.subarray(0, -1));
      await expect(bonafide(of, 'backup', 'verify', target), `${one} cut off`).rejects.toThrow('damaged');
      if (two) {
        copyFileSync(two, one);
        await expect(bonafide(of, 'backup', 'verify', target), `${one} swapped`).rejects.toThrow('damaged');
      }
      if (folder !== 'manifests' && folder !== 'target') {
        rmSync(one);
        await expect(bonafide(of, 'backup', 'verify', target), `${one} gone`).rejects.toThrow('is missing');
      }
      writeFileSync(one, whole, { mode: 0o600 });
    }
    expect((await json(of, 'backup', 'verify', target)).backups).toHaveLength(backups.length);
  });
});

describe('a fault', () => {
  const service = useService();
  const probe = mountSmallDisk(1);
  probe?.drop();

  test('of an object without bytes is told, and the backup goes on', async () => {
    const of = deploymentOf(service);
    const target = scratch('target');
    const [lost, whole] = [await makeApplicant(service), await makeApplicant(service)];
    const [file] = filesIn(join(service.data, 'media')).filter((path) => path.endsWith(lost.document.id));
    const bytes = readFileSync(file as string);
    rmSync(file as string);
    await expect(bonafide(of, 'backup', target)).rejects.toThrow(
      new RegExp(`^The backup is complete except for 1 objects .*: [0-9a-f-]{36}/[0-9a-f]{2}/${lost.document.id}$`),
    );
    expect((await json(of, 'backup', 'verify', target)).problems).toEqual([]);
    const empty = await emptyDeployment(service);
    expect(await bonafide(empty, 'restore', target)).toContain('1 objects were missing when the backup was made: ');
    const restored = await serviceOn(empty);
    expect((await answersOf(restored, whole)).bytes.equals(whole.bytes)).toBe(true);
    writeFileSync(file as string, bytes);
    expect(await json(of, 'backup', target)).toMatchObject({ missing: [], copied: 1 });
  });

  test('of an interrupted restore stops the service, and a repeated restore completes it', async () => {
    const of = deploymentOf(service);
    const target = scratch('target');
    const made = await makeApplicant(service);
    const first = await json(of, 'backup', target);
    const second = await json(of, 'backup', target);
    const copies = filesIn(join(target, 'objects', 'media'));
    const broken = copies.at(-1) as string;
    const whole = readFileSync(broken);
    writeFileSync(broken, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(1), whole.subarray(101)]));
    const empty = await emptyDeployment(service);
    await expect(bonafide(empty, 'restore', target)).rejects.toThrow('The backup is damaged: the object ');
    await expect(serviceOn(empty)).rejects.toThrow(`A restore into ${empty.data} was interrupted`);
    await expect(bonafide(empty, 'restore', target, '--backup', first.backup)).rejects.toThrow(
      `A restore of the backup ${second.backup} into ${empty.data} was interrupted. Repeat it with --backup ${second.backup}`,
    );
    writeFileSync(broken, whole);
    expect(await json(empty, 'restore', target)).toMatchObject({ backup: second.backup, objects: copies.length });
    const restored = await serviceOn(empty);
    expect((await answersOf(restored, made)).bytes.equals(made.bytes)).toBe(true);
  });

  test.runIf(probe)(
    'of a full or read-only target leaves earlier backups whole (needs a user that may mount)',
    async () => {
      const of = deploymentOf(service);
      const disk = mountSmallDisk(8);
      if (!disk) throw new Error('The disk could not be mounted');
      cleanUps.push(() => disk.drop());
      const target = join(disk.path, 'target');
      const first = await json(of, 'backup', target);
      for (let i = 0; i < 4; i++) await makeApplicant(service);
      disk.fill(100);
      await expect(bonafide(of, 'backup', target)).rejects.toThrow(/its disk is full\. Earlier backups are whole\./);
      expect(await json(of, 'backup', 'verify', target)).toMatchObject({ backups: [first.backup], problems: [] });
      disk.makeRoom();
      expect(await json(of, 'backup', target)).toMatchObject({ objects: first.objects + 4, missing: [] });
      expect((await json(of, 'backup', 'verify', target)).problems).toEqual([]);
      execFileSync('mount', ['-o', 'remount,ro', disk.path]);
      await expect(bonafide(of, 'backup', target)).rejects.toThrow('it is read-only');
    },
  );

  test('of a backup from a newer version is told before anything is written', async () => {
    const of = deploymentOf(service);
    const target = scratch('target');
    await bonafide(of, 'backup', target);
    const [descriptor] = filesIn(join(target, 'objects', 'target'));
    const text = readFileSync(descriptor as string, 'utf8');
    writeFileSync(descriptor as string, text.replace('"format":2', '"format":3'));
    const empty = await emptyDeployment(service);
    await expect(bonafide(empty, 'restore', target)).rejects.toThrow('A newer version of Bonafide made this backup');
    await expect(bonafide(of, 'backup', target)).rejects.toThrow('A newer version of Bonafide made this backup');
    expect(readdirSync(empty.data)).toEqual(['master.key']);
    const later = { version: '9.0.0', migrations: ['0001-main-job', '9999-later'] };
    expect(() => refuseUnknown(later as never)).toThrow('Version 9.0.0 of Bonafide made this backup');
  });

  test('of a manifest from another target is noticed', async () => {
    const of = deploymentOf(service);
    const [one, two] = [scratch('target'), scratch('target')];
    await bonafide(of, 'backup', one);
    await bonafide(of, 'backup', two);
    const [own, foreign] = [one, two].map((target) => filesIn(join(target, 'objects', 'manifests'))[0] as string);
    writeFileSync(own as string, readFileSync(foreign as string));
    await expect(bonafide(of, 'backup', 'list', one)).rejects.toThrow('belongs to another backup target');
  });
});

test('an erased applicant leaves the backups that were made later, and then the target', async () => {
  const service = await startService();
  cleanUps.push(() => service.close());
  const of = deploymentOf(service);
  const target = scratch('target');
  const [erased, kept] = [await makeApplicant(service), await makeApplicant(service)];
  const first = await json(of, 'backup', target);
  await bonafide(of, 'backup', 'verify', target);
  expect((await service.del(`/v3.6/applicants/${erased.applicant.id}`)).status).toBe(204);
  service.clock.advance(31 * 24 * 3_600_000);
  await service.settle();
  const second = await json(of, 'backup', target);
  expect([first.objects, second.objects]).toEqual([2, 1]);
  expect((await json(of, 'backup', 'verify', target)).problems).toEqual([]);
  const copies = () => filesIn(join(target, 'objects', 'media')).length;
  expect(await json(of, 'backup', 'prune', target)).toEqual({ deleted: [], chunks: 0, objects: 0 });
  expect(copies()).toBe(2);
  // The first backup is gone, and all parts are old.
  const [manifest] = filesIn(join(target, 'objects', 'manifests')).filter((path) => path.includes(first.backup));
  rmSync(manifest as string);
  for (const path of filesIn(target)) utimesSync(path, 0, 0);
  const pruned = await json(of, 'backup', 'prune', target);
  expect(pruned.objects).toBe(1);
  expect(pruned.chunks).toBeGreaterThan(0);
  expect(copies()).toBe(1);
  expect((await json(of, 'backup', 'verify', target)).problems).toEqual([]);
  const empty = await emptyDeployment(service);
  expect(await json(empty, 'restore', target)).toMatchObject({ objects: 1 });
  const restored = await serviceOn(empty);
  const token = service.sandboxToken;
  expect((await restored.get(`/v3.6/applicants/${erased.applicant.id}`, { token })).status).toBe(410);
  expect((await answersOf(restored, kept)).bytes.equals(kept.bytes)).toBe(true);
});

test('rotated keys open every backup, and erased keys open none', async () => {
  const target = scratch('target');
  const service = await startService({ settings: { backupTo: target } });
  cleanUps.push(() => service.close());
  const { account, clock, other, services } = service;
  const of = deploymentOf(service);
  const operate = (path: string, body?: unknown) =>
    service.call(body ? 'POST' : 'GET', `/operator/v1${path}`, {
      token: null,
      headers: { authorization: `Bearer ${service.operatorKey}` },
      json: body,
    });
  const [early, foreign] = [await makeApplicant(service), await makeApplicant(service, other.sandboxToken)];
  const first = await json(of, 'backup', target);

  await operate(`/accounts/${account.id}/rotate_key`, {});
  clock.advance(60_000);
  await makeApplicant(service);
  clock.advance(10 * 60_000);
  await service.settle();
  expect(
    (await services.store.system.all(listAccountKeys, { account_id: account.id })).map((key) => key.version),
  ).toEqual([2]);
  const second = await json(of, 'backup', target);
  expect(await json(of, 'backup', 'verify', target)).toMatchObject({ objects: 3, erased: 0, problems: [] });
  const before = await emptyDeployment(service);
  await json(before, 'restore', target, '--backup', first.backup);
  const earlier = await serviceOn(before);
  for (const made of [early, foreign]) expect((await answersOf(earlier, made)).bytes.equals(made.bytes)).toBe(true);

  // A thief of the target, of the media and of the master key.
  const stolen = scratch('stolen');
  cpSync(join(service.data, 'media'), join(stolen, 'media'), { recursive: true });
  const keys = await services.store.system.all(listAccountKeys, { account_id: account.id });
  await operate(`/accounts/${account.id}/erase`, { name: 'Alice Ltd' });
  await service.settle();
  clock.advance(10 * 60_000);
  await service.settle();
  const [receipt] = (await operate('/account_erasures')).body.account_erasures;
  expect([receipt.erased_at, receipt.counts.backup_keys]).toEqual([expect.any(String), 2]);
  expect(await json(of, 'backup', 'verify', target)).toMatchObject({ objects: 1, erased: 2, problems: [] });
  const open = await openBackups(target, services.settings);
  for await (const { key } of open.target.blobs.list('chunks')) {
    const chunk = await open.target.chunk(key.split('/').at(-1) as string);
    for (const { wrapped } of keys) {
      const texts = [wrapped, wrapped.toString('hex'), wrapped.toString('base64')];
      expect(texts.some((text) => chunk.includes(text))).toBe(false);
    }
  }
  const empty = await emptyDeployment(service);
  const told = await json(empty, 'restore', target, '--backup', second.backup);
  expect([told.erased_accounts, told.objects]).toEqual([[account.id], 1]);
  const restored = await serviceOn(empty);
  const { master, ...kept } = restored.services;
  const media = await openDiskBlobs(join(stolen, 'media'));
  const storage = sealedStorage(media, { key: master.derive('media'), accounts: new MediaKeys(kept) });
  const outcomes: unknown[] = [];
  for await (const { key } of storage.list()) {
    const outcome = await storage.get(key).then(
      (bytes) => void bytes.destroy(),
      ({ fault }) => fault,
    );
    outcomes.push([key.startsWith(account.id), outcome]);
  }
  expect(outcomes.sort()).toEqual([
    [false, undefined],
    [true, 'unknown_encryption_key'],
    [true, 'unknown_encryption_key'],
  ]);
  expect((await restored.get(`/v3.6/applicants/${early.applicant.id}`, { token: early.token })).status).toBe(401);
  expect((await answersOf(restored, foreign)).bytes.equals(foreign.bytes)).toBe(true);
  // Neither the restored rows nor the next backup has the account.
  expect(
    (
      await restored.call('GET', `/operator/v1/accounts/${account.id}`, {
        token: null,
        headers: { authorization: `Bearer ${restored.operatorKey}` },
      })
    ).status,
  ).toBe(404);
  expect(await json(of, 'backup', target)).toMatchObject({ objects: 1, missing: [] });
});

test('backups are made regularly, shown at /metrics, and missed by the doctor', async () => {
  const target = scratch('target');
  const settings = { backupTo: target, backupEvery: '5m', adminPort: '0' };
  const service = await startService({ settings });
  cleanUps.push(() => service.close());
  const ids = () =>
    readdirSync(join(target, 'objects'), { recursive: true }).filter((name) => /manifests.+z-/.test(String(name)));
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const finding = async () => {
    const { body } = await service.get('/operator/v1/health', { token: null, headers });
    return body.findings.find(({ name }: { name: string }) => name === 'backup');
  };
  expect(await finding()).toMatchObject({ name: 'backup', state: 'warning', detail: `no backup in ${target} yet` });
  service.clock.advance(0);
  await expect.poll(ids).toHaveLength(1);
  const metric = async () => {
    const text = await (await fetch(`http://127.0.0.1:${service.adminPort}/metrics`)).text();
    return Number(/^bonafide_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  // The process of the backup has the clock of the machine.
  await expect.poll(metric).toBeGreaterThan(Date.now() / 1000 - 120);
  expect((await finding()).state).toBe('ok');
  const empty = await emptyDeployment(service);
  expect((await json(empty, 'restore', target)).missing).toEqual([]);
  const restored = await serviceOn(empty);
  expect((await restored.get('/v3.6/applicants', { token: service.sandboxToken })).body).toEqual({ applicants: [] });
  expect((await json(deploymentOf(service), 'backup', 'verify', target)).problems).toEqual([]);
});
