import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSettings } from '../config/settings.ts';
import { FakeS3 } from '../storage/testing/fake-s3.ts';
import { freshDatabase } from '../testing/database.ts';
import { serve } from './commands/serve.ts';
import { buildProgram } from './program.ts';

let data: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
const masterKey = () => randomBytes(32).toString('base64url');

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  database = await freshDatabase();
});
afterEach(async () => {
  rmSync(data, { recursive: true, force: true });
  await database?.drop();
});

const environment = (key: string) => ({
  BONAFIDE_DATA: data,
  BONAFIDE_MASTER_KEY: key,
  ...(database ? { DATABASE_URL: database.url } : {}),
});

const serveWith = (key: string) => {
  const flags = { mode: 'development', port: '0', httpPort: '0', logLevel: 'silent', analysis: 'off' };
  const io = { out: () => {}, err: () => {}, env: {} };
  return serve(readSettings(flags, environment(key)), io);
};

/** Runs `bonafide doctor` and returns its lines as name, state and detail. */
async function doctor(key: string, more: Record<string, string> = {}): Promise<string[][]> {
  const printed: string[] = [];
  const io = { out: (text: string) => void printed.push(text), err: () => {}, env: { ...environment(key), ...more } };
  await buildProgram(io)
    .parseAsync(['doctor'], { from: 'user' })
    .catch((error: Error) => printed.push(error.message));
  return printed
    .join('\n')
    .split('\n')
    .map((line) => line.split(/ {2,}/));
}

const line = (name: string, lines: string[][]) => lines.find(([first]) => first === name)?.slice(1);

test('the doctor says why a service does not start, and changes nothing', async () => {
  const [right, wrong] = [masterKey(), masterKey()];
  const before = await doctor(right);
  expect(line('server', before)?.[0]).toBe('failed');
  expect(line('store', before)?.[0]).toBe('ok');
  expect(line('keys', before)).toBeUndefined();

  await (await serveWith(right)).stop();
  const [state, detail] = line('keys', await doctor(right)) ?? [];
  expect([state, detail]).toEqual([
    'ok',
    expect.stringMatching(/^the master key opens the store; its fingerprint: [0-9a-f]{16}$/),
  ]);
  const fingerprint = detail?.slice(-16);
  const refused = await doctor(wrong);
  expect(line('keys', refused)?.[0]).toBe('failed');
  expect(line('keys', refused)?.[1]).toContain(
    `The store was encrypted with the master key with the fingerprint ${fingerprint}`,
  );
  expect(refused.at(-1)).toEqual(['Failed: server, keys']);

  await (await serveWith(right)).stop();
});

test('the doctor tries the bucket of a service that does not run', async () => {
  const store = await new FakeS3().listen();
  const of = (bucket: string) => ({
    BONAFIDE_S3_BUCKET: bucket,
    BONAFIDE_S3_ENDPOINT: store.endpoint,
    BONAFIDE_S3_PATH_STYLE: 'on',
    BONAFIDE_S3_ACCESS_KEY: 'test',
    BONAFIDE_S3_SECRET_KEY: 'secret',
  });
  try {
    const right = await doctor(masterKey(), of('media'));
    expect(line('storage', right)).toEqual(['ok', 'the bucket media stores, reads and deletes']);
    expect(store.objects.size).toBe(0);
    const [state, detail] = line('storage', await doctor(masterKey(), of('nowhere'))) ?? [];
    expect([state, detail]).toEqual([
      'failed',
      expect.stringMatching(/^There is no bucket for media: the bucket nowhere at/),
    ]);
  } finally {
    await store.close();
  }
});
