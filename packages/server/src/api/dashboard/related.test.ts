import { beforeAll, expect, test } from 'vitest';
import { rebuildAfterUpgrade } from '../../applicants/search/rebuild.ts';
import { DAY_MS } from '../../base/clock.ts';
import { query } from '../../store/query.ts';
import { useService } from '../../testing/service.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { greyPng } from '../v3/testing/files.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { trustedProxies: '127.0.0.1' } });
const story = storyOf(service, 'v3.6');

let rita: Browser;
let stranger: Browser;

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'reviewer', { account: service.other.id });
});

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const person = (first_name: string, fields: object = {}, token = service.account.liveToken) =>
  story.applicant({ first_name, last_name: 'Lovelace', ...fields }, { token });

/** Names and reasons of the people who are related to an applicant. */
async function related(applicant: string, who: Browser = rita, place = at()) {
  const { body } = await who.get(`${place}/applicants/${applicant}`);
  return body.related.map(({ name, reasons }: { name: string; reasons: string[] }) => [name, ...reasons]);
}

/** A check of an applicant on a picture that a device has uploaded from an address. */
async function checkFrom(
  applicant_id: string,
  address: string,
  { userAgent = PHONE, camera }: { userAgent?: string; camera?: string } = {},
): Promise<void> {
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id }, { token: service.account.liveToken });
  const headers = { authorization: `Bearer ${body.token}`, 'x-forwarded-for': address, 'user-agent': userAgent };
  const picture = { name: 'a.png', type: 'image/png', bytes: await greyPng() };
  const sdk_metadata = JSON.stringify({ captureMethod: 'live', ...(camera && { camera_name: camera }) });
  const fields = { type: 'passport', advanced_validation: 'false', sdk_metadata };
  expect((await story.upload('documents', fields, picture, { token: null, headers })).status).toBe(201);
  const check = { applicant_id, report_names: ['document'] };
  expect((await story.check(check, { token: service.account.liveToken })).status).toBe(201);
}

test('people are related by e-mail, phone and identity number, with each reason', async () => {
  const ssn = (value: string) => ({ location: { country_of_residence: 'USA' }, id_numbers: [{ type: 'ssn', value }] });
  const ada = await person('Ada', {
    email: 'ada@example.com',
    phone_number: '+447700900123',
    ...ssn('433-54-3937'),
  });
  await person('Bea', { email: 'ADA@example.com' });
  await person('Cleo', { phone_number: '+44 7700 900123', email: 'cleo@example.com' });
  const dora = await person('Dora', { phone_number: '+447700900123', ...ssn('433-54-3937') });
  await person('Eve', { email: 'eve@example.com' });
  // The tag of a check relates nobody, though a search finds it by the same term.
  const fay = await person('Fay');
  await story.document(fay, {}, { token: service.account.liveToken });
  const tagged = { applicant_id: fay, report_names: ['document'], tags: ['ada@example.com'] };
  expect((await story.check(tagged, { token: service.account.liveToken })).status).toBe(201);
  expect(await related(ada)).toEqual([
    ['Dora Lovelace', 'phone', 'id_number'],
    ['Cleo Lovelace', 'phone'],
    ['Bea Lovelace', 'email'],
  ]);
  expect(await related(dora)).toEqual([
    ['Ada Lovelace', 'phone', 'id_number'],
    ['Cleo Lovelace', 'phone'],
  ]);
  // A changed address relates the two no longer.
  const call = { token: service.account.liveToken, json: { email: 'new@example.com', phone_number: null } };
  expect((await service.call('PUT', `/v3.6/applicants/${ada}`, call)).status).toBe(200);
  expect(await related(ada)).toEqual([['Dora Lovelace', 'id_number']]);
  // A deleted person is not listed.
  expect((await service.call('DELETE', `/v3.6/applicants/${ada}`, { token: service.account.liveToken })).status).toBe(
    204,
  );
  expect(await related(dora)).toEqual([['Cleo Lovelace', 'phone']]);
});

test('people are related by the address of their devices', async () => {
  const [ada, bea, cleo] = [await person('Ada'), await person('Bea'), await person('Cleo')];
  await checkFrom(ada, '203.0.113.7');
  await checkFrom(bea, '203.0.113.7');
  await checkFrom(cleo, '203.0.113.8');
  expect(await related(ada)).toEqual([['Bea Lovelace', 'network']]);
  expect(await related(cleo)).toEqual([]);
});

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const WEBCAM = 'HD Pro Webcam C920 (046d:082d)';

test('people are related by camera, browser and IP address, beside the IP address alone', async () => {
  const [ada, bea, cleo, dora] = [await person('Ada'), await person('Bea'), await person('Cleo'), await person('Dora')];
  await checkFrom(ada, '203.0.113.17', { userAgent: LAPTOP, camera: WEBCAM });
  await checkFrom(bea, '203.0.113.17', { userAgent: LAPTOP, camera: WEBCAM });
  await checkFrom(cleo, '203.0.113.17', { userAgent: LAPTOP, camera: 'Logitech Webcam C270 (046d:0825)' });
  // The same camera and browser at another place say nothing.
  await checkFrom(dora, '203.0.113.18', { userAgent: LAPTOP, camera: WEBCAM });
  expect(await related(ada)).toEqual([
    ['Bea Lovelace', 'device', 'network'],
    ['Cleo Lovelace', 'network'],
  ]);
  expect(await related(cleo)).toEqual([
    ['Bea Lovelace', 'network'],
    ['Ada Lovelace', 'network'],
  ]);
  expect(await related(dora)).toEqual([]);
  // A device is known again for 30 days.
  service.clock.advance(30 * DAY_MS + 1);
  await upkeep(service.services);
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  stranger = await signedIn(service, 'reviewer', { account: service.other.id });
  expect(await related(ada)).toEqual([]);
});

test.each([
  ['no camera', { userAgent: LAPTOP }],
  ['the camera of a phone', { camera: 'Front Camera' }],
  ['a built-in camera', { userAgent: LAPTOP, camera: 'Integrated Camera (04f2:b6d0)' }],
  ['the user agent of a program', { userAgent: 'Apache-HttpClient/4.5 (Java/17)', camera: WEBCAM }],
])('strangers with %s are related by their IP address alone', async (_, sent) => {
  const [ada, bea] = [await person('Ada'), await person('Bea')];
  const address = `198.51.100.${++networks}`;
  for (const one of [ada, bea]) await checkFrom(one, address, sent);
  expect(await related(ada)).toEqual([['Bea Lovelace', 'network']]);
});
let networks = 0;

test('people are related by their current postal address, however it is written', async () => {
  const downing = {
    street: 'Downing Street',
    building_number: '10',
    postcode: 'SW1A 2AA',
    town: 'London',
    country: 'GBR',
  };
  const ada = await person('Ada', { address: downing });
  const bea = await person('Bea', {
    address: { line1: '10 DOWNING ST.', postcode: 'sw1a2aa', town: 'LONDON', country: 'GBR' },
  });
  await person('Cleo', { address: { ...downing, building_number: '11' } });
  // An address without a building relates nobody.
  const street = { ...downing, building_number: null };
  const dora = await person('Dora', { address: street });
  await person('Eve', { address: street });
  expect(await related(ada)).toEqual([['Bea Lovelace', 'address']]);
  expect(await related(bea)).toEqual([['Ada Lovelace', 'address']]);
  expect(await related(dora)).toEqual([]);
  // Who has moved is related no longer, and is found at the new address.
  const call = { token: service.account.liveToken, json: { address: { ...downing, building_number: '11' } } };
  expect((await service.call('PUT', `/v3.6/applicants/${bea}`, call)).status).toBe(200);
  expect(await related(ada)).toEqual([]);
  expect(await related(bea)).toEqual([['Cleo Lovelace', 'address']]);
});

test('applicants of an earlier version are related once their terms are rebuilt', async () => {
  const address = { line1: '1 Sample Road', postcode: 'SW4 6EH', country: 'GBR' };
  const ada = await person('Ada', { address });
  const bea = await person('Bea', { address });
  for (const one of [ada, bea]) await checkFrom(one, '203.0.113.27', { userAgent: LAPTOP, camera: WEBCAM });
  expect(await related(ada)).toEqual([['Bea Lovelace', 'device', 'address', 'network']]);
  await service.services.store.transaction(async (tx) => {
    await tx.run(withoutTerms, {});
    await tx.run(withoutDevices, {});
    await tx.run(withoutNote, {});
  });
  expect(await related(ada)).toEqual([['Bea Lovelace', 'network']]);
  await rebuildAfterUpgrade(service.services);
  await service.settle();
  expect(await related(ada)).toEqual([['Bea Lovelace', 'device', 'address', 'network']]);
  expect(await related(bea)).toEqual([['Ada Lovelace', 'device', 'address', 'network']]);
});
const withoutTerms = query()((db) => db.deleteFrom('search_terms'));
const withoutDevices = query()((db) => db.deleteFrom('address_uses').where('what', '=', 'device'));
const withoutNote = query()((db) => db.deleteFrom('meta').where('key', '=', 'search_terms_addresses'));

test('a member goes from one person to the next, and each opening is in the audit log', async () => {
  const adam = await signedIn(service, 'admin', { name: 'Adam' });
  const dora = await signedIn(service, 'developer', { name: 'Dora' });
  const ada = await person('Ada', { email: 'ada@chain.example' });
  const bea = await person('Bea', { email: 'ada@chain.example', phone_number: '+447700900777' });
  const cleo = await person('Cleo', { phone_number: '+447700900777' });
  const around = (applicant: string, who: Browser = adam, place = at()) =>
    who.get(`${place}/applicants/${applicant}/related`);
  expect((await around(bea)).body).toEqual({
    related: [
      { id: cleo, name: 'Cleo Lovelace', reasons: ['phone'], face: null },
      { id: ada, name: 'Ada Lovelace', reasons: ['email'], face: null },
    ],
  });
  expect((await around(cleo)).body.related.map(({ id }: { id: string }) => id)).toEqual([bea]);
  const { entries } = (await adam.get(`/accounts/${service.account.id}/audit?object=${bea}`)).body;
  expect(entries.map(({ action, actor }: Record<string, { id: string }>) => [action, actor?.id])).toEqual([
    ['related_people_opened', adam.id],
  ]);
  expect((await around(bea, dora)).status).toBe(403);
  for (const [who, place] of [
    [adam, at('sandbox')],
    [stranger, at('live', service.other.id)],
    [stranger, at()],
  ] as const) {
    expect((await around(bea, who, place)).status).toBe(404);
  }
  expect((await adam.del(`${at()}/applicants/${bea}`)).status).toBe(204);
  expect((await around(bea)).status).toBe(410);
  expect((await around(cleo)).body.related).toEqual([]);
});

test('nobody of another account or environment is related', async () => {
  const address = { line1: '1 Shared Road', postcode: 'SW4 6EH', country: 'GBR' };
  const fields = { email: 'shared@example.com', address };
  const live = await person('Live', fields);
  const sandbox = await person('Sandbox', fields, service.account.sandboxToken);
  const other = await person('Other', fields, service.other.liveToken);
  expect(await related(live)).toEqual([]);
  expect(await related(sandbox, rita, at('sandbox'))).toEqual([]);
  expect(await related(other, stranger, at('live', service.other.id))).toEqual([]);
});
