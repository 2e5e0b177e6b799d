import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import type { SettingName } from '../config/settings.ts';
import { fingerprintOf, masterKey } from '../crypto/keys.ts';
import { openStoredRoot } from '../crypto/root-key.ts';
import { listAllAccountKeys } from '../store/queries/accounts.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService } from '../testing/service.ts';
import { upkeep } from '../workers/upkeep.ts';
import type { KeyStatus } from './key-status.ts';
import { storedRoot } from './master-key.ts';

let data: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let running: TestService[] = [];

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  database = await freshDatabase();
});
afterEach(async () => {
  await stop();
  rmSync(data, { recursive: true, force: true });
  await database?.drop();
});

async function start(settings: Partial<Record<SettingName, string>> = {}): Promise<TestService> {
  const service = await startService({
    data,
    settings: { ...settings, ...(database && { databaseUrl: database.url }) },
  });
  running.push(service);
  return service;
}

async function stop(): Promise<void> {
  await Promise.all(running.map((service) => service.close({ keep: true })));
  running = [];
}

const newKey = () => randomBytes(32).toString('base64url');
const nameOf = (key: string) => fingerprintOf(masterKey(Buffer.from(key, 'base64url')));
const refusal = (start: Promise<unknown>) =>
  start.then(
    () => 'it started',
    (error: Error) => error.message,
  );

const operate = (service: TestService, method: string, path: string) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
  });

async function masters(service: TestService): Promise<[string, string][]> {
  const { keys } = (await operate(service, 'GET', '/keys')).body as { keys: KeyStatus[] };
  return keys.filter(({ key }) => key === 'master').map(({ fingerprint, state }) => [fingerprint, state]);
}

/** Moves the clock minute by minute, so that what happens each minute is done. */
async function pass(service: TestService, minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    service.clock.advance(MINUTE_MS);
    await masters(service);
  }
}

/** Creates an applicant. The answer checks that a service reads it, with the token of before. */
async function story(service: TestService) {
  const { status, body } = await service.post('/v3.6/applicants', { first_name: 'Jane', last_name: 'Doe' });
  expect(status).toBe(201);
  const { sandboxToken: token } = service;
  const stranger = service.other.sandboxToken;
  return async (later: TestService) => {
    const read = await later.get(`/v3.6/applicants/${body.id}`, { token });
    expect([read.status, read.body]).toEqual([200, body]);
    expect((await later.get(`/v3.6/applicants/${body.id}`, { token: stranger })).status).toBe(404);
  };
}

const wrappedKeys = async ({ services }: TestService) =>
  (await services.store.system.all(listAllAccountKeys, {})).map(({ wrapped }) => wrapped.toString('hex'));

test('the master key in the data directory is replaced beside the running service, and the old one removed', async () => {
  const service = await start();
  const reads = await story(service);
  const file = join(data, 'master.key');
  const old = readFileSync(file, 'utf8');
  const [oldName] = (await masters(service))[0]!;
  expect(nameOf(old)).toBe(oldName);

  const { status, body } = await operate(service, 'POST', '/keys/master/rotate');
  expect([status, body.fingerprint]).toEqual([200, nameOf(readFileSync(file, 'utf8'))]);
  expect(readdirSync(data).filter((name) => name.startsWith('master.key'))).toEqual(['master.key']);
  expect(await masters(service)).toEqual([
    [oldName, 'current'],
    [body.fingerprint, 'next'],
  ]);
  await reads(service);
  const refused = await operate(service, 'DELETE', `/keys/master/${oldName}`);
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { fingerprint: ['was used within the last 5 minutes. Restart every process with the new key, and wait'] },
  ]);
  await pass(service, 6);
  expect(await masters(service)).toEqual([
    [oldName, 'removable'],
    [body.fingerprint, 'current'],
  ]);
  const before = await wrappedKeys(service);
  expect((await operate(service, 'DELETE', `/keys/master/${oldName}`)).status).toBe(204);
  expect((await operate(service, 'DELETE', `/keys/master/${oldName}`)).status).toBe(404);
  expect((await operate(service, 'DELETE', `/keys/master/${body.fingerprint}`)).body.error.fields).toEqual({
    fingerprint: ['is the only master key. Rotate the master key first'],
  });

  // Two hours of upkeep seal the keys of the accounts with a key that the old master key never opened.
  for (let n = 0; n < 2; n += 1) {
    await pass(service, 20);
    await upkeep(service.services);
  }
  expect((await wrappedKeys(service)).filter((wrapped) => before.includes(wrapped))).toEqual([]);
  await reads(service);
  const { entries } = (await operate(service, 'GET', '/audit')).body;
  const actions = entries.map(({ action, object }: { action: string; object: object }) => [action, object]);
  expect(actions).toContainEqual(['master_key_added', { type: 'key', id: body.fingerprint }]);
  expect(actions).toContainEqual(['master_key_removed', { type: 'key', id: oldName }]);

  await stop();
  const now = readFileSync(file, 'utf8');
  writeFileSync(file, old);
  expect(await refusal(start())).toContain(`with the fingerprint ${body.fingerprint}; the master key from ${file} has`);
  writeFileSync(file, now);
  await reads(await start());
});

test('a rotation that was killed half-way leaves a service that starts with either key', async () => {
  const service = await start();
  const reads = await story(service);
  const file = join(data, 'master.key');
  const old = readFileSync(file, 'utf8');
  await operate(service, 'POST', '/keys/master/rotate');
  await stop();
  const rotated = readFileSync(file, 'utf8');
  for (const key of [old, rotated, old]) {
    writeFileSync(file, key);
    await reads(await start());
    await stop();
  }
});

test('a master key of the environment is replaced process by process', async () => {
  const [old, next, stranger] = [newKey(), newKey(), newKey()];
  const first = await start({ masterKey: old });
  const reads = await story(first);
  const { status, body } = await operate(first, 'POST', '/keys/master/rotate');
  expect([status, body.error.fields.key[0]]).toEqual([
    422,
    'comes from BONAFIDE_MASTER_KEY. Start the processes with a new key there, and with the present one as ' +
      'BONAFIDE_OLD_MASTER_KEY, BONAFIDE_OLD_MASTER_KEY_FILE or BONAFIDE_OLD_MASTER_KEY_COMMAND',
  ]);
  // Only PostgreSQL lets a second process in beside the first one.
  if (!database) await stop();
  expect(await refusal(start({ masterKey: next }))).toContain(`the fingerprint ${nameOf(old)}; the master key from`);
  expect(await refusal(start({ masterKey: next, oldMasterKey: stranger }))).toContain(`fingerprint ${nameOf(old)};`);
  const second = await start({ masterKey: next, oldMasterKey: old });
  for (const service of running) await reads(service);
  const readsToo = await story(second);
  for (const service of running) await readsToo(service);
  expect(await masters(second)).toEqual([
    [nameOf(old), 'accepted'],
    [nameOf(next), 'current'],
  ]);
  if (database) await first.close({ keep: true });
  running = [second];
  await pass(second, 6);
  expect((await operate(second, 'DELETE', `/keys/master/${nameOf(old)}`)).status).toBe(204);
  await stop();
  expect(await refusal(start({ masterKey: old, oldMasterKey: old }))).toContain(`the fingerprint ${nameOf(next)};`);
  const third = await start({ masterKey: next });
  await reads(third);
  await readsToo(third);
});

test('a backup opens with each master key that the root key was sealed with', async () => {
  const key = newKey();
  const { services } = await start({ masterKey: key });
  const stored = (await storedRoot(services.store.system))!;
  const opened = openStoredRoot(stored, Buffer.from(key, 'base64url'));
  expect(opened?.derive('backup')).toEqual(services.master.derive('backup'));
});

test('a command gives the master key, which is on no disk', async () => {
  const key = newKey();
  const command = (script: string) => ({ masterKeyCommand: JSON.stringify([process.execPath, '-e', script]) });
  const print = `process.stdout.write(${JSON.stringify(`${key}\n`)})`;
  const reads = await story(await start(command(print)));
  expect(readdirSync(data)).not.toContain('master.key');
  await stop();
  await reads(await start(command(print)));
  await stop();
  const of = 'The command of BONAFIDE_MASTER_KEY_COMMAND';
  const failing = 'console.log("secret"); console.error("secret"); process.exit(3)';
  expect(await refusal(start(command(failing)))).toBe(`${of} ended with the exit code 3`);
  expect(await refusal(start({ masterKeyCommand: '/nowhere/kms decrypt' }))).toBe(`${of} can't be run: ENOENT`);
  expect(await refusal(start(command('console.log("secret")')))).toBe(
    'The master key from BONAFIDE_MASTER_KEY_COMMAND must be 32 bytes as base64url, not 4 bytes',
  );
  expect(await refusal(start({ ...command(print), masterKey: key }))).toBe(
    'BONAFIDE_MASTER_KEY and BONAFIDE_MASTER_KEY_COMMAND both name the master key. Set one of them',
  );
  const file = join(data, 'mounted');
  writeFileSync(file, `${newKey()}\n`);
  await reads(await start({ masterKeyFile: file, oldMasterKeyCommand: command(print).masterKeyCommand }));
});
