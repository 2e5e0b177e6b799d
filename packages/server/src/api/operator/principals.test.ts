import { beforeAll, describe, expect, test } from 'vitest';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { greyPng } from '../v3/testing/files.ts';
import { form } from '../v3/testing/story.ts';

const service = useService();
let operator: { kind: 'operator'; id: string };
let token: { kind: 'token'; id: string };

beforeAll(async () => {
  const [key] = (await operate('GET', '/operator_keys')).body.operator_keys;
  operator = { kind: 'operator', id: key.id };
  const { tokens } = (await operate('GET', `/accounts/${service.account.id}/tokens`)).body;
  const own = tokens.find(({ hint }: { hint: string }) => service.sandboxToken.startsWith(hint));
  token = { kind: 'token', id: own.id };
});

function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(json === undefined ? {} : { json }) });
}

/** Value of a principal's column in a row of a table. */
async function recorded(table: 'webhooks' | 'checks' | 'reports' | 'applicants', id: string): Promise<string | null> {
  const column = { webhooks: 'changed_by', checks: 'decided_by', reports: 'decided_by', applicants: 'deleted_by' }[
    table
  ];
  const rows = query<{ id: string }>()((db, p) =>
    db
      .selectFrom(table as 'checks')
      .selectAll()
      .where('id', '=', p.id),
  );
  const row = await service.services.store.system.first(rows, { id });
  return (row as unknown as Record<string, string | null>)[column] as string | null;
}

async function applicant(live = false): Promise<string> {
  const made = await service.post(
    '/v3.6/applicants',
    {
      first_name: 'Ada',
      last_name: 'Lovelace',
      location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
      consents: [{ name: 'privacy_notices_read', granted: true }],
    },
    live ? { token: service.liveToken } : {},
  );
  return made.body.id;
}

/** A check with a document report. */
async function check(live = false) {
  const applicant_id = await applicant(live);
  const options = live ? { token: service.liveToken } : {};
  const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
  await service.call('POST', '/v3.6/documents', { ...options, form: form({ applicant_id, type: 'passport' }, file) });
  const made = await service.post('/v3.6/checks', { applicant_id, report_names: ['document'] }, options);
  return { id: made.body.id as string, report: made.body.report_ids[0] as string, applicant_id };
}

describe('who acted is recorded', () => {
  test('with checks and reports: the worker that completed them', async () => {
    const { id, report } = await check();
    await service.settle();
    expect([await recorded('checks', id), await recorded('reports', report)]).toEqual([
      'system:worker',
      'system:worker',
    ]);
  });

  test('with a decision on a live report, and the check that it completes', async () => {
    const { id, report } = await check(true);
    await service.settle();
    const at = `/accounts/${service.account.id}/reports/${report}`;
    const shown = await operate('GET', at);
    expect([shown.body.status, shown.body.decided_by]).toEqual(['awaiting_approval', null]);
    const decision = { result: 'consider', sub_result: 'suspected', note: 'Seen at the branch' };
    expect((await operate('POST', `${at}/decide`, decision)).status).toBe(200);
    const { decided_by, decisions } = (await operate('GET', at)).body;
    expect(decided_by).toEqual(operator);
    expect(decisions).toEqual([
      { at: '2026-01-15T09:30:00Z', decided_by: operator, confirmed_by: null, note: decision.note, result: 'consider' },
    ]);
    expect(await recorded('checks', id)).toBe(`operator:${operator.id}`);
    // Clients see nothing of it.
    const onWire = [
      await service.get(`/v3.6/checks/${id}`, { token: service.liveToken }),
      await service.get(`/v3.6/reports/${report}`, { token: service.liveToken }),
    ];
    for (const { status, body } of onWire) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/decided_by|operator:/);
    }
  });

  test('with a withdrawal', async () => {
    const { id, report } = await check(true);
    const at = `/accounts/${service.account.id}/checks/${id}/withdraw`;
    expect((await operate('POST', at)).body).toEqual({ id, status: 'withdrawn', result: null, decided_by: operator });
    expect(await recorded('reports', report)).toBe(`operator:${operator.id}`);
  });

  test('with a deletion, and its receipt when the time has come', async () => {
    const id = await applicant();
    expect(await recorded('applicants', id)).toBeNull();
    await service.del(`/v3.6/applicants/${id}`);
    expect(await recorded('applicants', id)).toBe(`token:${token.id}`);
    await service.post(`/v3.6/applicants/${id}/restore`);
    expect(await recorded('applicants', id)).toBeNull();
    const at = `/accounts/${service.account.id}/applicants/${id}/erase`;
    expect((await operate('POST', at, { environment: 'sandbox' })).body.requested_by).toEqual(operator);
  });

  test('with a webhook', async () => {
    const made = await service.post('/v3.6/webhooks', { url: 'https://example.com/a' });
    expect(await recorded('webhooks', made.body.id)).toBe(`token:${token.id}`);
    await service.put(`/v3.6/webhooks/${made.body.id}`, { enabled: false }, { token: service.liveToken });
    const after = await recorded('webhooks', made.body.id);
    expect(after).toMatch(/^token:/);
    expect(after).not.toBe(`token:${token.id}`);
  });

  test('with API tokens, OAuth clients and the access tokens of these', async () => {
    const at = `/accounts/${service.account.id}`;
    const made = await operate('POST', `${at}/tokens`, { environment: 'sandbox', name: 'till' });
    expect([made.body.created_by, made.body.revoked_by]).toEqual([operator, null]);
    await operate('DELETE', `${at}/tokens/${made.body.id}`);
    const { tokens } = (await operate('GET', `${at}/tokens`)).body;
    expect(tokens.find(({ id }: { id: string }) => id === made.body.id).revoked_by).toEqual(operator);
    const client = await operate('POST', `${at}/oauth_clients`, { environment: 'sandbox', name: 'shop' });
    expect(client.body.created_by).toEqual(operator);
  });

  test('with settings, branding and keys of an account', async () => {
    const { id, changed_by } = (await operate('POST', '/accounts', { name: 'Carol plc' })).body;
    expect(changed_by).toEqual(operator);
    const first = (await operate('GET', '/accounts')).body.accounts.find(
      (one: { name: string }) => one.name === 'default',
    );
    expect(first).toBeUndefined();
    const { key, id: keyId } = (await operate('POST', '/operator_keys', { name: 'Maria' })).body;
    const headers = { authorization: `Bearer ${key}` };
    const maria = { kind: 'operator', id: keyId };
    const asMaria = (method: string, path: string, json?: unknown) =>
      service.call(method, `/operator/v1/accounts/${id}${path}`, { token: null, headers, ...(json ? { json } : {}) });
    expect((await asMaria('PATCH', '', { display_name: 'Carol' })).body.changed_by).toEqual(maria);
    expect((await operate('PATCH', `/accounts/${id}`, { pausing: true })).body.changed_by).toEqual(operator);
    expect((await asMaria('DELETE', '/logo')).body.changed_by).toEqual(maria);
    expect((await operate('POST', `/accounts/${id}/rotate_key`)).status).toBe(200);
    expect((await operate('GET', `/accounts/${id}`)).body.changed_by).toEqual(operator);
  });
});
