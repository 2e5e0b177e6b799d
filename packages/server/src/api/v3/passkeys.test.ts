import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { anId, gone, notFound, outcome, storyOf, timeOf, unknownId } from './testing/story.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

const asOperator = (method: string, path: string, json?: object) =>
  service.call(method, `/operator/v1/accounts/${service.account.id}${path}`, {
    token: null,
    headers: { authorization: `Bearer ${service.operatorKey}` },
    ...(json && { json }),
  });

const add = (applicant_id: string, username?: string) =>
  asOperator('POST', '/passkeys', { applicant_id, ...(username && { username }) });

const put = (path: string, json: object, token?: string) =>
  service.call('PUT', path, { json, ...(token && { token }) });

test('a client lists, reads, switches off and deletes the passkeys of a user', async () => {
  const applicant_id = await story.applicant();
  const user = '/v3.6/passkeys/jane%40example.com';
  expect(outcome(await service.get(user))).toEqual(notFound('Passkey', 'jane@example.com'));
  expect((await service.del(user)).status).toBe(404);

  const created_at = timeOf(service);
  const added = await add(applicant_id, 'jane@example.com');
  const application_domain = new URL(service.services.urls.api).hostname;
  expect(outcome(added)).toEqual({
    status: 201,
    body: { id: anId, applicant_id, application_domain, state: 'ACTIVE', created_at },
  });
  const { id } = added.body;
  const passkey = { id, application_domain, state: 'ACTIVE', created_at, last_used_at: null };
  service.clock.advance(1000);
  const second = (await add(applicant_id, 'jane@example.com')).body.id;

  expect((await service.get(user)).body.passkeys.map((one: { id: string }) => one.id)).toEqual([id, second]);
  expect(outcome(await service.get(`${user}/${id}`))).toEqual({ status: 200, body: passkey });
  // Without a name, the user is the applicant.
  const unnamed = (await add(applicant_id)).body.id;
  expect((await service.get(`/v3.6/passkeys/${applicant_id}/${unnamed}`)).status).toBe(200);
  expect(outcome(await service.get(`${user}/${unnamed}`))).toEqual(notFound('Passkey', unnamed));

  const off = { ...passkey, state: 'INACTIVE' };
  expect(outcome(await put(`${user}/${id}`, { state: 'INACTIVE' }))).toEqual({ status: 200, body: off });
  expect(outcome(await service.get(`${user}/${id}`))).toEqual({ status: 200, body: off });
  for (const wrong of [{ state: 'inactive' }, { state: null }, { state: ['ACTIVE'] }, {}]) {
    const refused = await put(`${user}/${id}`, wrong);
    expect([wrong, refused.status, refused.body.error.message]).toEqual([
      wrong,
      400,
      'state must be one of ACTIVE, INACTIVE',
    ]);
  }
  for (const raw of ['[]', '"ACTIVE"', '7', 'true', 'null', '']) {
    const refused = await service.call('PUT', `${user}/${id}`, {
      raw,
      headers: { 'content-type': 'application/json' },
    });
    expect([raw, refused.status, refused.body.error.type]).toEqual([raw, 400, 'bad_request']);
  }
  expect(outcome(await put(`${user}/${unknownId}`, { state: 'ACTIVE' }))).toEqual(notFound('Passkey', unknownId));

  for (const token of [service.other.sandboxToken, service.liveToken]) {
    expect((await service.get(user, { token })).status).toBe(404);
    expect((await service.get(`${user}/${id}`, { token })).status).toBe(404);
    expect((await put(`${user}/${id}`, { state: 'ACTIVE' }, token)).status).toBe(404);
    expect((await service.del(`${user}/${id}`, { token })).status).toBe(404);
    expect((await service.del(user, { token })).status).toBe(404);
  }
  expect(outcome(await service.get(`${user}/${id}`))).toEqual({ status: 200, body: off });

  expect((await service.del(`${user}/${id}`)).status).toBe(204);
  expect(outcome(await service.del(`${user}/${id}`))).toEqual(notFound('Passkey', id));
  expect((await service.del(`${user}/${second}`)).status).toBe(204);
  // A user who once had a passkey stays known.
  expect(outcome(await service.get(user))).toEqual({ status: 200, body: { passkeys: [] } });
  expect((await service.del(user)).status).toBe(204);
  const actions = ['added', 'changed', 'deleted'].map(async (what) => {
    const { entries } = (await asOperator('GET', `/audit?action=applicant_passkey_${what}`)).body;
    return entries.length;
  });
  expect(await Promise.all(actions)).toEqual([3, 1, 2]);
});

test.each(['x'.repeat(256), '\u{1f600}'.repeat(256), 'a/b', 'a%b?c#d', ' '])(
  'a user is found whatever its name: %#',
  async (username) => {
    const { id } = (await add(await story.applicant(), username)).body;
    const user = `/v3.6/passkeys/${encodeURIComponent(username)}`;
    expect((await service.get(user)).body.passkeys.map((one: { id: string }) => one.id)).toEqual([id]);
    expect((await service.del(`${user}/${id}`)).status).toBe(204);
    expect((await service.del(user)).status).toBe(204);
  },
);

test('passkeys go with their applicant', async () => {
  const applicant_id = await story.applicant();
  await add(applicant_id);
  const user = `/v3.6/passkeys/${applicant_id}`;
  await service.del(`/v3.6/applicants/${applicant_id}`);
  expect(outcome(await service.get(user))).toEqual(notFound('Passkey', applicant_id));
  expect(outcome(await add(applicant_id))).toEqual(gone);
  service.clock.advance(21 * DAY_MS);
  await service.settle();
  expect(outcome(await service.get(user))).toEqual(notFound('Passkey', applicant_id));
});

test('operators add none in live, and none to what is not an applicant', async () => {
  const { body } = await service.post(
    '/v3.6/applicants',
    { first_name: 'Jane', last_name: 'Doe' },
    { token: service.liveToken },
  );
  const live = await add(body.id);
  expect([live.status, Object.keys(live.body.error.fields)]).toEqual([422, ['environment']]);
  expect(outcome(await add(unknownId))).toEqual(notFound('Applicant', unknownId));
});
