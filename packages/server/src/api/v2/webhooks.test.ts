import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { anId, notFound, outcome, unknownId } from '../v3/testing/story.ts';
import { created, earlierVersions } from './testing/story.ts';

const service = useService();

const url = 'https://alice.example/events';

/** Events of a webhook that names none, in this order. */
const events = {
  v1: [
    ...['check.started', 'check.completed', 'check.form_opened', 'check.form_completed'],
    ...['report.withdrawn', 'report.completed'],
  ],
  v2: [
    ...['check.started', 'check.reopened', 'check.withdrawn', 'check.completed', 'check.form_opened'],
    ...['check.form_completed', 'report.initiated', 'report.awaiting_approval', 'report.resumed', 'report.cancelled'],
    ...['report.withdrawn', 'report.completed'],
  ],
};

describe.each(earlierVersions)('%s', (version) => {
  const root = `/${version}/webhooks`;
  const create = async (body: object = {}, token = service.sandboxToken) =>
    created(await service.post(root, { url, ...body }, { token }));

  /** A webhook key by key; the token only where it is shown. */
  function bodyOf(id: string, token: string | undefined, more: object = {}) {
    const href = `${root}/${id}`;
    const head = { id, url, ...(token && { token }), enabled: true };
    const known = { environments: ['sandbox'], events: events[version], ...more };
    if (version === 'v2') return { ...head, ...known, href };
    return { ...head, href, events: known.events };
  }

  test('shows every key in its order, the token too', async () => {
    const answer = await service.post(`${root}/`, { url });
    const { id, token } = created(answer);
    expect([id, token]).toEqual([anId, expect.stringMatching(/^[0-9A-Za-z_-]{32}$/)]);
    expect(answer.bytes.toString()).toBe(JSON.stringify(bodyOf(id, token)));
    expect((await service.get(`${root}/${id}`)).bytes.toString()).toBe(JSON.stringify(bodyOf(id, token)));
  });

  test('is listed without its token, by pages, newest first', async () => {
    const { sandboxToken: token } = await service.makeAccount(`Hooks of ${version}`);
    const made: { id: string }[] = [];
    for (let i = 0; i < 3; i += 1) made.unshift(await create({}, token));
    const shown = made.map(({ id }) => bodyOf(id, undefined));
    const list = await service.get(root, { token });
    expect(list.bytes.toString()).toBe(JSON.stringify({ webhooks: shown }));
    const page = await service.get(`${root}/?page=2&per_page=2`, { token });
    expect([page.body, page.headers['x-total-count']]).toEqual([{ webhooks: [shown[2]] }, '3']);
    const at = `${service.baseUrl}${root}/`;
    expect(page.headers.link).toBe(
      `<${at}?page=1&per_page=2>; rel="first", <${at}?page=1&per_page=2>; rel="prev", <${at}?page=2&per_page=2>; rel="last"`,
    );
  });

  test('is made by a form too, with booleans as languages write them', async () => {
    const raw = `url=${encodeURIComponent(url)}&enabled=False&events[]=check.completed&events[]=report.completed`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { id, token, ...body } = created(await service.call('POST', root, { raw, headers }));
    expect(body).toMatchObject({ enabled: false, events: ['check.completed', 'report.completed'] });
    expect((await service.get(`${root}/${id}`)).body.token).toBe(token);
  });

  test('of a live token gets what its version says', async () => {
    const { id } = await create({}, service.liveToken);
    const { body } = await service.get(`/v3.6/webhooks/${id}`);
    expect(body.environments).toEqual(version === 'v1' ? ['live'] : ['sandbox', 'live']);
    expect(body.payload_version).toBe(Number(version.slice(1)));
  });

  test.each([
    [{ url: undefined }, { url: ["can't be blank"] }],
    [{ url: 'ftp://alice.example/' }, { url: ['must be an https URL'] }],
    [{ events: [] }, { events: ["can't be blank"] }],
    [{ events: ['check.lost'] }, { events: ['is not included in the list'] }],
    [{ events: ['watchlist_monitor.matches_updated'] }, { events: ['is not included in the list'] }],
  ])('refuses %j', async (wrong, fields) => {
    const { status, body } = await service.post(root, { url, ...wrong });
    const wrapped = Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, { messages }]));
    expect([status, body.error.type, body.error.fields]).toEqual([
      422,
      'validation_error',
      version === 'v1' ? wrapped : fields,
    ]);
  });

  test('is seen by both environments of its account, and by no other', async () => {
    const { id } = await create();
    expect((await service.get(`${root}/${id}`, { token: service.liveToken })).status).toBe(200);
    for (const token of [service.other.sandboxToken, service.other.liveToken]) {
      const { status, body } = await service.get(`${root}/${id}`, { token });
      expect([status, body.error.message]).toEqual([404, notFound('Webhook', id).body.error.message]);
      expect((await service.get(root, { token })).body).toEqual({ webhooks: [] });
      expect((await service.put(`${root}/${id}`, { enabled: false }, { token })).status).toBe(404);
      expect((await service.del(`${root}/${id}`, { token })).status).toBe(404);
    }
    expect((await service.get(`${root}/${id}`)).body.enabled).toBe(true);
  });
});

test('names with spaces, which v1 once had, are given back dotted, once each', async () => {
  const old = ['report completion', 'report withdrawal', 'check completion', 'check in progress', 'check.completed'];
  const { events: shown } = created(await service.post('/v1/webhooks', { url, events: old }));
  expect(shown).toEqual(['report.completed', 'report.withdrawn', 'check.completed', 'check.started']);
  const { status, body } = await service.post('/v2/webhooks', { url, events: ['check completion'] });
  expect([status, body.error.fields]).toEqual([422, { events: ['is not included in the list'] }]);
});

test('v1 knows neither environments, nor the events that came with v2, nor changes', async () => {
  const body = { url, environments: ['sandbox', 'live'], payload_version: 3, name: 'Main' };
  const { id } = created(await service.post('/v1/webhooks', body));
  const made = (await service.get(`/v3.6/webhooks/${id}`)).body;
  expect(made).toMatchObject({ environments: ['sandbox'], payload_version: 1, name: null });
  expect((await service.post('/v1/webhooks', { url, events: ['report.initiated'] })).status).toBe(422);
  expect((await service.put(`/v1/webhooks/${id}`, { enabled: false })).status).toBe(404);
  expect((await service.del(`/v1/webhooks/${id}`)).status).toBe(404);
  expect((await service.get(`/v3.6/webhooks/${id}`)).body).toEqual(made);
});

describe('v2', () => {
  test('changes what is sent, never the token, and deletes', async () => {
    const made = created(await service.post('/v2/webhooks', { url }));
    const path = `/v2/webhooks/${made.id}`;
    const change = {
      enabled: false,
      events: ['report.initiated'],
      environments: ['live'],
      token: 'x',
      payload_version: 3,
    };
    const { status, body } = await service.put(path, change);
    const changed = { ...made, enabled: false, events: ['report.initiated'], environments: ['live'] };
    expect([status, body]).toEqual([200, changed]);
    expect((await service.put(path, {})).body).toEqual(changed);
    expect((await service.get(`/v3.6/webhooks/${made.id}`)).body.payload_version).toBe(2);
    const deleted = await service.del(path);
    expect([deleted.status, deleted.bytes.length]).toEqual([204, 0]);
    for (const answer of [await service.get(path), await service.put(path, {}), await service.del(path)]) {
      expect(outcome(answer)).toEqual(notFound('Webhook', made.id));
    }
  });

  test('a webhook of one version is the same in the others', async () => {
    const made = created(await service.post('/v2/webhooks', { url }));
    const { id, token, enabled } = made;
    const v1 = { id, url, token, enabled, href: `/v1/webhooks/${id}`, events: events.v2 };
    expect((await service.get(`/v1/webhooks/${id}`)).body).toEqual(v1);
    const v36 = (await service.get(`/v3.6/webhooks/${id}`)).body;
    expect(v36).toMatchObject({ id, url, token, events: events.v2, payload_version: 2, href: `/v3.6/webhooks/${id}` });
    await service.put(`/v3.6/webhooks/${id}`, { name: 'Main' });
    await service.put(`/v2/webhooks/${id}`, { enabled: false });
    expect((await service.get(`/v3.6/webhooks/${id}`)).body).toEqual({ ...v36, name: 'Main', enabled: false });
  });

  test('an unknown one is not found', async () => {
    expect(outcome(await service.get(`/v2/webhooks/${unknownId}`))).toEqual(notFound('Webhook', unknownId));
  });
});
