import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedIn } from '../api/dashboard/testing/browser.ts';
import { DAY_MS, MINUTE_MS } from '../base/clock.ts';
import { type SmtpTestServer, startSmtpServer } from '../messages/mail-transport/testing/smtp-server.ts';
import { startService, type TestService } from '../testing/service.ts';
import { check, type Receiver, register, startReceiver } from './testing/receiver.ts';

let mails: SmtpTestServer;
/** True while members are invited: an invitation that can't be mailed is handed to the inviter. */
let refusesMail = false;
let service: TestService;
const receivers: Receiver[] = [];
beforeAll(async () => {
  mails = await startSmtpServer((command) =>
    refusesMail && command === '.' ? '451 4.3.0 Try again later' : undefined,
  );
  service = await startService({ settings: { smtpUrl: mails.url, mailFrom: 'id@example.com' } });
});
afterAll(async () => {
  await Promise.all(receivers.map((one) => one.close()));
  await service.close();
  await mails.close();
});

async function member(...of: Parameters<typeof signedIn> extends [unknown, ...infer Rest] ? Rest : never) {
  refusesMail = true;
  const browser = await signedIn(service, ...of);
  refusesMail = false;
  return browser;
}

/** A receiver that answers with `status`, which a test can change. */
async function receiver(status: number) {
  const state = { status };
  const started = await startReceiver(() => ({ status: state.status }));
  receivers.push(started);
  return Object.assign(state, { url: started.url, received: started.received });
}

/** A check, whose event is delivered as far as it can be. Returns its id. */
async function started(token?: string): Promise<string> {
  const { id } = await check(service, {}, token);
  await service.settle();
  return id;
}

const at = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const only = { events: ['check.started'] };
const read = async (id: string, version = 'v3.6') => (await service.get(`/${version}/webhooks/${id}`)).body;
const objectIds = (one: { received: Receiver['received'] }) =>
  one.received.map(({ body }) => JSON.parse(body.toString()).payload.object.id);
const textOf = ({ content }: { content: string }) => content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

test('a webhook that fails for 5 days is paused with a mail to each administrator, and a replay sends what it missed', async () => {
  const [alice, bob] = [await receiver(503), await receiver(503)];
  const hook = await register(service, alice.url, { ...only, name: 'Orders' });
  const other = await register(service, bob.url, only, service.other.sandboxToken);
  const begin = service.clock.now();
  const checks = [await started()];
  await started(service.other.sandboxToken);
  // The other account's receiver works again for a moment.
  service.clock.advance(DAY_MS);
  bob.status = 200;
  await service.settle();
  bob.status = 503;
  await started(service.other.sandboxToken);

  service.clock.advance(4 * DAY_MS - 1);
  checks.push(await started());
  expect(await read(hook.id)).not.toHaveProperty('paused_at');
  expect((await read(hook.id)).enabled).toBe(true);
  const admin = await member('admin');
  const dev = await member('developer');
  const stranger = await member('admin', { account: service.other.id });
  service.clock.advance(1);
  // Two attempts at once pause it once.
  const two = await Promise.all([check(service), check(service), check(service, {}, service.other.sandboxToken)]);
  await service.settle();
  checks.push(two[0].id, two[1].id);

  const paused = { enabled: false, paused_at: at(begin + 5 * DAY_MS), failing_since: at(begin) };
  expect(await read(hook.id)).toMatchObject(paused);
  expect((await service.get('/v3.6/webhooks')).body.webhooks[0]).toMatchObject(paused);
  const { id, token } = hook;
  const href = `/v3.2/webhooks/${id}`;
  const v32 = { id, token, url: alice.url, enabled: false, href, ...only, environments: ['sandbox'] };
  expect(await read(id, 'v3.2')).toEqual(v32);
  const unaffected = await service.get(`/v3.6/webhooks/${other.id}`, { token: service.other.sandboxToken });
  expect([unaffected.body.enabled, unaffected.body.paused_at]).toEqual([true, undefined]);

  const subject = 'Bonafide paused the webhook Orders';
  const noticesOf = (browser: typeof admin) => browser.get('/notices').then(({ body }) => body.notices);
  expect(await noticesOf(admin)).toMatchObject([{ subject, device: null, address: null }]);
  expect([await noticesOf(dev), await noticesOf(stranger)]).toEqual([[], []]);
  await expect.poll(() => mails.mails.map(({ to }) => to)).toContain(admin.email);
  const [mail, ...more] = mails.mails.filter(({ content }) => content.includes(subject));
  expect(more).toEqual([]);
  expect(textOf(mail!)).toContain(`has failed since ${at(begin)}.`);
  expect(textOf(mail!)).toContain(`/sandbox/developers?view=webhooks&webhook=${id}`);
  expect(textOf(mail!)).not.toContain(alice.url);
  const sandbox = `/accounts/${service.account.id}/sandbox`;
  expect((await dev.get(`${sandbox}/overview`)).body.to_do).toEqual([
    { kind: 'webhook_paused', name: 'Orders', count: null, at: paused.paused_at },
  ]);
  expect((await stranger.get(`/accounts/${service.other.id}/sandbox/overview`)).body.to_do).toMatchObject([
    { kind: 'webhook_failing' },
  ]);

  // Events of the pause are recorded and not sent.
  alice.status = 200;
  alice.received.length = 0;
  service.clock.advance(MINUTE_MS);
  checks.push(await started());
  expect(alice.received).toEqual([]);
  const range = { since: at(begin), webhook_id: id };
  expect((await service.post('/v3.6/events/replay', range)).status).toBe(422);
  expect((await service.post(`/v3.6/webhooks/${id}/test`)).status).toBe(422);
  expect((await service.post('/v3.6/events/replay', { since: at(begin) })).body).toMatchObject({ deliveries: 0 });

  // Any version can end the pause.
  expect((await service.put(`/v3.2/webhooks/${id}`, { name: 'Renamed' })).body.enabled).toBe(false);
  expect((await read(id)).paused_at).toBe(paused.paused_at);
  expect((await service.put(`/v3.2/webhooks/${id}`, { enabled: true })).body.enabled).toBe(true);
  expect(Object.keys(await read(id))).not.toEqual(expect.arrayContaining(['paused_at']));
  service.clock.advance(1000);
  const replay = `${sandbox}/webhooks/${id}/replay`;
  const missed = { since: at(begin), until: at(service.clock.now()), delivered: false };
  expect((await stranger.post(replay, missed)).status).toBe(404);
  expect((await dev.post(replay, missed)).body).toEqual({ resent: 5, skipped: 0, next: null });
  await service.settle();
  expect(objectIds(alice).sort()).toEqual([...checks].sort());
  expect((await service.post('/v3.6/events/replay', range)).body).toMatchObject({ events: 5, skipped: 0 });
  await service.settle();
  expect(objectIds(alice)).toHaveLength(10);
  const audit = await service.get(`/operator/v1/accounts/${service.account.id}/audit?object_id=${id}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
  });
  const entries = audit.body.entries.filter(({ action }: { action: string }) => action === 'webhook_paused');
  expect(entries).toMatchObject([{ details: { failing_since: at(begin) }, environment: 'sandbox' }]);
});

test('a success, a new address and an enabled webhook begin the 5 days again', async () => {
  const alice = await receiver(500);
  const { id } = await register(service, alice.url, only);
  const isEnabled = async () => {
    await started();
    return (await read(id)).enabled;
  };
  expect(await isEnabled()).toBe(true);
  service.clock.advance(4 * DAY_MS);
  alice.status = 204;
  expect(await isEnabled()).toBe(true);
  alice.status = 500;
  service.clock.advance(4 * DAY_MS);
  expect(await isEnabled()).toBe(true);
  service.clock.advance(4 * DAY_MS);
  await service.put(`/v3.6/webhooks/${id}`, { url: `${alice.url}/moved` });
  expect(await isEnabled()).toBe(true);
  service.clock.advance(4 * DAY_MS);
  await service.put(`/v3.6/webhooks/${id}`, { enabled: false });
  await service.put(`/v3.6/webhooks/${id}`, { enabled: true });
  expect(await isEnabled()).toBe(true);
  service.clock.advance(4 * DAY_MS);
  // Sending the value that it has changes nothing.
  await service.put(`/v3.6/webhooks/${id}`, { enabled: true, url: `${alice.url}/moved` });
  expect(await isEnabled()).toBe(true);
  service.clock.advance(DAY_MS);
  expect(await isEnabled()).toBe(false);
});

test('a webhook that a person disabled records no deliveries', async () => {
  const alice = await receiver(200);
  const { id } = await register(service, alice.url, { ...only, enabled: false });
  await started();
  const dev = await member('developer');
  const path = `/accounts/${service.account.id}/sandbox/webhooks/${id}/deliveries`;
  expect((await dev.get(path)).body.deliveries).toEqual([]);
});
