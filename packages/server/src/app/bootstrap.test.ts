import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Service, startService } from '../app.ts';
import { pickAddresses } from '../applicants/addresses/pick.ts';
import { sampleAddresses } from '../applicants/addresses/sample.ts';
import { readSettings } from '../config/settings.ts';
import { listAccountsOf } from '../context/account-facts.ts';
import { freshDatabase } from '../testing/database.ts';
import { bootstrap, mintReadyPair } from './bootstrap.ts';

let data: string;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let service: Service;

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'bonafide-'));
  database = await freshDatabase();
  const settings = { mode: 'development', data, port: '0', httpPort: '0', region: 'ca' };
  const all = database ? { ...settings, databaseUrl: database.url } : settings;
  service = await startService(readSettings(all, {}), { log: pino({ level: 'silent' }) });
});
afterEach(async () => {
  await service.close();
  rmSync(data, { recursive: true, force: true });
  await database?.drop();
});

const statusWith = async (token: string) =>
  (await fetch(`${service.urls.http}/v3.6/applicants`, { headers: { authorization: `Token token=${token}` } })).status;

test('several starts at once make one account with one pair of tokens', async () => {
  const made = await Promise.all(Array.from({ length: 4 }, () => bootstrap(service.services)));
  const pairs = made.filter((pair) => pair !== undefined);
  expect(pairs.length).toBe(1);
  const accounts = await listAccountsOf(service.services);
  const notice = `${service.services.urls.api}/demo/privacy-notice`;
  const branding = {
    display_name: 'Bonafide demo',
    privacy_notice_url: notice,
    support_contact: 'support@example.com',
  };
  expect(accounts).toMatchObject([{ name: 'default', enabled: true, ...branding }]);
  const opened = await fetch(`${service.urls.http}/demo/privacy-notice`);
  expect([opened.status, (await opened.text()).includes('Privacy notice of the demonstration')]).toEqual([200, true]);
  expect(pairs[0]?.sandboxToken).toMatch(/^api_sandbox_ca\.[\w-]{43}$/);
  expect(pairs[0]?.liveToken).toMatch(/^api_live_ca\.[\w-]{43}$/);
  expect(await statusWith(pairs[0]?.liveToken ?? '')).toBe(200);
  const sample = sampleAddresses.filter(({ postcode }) => postcode === 'SW4 6EH');
  expect(await pickAddresses(service.services, 'SW4 6EH')).toEqual(sample);
  expect(await bootstrap(service.services)).toBeUndefined();
});

test('every ready file gets a pair that works, and those before it end', async () => {
  const first = await bootstrap(service.services);
  const second = await mintReadyPair(service.services);
  expect(await statusWith(second.sandboxToken)).toBe(200);
  const third = await mintReadyPair(service.services);
  const working = [first?.sandboxToken, first?.liveToken, third.sandboxToken, third.liveToken];
  for (const token of working) expect(await statusWith(token ?? '')).toBe(200);
  for (const token of [second.sandboxToken, second.liveToken]) expect(await statusWith(token)).toBe(401);
});

test('a ready file needs an account', async () => {
  await expect(mintReadyPair(service.services)).rejects.toThrow('There is no account to make tokens for');
});
