import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { openDiskBlobs } from '../storage/disk.ts';
import { storageKey } from '../storage/key.ts';
import { sealedStorage } from '../storage/sealed.ts';
import type { Storage } from '../storage/storage.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService } from '../testing/service.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function emptyPlace() {
  const data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  cleanUps.push(() => rmSync(data, { recursive: true, force: true }));
  const database = await freshDatabase();
  if (database) cleanUps.push(() => database.drop());
  const start = () => startService({ data, settings: { ...(database && { databaseUrl: database.url }) } });
  return { data, databaseUrl: database?.url, start };
}

/** A new document: its bytes, and the first four of its file. */
async function upload(service: TestService) {
  const story = storyOf(service, 'v3.6');
  const id = await story.document(await story.applicant(), {});
  const answer = await service.get(`/v3.6/documents/${id}/download`);
  const blobs = await openDiskBlobs(join(service.data, 'media'));
  const key = storageKey({ account: service.account.id, mediaId: id });
  const file = await buffer(await blobs.get(key));
  return { key, status: answer.status, bytes: answer.bytes, format: file.subarray(0, 4).toString('latin1') };
}

async function rotate(service: TestService) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const { status, body } = await service.call('POST', '/operator/v1/keys/sdk-token/rotate', { token: null, headers });
  return [status, body.error?.message ?? body.version];
}

/** Connects as a process of a release before 0.4.0 does. */
async function earlierProcess(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'bonafide' });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Moves the clock minute by minute, so that what happens each minute is done. */
async function pass(service: TestService, minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    service.clock.advance(MINUTE_MS);
    await service.get('/v3.6/applicants?per_page=1');
    await service.services.earlierReleases.look();
  }
}

test('a new deployment writes files with keys of accounts at once', async () => {
  const { start } = await emptyPlace();
  const service = await start();
  cleanUps.push(() => service.close({ keep: true }));
  expect(await upload(service)).toMatchObject({ status: 200, format: 'BFS2' });
  expect(await rotate(service)).toEqual([200, 2]);
});

test.skipIf(!process.env.DATABASE_URL)(
  'new files can be read by a process of the earlier release until none was connected for ten minutes',
  async () => {
    const { data, databaseUrl, start } = await emptyPlace();
    await (await start()).close({ keep: true });
    // The store of an earlier release, and one of its processes as PostgreSQL shows it.
    const earlier = await earlierProcess(databaseUrl as string);
    await earlier.query("delete from meta where key = 'every_process_has'");
    let service = await start();
    cleanUps.push(() => service.close({ keep: true }));
    await pass(service, 30);
    const beside = await upload(service);
    expect(beside).toMatchObject({ status: 200, format: 'BFS1' });
    const message =
      "The key can't be rotated while processes of an earlier release may run, which could not read the result. " +
      'Finish the update, and try again 10 minutes after the last of them has stopped';
    expect(await rotate(service)).toEqual([503, message]);
    // Releases before media keys open files with the key of the deployment alone.
    const blobs = await openDiskBlobs(join(data, 'media'));
    const reader: Storage = sealedStorage(blobs, { key: service.services.master.derive('media') });
    expect((await buffer(await reader.get(beside.key))).equals(beside.bytes)).toBe(true);

    await earlier.end();
    await pass(service, 9);
    expect(await upload(service)).toMatchObject({ format: 'BFS1' });
    // It had lost its connections for a moment.
    const again = await earlierProcess(databaseUrl as string);
    await pass(service, 5);
    await again.end();
    await pass(service, 9);
    expect(await upload(service)).toMatchObject({ format: 'BFS1' });
    await pass(service, 2);
    const after = await upload(service);
    expect(after).toMatchObject({ status: 200, format: 'BFS2' });
    await expect(reader.get(after.key)).rejects.toMatchObject({ fault: 'unknown_encryption_key' });
    expect(await rotate(service)).toEqual([200, 2]);
    // Remembered by the store.
    await service.close({ keep: true });
    service = await start();
    expect(await upload(service)).toMatchObject({ format: 'BFS2' });
  },
);
