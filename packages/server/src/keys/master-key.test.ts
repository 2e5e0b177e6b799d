import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf, masterKey } from '../crypto/keys.ts';
import { seal } from '../crypto/seal.ts';
import { openPostgres } from '../store/postgres.ts';
import { deleteMeta, insertMeta } from '../store/queries/meta.ts';
import { openSqlite } from '../store/sqlite.ts';
import { freshDatabase } from '../testing/database.ts';
import { startService, type TestService } from '../testing/service.ts';

let data: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let running: TestService | undefined;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  database = await freshDatabase();
});
afterEach(async () => {
  await running?.close({ keep: true });
  running = undefined;
  rmSync(data, { recursive: true, force: true });
  await database?.drop();
});

async function start(given: { masterKey?: string; data?: string } = {}): Promise<TestService> {
  const settings = { ...(given.masterKey ? { masterKey: given.masterKey } : {}) };
  running = await startService({
    data: given.data ?? data,
    settings: database ? { ...settings, databaseUrl: database.url } : settings,
  });
  return running;
}

async function stop(): Promise<void> {
  await running?.close({ keep: true });
  running = undefined;
}

const newKey = () => randomBytes(32).toString('base64url');
const masterOf = (key: string) => masterKey(Buffer.from(key, 'base64url'));
const nameOf = (key: string) => fingerprintOf(masterOf(key));
const jane = { first_name: 'Jane', last_name: 'Doe' };
const refusal = (start: Promise<unknown>) =>
  start.then(
    () => 'it started',
    (error: Error) => error.message,
  );

/** An applicant, and whether its account can still read it, and the other account can't. */
async function store(service: TestService) {
  const { status, body } = await service.post('/v3.6/applicants', jane);
  expect(status).toBe(201);
  const { sandboxToken: token } = service;
  const stranger = service.other.sandboxToken;
  return async (later: TestService) => {
    const answers = await Promise.all(
      [token, stranger].map((secret) => later.get(`/v3.6/applicants/${body.id}`, { token: secret })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
    expect(answers[0]?.body).toMatchObject(jane);
  };
}

test('a store refuses another master key, and names both', async () => {
  const [right, wrong] = [newKey(), newKey()];
  const reads = await store(await start({ masterKey: right }));
  await stop();
  const files = readdirSync(data);
  expect(await refusal(start({ masterKey: wrong }))).toBe(
    `The store was encrypted with the master key with the fingerprint ${nameOf(right)}; the master key from BONAFIDE_MASTER_KEY has the ` +
      `fingerprint ${nameOf(wrong)}. Start with the key that encrypted the store: put its master.key back into the data ` +
      'directory, or set BONAFIDE_MASTER_KEY. No data was changed',
  );
  expect(readdirSync(data)).toEqual(files);
  await reads(await start({ masterKey: right }));
});

test('a store whose master.key is gone gets no new one', async () => {
  const reads = await store(await start());
  await stop();
  const file = join(data, 'master.key');
  renameSync(file, `${file}.away`);
  const message = await refusal(start());
  expect(message).toMatch(
    /^The store was encrypted with a master key with the fingerprint [0-9a-f]{16}, but \S+\/master\.key does not exist\. Start with/,
  );
  expect(existsSync(file)).toBe(false);
  renameSync(`${file}.away`, file);
  await reads(await start());
});

/** Makes the store of a release before root keys, which derived every key from the master key. */
async function makeEarlierStore(secret: string): Promise<void> {
  const master = masterOf(secret);
  const canary = seal(master.derive('canary'), 'master_key', Buffer.from('bonafide')).toString('base64');
  const value = JSON.stringify({ fingerprint: fingerprintOf(master), canary });
  const earlier = await openEmptyStore();
  await earlier.transaction((tx) => tx.run(insertMeta, { key: 'master_key', value }));
  await earlier.close();
}

const openEmptyStore = () => (database ? openPostgres(database.url, pino({ level: 'silent' })) : openSqlite(data));

test('a store of an earlier release keeps the keys that it derived from its master key', async () => {
  const [right, wrong] = [newKey(), newKey()];
  await makeEarlierStore(right);
  expect(await refusal(start({ masterKey: wrong }))).toContain(`with the fingerprint ${nameOf(right)}; the master key`);
  const service = await start({ masterKey: right });
  const reads = await store(service);
  for (const purpose of ['token-hash', 'media', 'sdk-token'] as const) {
    expect(service.services.master.derive(purpose)).toEqual(masterOf(right).derive(purpose));
  }
  await stop();
  expect(await refusal(start({ masterKey: wrong }))).toContain(`with the fingerprint ${nameOf(right)}; the master key`);
  await reads(await start({ masterKey: right }));
});

test('a store of an earlier release is known by the keys of its accounts', async () => {
  const [right, wrong] = [newKey(), newKey()];
  await makeEarlierStore(right);
  const service = await start({ masterKey: right });
  const reads = await store(service);
  for (const key of ['master_key', 'root_key']) {
    expect(await service.services.store.transaction((tx) => tx.run(deleteMeta, { key }))).toBe(1);
  }
  await stop();
  const unknown = await refusal(start({ masterKey: wrong }));
  expect(unknown).toContain('encrypted with another master key, whose fingerprint is not known; the master key from');
  expect(unknown).toContain(nameOf(wrong));
  expect(await refusal(start())).toContain('encrypted with a master key, but ');
  await reads(await start({ masterKey: right }));
  await stop();
  expect(await refusal(start({ masterKey: wrong }))).toContain(`fingerprint ${nameOf(right)}; the master key from`);
});

test('health names the fingerprint, and says when the next start would be refused', async () => {
  const service = await start();
  const keys = async () => {
    const token = { headers: { authorization: `Bearer ${service.operatorKey}` }, token: null };
    const { findings } = (await service.get('/operator/v1/health', token)).body;
    return findings.find(({ name }: { name: string }) => name === 'keys');
  };
  const { state, detail } = await keys();
  expect([state, detail]).toEqual([
    'ok',
    `decrypt the data of every account; fingerprint of the master key: ${service.services.masterKeyFingerprint}`,
  ]);
  renameSync(join(data, 'master.key'), join(data, 'away'));
  expect(await keys()).toMatchObject({ state: 'failed', detail: expect.stringContaining('does not exist') });
});

test.skipIf(!process.env.DATABASE_URL)(
  'of processes that start at once with keys of their own one starts',
  async () => {
    const directories = Array.from({ length: 4 }, () => mkdtempSync(join(tmpdir(), 'bonafide-')));
    const settings = { databaseUrl: (database as { url: string }).url };
    const starts = await Promise.allSettled(directories.map((own) => startService({ data: own, settings })));
    const started = starts.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const refused = starts.filter((one) => one.status === 'rejected').map(({ reason }) => reason.message);
    expect(started.length).toBe(1);
    const { masterKeyFingerprint } = (started[0] as TestService).services;
    // One that came a little later finds the seal before it has made a key.
    for (const message of refused) expect(message).toContain(`key with the fingerprint ${masterKeyFingerprint}`);
    await (await store(started[0] as TestService))(started[0] as TestService);
    await Promise.all(started.map((service) => service.close()));
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  },
);
