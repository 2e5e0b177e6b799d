import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADA,
  type HeldMdoc,
  type HeldSdJwt,
  issueMdoc,
  issueSdJwt,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { LIST_URI, statusListJwt } from '../../../../verification/src/credential/testing/status-list.ts';
import { browserOf, checkWithForm } from '../../pages/form/testing/form.ts';
import { tablesWith } from '../../testing/every-row.ts';
import type { Call } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { face } from './testing/facial.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { gone, notFound, outcome, storyOf, unknownId, validationError } from './testing/story.ts';
import { answerOf, openLinkRequest, readLink, responseOf } from './testing/wallet.ts';
import { readerSettings } from './testing/wallet-reader.ts';

/** The date of birth of the holder. No other part of the tests has its digits. */
const BORN = '1979-08-23';
const ORIGIN = 'https://shop.example';
const REQUESTS = '/v3.6/digital_credentials';
const TYPES = 'driving_licence,national_identity_card';
const AGE_ONLY = { report_configuration: { document: { age_over: 18 } } };
/** Place of the credential in the list of its issuer, which revokes it later. */
const PLACE = { status_list: { idx: 3, uri: LIST_URI } };

let service: RunService;
const american = state('US');
const holder = { ...ADA, birth: BORN, portrait: face('010', 'neutral') };
const licence = (more: object = {}, status?: object) =>
  issueMdoc(american, holder, newDevice(), { more: { age_in_years: 46, ...more }, status });
const card = (ages: object) => issueSdJwt(american, holder, newDevice(), { more: { age_equal_or_over: ages } });

function operate(method: string, path: string, raw?: Buffer | string) {
  const type = { 'content-type': 'application/octet-stream' };
  const headers = { authorization: `Bearer ${service.operatorKey}`, ...(raw && type) };
  return service.call(method, `/operator/v1${path}`, { token: null, headers, ...(raw && { raw: Buffer.from(raw) }) });
}

const loadList = (statuses: number[], iat = service.clock.now() / 1000) =>
  operate('POST', '/credential_status_lists', statusListJwt(american, { statuses, iat, exp: iat + 3600 }));

beforeAll(async () => {
  const account = { form_wallet: 'on', image_quality: false } as const;
  service = await startWithWorkflows({ settings: { analysis: 'on', ...readerSettings() }, account });
  expect((await operate('POST', '/credential_issuers?source=test', american.authority.certificate)).status).toBe(200);
});
afterAll(() => service.close());

const live = (): Call => ({ token: service.liveToken });
const story = () => storyOf(service, 'v3.6');

async function begin(call = live()) {
  const applicant_id = await story().applicant({}, call);
  const sdk = await story().sdk(applicant_id, call);
  return { applicant_id, page: { ...sdk, headers: { ...sdk.headers, origin: ORIGIN } } as Call };
}

interface Wanted {
  readonly age?: number;
  /** Elements that the wallet shows; default: those that it is asked for. */
  readonly disclose?: string[];
}

/** Has the wallet of a new applicant answer a request for an age. */
async function present(held: HeldMdoc | HeldSdJwt, { age = 18, disclose }: Wanted = {}) {
  const { applicant_id, page } = await begin();
  const asked = await service.get(`${REQUESTS}/request?types=${TYPES}&age_over=${age}`, page);
  expect(asked.status).toBe(200);
  const options = { origin: ORIGIN, now: service.clock.now(), ...(disclose && { disclose }) };
  const answer = await answerOf(asked.body.data, held, options);
  return { applicant_id, page, answer, asked: asked.body.data, handed: await service.post(REQUESTS, answer, page) };
}

async function reportOn(applicant_id: string, options: object = AGE_ONLY) {
  const { reports } = await story().completed({ applicant_id, report_names: ['document'], ...options }, live());
  await service.settle();
  return reports[0];
}

const claimsIn = (data: { dcql_query: { credentials: { claims: object }[] } }) =>
  data.dcql_query.credentials.map(({ claims }) => claims);
const ageClaims = [
  [{ path: ['org.iso.18013.5.1', 'age_over_18'], intent_to_retain: true }],
  [{ path: ['eu.europa.ec.eudi.pid.1', 'age_over_18'], intent_to_retain: true }],
  [{ path: ['age_equal_or_over', '18'] }],
];

/** The presentation that a document of a wallet stores, as text. */
async function storedIn(id: string) {
  const { bytes } = await service.get(`/v3.6/documents/${id}/download`, live());
  return Buffer.from(JSON.parse(bytes.toString()).credential.presentation, 'base64url').toString('latin1');
}

const refused = (reason: string) => validationError({ credential: [reason] });

describe('a wallet that is asked for an age alone', () => {
  test('is asked for one element of each type, and nothing else is stored or answered', async () => {
    const { applicant_id, asked, handed, page, answer } = await present(licence());
    expect(claimsIn(asked.requests[1].data)).toEqual(ageClaims);
    expect([handed.status, handed.body.type, handed.body.issuing_country]).toEqual([201, 'driving_licence', 'USA']);
    expect(outcome(await service.post(REQUESTS, answer, page))).toEqual(
      validationError({ id: ['has been used already'] }),
    );
    const stored = await storedIn(handed.body.id);
    expect(stored).toContain('age_over_18');
    expect(stored).not.toMatch(/birth_date|family_name|portrait|age_in_years|Lovelace/);

    const report = await reportOn(applicant_id);
    const leaf = { minimum_accepted_age: { result: 'clear', properties: {} } };
    expect(report).toMatchObject({
      result: 'clear',
      sub_result: 'clear',
      breakdown: { age_validation: { result: 'clear', breakdown: leaf } },
    });
    expect(report.properties).toEqual({ over_18: true });
    expect(await tablesWith(service, BORN)).toEqual([]);
    expect(outcome(await service.get(`/v3.6/documents/${handed.body.id}`, live()))).toEqual(gone);
    for (const token of [service.other.liveToken, service.sandboxToken]) {
      expect(outcome(await service.get(`/v3.6/reports/${report.id}`, { token }))).toEqual(
        notFound('Report', report.id),
      );
    }
  });

  test.each<[string, () => HeldMdoc | HeldSdJwt, string[] | undefined, boolean]>([
    ['a card that says yes', () => card({ 18: true }), undefined, true],
    ['a licence that says yes to an older age', () => licence({ age_over_21: true }), ['age_over_21'], true],
    ['a licence that says no', () => licence({ age_over_18: false }), undefined, false],
    ['a card that says no to a younger age', () => card({ 16: false }), undefined, false],
  ])('answers with %s', async (_, held, disclose, over_18) => {
    const { applicant_id, handed } = await present(held(), { ...(disclose && { disclose }) });
    expect(handed.status).toBe(201);
    const report = await reportOn(applicant_id);
    expect(report.properties).toEqual({ over_18 });
    expect([report.result, report.sub_result]).toEqual(over_18 ? ['clear', 'clear'] : ['consider', 'rejected']);
  });

  test.each(['birth_date', 'age_in_years', 'family_name', 'portrait'])('is refused with %s', async (name) => {
    const { handed } = await present(licence(), { disclose: ['age_over_18', name] });
    expect(outcome(handed)).toEqual(refused('discloses more than the request asks for'));
    expect(await tablesWith(service, BORN)).toEqual([]);
  });

  test('is refused if it does not say the age', async () => {
    const silent = 'does not say whether the holder is 21 or older';
    expect(outcome((await present(licence(), { age: 21, disclose: ['age_over_18'] })).handed)).toEqual(refused(silent));
    expect(outcome((await present(licence(), { age: 21, disclose: [] })).handed)).toEqual(refused(silent));
    expect(outcome((await present(card({ 18: true }), { age: 21 })).handed)).toEqual(refused(silent));
    expect(outcome((await present(card({ 16: true, 30: false }), { age: 21 })).handed)).toEqual(refused(silent));
    expect(outcome((await present(card({ 18: false, 25: true }), { age: 21 })).handed)).toEqual(refused(silent));
  });

  test('is refused once the credential is revoked, and gives no answer if it is revoked later', async () => {
    expect((await loadList([0, 0, 0, 0])).status).toBe(200);
    const before = await present(licence({}, PLACE));
    expect(before.handed.status).toBe(201);
    service.clock.advance(60_000);
    expect((await loadList([0, 0, 0, 1])).status).toBe(200);
    expect(outcome((await present(licence({}, PLACE))).handed)).toEqual(refused('was revoked by its issuer'));
    const report = await reportOn(before.applicant_id);
    expect([report.status, report.result, report.properties]).toEqual(['awaiting_approval', null, {}]);
    const whole = await operate('GET', `/accounts/${service.account.id}/reports/${report.id}`);
    expect(whole.body.leaves['age_validation.minimum_accepted_age'].result).toBeNull();
    expect(await tablesWith(service, BORN)).toEqual([]);
  });

  test('does not stand for a document in an ordinary report', async () => {
    const { applicant_id } = await present(licence());
    expect(await reportOn(applicant_id, {})).toMatchObject({
      status: 'complete',
      result: 'consider',
      sub_result: 'rejected',
      properties: {},
    });
  });

  test('answers a link, too', async () => {
    const { applicant_id, page } = await begin();
    const order = { types: TYPES, age_over: 18, return_to: `${ORIGIN}/age` };
    const { body } = await service.post(`${REQUESTS}/links`, order, page);
    const link = readLink(body.data.url);
    const outside = { token: null };
    const fetched = await service.get(new URL(link.requestUri).pathname, outside);
    const now = service.clock.now();
    const request = await openLinkRequest(fetched.bytes.toString(), { clientId: link.clientId, now });
    expect(claimsIn(request as never)).toEqual(ageClaims);
    const form = await responseOf(request, licence(), { now });
    const address = new URL(String(request.response_uri)).pathname;
    const posted = await service.call('POST', address, { ...outside, form });
    const code = new URLSearchParams(new URL(posted.body.redirect_uri).hash.slice(1)).get('response_code');
    const handed = await service.post(REQUESTS, { id: body.data.id, response_code: code }, page);
    expect(handed.status).toBe(201);
    expect(await storedIn(handed.body.id)).not.toMatch(/birth_date|family_name|portrait/);
    expect((await reportOn(applicant_id)).properties).toEqual({ over_18: true });
  });

  test('takes ages from 1 to 99', async () => {
    const { page } = await begin();
    for (const age of [0, 100, 17.5]) {
      const { status, body } = await service.get(`${REQUESTS}/request?age_over=${age}`, page);
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['age_over']]);
    }
  });
});

describe('pages', () => {
  /** Options of the wallet with which a page mounts the SDK. */
  function walletIn(body: string) {
    const [, text] = /data-options="([^"]+)"/.exec(body)!;
    return JSON.parse(text!.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).steps[0].options.digitalCredentials;
  }

  test('a run asks for the age that its step names', async () => {
    const run = await service.run(workflowIds.ageWallet, {}, live());
    const page = browserOf(service, run.link.url);
    await page.get();
    await page.post('', { 'consents.privacy_notices_read': 'yes' });
    const offer = { types: ['driving_licence', 'national_identity_card', 'passport'], links: ['same_device'] };
    const body = (await page.get('digital-credential')).body;
    expect(walletIn(body)).toEqual({ ...offer, fallback: true, ageOver: 18 });
    const sdk = service.sdkOf(run);
    const { task } = (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, sdk)).body;
    expect(task.input).toEqual({ ...offer, fallback: true, age_over: 18 });
    const shop: Call = { ...sdk, headers: { ...sdk.headers, origin: ORIGIN } };
    const { body: asked } = await service.get(`${REQUESTS}/request?types=driving_licence&age_over=18`, shop);
    const answer = await answerOf(asked.data, licence(), { origin: ORIGIN, now: service.clock.now() });
    const { body: document } = await service.post(REQUESTS, answer, shop);
    expect((await service.complete(run, task, [{ id: document.id }], sdk)).status).toBe(200);
    await service.settle();
    expect(await service.again(run, live())).toMatchObject({ status: 'approved', output: { adult: true } });
    await service.settle();
    expect(outcome(await service.get(`/v3.6/documents/${document.id}`, live()))).toEqual(gone);
    expect(await tablesWith(service, BORN)).toEqual([]);
  });

  test('the form asks for the age of its check, and for whole documents where faces are compared', async () => {
    const details = { 'consents.privacy_notices_read': 'yes', 'location.country_of_residence': 'GBR' };
    const offered = async (names: string[], more: object) => {
      const check = await checkWithForm(service, names, more, { call: live() });
      const form = browserOf(service, check.form_uri);
      await form.post('details', details);
      return walletIn((await form.get('document')).body);
    };
    expect(await offered(['document'], AGE_ONLY)).toMatchObject({ fallback: true, ageOver: 18 });
    expect(await offered(['document', 'facial_similarity_photo'], AGE_ONLY)).not.toHaveProperty('ageOver');
    expect(await offered(['document'], {})).not.toHaveProperty('ageOver');
  });
});

test('an id of a request for an age is good for its applicant alone', async () => {
  const { page } = await begin();
  const other = await begin({ token: service.other.liveToken });
  const { body } = await service.get(`${REQUESTS}/request?age_over=18`, page);
  const answer = await answerOf(body.data, licence(), { origin: ORIGIN, now: service.clock.now() });
  const unknown = validationError({ id: ['is unknown'] });
  expect(outcome(await service.post(REQUESTS, answer, other.page))).toEqual(unknown);
  expect(outcome(await service.post(REQUESTS, { ...answer, id: unknownId }, page))).toEqual(unknown);
});
