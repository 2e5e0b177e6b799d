import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { openDataProvider } from '../demo/data-provider.ts';
import type { SourceKind } from '../reports/live/lookup.ts';
import { startService, type TestService } from '../testing/service.ts';

const secret = 'a-secret-of-more-than-thirty-two-characters';
const folder = mkdtempSync(join(tmpdir(), 'bonafide-data-reports-'));
const address = { building_number: '14', street: 'Clapham Road', town: 'London', postcode: 'SW4 6EH', country: 'GBR' };
const driving_licence = { id_number: 'T1', first_name: 'Iskra', last_name: 'Vrtovec' };
const iskra = {
  first_name: 'Iskra',
  last_name: 'Vrtovec',
  date_of_birth: '1980-04-01',
  postcode: 'SW4 6EH',
  phone_number: '+447400123456',
  driving_licence,
};

let service: TestService;
let provider: Awaited<ReturnType<typeof openDataProvider>>;

beforeAll(async () => {
  provider = await openDataProvider({ secret, people: [iskra] });
  const entry = (kind: SourceKind) =>
    `  - {name: bureau, kind: ${kind}, countries: [GBR, USA], type: http, url: '${provider.url}', secret: ${secret}}`;
  const kinds = ['credit_agency', 'electoral', 'mortality', 'driving_licence', 'phone'] as const;
  const file = join(folder, 'sources.yaml');
  writeFileSync(file, ['sources:', ...kinds.map(entry)].join('\n'), { mode: 0o600 });
  service = await startService({ settings: { analysis: 'on', dataSources: file } });
});
afterAll(async () => {
  await service?.close();
  await provider?.close();
  rmSync(folder, { recursive: true });
});

const operate = async (method: string, path: string, json?: object, account = service.account.id) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  return service.call(method, `/operator/v1/accounts/${account}/reports/${path}`, { token: null, headers, json });
};
const live = () => ({ token: service.liveToken });
const applicant = (fields: object = {}) =>
  storyOf(service, 'v3.6').applicant(
    { first_name: 'Iskra', last_name: 'Vrtovec', dob: '1980-04-01', address, ...fields },
    live(),
  );

/** The report of a name as v3.6 shows it once it is processed. */
async function reported(name: string, fields: object = {}, more: object = {}) {
  const applicant_id = await applicant(fields);
  const asked = { applicant_id, report_names: [name], ...more };
  const { reports } = await storyOf(service, 'v3.6').completed(asked, live());
  return reports[0];
}

test('an identity report is answered by sources, and in v2 by its own shape', async () => {
  const found = await reported('identity_enhanced');
  expect([found.status, found.result, found.properties]).toEqual([
    ...['complete', 'clear'],
    { matched_address: 1, matched_addresses: [{ id: 1, match_types: ['credit_agencies', 'voting_register'] }] },
  ]);
  expect(found.breakdown).toMatchObject({
    sources: { breakdown: { total_sources: { properties: { total_number_of_sources: '1' } } } },
    address: {
      result: 'clear',
      breakdown: { credit_agencies: { properties: { number_of_matches: '1' } }, telephone_database: { result: null } },
    },
    mortality: { result: 'clear' },
  });
  const stranger = await reported('identity_enhanced', { last_name: 'Horvat' });
  expect([stranger.status, stranger.result]).toEqual(['complete', 'unidentified']);
  const { body } = await service.get(`/v2/checks/${stranger.check_id}/reports/${stranger.id}`, live());
  const unidentified = { result: 'unidentified', properties: {} };
  expect([body.name, body.variant, body.result, body.properties, body.breakdown]).toEqual([
    ...['identity', 'kyc', 'consider', {}],
    {
      address: {
        result: 'unidentified',
        breakdown: {
          credit_agencies: { ...unidentified, properties: { number_of_credit_agencies: '0' } },
          telephone_database: { result: null, properties: {} },
          voting_register: unidentified,
        },
      },
      date_of_birth: {
        result: 'unidentified',
        breakdown: { credit_agencies: unidentified, voting_register: unidentified },
      },
      mortality: { result: 'clear' },
    },
  ]);
  const v1 = await service.get(`/v1/checks/${stranger.check_id}/reports/${stranger.id}`, live());
  expect([v1.body.result, v1.body.breakdown]).toEqual(['unidentified', body.breakdown]);
});

test('sources are asked about the homes that an applicant has left, too, but not about those in other countries', async () => {
  const left = { ...address, start_date: '2010-01-01', end_date: '2019-12-31' };
  const current = { ...address, postcode: 'E1 6AN', start_date: '2020-01-01', end_date: null };
  const abroad = { ...left, town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const person = { first_name: 'Iskra', last_name: 'Vrtovec', dob: '1980-04-01', addresses: [abroad, current, left] };
  const { status, body } = await service.post('/v2/applicants', person, live());
  expect(status).toBe(201);
  const before = provider.received.length;
  const asked = { applicant_id: body.id, report_names: ['identity_enhanced'] };
  const { reports } = await storyOf(service, 'v3.6').completed(asked, live());
  expect([reports[0].result, reports[0].properties]).toEqual([
    'clear',
    { matched_address: 3, matched_addresses: [{ id: 3, match_types: ['credit_agencies', 'voting_register'] }] },
  ]);
  const sent = JSON.stringify(provider.received.slice(before));
  expect([sent.includes('E1 6AN'), sent.includes('Ljubljana'), sent.includes('2019-12-31')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('the licence and the phone number of a check go to sources as they were given', async () => {
  const us_driving_licence = { ...driving_licence, issue_state: 'CA' };
  const found = await reported('us_driving_licence', {}, { us_driving_licence });
  expect([found.result, found.breakdown.personal.breakdown.last_name.result]).toEqual(['clear', 'clear']);
  const other = { ...us_driving_licence, last_name: 'Horvat' };
  expect((await reported('us_driving_licence', {}, { us_driving_licence: other })).result).toBe('unidentified');

  const consents = [{ name: 'phone_number_verification', granted: true }];
  const phone = await reported('phone_verification', { phone_number: '+447400123456', consents });
  expect([phone.result, phone.breakdown]).toEqual(['clear', { phone_number: { result: 'clear' } }]);
  const before = provider.received.length;
  const applicant_id = await applicant({ phone_number: '+447400123456' });
  const refused = await storyOf(service, 'v3.6').check({ applicant_id, report_names: ['phone_verification'] }, live());
  expect([refused.status, refused.body.error.type, provider.received.length]).toEqual([
    ...[422, 'missing_applicant_provided_consents', before],
  ]);
});

test('a register that says no of the postal code, or nothing of the name, clears no licence', async () => {
  const us_driving_licence = { ...driving_licence, issue_state: 'CA', postal_code: '94102' };
  const answered = async (answer: object) => {
    provider.answer(() => ({ status: 'match', ...answer }));
    const { id, status, result, breakdown } = await reported('us_driving_licence', {}, { us_driving_licence });
    const { doubts } = (await operate('GET', id)).body;
    expect((await operate('GET', id, undefined, service.other.id)).status).toBe(404);
    return [status, result, breakdown?.address?.breakdown.zip5.result, doubts];
  };
  const fields = { id_number: 'match', first_name: 'match', last_name: 'match' };
  try {
    expect([
      await answered({ fields: { ...fields, postal_code: 'match' } }),
      await answered({ fields: { ...fields, postal_code: 'no_match' } }),
      await answered({}),
    ]).toEqual([
      ['complete', 'clear', 'clear', []],
      ['complete', 'consider', 'consider', []],
      ['awaiting_approval', null, undefined, ['personal.first_name', 'personal.last_name']],
    ]);
  } finally {
    provider.answer();
  }
});

test('what no source knows is shown to the operator, who completes it leaf by leaf', async () => {
  const id_numbers = [{ type: 'tax_id', value: 'ABCPV1234F' }];
  const { id, status, result } = await reported('india_pan', { id_numbers });
  expect([status, result]).toEqual(['awaiting_approval', null]);
  const shown = (await operate('GET', id)).body;
  expect([shown.doubts, shown.properties, shown.leaves['device.pan_valid'].reason]).toEqual([
    ['device.pan_valid'],
    { device: { pan: 'ABCPV1234F' } },
    'No source for PANs is configured for IND. The PAN has the right format, but nobody has verified it',
  ]);
  const decision = { leaves: { 'device.pan_valid': 'clear', 'device.name_match': 'clear' }, note: 'Looked up' };
  expect((await operate('POST', `${id}/decide`, decision, service.other.id)).status).toBe(404);
  expect((await operate('POST', `${id}/decide`, decision)).status).toBe(200);
  expect((await service.get(`/v3.6/reports/${id}`, live())).body).toMatchObject({
    status: 'complete',
    result: 'clear',
    properties: { device: { pan: 'ABCPV1234F' } },
    breakdown: { device: { result: 'clear', breakdown: { pan_valid: { result: 'clear' } } } },
  });
  expect((await service.get(`/v3.6/reports/${id}`)).status).toBe(404);
});

test('an identity report of a country without sources may be decided leaf by leaf, or as a whole', async () => {
  const abroad = { address: { ...address, country: 'FRA' } };
  const decided = async (decision: object) => {
    const { id, status } = await reported('identity_enhanced', abroad);
    expect(status).toBe('awaiting_approval');
    const { status: code } = await operate('POST', `${id}/decide`, { note: 'By a proof of address', ...decision });
    return [code, (await service.get(`/v3.6/reports/${id}`, live())).body.result];
  };
  expect(await decided({ leaves: { 'sources.total_sources': 'clear' } })).toEqual([200, 'clear']);
  expect(await decided({ leaves: { 'sources.total_sources': 'consider' } })).toEqual([200, 'consider']);
  expect(await decided({ result: 'unidentified' })).toEqual([200, 'unidentified']);
  expect(await decided({ result: 'clear' })).toEqual([200, 'clear']);
});
