import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import { startService, type TestService } from '../testing/service.ts';
import { rotateSecret } from './rotate.ts';
import { check, type Received, type Receiver, register, startReceiver } from './testing/receiver.ts';

let service: TestService;
let receiver: Receiver;
let refusing = false;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver(() => ({ status: refusing ? 500 : 200 }));
});
afterAll(async () => {
  await receiver.close();
  await service.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Verifies as receivers do, by the published library, at the time of the service's clock. */
function verified(token: string, { headers, body }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() });
  const secret = `whsec_${Buffer.from(token).toString('base64')}`;
  return new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
}

const newest = () => receiver.received.at(-1) as Received;
let hook: { id: string; token: string };

test('a webhook that asks for them gets the headers beside the others', async () => {
  hook = await register(service, receiver.url, { events: ['check.completed'], standard_headers: true });
  expect(hook).toMatchObject({ standard_headers: true });
  expect((await service.get(`/v3.6/webhooks/${hook.id}`)).body).toEqual(hook);
  const { id } = await check(service);
  await service.settle();

  const { events } = (await service.get('/v3.6/events?action=check.completed')).body;
  const { headers, body } = newest();
  expect(headers['webhook-id']).toBe(events[0].id);
  expect(headers['webhook-sequence']).toBe(String(events[0].sequence));
  expect(headers['webhook-timestamp']).toBe(String(Math.floor(service.clock.now() / 1000)));
  expect(headers['x-sha2-signature']).toMatch(/^[0-9a-f]{64}$/);
  expect(verified(hook.token, newest())).toEqual(JSON.parse(body.toString()));
  expect(JSON.parse(body.toString()).payload.object.id).toBe(id);
});

test('a wrong secret, a changed body and an old message do not verify', () => {
  const received = newest();
  expect(() => verified('x'.repeat(32), received)).toThrow('No matching signature found');
  expect(() => verified(hook.token, { ...received, body: Buffer.from('{}') })).toThrow('No matching signature found');
  service.clock.advance(6 * MINUTE_MS);
  expect(() => verified(hook.token, received)).toThrow('Message timestamp too old');
});

test('a retry has the same id and the time of its own attempt', async () => {
  refusing = true;
  await check(service);
  await service.settle();
  const first = newest();
  refusing = false;
  service.clock.advance(10 * MINUTE_MS);
  await service.settle();
  const second = newest();
  expect(second).not.toBe(first);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  const apart = Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp']);
  expect(apart).toBe(600);
  expect(verified(hook.token, second)).toEqual(JSON.parse(first.body.toString()));
});

test('while a secret is rotated, both secrets verify', async () => {
  const account = await service.services.accounts.find(service.account.id);
  const ctx = new Ctx(service.services, account!, 'sandbox', systemPrincipal('worker'));
  const rotated = await rotateSecret(ctx, hook.id);
  await check(service);
  await service.settle();
  const body = JSON.parse(newest().body.toString());
  expect(verified(hook.token, newest())).toEqual(body);
  expect(verified(rotated.token, newest())).toEqual(body);
});

test('the option goes off again, and other webhooks show and send nothing of it', async () => {
  const { body } = await service.put(`/v3.6/webhooks/${hook.id}`, { standard_headers: false });
  expect(body).not.toHaveProperty('standard_headers');
  await check(service);
  await service.settle();
  expect(Object.keys(newest().headers).filter((name) => name.startsWith('webhook-'))).toEqual([]);
  // Earlier versions ignore the option, like every field that they do not have.
  const old = await service.post('/v3.2/webhooks', { url: receiver.url, standard_headers: true });
  expect([old.status, old.body]).toEqual([201, expect.not.objectContaining({ standard_headers: true })]);
  const wrong = await service.put(`/v3.6/webhooks/${hook.id}`, { standard_headers: 'often' });
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['standard_headers']]);
  const other = { token: service.other.sandboxToken };
  expect((await service.put(`/v3.6/webhooks/${hook.id}`, { standard_headers: true }, other)).status).toBe(404);
});
