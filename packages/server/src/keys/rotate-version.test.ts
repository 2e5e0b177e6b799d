import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../api/v3/testing/runs.ts';
import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { ctxIn } from '../context/ctx-of.ts';
import { systemPrincipal } from '../context/principal.ts';
import { addressMarks } from '../media/sender.ts';
import { rotateSecret } from '../webhooks/rotate.ts';
import { upkeep } from '../workers/upkeep.ts';
import { workflowIds } from '../workflows/testing/write.ts';
import type { KeyStatus } from './key-status.ts';

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());

const operate = (method: string, path: string) =>
  service.call(method, `/operator/v1${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
  });

const versions = async (name: string) =>
  ((await operate('GET', '/keys')).body as { keys: KeyStatus[] }).keys
    .filter(({ key }) => key === name)
    .map(({ version, state, accepted_until }) => [version, state, accepted_until]);

/** Moves the clock minute by minute, so that what happens each minute is done. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    service.clock.advance(MINUTE_MS);
    await versions('master');
  }
}

async function tidyUp(): Promise<void> {
  await upkeep(service.services);
  await versions('master');
}

test('tokens of an earlier SDK token key are accepted for five weeks', async () => {
  const applicant_id = await service.story.applicant();
  const make = async () => (await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' })).body.token;
  const accepted = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, origin: service.baseUrl };
    return (await service.get('/v4/sdk/branding', { token: null, headers })).status;
  };
  const first = await make();
  // A thief of the key would make such a token.
  const { exp: _, ...claims } = decodeJwt(first);
  const lasting = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(new Date(service.clock.now() + 400 * DAY_MS))
    .sign(service.services.master.current('sdk-token'));
  const rotated = await operate('POST', '/keys/sdk-token/rotate');
  expect([rotated.status, rotated.body]).toEqual([200, { version: 2, active_from: '2026-01-15T09:32:00Z' }]);
  expect(await versions('sdk-token')).toEqual([
    [1, 'current', null],
    [2, 'next', null],
  ]);
  await pass(2);
  const second = await make();
  expect(await versions('sdk-token')).toEqual([
    [1, 'accepted', '2026-02-19T09:32:00Z'],
    [2, 'current', null],
  ]);
  expect(await Promise.all([first, second, lasting].map(accepted))).toEqual([200, 200, 200]);
  expect(await accepted(`${second.slice(0, -2)}AA`)).toBe(401);
  service.clock.advance(35 * DAY_MS);
  expect(await versions('sdk-token')).toEqual([[2, 'current', null]]);
  expect(await Promise.all([await make(), lasting].map(accepted))).toEqual([200, 401]);
});

test('the address of a run stays valid after its key was rotated, until the run expires', async () => {
  const open = async (url: string) => (await service.get(new URL(url).pathname, { token: null })).status;
  const before = await service.run(workflowIds.profile);
  await operate('POST', '/keys/workflow-links/rotate');
  await pass(2);
  const after = await service.run(workflowIds.profile);
  const known = (await service.get(`/v3.6/workflow_runs/${before.id}`)).body;
  expect(known.link.url).not.toBe(before.link.url);
  const addresses = [before.link.url, known.link.url, after.link.url] as string[];
  expect(await Promise.all(addresses.map(open))).toEqual([200, 200, 200]);
  const { pathname } = new URL(after.link.url);
  expect(await open(`${service.baseUrl}${pathname.replace(after.id, before.id)}`)).toBe(404);
  await pass(10);
  await tidyUp();
  expect(await versions('workflow-links')).toEqual([
    [1, 'accepted', null],
    [2, 'current', null],
  ]);
  service.clock.advance(60 * DAY_MS);
  await tidyUp();
  expect(await versions('workflow-links')).toEqual([[2, 'current', null]]);
  expect(await open(before.link.url)).toBe(404);
});

test('every other key is listed with its age and the way to replace it', async () => {
  const listed = async (name: string) =>
    ((await operate('GET', '/keys')).body as { keys: KeyStatus[] }).keys
      .filter(({ key, account_id }) => key === name && (account_id === null || account_id === service.account.id))
      .map(({ state, replace, created_at, accepted_until }) => ({ state, replace, created_at, accepted_until }));
  const [tls] = await listed('tls');
  expect(tls).toMatchObject({ state: 'current', replace: 'each start renews it' });
  expect(Date.parse(String(tls?.accepted_until))).toBeGreaterThan(Date.now());
  // Evidence was never signed.
  expect(await listed('evidence')).toEqual([]);
  expect((await listed('operator')).map(({ state, replace }) => [state, replace])).toEqual([
    ['current', 'another operator.key, then restart'],
  ]);
  const hook = { url: 'https://hooks.example.com/keys', enabled: true, events: ['check.completed'] };
  const { id } = (await service.post('/v3.6/webhooks', hook)).body;
  const made = (await listed('webhook'))[0]?.created_at;
  service.clock.advance(DAY_MS);
  const ctx = await ctxIn(service.services, systemPrincipal('start'), service.account.id, 'live');
  await rotateSecret(ctx, id);
  const [earlier, current] = await listed('webhook');
  expect([earlier?.state, current?.state]).toEqual(['accepted', 'current']);
  expect(Date.parse(String(current?.created_at)) - Date.parse(String(made))).toBe(DAY_MS);
  expect(Date.parse(String(earlier?.accepted_until)) - Date.parse(String(current?.created_at))).toBe(DAY_MS);
});

test('uses of an address count under both keys of the marks of addresses', async () => {
  const ctx = await ctxIn(service.services, systemPrincipal('start'), service.account.id, 'live');
  const [first, ...none] = addressMarks(ctx, '203.0.113.7');
  expect(none).toEqual([]);
  await operate('POST', '/keys/upload-addresses/rotate');
  await pass(2);
  const [second, earlier, ...more] = addressMarks(ctx, '203.0.113.7');
  expect([earlier, more]).toEqual([first, []]);
  expect(second).not.toBe(first);
  service.clock.advance(30 * DAY_MS);
  expect(addressMarks(ctx, '203.0.113.7')).toEqual([second]);
});

test('only keys that exist are rotated, by operators', async () => {
  expect((await operate('POST', '/keys/media/rotate')).status).toBe(422);
  const { status } = await service.post('/operator/v1/keys/sdk-token/rotate');
  expect(status).toBe(401);
});
