import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
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
async function checkFrom(applicant_id: string, address: string): Promise<void> {
  const { body } = await service.post('/v3.6/sdk_token', { applicant_id }, { token: service.account.liveToken });
  const headers = { authorization: `Bearer ${body.token}`, 'x-forwarded-for': address };
  const picture = { name: 'a.png', type: 'image/png', bytes: await greyPng() };
  const fields = { type: 'passport', advanced_validation: 'false' };
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

test('nobody of another account or environment is related', async () => {
  const fields = { email: 'shared@example.com' };
  const live = await person('Live', fields);
  const sandbox = await person('Sandbox', fields, service.account.sandboxToken);
  const other = await person('Other', fields, service.other.liveToken);
  expect(await related(live)).toEqual([]);
  expect(await related(sandbox, rita, at('sandbox'))).toEqual([]);
  expect(await related(other, stranger, at('live', service.other.id))).toEqual([]);
});
