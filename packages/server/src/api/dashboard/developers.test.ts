import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { startReceiver } from '../../webhooks/testing/receiver.ts';
import { sampleWorkflow } from '../../workflows/sample.ts';
import { storyOf } from '../v3/testing/story.ts';
import { signedIn } from './testing/browser.ts';

let service: TestService;
let dev: Awaited<ReturnType<typeof signedIn>>;
let admin: Awaited<ReturnType<typeof signedIn>>;
let auditor: Awaited<ReturnType<typeof signedIn>>;
let mallory: Awaited<ReturnType<typeof signedIn>>;
let account: string;
let sandbox: string;
const closing: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startService({ account: { wide_roles: false } });
  account = `/accounts/${service.account.id}`;
  sandbox = `${account}/sandbox`;
  dev = await signedIn(service, 'developer');
  admin = await signedIn(service, 'admin');
  auditor = await signedIn(service, 'auditor');
  mallory = await signedIn(service, 'admin', { account: service.other.id });
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await service.close();
});

const created = (answer: { status: number; body: { id: string } & Record<string, string>; bytes: Buffer }) => {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.bytes}`);
  return answer.body;
};
const auditOf = async (id: string) => {
  const { entries } = (await admin.get(`${account}/audit?object=${id}`)).body;
  return entries.map(({ action, actor }: { action: string; actor: object }) => [action, actor]).reverse();
};
const byDev = (...actions: string[]) => actions.map((action) => [action, { kind: 'member', id: dev.id }]);

test('a developer makes a token, uses it and revokes it', async () => {
  const made = created(await dev.post(`${sandbox}/tokens`, { kind: 'api', name: 'Tour', permission: 'read_only' }));
  expect(made).toMatchObject({ kind: 'api', name: 'Tour', environment: 'sandbox', permission: 'read_only' });
  expect(made.secret).toMatch(/^api_sandbox\.[\w-]{43}$/);
  const listed = async () => {
    const { tokens } = (await dev.get(`${account}/tokens`)).body;
    return tokens.find(({ id }: { id: string }) => id === made.id);
  };
  const { secret, ...facts } = made;
  expect(await listed()).toEqual(facts);
  expect((await service.call('GET', '/v3.6/applicants', { token: secret as string })).status).toBe(200);
  expect((await listed()).last_used_at).toBe(facts.created_at);

  expect((await dev.del(`${account}/tokens/${made.id}`)).status).toBe(204);
  expect((await service.call('GET', '/v3.6/applicants', { token: secret as string })).status).toBe(401);
  expect((await listed()).revoked_by).toEqual({ kind: 'member', id: dev.id });
  expect(await auditOf(made.id)).toEqual(byDev('token_created', 'token_revoked'));
});

test('an OAuth client obtains access tokens until it is revoked', async () => {
  const body = { kind: 'oauth_client', name: 'Backend', permission: 'read_write' };
  const made = created(await dev.post(`${sandbox}/tokens`, body));
  const form = () =>
    new URLSearchParams({ client_id: made.id, client_secret: made.secret as string, grant_type: 'client_credentials' });
  const exchange = () => service.call('POST', '/v3.6/oauth/token', { token: null, form: form() });
  const { access_token } = (await exchange()).body;
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await service.call('GET', '/v3.6/applicants', { token: null, headers })).status).toBe(200);
  await dev.del(`${account}/tokens/${made.id}`);
  expect((await service.call('GET', '/v3.6/applicants', { token: null, headers })).status).toBe(401);
  expect((await exchange()).status).toBe(401);
});

test('live tokens want an administrator, or wide roles; auditors see, others see nothing', async () => {
  const body = { kind: 'api', name: 'Live', permission: 'read_write' };
  const refused = await dev.post(`${account}/live/tokens`, body);
  expect([refused.status, refused.body.error.type]).toEqual([403, 'not_permitted']);
  const made = created(await admin.post(`${account}/live/tokens`, body));
  expect((await dev.del(`${account}/tokens/${made.id}`)).status).toBe(403);
  expect((await auditor.del(`${account}/tokens/${made.id}`)).status).toBe(403);
  const seen = await auditor.get(`${account}/tokens`);
  expect(seen.status).toBe(200);
  expect(seen.bytes.toString()).not.toContain(made.secret as string);
  expect((await mallory.get(`${account}/tokens`)).status).toBe(404);
  expect((await mallory.del(`/accounts/${service.other.id}/tokens/${made.id}`)).status).toBe(404);
  expect((await service.call('GET', '/v3.6/applicants', { token: made.secret as string })).status).toBe(200);

  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const set = (wide_roles: boolean) =>
    service.call('PATCH', `/operator/v1/accounts/${service.account.id}`, {
      token: null,
      headers,
      json: { wide_roles },
    });
  await set(true);
  expect((await dev.del(`${account}/tokens/${made.id}`)).status).toBe(204);
  await set(false);
  expect((await service.call('GET', '/v3.6/applicants', { token: made.secret as string })).status).toBe(401);
});

test('a developer sees why a webhook fails, mends it and replays what failed', async () => {
  let status = 500;
  const receiver = await startReceiver(() => ({ status, body: `answered ${status}` }));
  closing.push(receiver.close);
  const body = { url: `${receiver.url}/broken`, events: ['check.completed'], environments: ['sandbox'] };
  const hook = created(await dev.post(`${sandbox}/webhooks`, body));
  const path = `${sandbox}/webhooks/${hook.id}`;
  const since = new Date(service.clock.now()).toISOString();
  expect((await dev.post(`${path}/test`)).status).toBe(204);
  for (let day = 0; day < 3; day += 1) {
    await service.settle();
    service.clock.advance(DAY_MS);
  }
  await service.settle();
  dev = await signedIn(service, 'developer');
  admin = await signedIn(service, 'admin');
  auditor = await signedIn(service, 'auditor');
  mallory = await signedIn(service, 'admin', { account: service.other.id });

  const deliveries = async () => (await dev.get(`${path}/deliveries`)).body.deliveries;
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ event: 'check.completed', webhook_id: hook.id });
  expect(failed.attempts[0]).toMatchObject({ number: 1, status: 500, response_head: 'answered 500', error: null });
  expect(JSON.parse(failed.sent).payload.action).toBe('check.completed');

  status = 200;
  const mended = await dev.patch(path, { url: receiver.url });
  expect([mended.status, mended.body.url, mended.body.secret]).toEqual([200, receiver.url, undefined]);
  const until = new Date(service.clock.now() + HOUR_MS).toISOString();
  const before = receiver.received.length;
  // Where the delivery still waits for its next attempt, it is not replayed: so end it first.
  if (failed.state === 'pending') await dev.patch(path, { enabled: false });
  await dev.patch(path, { enabled: true });
  const replayed = await dev.post(`${path}/replay`, { since, until });
  expect([replayed.status, replayed.body]).toEqual([200, { resent: 1, skipped: 0, next: null }]);
  await service.settle();
  expect(receiver.received.length).toBe(before + 1);
  expect(receiver.received.at(-1)?.path).toBe('/events');
  expect((await deliveries()).map(({ state }: { state: string }) => state)[0]).toBe('delivered');
  service.clock.advance(1000);
  // The delivered one stays out of a replay, unless the request names it.
  const [newest] = await deliveries();
  const again = { since: newest.created_at, until };
  expect((await dev.post(`${path}/replay`, again)).body.resent).toBe(0);
  expect((await dev.post(`${path}/replay`, { ...again, delivered: true })).body.resent).toBe(1);
  expect((await dev.post(`${sandbox}/deliveries/${newest.id}/resend`)).status).toBe(201);

  // The other environment and the other account have none of it.
  expect((await dev.get(`${account}/live/webhooks/${hook.id}/deliveries`)).body.deliveries).toEqual([]);
  expect((await dev.post(`${account}/live/deliveries/${newest.id}/resend`)).status).toBe(404);
  expect((await mallory.get(`${path}/deliveries`)).status).toBe(404);
  const theirs = `/accounts/${service.other.id}/sandbox/webhooks/${hook.id}`;
  expect((await mallory.get(`${theirs}/deliveries`)).status).toBe(404);
  for (const [method, end] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['DELETE', '/previous_secret'],
    ['POST', '/test'],
  ] as const) {
    expect([end, (await mallory.call(method, theirs + end, method === 'PATCH' ? {} : undefined)).status]).toEqual([
      end,
      404,
    ]);
  }
  expect((await auditor.get(`${path}/deliveries`)).status).toBe(200);
  expect((await auditor.post(`${path}/test`)).status).toBe(403);
  const actions = (await auditOf(hook.id)).map(([action]: string[]) => action);
  expect(actions).toEqual(expect.arrayContaining(['webhook_created', 'webhook_tested', 'deliveries_replayed']));
});

test('bodies that may hold what an applicant gave are hidden in live from a role without personal data', async () => {
  const receiver = await startReceiver(() => ({ status: 200, body: 'thanks, Ada' }));
  closing.push(receiver.close);
  const body = { url: receiver.url, events: ['workflow_task.started', 'workflow_run.completed'] };
  const both = { ...body, environments: ['live', 'sandbox'] };
  const { id } = created(await admin.post(`${account}/live/webhooks`, both));
  for (const token of [service.liveToken, service.sandboxToken]) {
    const person = { first_name: 'Ada', last_name: 'Lovelace' };
    const applicant_id = created(await service.post('/v3.6/applicants', person, { token })).id;
    const run = { workflow_id: sampleWorkflow.id, applicant_id };
    created(await service.post('/v3.6/workflow_runs', run, { token }));
  }
  await service.settle();
  const seen = async (who: typeof dev, environment: string) => {
    const { deliveries } = (await who.get(`${account}/${environment}/webhooks/${id}/deliveries`)).body;
    return [deliveries[0].sent === null, deliveries[0].attempts[0].response_head, deliveries[0].attempts[0].status];
  };
  expect(await seen(dev, 'live')).toEqual([true, null, 200]);
  expect(await seen(dev, 'sandbox')).toEqual([false, 'thanks, Ada', 200]);
  expect(await seen(admin, 'live')).toEqual([false, 'thanks, Ada', 200]);
});

test('a new secret signs beside the previous one for 24 hours, which published receivers still verify', async () => {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const made = created(await dev.post(`${sandbox}/webhooks`, { url: receiver.url, events: ['check.started'] }));
  const path = `${sandbox}/webhooks/${made.id}`;
  const latest = async () => {
    await dev.post(`${path}/test`);
    await service.settle();
    const { headers, body } = receiver.received.at(-1)!;
    const by = (key: string) => createHmac('sha256', key).update(body).digest('hex');
    return { known: headers['x-sha2-signature'], next: headers['x-sha2-signature-next'], by };
  };
  const rotated = await dev.post(`${path}/secret`);
  const [first, second] = [made.secret as string, rotated.body.secret as string];
  expect(second).not.toBe(first);
  expect(rotated.body.previous_secret_until).not.toBeNull();
  const during = await latest();
  expect([during.known, during.next]).toEqual([during.by(first), during.by(second)]);

  // A change of the webhook keeps both.
  await dev.patch(path, { name: 'Backend' });
  expect((await latest()).next).toBeDefined();
  service.clock.advance(DAY_MS);
  dev = await signedIn(service, 'developer');
  admin = await signedIn(service, 'admin');
  mallory = await signedIn(service, 'admin', { account: service.other.id });
  const after = await latest();
  expect([after.known, after.next]).toEqual([after.by(second), undefined]);

  const third = (await dev.post(`${path}/secret`)).body.secret as string;
  expect((await dev.del(`${path}/previous_secret`)).status).toBe(204);
  const ended = await latest();
  expect([ended.known, ended.next]).toEqual([ended.by(third), undefined]);
  const listed = await dev.get(`${sandbox}/webhooks`);
  for (const secret of [first, second, third]) expect(listed.bytes.toString()).not.toContain(secret);
  expect((await dev.del(path)).status).toBe(204);
  const actions = (await auditOf(made.id)).map(([action]: string[]) => action);
  expect(actions.filter((action: string) => action.includes('secret'))).toEqual([
    ...['webhook_secret_rotated', 'webhook_secret_rotated', 'webhook_secret_ended'],
  ]);
});

test('the sandbox lists the names that decide, and the events of a check are found by object and type', async () => {
  const { triggers } = (await dev.get(`${sandbox}/sandbox_triggers`)).body;
  expect(triggers).toContainEqual({
    field: 'first_name',
    name: 'Visual Authenticity - Fonts',
    reports: 'document',
    result: 'consider',
    sub_result: 'suspected',
    leaves: ['visual_authenticity.fonts', 'visual_authenticity.other'],
  });
  const person = { first_name: 'Ada', last_name: 'Consider' };
  const { id } = created(await dev.post(`${sandbox}/applicants`, person));
  expect(await auditOf(id)).toEqual(byDev('applicant_created'));
  const live = await dev.post(`${account}/live/applicants`, person);
  expect([live.status, live.body.error.type]).toEqual([403, 'not_permitted']);
  const report_names = ['identity_enhanced'];
  const check = created(await service.post('/v3.6/checks', { applicant_id: id, report_names }));
  await service.settle();
  const chosen = { applicant_id: id, report_names, outcome: 'consider' };
  const ordered = created(await dev.post(`${sandbox}/sandbox_checks`, chosen));
  expect((await dev.post(`${account}/live/sandbox_checks`, chosen)).status).toBe(403);
  expect((await dev.post(`${sandbox}/sandbox_checks`, { ...chosen, report_names: ['nothing'] })).status).toBe(422);
  const needsUpload = await dev.post(`${sandbox}/sandbox_checks`, { ...chosen, report_names: ['document'] });
  expect(needsUpload.status).toBe(422);
  await service.settle();
  expect((await service.call('GET', `/v3.6/checks/${ordered.id}`)).body).toMatchObject({
    status: 'complete',
    result: 'consider',
    applicant_id: id,
  });
  expect(await auditOf(ordered.id)).toEqual(byDev('check_created'));
  const theirs = `/accounts/${service.other.id}/sandbox/sandbox_checks`;
  expect((await mallory.post(theirs, chosen)).status).toBe(404);
  const events = async (search = '', environment = 'sandbox') =>
    (await dev.get(`${account}/${environment}/events${search}`)).body.events.map(
      ({ type, object }: { type: string; object: { id: string } }) => [type, object.id],
    );
  expect(await events(`?object=${check.id}`)).toEqual([
    ['check.completed', check.id],
    ['check.started', check.id],
  ]);
  expect(await events(`?object=${check.id}&type=check.started`)).toEqual([['check.started', check.id]]);
  expect((await events('?type=check.completed'))[0]).toEqual(['check.completed', ordered.id]);
  expect((await events('?limit=1')).length).toBe(1);
  expect(await events('?type=check.completed', 'live')).toEqual([]);
  expect(await events(`?object=${check.id}`, 'live')).toEqual([]);
  expect((await dev.get(`${sandbox}/events?type=nothing`)).status).toBe(422);
  // The name of the applicant decides nothing where a result is chosen.
  const { id: named } = created(await dev.post(`${sandbox}/applicants`, { first_name: 'Jane', last_name: 'Consider' }));
  await storyOf(service, 'v3.6').document(named);
  for (const [outcome, result, sub_result] of [
    ['by_name', 'consider', 'suspected'],
    ['clear', 'clear', 'clear'],
    ['rejected', 'consider', 'rejected'],
  ]) {
    const asked = { applicant_id: named, report_names: ['document'], outcome };
    const { id: of } = created(await dev.post(`${sandbox}/sandbox_checks`, asked));
    await service.settle();
    const [report] = (await service.get(`/v3.6/reports?check_id=${of}`)).body.reports;
    expect([outcome, report.result, report.sub_result]).toEqual([outcome, result, sub_result]);
  }
  const noSub = await dev.post(`${sandbox}/sandbox_checks`, { ...chosen, outcome: 'suspected' });
  expect(noSub.body.error.fields).toEqual({ outcome: ['is a sub-result. Only document reports have sub-results'] });
  expect((await mallory.get(`${sandbox}/events`)).status).toBe(404);
});
