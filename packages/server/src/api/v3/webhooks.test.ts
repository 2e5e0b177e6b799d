import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/service.ts';

const service = useService();

const url = 'https://alice.example/events';
const events32 = [
  'check.started',
  'check.completed',
  'check.form_opened',
  'check.form_completed',
  'report.withdrawn',
  'report.completed',
];
const events36 = [
  'check.started',
  'check.reopened',
  'check.withdrawn',
  'check.completed',
  'check.form_completed',
  'report.awaiting_approval',
  'report.resumed',
  'report.cancelled',
  'report.withdrawn',
  'report.completed',
  'watchlist_monitor.matches_updated',
  'audit_log.created',
  'workflow_run.completed',
  'workflow_task.started',
  'workflow_task.completed',
  'workflow_timeline_file.created',
  'workflow_run_evidence_folder.created',
];
/** Options that only v3.6 shows. */
const options36 = {
  payload_version: 3,
  name: null,
  oauth_enabled: false,
  oauth_server_url: null,
  oauth_server_client_id: null,
  oauth_server_client_secret: null,
  oauth_server_scope: null,
};

async function create(version: string, body: object = {}, token = service.sandboxToken) {
  const answer = await service.post(`/${version}/webhooks`, { url, ...body }, { token });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe.each([
  { version: 'v3.2', events: events32, options: {} },
  { version: 'v3.6', events: events36, options: options36 },
])('$version', ({ version, events, options }) => {
  it('creates a webhook with defaults', async () => {
    const { status, body } = await service.post(`/${version}/webhooks/`, { url });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url,
      token: expect.stringMatching(/^[0-9A-Za-z_-]{32}$/),
      enabled: true,
      href: `/${version}/webhooks/${body.id}`,
      events,
      environments: ['sandbox'],
      ...options,
    });
  });

  it('gives a live token both environments', async () => {
    expect((await create(version, {}, service.liveToken)).environments).toEqual(['sandbox', 'live']);
  });

  it('answers the same on retrieve, in a list without pages, and to tokens of both environments', async () => {
    const made = await create(version);
    const newest = await create(version);
    for (const token of [service.sandboxToken, service.liveToken]) {
      const one = await service.get(`/${version}/webhooks/${made.id}`, { token });
      expect([one.status, one.body]).toEqual([200, made]);
      const { status, headers, body } = await service.get(`/${version}/webhooks`, { token });
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['webhooks']);
      expect(body.webhooks.slice(0, 2)).toEqual([newest, made]);
      expect([headers.link, headers['x-total-count']]).toEqual([undefined, undefined]);
    }
  });

  it('changes only what is sent, never the token', async () => {
    const made = await create(version, { events: ['check.completed'], environments: ['live'] });
    const path = `/${version}/webhooks/${made.id}`;
    const moved = { ...made, url: 'https://alice.example/moved', enabled: false };
    const put = await service.put(path, { url: moved.url, enabled: false });
    expect([put.status, put.body]).toEqual([200, moved]);
    expect((await service.put(`${path}/`, {})).body).toEqual(moved);
    expect((await service.put(path, { enabled: null, events: null })).body).toEqual(moved);
    const narrowed = { ...moved, events: ['report.completed', 'check.started'], environments: ['sandbox', 'live'] };
    const { events: chosen, environments } = narrowed;
    expect((await service.put(path, { events: chosen, environments })).body).toEqual(narrowed);
    expect((await service.get(path)).body).toEqual(narrowed);
  });

  it('deletes', async () => {
    const { id } = await create(version);
    const { status, bytes } = await service.del(`/${version}/webhooks/${id}`);
    expect([status, bytes.length]).toEqual([204, 0]);
    const missing = {
      error: {
        type: 'resource_not_found',
        message: `Could not find the following resource: Webhook with id=${id}`,
      },
    };
    for (const again of [
      await service.get(`/${version}/webhooks/${id}`),
      await service.put(`/${version}/webhooks/${id}`, { url }),
      await service.del(`/${version}/webhooks/${id}`),
    ]) {
      expect([again.status, again.body]).toEqual([404, missing]);
    }
  });

  it.each([
    [{}, { url: ["can't be blank"] }],
    [{ url: '' }, { url: ["can't be blank"] }],
    [{ url: null }, { url: ["can't be blank"] }],
    [{ url: 'ftp://alice.example/' }, { url: ['must be an https URL'] }],
    [{ url: 'alice.example/events' }, { url: ['is not a valid URL'] }],
    [{ url: 'https://10.0.0.1/events' }, { url: ['must not point to a private or reserved address'] }],
    [{ url, enabled: 'yes' }, { enabled: ['must be a boolean'] }],
    [{ url, events: [] }, { events: ["can't be blank"] }],
    [{ url, events: 'check.completed' }, { events: ['must be an array'] }],
    [{ url, events: ['check.completed', 'check.lost'] }, { events: ['is not included in the list'] }],
    [{ url, events: ['report.initiated'] }, { events: ['is not included in the list'] }],
    [{ url, environments: [] }, { environments: ["can't be blank"] }],
    [{ url, environments: ['production'] }, { environments: ['is not included in the list'] }],
  ])('refuses to create %j', async (body, fields) => {
    const { status, body: answer } = await service.post(`/${version}/webhooks`, body);
    expect([status, answer]).toEqual([
      422,
      { error: { type: 'validation_error', message: 'There was a validation error on this request', fields } },
    ]);
  });

  it('refuses a wrong change and keeps the webhook as it was', async () => {
    const made = await create(version);
    const path = `/${version}/webhooks/${made.id}`;
    const { status, body } = await service.put(path, { enabled: false, url: 'http://10.0.0.1/' });
    expect([status, body.error.fields]).toEqual([422, { url: ['must not point to a private or reserved address'] }]);
    expect((await service.get(path)).body).toEqual(made);
  });

  it('refuses clients without a token, and changes by a read-only one', async () => {
    expect((await service.post(`/${version}/webhooks`, { url }, { token: null })).status).toBe(401);
    const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
    expect((await service.get(`/${version}/webhooks`, { token })).status).toBe(200);
    const { status, body } = await service.post(`/${version}/webhooks`, { url }, { token });
    expect([status, body.error.type]).toEqual([401, 'user_authorization_error']);
  });

  it("keeps Mallory away from Alice's webhooks", async () => {
    const made = await create(version);
    const path = `/${version}/webhooks/${made.id}`;
    for (const token of [service.other.sandboxToken, service.other.liveToken]) {
      expect((await service.get(path, { token })).status).toBe(404);
      expect((await service.put(path, { enabled: false }, { token })).status).toBe(404);
      expect((await service.del(path, { token })).status).toBe(404);
      expect((await service.get(`/${version}/webhooks`, { token })).body).toEqual({ webhooks: [] });
    }
    expect((await service.get(path)).body).toEqual(made);
  });
});

it('accepts the events that a version has beside its default, once each', async () => {
  const asked = ['check.reopened', 'report.cancelled', 'check.reopened'];
  expect((await create('v3.2', { events: asked })).events).toEqual(['check.reopened', 'report.cancelled']);
  expect((await create('v3.6', { events: ['check.form_opened'] })).events).toEqual(['check.form_opened']);
  const { status } = await service.post('/v3.2/webhooks', { url, events: ['workflow_run.completed'] });
  expect(status).toBe(422);
});

it('shows the path of the minor version that was asked for', async () => {
  const made = await create('v3.4');
  expect(made.href).toBe(`/v3.4/webhooks/${made.id}`);
  expect((await service.get(`/v3.1/webhooks/${made.id}`)).body.href).toBe(`/v3.1/webhooks/${made.id}`);
});

describe('options of v3.6', () => {
  const oauth = {
    oauth_enabled: true,
    oauth_server_url: 'https://alice.example/token',
    oauth_server_client_id: 'bonafide',
    oauth_server_client_secret: 'made up',
    oauth_server_scope: 'events',
  };

  it('keeps them, and never shows the secret', async () => {
    const made = await create('v3.6', { name: 'Main', payload_version: 2, ...oauth });
    const shown = { ...options36, name: 'Main', payload_version: 2, ...oauth, oauth_server_client_secret: null };
    expect(made).toMatchObject(shown);
    const path = `/v3.6/webhooks/${made.id}`;
    expect((await service.get(path)).body).toEqual(made);
    const changed = { ...made, name: null, oauth_server_scope: null };
    expect((await service.put(path, { name: null, oauth_server_scope: null })).body).toEqual(changed);
  });

  it('stay when v3.2 changes the webhook, which knows none of them', async () => {
    const made = await create('v3.6', { name: 'Main', payload_version: 1 });
    const change = { enabled: false, name: 'Other', payload_version: 'none', oauth_enabled: true };
    const { status, body } = await service.put(`/v3.2/webhooks/${made.id}`, change);
    expect([status, Object.keys(body)]).toEqual([
      200,
      ['id', 'url', 'token', 'enabled', 'href', 'events', 'environments'],
    ]);
    expect((await service.get(`/v3.6/webhooks/${made.id}`)).body).toEqual({ ...made, enabled: false });
  });

  it.each([
    [{ payload_version: 4 }, { payload_version: ['is not included in the list'] }],
    [{ payload_version: '3' }, { payload_version: ['must be an integer', 'is not included in the list'] }],
    [{ name: 7 }, { name: ['must be a string'] }],
    [{ name: 'n'.repeat(1025) }, { name: ['is too long (maximum is 1024 characters)'] }],
    [
      { oauth_enabled: true },
      {
        oauth_server_url: ["can't be blank"],
        oauth_server_client_id: ["can't be blank"],
        oauth_server_client_secret: ["can't be blank"],
      },
    ],
    [
      { oauth_server_url: 'https://192.168.0.1/token' },
      { oauth_server_url: ['must not point to a private or reserved address'] },
    ],
  ])('refuses %j', async (options, fields) => {
    const { status, body } = await service.post('/v3.6/webhooks', { url, ...options });
    expect([status, body.error.fields]).toEqual([422, fields]);
  });

  it('refuses to drop the secret of OAuth that is on', async () => {
    const { id } = await create('v3.6', oauth);
    const { status, body } = await service.put(`/v3.6/webhooks/${id}`, { oauth_server_client_secret: null });
    expect([status, body.error.fields]).toEqual([422, { oauth_server_client_secret: ["can't be blank"] }]);
  });
});
