import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { defaultDecision } from '../../context/decision-settings.ts';
import { findApplicant } from '../../store/queries/applicants.ts';
import { useService } from '../../testing/service.ts';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const service = useService();
let at: string;

beforeAll(async () => {
  at = `/operator/v1/accounts/${service.account.id}`;
});

/** Sends a request as the operator. */
function operate(method: string, path: string, json?: unknown) {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, path, { token: null, headers, ...(json === undefined ? {} : { json }) });
}

const notFound = (resource: string, id = UNKNOWN) => ({
  error: { type: 'resource_not_found', message: `Could not find the following resource: ${resource} with id=${id}` },
});

describe('the operator key', () => {
  const refused = {
    error: { type: 'authorization_error', message: 'Authorization error: an operator key is needed' },
  };

  test('opens nothing to others', async () => {
    for (const authorization of [
      '',
      `Token token=${service.liveToken}`,
      `Bearer ${service.liveToken}`,
      `Token token=${service.operatorKey}`,
      `Bearer ${service.operatorKey}x`,
      `Bearer ${service.operatorKey.slice(1)}`,
    ]) {
      const answer = await service.call('GET', '/operator/v1/accounts', { token: null, headers: { authorization } });
      expect([answer.status, answer.body]).toEqual([401, refused]);
    }
  });

  test('is not an API token', async () => {
    const headers = { authorization: `Bearer ${service.operatorKey}` };
    expect((await service.call('GET', '/v3.6/applicants', { token: null, headers })).status).toBe(401);
    expect((await service.get('/v3.6/applicants', { token: service.operatorKey })).status).toBe(401);
  });

  test.each([
    ['POST', '/accounts'],
    ['PATCH', `/accounts/${UNKNOWN}`],
    ['POST', `/accounts/${UNKNOWN}/rotate_key`],
    ['GET', `/accounts/${UNKNOWN}/tokens`],
    ['POST', `/accounts/${UNKNOWN}/tokens`],
    ['DELETE', `/accounts/${UNKNOWN}/tokens/${UNKNOWN}`],
    ['POST', `/accounts/${UNKNOWN}/oauth_clients`],
    ['GET', `/accounts/${UNKNOWN}/deliveries`],
    ['POST', `/accounts/${UNKNOWN}/deliveries`],
    ['POST', `/accounts/${UNKNOWN}/applicants/${UNKNOWN}/erase`],
    ['GET', `/accounts/${UNKNOWN}/erasures`],
    ['PUT', '/addresses'],
    ['POST', `/accounts/${UNKNOWN}/checks/${UNKNOWN}/withdraw`],
    ['POST', `/accounts/${UNKNOWN}/checks/${UNKNOWN}/reopen`],
    ['POST', `/accounts/${UNKNOWN}/checks/${UNKNOWN}/take_up`],
    ['GET', `/accounts/${UNKNOWN}/reports`],
    ['GET', `/accounts/${UNKNOWN}/reports/${UNKNOWN}`],
    ['POST', `/accounts/${UNKNOWN}/reports/${UNKNOWN}/decide`],
    ['GET', `/accounts/${UNKNOWN}/workflow_runs`],
    ['GET', `/accounts/${UNKNOWN}/workflow_runs/${UNKNOWN}`],
    ['GET', '/evidence_certificate'],
    ['GET', '/compromised_documents'],
    ['POST', '/compromised_documents'],
    ['DELETE', '/compromised_documents/register'],
    ['GET', '/state_certificates'],
    ['POST', '/state_certificates?source=list'],
    ['DELETE', '/state_certificates/list'],
    ['GET', '/seal_keys'],
    ['POST', '/seal_keys?source=list&scheme=aadhaar&country=IND'],
    ['DELETE', '/seal_keys/list'],
    ['GET', '/credential_issuers'],
    ['POST', '/credential_issuers?source=list'],
    ['DELETE', '/credential_issuers/list'],
    ['GET', '/credential_status_lists'],
    ['POST', '/credential_status_lists'],
    ['DELETE', '/credential_status_lists?uri=a'],
    ['GET', '/mails'],
    ['GET', `/accounts/${UNKNOWN}/mails/${UNKNOWN}`],
    ['POST', `/accounts/${UNKNOWN}/mails/${UNKNOWN}/retry`],
    ['GET', '/health'],
  ])('is asked for by %s %s', async (method, path) => {
    expect((await service.call(method, `/operator/v1${path}`, { token: service.liveToken })).status).toBe(401);
  });
});

describe('accounts', () => {
  const defaults = {
    enabled: true,
    billing_information: true,
    trial_checks_limit: null,
    image_quality: true,
    deletion_delay_days: 20,
    pausing: false,
    disabled_reports: [],
    rate_limit_live: 400,
    rate_limit_sandbox: 30,
    rate_limit_sandbox_v2: 120,
    retention_days: null,
    retention_check_days: null,
    retention_event_days: null,
    retention_media_days: null,
    retention_request_days: null,
    name_search: true,
    wide_roles: false,
    second_factor: false,
    review_reasons: [],
    review_due_hours: null,
    review_assignment: 'off',
    review_second_look_share: 0,
    form_wallet: 'off',
    wallet_qr: 'off',
    document_expiry_warnings: 'off',
    display_name: null,
    privacy_notice_url: null,
    support_contact: null,
    applicant_language: null,
    colour: null,
    logo: null,
    ...defaultDecision,
  };

  test('are made with settings, shown, changed and listed', async () => {
    const made = await operate('POST', '/operator/v1/accounts', { name: 'Bob Ltd', deletion_delay_days: 5 });
    expect(made.status).toBe(201);
    const changed_by = { kind: 'operator', id: expect.any(String) };
    const bob = { ...defaults, id: made.body.id, name: 'Bob Ltd', created_at: '2026-01-15T09:30:00Z', changed_by };
    expect(made.body).toEqual({ ...bob, deletion_delay_days: 5 });
    const path = `/operator/v1/accounts/${bob.id}`;
    expect((await operate('GET', path)).body).toEqual(made.body);

    const change = { name: 'Bob plc', trial_checks_limit: 3, disabled_reports: ['known_faces'], pausing: true };
    const changed = await operate('PATCH', path, change);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...made.body, ...change });
    expect((await operate('PATCH', path, { trial_checks_limit: null })).body.trial_checks_limit).toBeNull();
    const { accounts } = (await operate('GET', '/operator/v1/accounts')).body;
    expect(accounts.map(({ name }: { name: string }) => name)).toEqual(['Alice Ltd', 'Mallory Ltd', 'Bob plc']);
  });

  test('that are disabled refuse requests at once', async () => {
    const { id, liveToken } = await service.makeAccount('Carol Ltd');
    expect((await service.get('/v3.6/applicants', { token: liveToken })).status).toBe(200);
    await operate('PATCH', `/operator/v1/accounts/${id}`, { enabled: false });
    expect((await service.get('/v3.6/applicants', { token: liveToken })).body.error.type).toBe('account_disabled');
    await operate('PATCH', `/operator/v1/accounts/${id}`, { enabled: true });
    expect((await service.get('/v3.6/applicants', { token: liveToken })).status).toBe(200);
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ billing_information: null }, 'billing_information'],
    [{ trial_checks_limit: -1 }, 'trial_checks_limit'],
    [{ trial_checks_limit: 1.5 }, 'trial_checks_limit'],
    [{ image_quality: 1 }, 'image_quality'],
    [{ deletion_delay_days: -1 }, 'deletion_delay_days'],
    [{ deletion_delay_days: 3651 }, 'deletion_delay_days'],
    [{ pausing: 'no' }, 'pausing'],
    [{ review_due_hours: 0 }, 'review_due_hours'],
    [{ review_assignment: 'on' }, 'review_assignment'],
    [{ review_second_look_share: 1.1 }, 'review_second_look_share'],
    [{ disabled_reports: ['horoscope'] }, 'disabled_reports'],
    [{ rate_limit_live: 0 }, 'rate_limit_live'],
    [{ rate_limit_sandbox: 1_000_001 }, 'rate_limit_sandbox'],
    [{ rate_limit_sandbox_v2: 0 }, 'rate_limit_sandbox_v2'],
    [{ decision_uncertain: 'nobody' }, 'decision_uncertain'],
    [{ decision_validity: 0 }, 'decision_validity'],
    [{ decision_presence: 3 }, 'decision_presence'],
    [{ minimum_accepted_age: 16.5 }, 'minimum_accepted_age'],
    [{ face_match_score: 1.1 }, 'face_match_score'],
    [{ face_mismatch_score: -0.1 }, 'face_mismatch_score'],
    [{ spoofing_score: '0.5' }, 'spoofing_score'],
    [{ known_face_score: null }, 'known_face_score'],
  ])('refuse %j', async (change, field) => {
    const answer = await operate('PATCH', at, change);
    expect([answer.status, answer.body.error.type]).toEqual([422, 'validation_error']);
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });

  test('say what a document must prove, by the earlier name, too', async () => {
    const { id } = await service.makeAccount('Prudent Ltd');
    const path = `/operator/v1/accounts/${id}`;
    const readBack = async () => {
      const { decision_validity, decision_evidence } = (await operate('GET', path)).body;
      return [decision_validity, decision_evidence];
    };
    expect(await readBack()).toEqual([3, 'balanced']);
    const changes: [object, number, string][] = [
      [{ decision_evidence: 'off' }, 1, 'off'],
      [{ decision_validity: 4 }, 4, 'balanced'],
      [{ decision_evidence: 'strict' }, 3, 'strict'],
      [{ decision_validity: 3 }, 3, 'strict'],
      [{ decision_validity: 1 }, 1, 'off'],
      [{ decision_validity: 3, decision_evidence: 'balanced' }, 3, 'balanced'],
    ];
    for (const [change, validity, evidence] of changes) {
      expect((await operate('PATCH', path, change)).status).toBe(200);
      expect(await readBack()).toEqual([validity, evidence]);
    }
    const both = { decision_validity: 4, decision_evidence: 'off' };
    for (const answer of [
      await operate('PATCH', path, both),
      await operate('POST', '/operator/v1/accounts', { name: 'Torn Ltd', ...both }),
    ]) {
      expect([answer.status, answer.body.error.fields]).toEqual([
        422,
        { decision_evidence: ['off means decision_validity 1, not 4. Send decision_validity alone'] },
      ]);
    }
    const byType = { decision_validity_by_type: { passport: 4, driving_licence: 2 } };
    expect((await operate('PATCH', path, byType)).body).toMatchObject(byType);
    for (const wrong of [{ library_card: 2 }, { passport: 5 }, { passport: 'high' }]) {
      expect((await operate('PATCH', path, { decision_validity_by_type: wrong })).status).toBe(422);
    }
    expect((await operate('GET', at)).body).toMatchObject({ decision_validity: 3, decision_validity_by_type: {} });
  });

  test('refuse settings that do not exist', async () => {
    expect((await operate('PATCH', at, { deletion_delay: 3 })).status).toBe(422);
    expect((await operate('POST', '/operator/v1/accounts', { name: 'Dan', deletion_delay: 3 })).status).toBe(422);
    expect((await operate('POST', '/operator/v1/accounts', {})).body.error.fields).toEqual({
      name: ["can't be blank"],
    });
  });

  test('that are unknown', async () => {
    for (const [method, path, json] of [
      ['GET', ''],
      ['PATCH', '', { enabled: true }],
      ['POST', '/rotate_key'],
      ['GET', '/tokens'],
      ['POST', '/tokens', { environment: 'live', name: 'x' }],
      ['POST', '/oauth_clients', { environment: 'live', name: 'x' }],
      ['GET', '/deliveries'],
      ['POST', '/deliveries', { delivery_id: UNKNOWN }],
      ['GET', '/erasures'],
      ['POST', `/applicants/${UNKNOWN}/erase`, { environment: 'live' }],
      ['GET', `/mails/${UNKNOWN}`],
      ['POST', `/mails/${UNKNOWN}/retry`],
      ['POST', `/checks/${UNKNOWN}/withdraw`],
      ['GET', '/reports'],
      ['GET', `/reports/${UNKNOWN}`],
      ['POST', `/reports/${UNKNOWN}/decide`, { result: 'clear', note: 'x' }],
    ] as const) {
      const answer = await operate(method, `/operator/v1/accounts/${UNKNOWN}${path}`, json);
      expect([method, path, answer.status, answer.body]).toEqual([method, path, 404, notFound('Account')]);
    }
  });

  test('rotate their key while sealed data stays readable', async () => {
    const create = async (name: string) =>
      (await service.post('/v3.6/applicants', { first_name: name, last_name: 'Smith' })).body.id as string;
    const before = await create('Before');
    const rotated = await operate('POST', `${at}/rotate_key`);
    expect(rotated.status).toBe(200);
    expect(rotated.body).toEqual({ version: 2, active_from: '2026-01-15T09:31:00Z' });
    const between = await create('Between');
    service.clock.advance(MINUTE_MS);
    const after = await create('After');
    const rows = [];
    for (const id of [before, between, after]) {
      expect((await service.get(`/v3.6/applicants/${id}`)).status).toBe(200);
      const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
      rows.push(await service.services.store.within(scope).first(findApplicant, { id }));
    }
    expect(rows.map((row) => row?.data.readUInt16BE(0))).toEqual([1, 1, 2]);
  });
});

describe('tokens', () => {
  test('are shown once, work, are seen to be used and are revoked at once', async () => {
    const made = await operate('POST', `${at}/tokens`, { environment: 'live', name: 'till', permission: 'read_only' });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { token, ...facts } = made.body;
    expect(token).toMatch(/^api_live\.[\w-]{43}$/);
    const created_at = new Date(service.clock.now()).toISOString().replace('.000Z', 'Z');
    const expected = {
      id: facts.id,
      kind: 'api',
      environment: 'live',
      name: 'till',
      permission: 'read_only',
      hint: token.slice(0, 13),
      created_at,
      last_used_at: null,
      revoked_at: null,
      expires_at: null,
      created_by: { kind: 'operator', id: expect.any(String) },
      revoked_by: null,
    };
    expect(facts).toEqual(expected);

    expect((await service.get('/v3.6/applicants', { token })).status).toBe(200);
    const refused = await service.post('/v3.6/applicants', { first_name: 'A', last_name: 'B' }, { token });
    expect(refused.body.error.type).toBe('user_authorization_error');
    const list = async () =>
      (await operate('GET', `${at}/tokens`)).body.tokens.find(({ id }: { id: string }) => id === facts.id);
    expect(await list()).toEqual({ ...expected, last_used_at: created_at });

    expect((await operate('DELETE', `${at}/tokens/${facts.id}`)).status).toBe(204);
    expect((await service.get('/v3.6/applicants', { token })).body.error.type).toBe('authorization_error');
    service.clock.advance(1000);
    expect((await operate('DELETE', `${at}/tokens/${facts.id}`)).status).toBe(204);
    expect((await list()).revoked_at).toBe(created_at);
  });

  test('never show their hash', async () => {
    const { bytes, body } = await operate('GET', `${at}/tokens`);
    expect(bytes.toString()).not.toMatch(/hash|[0-9a-f]{64}/);
    expect(body.tokens.length).toBeGreaterThanOrEqual(3);
  });

  test('of another account are out of reach', async () => {
    const { tokens } = (await operate('GET', `/operator/v1/accounts/${service.other.id}/tokens`)).body;
    const answer = await operate('DELETE', `${at}/tokens/${tokens[0].id}`);
    expect([answer.status, answer.body]).toEqual([404, notFound('Token', tokens[0].id)]);
    expect((await service.get('/v3.6/applicants', { token: service.other.liveToken })).status).toBe(200);
  });

  test.each([
    { name: 'x' },
    { environment: 'test', name: 'x' },
    { environment: 'live' },
    { environment: 'live', name: '' },
  ])('refuse %j', async (body) => {
    expect((await operate('POST', `${at}/tokens`, body)).status).toBe(422);
    expect((await operate('POST', `${at}/oauth_clients`, body)).status).toBe(422);
  });

  test('of OAuth clients', async () => {
    const made = await operate('POST', `${at}/oauth_clients`, { environment: 'sandbox', name: 'shop' });
    expect([made.status, made.body.kind, made.body.client_id]).toEqual([201, 'oauth_client', made.body.id]);
    const { client_id, client_secret } = made.body;
    const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' });
    const exchanged = await service.call('POST', '/v3.6/oauth/token', { token: null, form });
    const headers = { authorization: `Bearer ${exchanged.body.access_token}` };
    const use = () => service.call('GET', '/v3.6/applicants', { token: null, headers });
    expect((await use()).status).toBe(200);
    const kinds = (await operate('GET', `${at}/tokens`)).body.tokens.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('oauth_client');
    expect(kinds).not.toContain('oauth_access');
    expect((await operate('DELETE', `${at}/tokens/${client_id}`)).status).toBe(204);
    expect((await use()).status).toBe(401);
  });
});

describe('addresses', () => {
  const entry = { building_number: '7', street: 'NEW ROAD', town: 'YORK', postcode: 'YO1 1AA', country: 'GBR' };

  test('are replaced', async () => {
    const answer = await operate('PUT', '/operator/v1/addresses', { addresses: [entry] });
    expect([answer.status, answer.body]).toEqual([200, { imported: 1 }]);
    const pick = async (postcode: string) =>
      (await service.get(`/v3.6/addresses/pick?postcode=${postcode}`)).body.addresses.length;
    expect([await pick('YO11AA'), await pick('SW46EH')]).toEqual([1, 0]);
  });

  test('may be many', async () => {
    const many = Array.from({ length: 15_000 }, () => ({ ...entry, street: 'A RATHER LONG STREET NAME' }));
    expect((await operate('PUT', '/operator/v1/addresses', { addresses: many })).body).toEqual({ imported: 15_000 });
  });

  test.each([
    [{}, { addresses: ["can't be blank"] }],
    [{ addresses: 'x' }, { addresses: ['must be an array'] }],
    [{ addresses: [entry, {}] }, { addresses: ["entry 2: postcode can't be blank"] }],
  ])('refuse %j', async (body, fields) => {
    const answer = await operate('PUT', '/operator/v1/addresses', body);
    expect([answer.status, answer.body.error.fields]).toEqual([422, fields]);
  });
});

test('health', async () => {
  const { status, body } = await operate('GET', '/operator/v1/health');
  expect(status).toBe(200);
  const states = Object.fromEntries(
    body.findings.map((finding: { name: string; state: string }) => [finding.name, finding.state]),
  );
  expect(states).toMatchObject({ store: 'ok', storage: 'ok', keys: 'ok', jobs: 'ok' });
  expect(Object.keys(states)).toEqual([
    'store',
    'redis',
    'storage',
    'media',
    'keys',
    'ffmpeg',
    'analysis',
    'mail',
    'branding',
    'watchlists',
    'sources',
    'trust_service',
    'disk',
    'monitoring',
    'migrations',
    'queue',
    'jobs',
  ]);
  expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(body.time).toBe(new Date(service.clock.now()).toISOString().replace('.000Z', 'Z'));
  expect(body.settings).toMatchObject({ mode: 'development', sandboxDelay: 0, masterKey: null });
});
