import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ADA,
  type CredentialHolder,
  issueMdoc,
  newDevice,
  state,
} from '../../../../verification/src/credential/testing/issuer.ts';
import { LIST_URI, statusListJwt } from '../../../../verification/src/credential/testing/status-list.ts';
import type { Analyser } from '../../analysis/analyser.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { licence, readingOf } from '../../reports/live/document/testing.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { notFound, outcome, storyOf, validationError } from './testing/story.ts';
import { answerOf } from './testing/wallet.ts';

const ORIGIN = 'https://shop.example';
const WALLET = '/v3.6/digital_credentials';
const PLACE = { status_list: { idx: 3, uri: LIST_URI } };
const PORTRAIT = 'visual_authenticity.picture_face_integrity';

let service: TestService;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
/** Face that is printed on the photographed licence. */
let printed: Float32Array;

const american = state('US');
/** The holder of the photographed licence. */
const holder: CredentialHolder = {
  ...ADA,
  surname: 'SAMPLE',
  givenNames: 'JANE ANN',
  number: 'D1234562',
  birth: '1980-06-01',
  expiry: '2028-06-01',
  portrait: face('010', 'neutral'),
};
const held = (more: Partial<CredentialHolder> = {}, status?: object) =>
  issueMdoc(american, { ...holder, ...more }, newDevice(), { status });

function operate(method: string, path: string, raw?: Buffer | string, json?: object) {
  const type = { 'content-type': 'application/octet-stream' };
  const headers = { authorization: `Bearer ${service.operatorKey}`, ...(raw && type) };
  return service.call(method, `/operator/v1${path}`, {
    token: null,
    headers,
    ...(raw && { raw: Buffer.from(raw) }),
    ...(json && { json }),
  });
}

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  await operate('POST', '/credential_issuers?source=test', american.authority.certificate);
  const { services } = service;
  const direct = services.analyser;
  const { main } = await direct.run('portraits', {
    bytes: face('010', 'neutral'),
    mediaType: 'image/jpeg',
    thorough: false,
  });
  printed = main!.embedding;
  // Stands for the reading of a licence's picture. Everything that follows from the reading is the service's own.
  const run: Analyser['run'] = async (name, input, options) => {
    if (name !== 'documentSides') return (await direct.run(name, input, options)) as never;
    const { analysis } = readingOf({
      ...licence,
      print: [...licence.print!, '06/01/1980', '06/01/2028'],
      portrait: { width: 120, embedding: printed },
    });
    const { file } = input as { file: { id: string } };
    return analysis.sides.map((side) => ({ ...side, id: file.id })) as never;
  };
  (services as { analyser: Analyser }).analyser = { ...direct, run };
});
afterAll(() => service.close());

beforeEach(async () => {
  account = await service.makeAccount(`Wallets ${service.clock.now()}`, {
    decision_step_up: ['credential'],
    report_assurance: 'on',
    image_quality: false,
  });
  service.clock.advance(1);
});

const live = (): Call => ({ token: account.liveToken });
const story = () => storyOf(service, 'v3.6');
const reportNow = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;
const open = async (page: Call) => (await service.get('/v3.6/step_ups', page)).body.data;

/** Begins a check on a licence that the applicant photographed in the SDK. */
async function begin() {
  const person = { first_name: 'Jane Ann', last_name: 'Sample', dob: '1980-06-01' };
  const applicant = await story().applicant(person, live());
  const sdk = await story().sdk(applicant, live());
  const page: Call = { ...sdk, headers: { ...sdk.headers, origin: ORIGIN } };
  const front = await story().document(
    applicant,
    { type: 'driving_licence', side: 'front', issuing_country: 'USA' },
    page,
  );
  const order = { applicant_id: applicant, report_names: ['document'] };
  const { body } = await service.post('/v3.6/checks', order, live());
  await service.settle();
  return { page, front, report: body.report_ids[0] as string };
}

/** Has the wallet present a licence; the answer of the service. */
async function present(page: Call, licenceHeld: ReturnType<typeof held>) {
  const asked = await service.get(`${WALLET}/request?types=driving_licence`, page);
  const answer = await answerOf(asked.body.data, licenceHeld, { origin: ORIGIN, now: service.clock.now() });
  return service.post(WALLET, answer, page);
}

/** Presents a licence, and hands it in to the report that waits for it. */
async function handIn({ page, report }: Awaited<ReturnType<typeof begin>>, licenceHeld: ReturnType<typeof held>) {
  const { status, body } = await present(page, licenceHeld);
  expect(status).toBe(201);
  const handed = { document_id: body.id, offer: 'credential' };
  expect((await service.post(`/v3.6/step_ups/${report}`, handed, page)).status).toBe(204);
  await service.settle();
  return body.id as string;
}

async function leavesOf(report: string) {
  return (await operate('GET', `/accounts/${account.id}/reports/${report}`)).body.leaves;
}

test('the applicant is asked for the document in a wallet, which clears the report', async () => {
  const begun = await begin();
  const { page, front, report } = begun;
  expect(await reportNow(report)).toMatchObject({ status: 'awaiting_data', result: null });
  expect(await open(page)).toMatchObject([
    { report_id: report, offers: ['credential'], document: { type: 'driving_licence', issuing_country: 'USA' } },
  ]);
  const credential = await handIn(begun, held());
  const now = await reportNow(report);
  expect(now).toMatchObject({ status: 'complete', result: 'clear', sub_result: 'clear' });
  expect(now.documents).toEqual([{ id: front }, { id: credential }]);
  expect(now.properties.assurance).toMatchObject({ validity: 4, clone_resistant: true, data_proved: true });
  expect(now.properties.assurance.proved.map(({ by }: { by: string }) => by)).toEqual(
    expect.arrayContaining(['credential', 'credential_portrait']),
  );
  expect(now.properties.assurance.not_excluded).not.toContain('portrait_exchanged');
  expect(await open(page)).toEqual([]);
  for (const token of [service.other.liveToken, service.sandboxToken]) {
    expect(outcome(await service.get(`/v3.6/reports/${report}`, { token }))).toEqual(notFound('Report', report));
  }
});

test('a credential of the document that says another date contradicts it', async () => {
  const begun = await begin();
  await handIn(begun, held({ birth: '1985-06-01' }));
  expect(await reportNow(begun.report)).toMatchObject({
    status: 'complete',
    result: 'consider',
    breakdown: { data_consistency: { breakdown: { date_of_birth: { result: 'consider' } } } },
  });
});

test.each<[string, Partial<CredentialHolder>, string, string]>([
  [
    'another licence of the holder',
    { number: 'F7654321' },
    'data_consistency.document_numbers',
    'The document number in the barcode (D1234562) does not match the credential (F7654321). The credential may be of another document of the holder, or of another person',
  ],
  [
    'the licence of another person',
    { number: 'F7654321', surname: 'OTHER', givenNames: 'MARY', birth: '1971-02-03' },
    'data_consistency.last_name',
    'The surname in the barcode (SAMPLE) does not match the credential (OTHER). The credential may be of another document of the holder, or of another person',
  ],
  [
    'the portrait of another person',
    { portrait: face('018', 'neutral') },
    PORTRAIT,
    'The printed portrait and the signed portrait in the credential may show different people',
  ],
])('%s leaves the doubt for a reviewer, and says why', async (_, more, leaf, reason) => {
  const begun = await begin();
  await handIn(begun, held(more));
  expect(await reportNow(begun.report)).toMatchObject({ status: 'awaiting_approval', result: null });
  expect((await leavesOf(begun.report))[leaf]).toMatchObject({ doubt: true, reason });
});

test('a revoked credential is refused, and one that is revoked later proves nothing', async () => {
  const load = (last: number) => {
    const iat = service.clock.now() / 1000;
    const list = { statuses: [0, 0, 0, last], iat, exp: iat + 3600 };
    return operate('POST', '/credential_status_lists', statusListJwt(american, list));
  };
  expect((await load(0)).status).toBe(200);
  const begun = await begin();
  const early = await present(begun.page, held({}, PLACE));
  service.clock.advance(MINUTE_MS);
  expect((await load(1)).status).toBe(200);
  expect(outcome(await present(begun.page, held({}, PLACE)))).toEqual(
    validationError({ credential: ['was revoked by its issuer'] }),
  );
  const handed = { document_id: early.body.id, offer: 'credential' };
  expect((await service.post(`/v3.6/step_ups/${begun.report}`, handed, begun.page)).status).toBe(204);
  await service.settle();
  // The applicant may still share a credential that counts.
  expect((await reportNow(begun.report)).status).toBe('awaiting_data');
  expect((await service.post(`/v3.6/step_ups/${begun.report}/decline`, {}, begun.page)).status).toBe(204);
  await service.settle();
  expect(await reportNow(begun.report)).toMatchObject({ status: 'awaiting_approval', result: null });
});

test('a reviewer is asked once the applicant declines, or the time is over', async () => {
  const declined = await begin();
  expect((await service.post(`/v3.6/step_ups/${declined.report}/decline`, {}, declined.page)).status).toBe(204);
  await service.settle();
  expect((await reportNow(declined.report)).status).toBe('awaiting_approval');
  const late = await begin();
  service.clock.advance(30 * MINUTE_MS);
  await service.settle();
  expect((await reportNow(late.report)).status).toBe('awaiting_approval');
  expect(await open(late.page)).toEqual([]);
});

test('accounts that did not ask for credentials offer none', async () => {
  await operate('PATCH', `/accounts/${account.id}`, undefined, { decision_step_up: ['chip'] });
  expect((await reportNow((await begin()).report)).status).toBe('awaiting_approval');
});
