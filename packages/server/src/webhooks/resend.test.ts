import { afterEach, beforeEach, expect, it } from 'vitest';
import { MINUTE_MS } from '../base/clock.ts';
import { startService, type TestService } from '../testing/service.ts';
import { check, type Received, type Receiver, register, startReceiver } from './testing/receiver.ts';

const path = '/v3.6/webhooks/resend';
const completed = (...ids: string[]) => ({
  data: ids.map((resource_id) => ({ resource_id, event: 'check.completed' })),
});

let service: TestService;
let alice: Receiver;
let bob: Receiver;
beforeEach(async () => {
  [service, alice, bob] = await Promise.all([startService(), startReceiver(), startReceiver()]);
});
afterEach(async () => {
  await Promise.all([service.close(), alice.close(), bob.close()]);
});

it('sends the same bytes again, to every enabled webhook of the environment', async () => {
  const named = await register(service, alice.url, { events: ['check.completed'] });
  await register(service, bob.url, { events: ['report.withdrawn'] });
  await register(service, alice.url, { enabled: false });
  await register(service, alice.url, { environments: ['live'] });
  await register(service, alice.url, {}, service.other.sandboxToken);
  const { id } = await check(service, { webhook_ids: [named.id] });
  await service.settle();
  expect([alice.received.length, bob.received.length]).toEqual([1, 0]);

  service.clock.advance(MINUTE_MS);
  const { status, bytes } = await service.post(`${path}/`, completed(id, id));
  expect([status, bytes.length]).toEqual([204, 0]);
  await service.settle();
  expect([alice.received.length, bob.received.length]).toEqual([2, 1]);
  const [first, again] = alice.received as [Received, Received];
  expect(again.body.toString()).toBe(first.body.toString());
  expect(again.headers['x-sha2-signature']).toBe(first.headers['x-sha2-signature']);
  expect(bob.received[0]?.body.toString()).toBe(first.body.toString());
});

it.each([
  { name: 'no data', body: {}, fields: { data: ["can't be blank"] } },
  { name: 'empty data', body: { data: [] }, fields: { data: ["can't be blank"] } },
  {
    name: 'another event',
    body: { data: [{ resource_id: 'x', event: 'check.started' }] },
    fields: { data: [{ event: ['is not included in the list'] }] },
  },
  {
    name: 'no resource',
    body: { data: [{ event: 'check.completed' }] },
    fields: { data: [{ resource_id: ["can't be blank"] }] },
  },
  {
    name: 'too many',
    body: completed(...Array(101).fill('x')),
    fields: { data: ['is too long (maximum is 100 entries)'] },
  },
])('refuses $name', async ({ body, fields }) => {
  const { status, body: answer } = await service.post(path, body);
  expect([status, answer]).toEqual([
    422,
    { error: { type: 'validation_error', message: 'There was a validation error on this request', fields } },
  ]);
});

it('sends nothing when one entry is not a complete check of the environment', async () => {
  await register(service, alice.url);
  const { id, applicant_id } = await check(service);
  const live = await check(service, {}, service.liveToken);
  const mallory = await check(service, {}, service.other.sandboxToken);
  await service.settle();
  const running = await check(service, { applicant_provides_data: true, suppress_form_emails: true });
  await service.settle();
  const before = alice.received.length;

  const refused = async (wrong: string) => {
    const { status, body } = await service.post(path, completed(id, wrong));
    const message = `${wrong} is not a complete check of this environment`;
    expect([status, body.error.fields]).toEqual([422, { data: [{ resource_id: [message] }] }]);
  };
  for (const wrong of ['nothing', live.id, mallory.id, running.id]) await refused(wrong);
  await service.del(`/v3.6/applicants/${applicant_id}`);
  await refused(id);
  await service.settle();
  expect(alice.received).toHaveLength(before);
});

it('is unknown to v3.2', async () => {
  expect((await service.post('/v3.2/webhooks/resend', completed('x'))).status).toBe(404);
});
