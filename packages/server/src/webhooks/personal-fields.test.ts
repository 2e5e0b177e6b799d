import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../api/v3/testing/runs.ts';
import { MINUTE_MS } from '../base/clock.ts';
import { workflowIds } from '../workflows/testing/write.ts';
import { verify } from './signature.ts';
import { type Receiver, register, startReceiver } from './testing/receiver.ts';

const STARTED = { events: ['workflow_task.started'] };
const EMAIL = 'ada@shop.example';

let service: RunService;
let status = 200;
let alice: Receiver;
let bob: Receiver;
beforeAll(async () => {
  service = await startWithWorkflows();
});
afterAll(() => service.close());
beforeEach(async () => {
  alice = await startReceiver(() => ({ status }));
  bob = await startReceiver();
});
afterEach(async () => {
  status = 200;
  const { webhooks } = (await service.get('/v3.6/webhooks')).body;
  for (const { id } of webhooks) await service.del(`/v3.6/webhooks/${id}`);
  await Promise.all([alice.close(), bob.close()]);
});

const textsOf = ({ received }: Receiver) => received.map(({ body }) => body.toString());
const inputsOf = (receiver: Receiver) => textsOf(receiver).map((text) => JSON.parse(text).payload.resource.input);
const passkeyRun = () => service.run(workflowIds.passkeyMadeByDevice, { customer_user_id: EMAIL });
const change = (id: string, body: object) => service.put(`/v3.6/webhooks/${id}`, body);

test('a payload carries the chosen personal fields alone, and every other byte', async () => {
  const every = await register(service, alice.url, STARTED);
  const none = await register(service, bob.url, { ...STARTED, personal_fields: [] });
  expect(every).not.toHaveProperty('personal_fields');
  expect(none).toMatchObject({ personal_fields: [] });
  await passkeyRun();
  await service.settle();
  expect(inputsOf(alice)).toEqual([{ username: EMAIL }]);
  expect(inputsOf(bob)).toEqual([{}]);
  expect(textsOf(bob)[0]).toBe(textsOf(alice)[0]?.replace(`{"username":"${EMAIL}"}`, '{}'));
  const [received] = bob.received;
  expect(verify(none.token, received!.body, String(received!.headers['x-sha2-signature']))).toBe(true);

  const chosen = await change(none.id, { personal_fields: ['username', 'username', 'days_left'] });
  expect(chosen.body.personal_fields).toEqual(['username', 'days_left']);
  // What a body leaves out stays, in every version that changes the webhook.
  await service.put(`/v3.2/webhooks/${none.id}`, { enabled: true, personal_fields: [] });
  await service.put(`/v2/webhooks/${none.id}`, { enabled: true, personal_fields: [] });
  expect((await service.get(`/v3.6/webhooks/${none.id}`)).body).toEqual(chosen.body);
  await passkeyRun();
  await service.settle();
  expect(inputsOf(bob)).toEqual([{}, { username: EMAIL }]);
});

test('inputs of tasks that say nothing about a person stay whole', async () => {
  await register(service, alice.url, STARTED);
  await register(service, bob.url, { ...STARTED, personal_fields: [] });
  const applicant_id = await service.story.applicant({ email: EMAIL });
  const photo = await service.story.livePhoto(applicant_id);
  await service.run(workflowIds.faceOfClient, { applicant_id, custom_data: { media_ids: [{ id: photo }] } });
  await service.run(workflowIds.pause);
  await service.run(workflowIds.checkOnly);
  await service.run(workflowIds.ageWallet);
  for (const workflow of [workflowIds.review, workflowIds.notices]) {
    const run = await service.run(workflow, { applicant_id, custom_data: { plan: 'gold' } });
    await service.complete(run, await service.open(run), { first_name: 'Ada' });
  }
  await service.settle();
  const keys = new Set(inputsOf(alice).flatMap((input) => Object.keys(input)));
  expect([...keys].sort()).toEqual(
    ['age_over', 'check_id', 'choices', 'fallback', 'links', 'mails', 'media_ids', 'optional', 'question'].concat([
      ...['report_ids', 'report_names', 'required', 'types', 'until'],
    ]),
  );
  expect(textsOf(bob).sort()).toEqual(textsOf(alice).sort());
});

test('retries, replays and repeated deliveries carry what the webhook may carry by then', async () => {
  status = 500;
  // The replay has no events of the tests before.
  service.clock.advance(1000);
  const hook = await register(service, alice.url, STARTED);
  const since = new Date(service.clock.now()).toISOString();
  await passkeyRun();
  await service.settle();
  status = 200;
  await change(hook.id, { personal_fields: [] });
  service.clock.advance(10 * MINUTE_MS);
  await service.settle();
  expect(inputsOf(alice)).toEqual([{ username: EMAIL }, {}]);
  const retried = alice.received[1]!;
  expect(verify(hook.token, retried.body, String(retried.headers['x-sha2-signature']))).toBe(true);

  const replay = async () => {
    service.clock.advance(1000);
    const { body } = await service.post('/v3.6/events/replay', { since, webhook_id: hook.id });
    expect(body).toMatchObject({ deliveries: 1, next: null });
    await service.settle();
    return inputsOf(alice).at(-1);
  };
  expect(await replay()).toEqual({});
  // The event itself is stored whole, so a webhook that may carry more gets more.
  await change(hook.id, { personal_fields: null });
  expect((await service.get(`/v3.6/webhooks/${hook.id}`)).body).not.toHaveProperty('personal_fields');
  expect(await replay()).toEqual({ username: EMAIL });

  await change(hook.id, { personal_fields: ['days_left'] });
  const operator = { token: null, headers: { authorization: `Bearer ${service.operatorKey}` } };
  const path = `/operator/v1/accounts/${service.account.id}/deliveries`;
  const { deliveries } = (await service.get(path, operator)).body;
  expect((await service.post(path, { delivery_id: deliveries[0].id }, operator)).status).toBe(201);
  await service.settle();
  expect(inputsOf(alice).at(-1)).toEqual({});
  expect(alice.received).toHaveLength(5);
});

test('refuses what is not a list of personal fields; earlier versions have no such option', async () => {
  const body = { url: alice.url, personal_fields: ['username', 'dob'] };
  const refused = await service.post('/v3.6/webhooks', body);
  expect([refused.status, refused.body.error.fields]).toEqual([
    422,
    { personal_fields: ['is not included in the list'] },
  ]);
  const text = await service.post('/v3.6/webhooks', { ...body, personal_fields: 'username' });
  expect([text.status, Object.keys(text.body.error.fields)]).toEqual([422, ['personal_fields']]);
  for (const version of ['v3.2', 'v2', 'v1']) {
    const old = await service.post(`/${version}/webhooks`, body);
    expect([old.status, old.body]).toEqual([201, expect.not.objectContaining({ personal_fields: expect.anything() })]);
    expect((await service.get(`/v3.6/webhooks/${old.body.id}`)).body).not.toHaveProperty('personal_fields');
  }
});

test('another account sees and changes nothing of it, and its own webhooks carry everything', async () => {
  const mine = await register(service, alice.url, { ...STARTED, personal_fields: [] });
  const call = { token: service.other.sandboxToken };
  expect((await service.put(`/v3.6/webhooks/${mine.id}`, { personal_fields: null }, call)).status).toBe(404);
  const theirs = await register(service, bob.url, STARTED, service.other.sandboxToken);
  const applicant_id = await service.story.applicant({}, call);
  await service.run(workflowIds.passkeyMadeByDevice, { applicant_id, customer_user_id: EMAIL }, call);
  await passkeyRun();
  await service.settle();
  expect(inputsOf(alice)).toEqual([{}]);
  expect(inputsOf(bob)).toEqual([{ username: EMAIL }]);
  expect((await service.del(`/v3.6/webhooks/${theirs.id}`, call)).status).toBe(204);
});
