import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { published, Versions } from '../base/versions.ts';
import { type Answer, startService, type TestService } from '../testing/service.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';
import { greyPng } from './v3/testing/files.ts';
import { form } from './v3/testing/story.ts';

// A row in the table of versions gives the next minor version, with routes of its own or the routes of the latest.

const names = { first_name: 'Anna', last_name: 'Berg' };
const location = { ip_address: null, country_of_residence: 'FRA' };
const created = ({ status, body, bytes }: Answer) => {
  expect(status, bytes.toString()).toBe(201);
  return body;
};

/** Runs checks that are due, then the deliveries that they lead to. */
async function settle(service: TestService) {
  service.clock.advance(1000);
  await service.settle();
  await service.settle();
}

describe.each([
  { routes: 'of its own', row: { name: 'v3.7' } as const },
  { routes: 'of v3.6', row: { name: 'v3.7', routes: 'v3.6', rules: '3.6' } as const },
])('v3.7 with routes $routes', ({ row }) => {
  const isOwn = !('routes' in row);
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ versions: new Versions([...published, row]) });
  });
  afterAll(() => service.close());

  it('has what v3.6 has, and its own name in every href', async () => {
    const applicant = created(
      await service.post('/v3.7/applicants', { ...names, phone_number: '+447911123456', location }),
    );
    expect(applicant).toMatchObject({
      href: `/v3.7/applicants/${applicant.id}`,
      phone_number: '+447911123456',
      location,
    });
    const listed = await service.get('/v3.7/applicants?per_page=1');
    expect(listed.body.applicants).toEqual([applicant]);
    expect(listed.headers.link).toContain(`<${service.baseUrl}/v3.7/applicants?per_page=1&page=1>; rel="first"`);
    expect((await service.get(`/v3.7/applicants/${applicant.id}/consents`)).body).toEqual([]);
    expect((await service.get('/v3.7/workflow_runs')).status).toBe(200);
    // v3.6 shows the same, under its own name.
    const same = (await service.get(`/v3.6/applicants/${applicant.id}`)).body;
    expect(same).toEqual({ ...applicant, href: `/v3.6/applicants/${applicant.id}` });
  });

  it('makes checks by the latest rules, and shows their reports in full', async () => {
    const { id: applicant_id } = created(await service.post('/v3.7/applicants', { ...names, location }));
    const fields = { applicant_id, type: 'bank_statement', issuing_country: 'ESP' };
    const file = { name: 'statement.png', bytes: await greyPng() };
    const document = created(await service.call('POST', '/v3.7/documents', { form: form(fields, file) }));
    expect(document.download_href).toBe(`/v3.7/documents/${document.id}/download`);

    const report_names = ['proof_of_address', 'document'];
    const check = created(await service.post('/v3.7/checks', { applicant_id, report_names }));
    expect([check.version, check.href]).toEqual(['3.7', `/v3.7/checks/${check.id}`]);
    await settle(service);
    const [identity, proof] = (await service.get(`/v3.7/reports?check_id=${check.id}`)).body.reports;
    expect(proof.href).toBe(`/v3.7/reports/${check.report_ids[1]}`);
    // Each of these came with a minor version of v3 (contract 10): an older one would cancel or leave out.
    expect([proof.status, proof.result]).toEqual(['complete', 'clear']);
    expect(proof.breakdown.document_classification.breakdown).toHaveProperty('valid_document_date');
    expect(proof.breakdown.image_integrity.breakdown).toHaveProperty('source_integrity');
    expect(identity.breakdown.compromised_document).toHaveProperty('breakdown');
    expect((await service.get(`/v3.2/checks/${check.id}`)).body).toMatchObject({ version: '3.2', result: 'clear' });
  });

  it('asks for what v3.6 asks for', async () => {
    const { id: applicant_id } = created(await service.post('/v3.7/applicants', names));
    const refused = await service.post('/v3.7/checks', { applicant_id, report_names: ['facial_similarity_photo'] });
    expect([refused.status, refused.body.error.type]).toEqual([422, 'missing_applicant_location']);
    const unconsented = await service.post('/v3.7/checks', { applicant_id, report_names: ['phone_verification'] });
    expect([unconsented.status, unconsented.body.error.type]).toEqual([422, 'missing_applicant_provided_consents']);
    const wrong = await service.post('/v3.7/applicants', { ...names, location: { country_of_residence: 'XXX' } });
    expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([422, ['location']]);
  });

  it('names itself in the payloads of its webhooks', async () => {
    const receiver = await startReceiver();
    const webhook = created(await service.post('/v3.7/webhooks', { url: receiver.url }));
    expect(webhook).toMatchObject({ href: `/v3.7/webhooks/${webhook.id}`, payload_version: 3, name: null });
    expect(webhook.events).toEqual(
      created(await service.post('/v3.6/webhooks', { url: receiver.url, enabled: false })).events,
    );
    const { id: applicant_id } = created(await service.post('/v3.7/applicants', { ...names, location }));
    const check = created(await service.post('/v3.6/checks', { applicant_id, report_names: ['identity_enhanced'] }));
    await settle(service);
    await receiver.atLeast(3);
    const hrefs = receiver.received.map(({ body }) => JSON.parse(body.toString()).payload.object.href);
    expect([...new Set(hrefs)].sort()).toEqual(
      [`${service.baseUrl}/v3.7/checks/${check.id}`, `${service.baseUrl}/v3.7/reports/${check.report_ids[0]}`].sort(),
    );
    await service.del(`/v3.7/webhooks/${webhook.id}`);
    await receiver.close();
  });

  it('takes the tokens of capture SDKs and of clients', async () => {
    const { id: applicant_id } = created(await service.post('/v3.7/applicants', names));
    const { status, body } = await service.post('/v3.7/sdk_token', { applicant_id });
    expect(status).toBe(200);
    const sdk = { token: null, headers: { authorization: `Bearer ${body.token}` } };
    const challenge = await service.post('/v3.7/live_video_challenge', undefined, sdk);
    expect([challenge.status, challenge.body.data.challenge.length]).toEqual([200, 2]);
    const { id: client_id, secret: client_secret } = service.oauthClient;
    const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' });
    const granted = await service.call('POST', '/v3.7/oauth/token', { token: null, form });
    expect([granted.status, granted.body.token_type]).toEqual([200, 'Bearer']);
  });

  it('is described where it has routes of its own, beside those before', async () => {
    const described = await service.get('/openapi/v3.7.json', { token: null });
    expect(described.status).toBe(isOwn ? 200 : 404);
    const before = await service.get('/openapi/v3.6.json', { token: null });
    expect([before.body.info.title, before.body.info.version]).toEqual(['Bonafide API v3.6', '3.6']);
    const home = await service.get('/', { token: null });
    expect(home.body.includes('/openapi/v3.7.json')).toBe(isOwn);
    if (!isOwn) return;
    expect([described.body.info.title, described.body.info.version]).toEqual(['Bonafide API v3.7', '3.7']);
    const own = Object.keys(described.body.paths);
    expect(own).toEqual(Object.keys(before.body.paths).map((path) => path.replace('/v3.6/', '/v3.7/')));
    expect(own).toContain('/v3.7/workflow_runs');
  });

  it('answers errors in the shape of v3, and knows no version that has no row', async () => {
    const unknown = { error: { type: 'resource_not_found', message: 'Could not find the requested resource' } };
    for (const path of ['/v3.7/nothing', '/v3.8/ping', '/v3.70/ping', '/v3.07/ping', '/v4.7/ping']) {
      const { status, body } = await service.get(path);
      expect([status, body], path).toEqual([404, unknown]);
    }
    expect((await service.get('/v3.7/ping')).body).toBe('OK');
    const { id } = created(await service.post('/v3.7/applicants', names));
    for (const token of [service.other.sandboxToken, service.liveToken]) {
      expect((await service.get(`/v3.7/applicants/${id}`, { token })).status).toBe(404);
    }
  });
});

it('leaves nothing behind that a release without it cannot read', async () => {
  const versions = new Versions([...published, { name: 'v3.7' }]);
  const later = await startService({ versions });
  const { id: applicant_id } = created(await later.post('/v3.7/applicants', { ...names, location }));
  const check = created(await later.post('/v3.7/checks', { applicant_id, report_names: ['identity_enhanced'] }));
  const webhook = created(await later.post('/v3.7/webhooks', { url: 'https://alice.example/events' }));
  const token = later.sandboxToken;
  await later.close({ keep: true });

  const { databaseUrl } = later.services.settings;
  const before = await startService({ data: later.data, settings: databaseUrl ? { databaseUrl } : {} });
  await settle(before);
  const read = await before.get(`/v3.6/checks/${check.id}`, { token });
  expect(read.body).toMatchObject({ version: '3.6', status: 'complete', result: 'clear' });
  expect((await before.get(`/v3.6/webhooks/${webhook.id}`, { token })).body.events).toEqual(webhook.events);
  expect((await before.get(`/v3.7/checks/${check.id}`, { token })).status).toBe(404);
  await before.close();
});
