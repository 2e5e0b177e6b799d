import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { stored } from '../api/v3/testing/disk.ts';
import { greyPng } from '../api/v3/testing/files.ts';
import { form } from '../api/v3/testing/story.ts';
import { logLines } from '../base/log-lines.ts';
import { noPostgresServer, type PostgresServer, preparePostgres } from '../testing/postgres-server.ts';
import { startService, type TestService } from '../testing/service.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

const probe = mountSmallDisk(1);
probe?.drop();
const why = probe ? '' : ' (needs a user that may mount)';

const jane = { first_name: 'Jane', last_name: 'Doe' };
const message = 'The service has no space left to store this. Please try again later';
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

function smallDisk(mib: number): SmallDisk {
  const disk = mountSmallDisk(mib) as SmallDisk;
  cleanUps.push(() => disk.drop());
  return disk;
}

/** The service whose rows and media lie on a small disk. */
async function serviceOn(disk: SmallDisk, databaseUrl?: string): Promise<TestService> {
  const data = join(disk.path, 'data');
  await mkdir(data);
  const settings = { adminPort: '0', minFreeSpace: '1', ...(databaseUrl ? { databaseUrl } : {}) };
  const service = await startService({ data, settings });
  cleanUps.push(() => service.close({ keep: true }));
  return service;
}

async function readiness({ adminPort }: TestService) {
  const answer = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
  const { findings } = (await answer.json()) as { findings: { name: string; state: string }[] };
  return { status: answer.status, failed: findings.filter(({ state }) => state === 'failed').map(({ name }) => name) };
}

async function upload(service: TestService, applicant_id: string) {
  const sent = form({ applicant_id, type: 'passport' }, { name: 'a.png', bytes: await greyPng() });
  return service.call('POST', '/v3.6/documents', { form: sent });
}

/** Steps of a service on a disk that is filled under it, and after there is room again. */
async function story(service: TestService, disk: SmallDisk): Promise<void> {
  const create = (path = '/v3.6/applicants', token = service.sandboxToken) => service.post(path, jane, { token });
  const { id } = (await create()).body;
  let created = 1;
  expect(await readiness(service)).toEqual({ status: 200, failed: [] });
  const before = await stored(service);

  disk.fill();
  // Pages and logs of the store have a little room inside of them.
  let refused = await create();
  for (; refused.status === 201 && created < 5_000; created++) refused = await create();
  expect([refused.status, refused.headers['retry-after'], refused.body]).toEqual([
    ...[503, '60', { error: { type: 'unavailable', message } }],
  ]);
  const ofV2 = await create('/v2/applicants');
  expect([ofV2.status, ofV2.headers['retry-after'], ofV2.body]).toEqual([503, '60', refused.body]);
  const ofV1 = await create('/v1/applicants', service.other.liveToken);
  const idOfRequest = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect([ofV1.status, ofV1.headers['retry-after'], ofV1.body]).toEqual([
    ...[503, '60', { error: { id: idOfRequest, type: 'unavailable', message } }],
  ]);
  const notUploaded = await upload(service, id);
  expect([notUploaded.status, notUploaded.headers['retry-after'], notUploaded.body]).toEqual([503, '60', refused.body]);
  expect(await stored(service)).toEqual(before);
  expect((await service.get(`/v3.6/applicants/${id}`)).status).toBe(200);
  expect((await service.get(`/v3.6/applicants/${id}`, { token: service.other.sandboxToken })).status).toBe(404);
  // What the store is asked for may fit into the room that it has.
  const { status, failed } = await readiness(service);
  expect([status, failed.filter((name) => name !== 'store')]).toEqual([503, ['storage', 'disk']]);
  const live = await fetch(`http://127.0.0.1:${service.adminPort}/livez`);
  expect(live.status).toBe(200);

  disk.makeRoom();
  expect(await readiness(service)).toEqual({ status: 200, failed: [] });
  expect((await upload(service, id)).status).toBe(201);
  expect((await create()).status).toBe(201);
  created += 1;
  const all = await service.get('/v3.6/applicants?per_page=500');
  expect(Number(all.headers['x-total-count'])).toBe(created);
  expect((await service.get('/v3.6/applicants', { token: service.other.liveToken })).body).toEqual({ applicants: [] });
}

describe.skipIf(!probe)(`a disk that is full${why}`, () => {
  test.skipIf(process.env.DATABASE_URL)('under the embedded store', async () => {
    const disk = smallDisk(8);
    await story(await serviceOn(disk), disk);
  });

  test.skipIf(noPostgresServer())('under PostgreSQL', async () => {
    const server: PostgresServer = await preparePostgres();
    cleanUps.push(() => server.drop());
    await server.start();
    const disk = smallDisk(24);
    const space = join(disk.path, 'space');
    execFileSync('install', ['-d', '-o', 'postgres', space]);
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    await admin.query(`create tablespace small location '${space}'`);
    await admin.query('create database small tablespace small');
    await admin.end();
    const service = await serviceOn(disk, server.url.replace(/postgres$/, 'small'));
    await story(service, disk);
  });

  test('under the log: lines are dropped, and counted once there is room', () => {
    const disk = smallDisk(1);
    const file = join(disk.path, 'log');
    const fd = openSync(file, 'a');
    cleanUps.push(() => closeSync(fd));
    const log = logLines(fd);
    log.write('first\n');
    disk.fill();
    // Longer than the room in the page that the first line lies in.
    for (let i = 0; i < 3; i++) log.write(`${'x'.repeat(5_000)}\n`);
    disk.makeRoom();
    log.write('last\n');
    const lines = readFileSync(file, 'utf8').split('\n');
    expect(lines[0]).toBe('first');
    expect(JSON.parse(lines.at(-3) ?? '')).toMatchObject({ lost: 3, msg: 'lines of the log were lost' });
    expect(lines.slice(-2)).toEqual(['last', '']);
  });

  test.skipIf(process.env.DATABASE_URL)(
    'under store and log: the process answers, and ends when asked to',
    async () => {
      const disk = smallDisk(8);
      const readyFile = join(disk.path, 'ready.json');
      const log = openSync(join(disk.path, 'log'), 'w');
      const flags = ['--mode', 'development', '--port', '0', '--http-port', '0', '--analysis', 'off'];
      const place = ['--data', join(disk.path, 'data'), '--ready-file', readyFile];
      const { DATABASE_URL: _, ...env } = process.env;
      const server = spawn(process.execPath, [main, 'serve', ...flags, ...place], { stdio: ['ignore', log, log], env });
      closeSync(log);
      cleanUps.push(() => server.kill('SIGKILL'));
      while (!existsSync(readyFile)) await pause(50);
      const { http_base_url, sandbox_token } = JSON.parse(readFileSync(readyFile, 'utf8'));
      const create = () =>
        fetch(`${http_base_url}/v3.6/applicants`, {
          method: 'POST',
          headers: { authorization: `Token token=${sandbox_token}`, 'content-type': 'application/json' },
          body: JSON.stringify(jane),
        });
      expect((await create()).status).toBe(201);
      disk.fill();
      // More lines than fit into the rest of the last page.
      const statuses = new Set<number>();
      for (let i = 0; i < 25; i++) statuses.add((await create()).status);
      expect([...statuses]).toEqual([503]);
      server.kill('SIGTERM');
      const [code] = await once(server, 'exit');
      expect(code).toBe(0);
    },
  );
});
