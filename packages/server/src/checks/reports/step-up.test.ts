import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { greyJpeg } from '../../api/v3/testing/files.ts';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { storyOf, unknownId } from '../../api/v3/testing/story.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { browserOf, checkWithForm, errorsOn, titleOf } from '../../pages/form/testing/form.ts';
import { reportType } from '../../reports/index.ts';
import { clear, consider, doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import { UNCONFIRMED } from '../../reports/live/missing-evidence.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import type { Call, TestService } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';

const type = reportType('document') as { process?: ReportProcessor };
const faceType = reportType('facial_similarity_photo') as { process?: ReportProcessor };
const processors = [type.process, faceType.process];
const SIDE = 'image_integrity.conclusive_document_quality';
const FONTS = 'visual_authenticity.fonts';

let service: RunService;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
/** Documents of each analysis, and a doubt that more evidence doesn't settle. */
let analysed: string[][];
let against: LeafFindings;
let kind: Evidence['kind'];
let symbol: Evidence['symbol'];
/** Type of the document that was read. */
let documentType: string | undefined;
/** Close-ups of the last analysis. */
let closeUpsSeen: readonly string[];
/** Ends the analyses that were held back. */
let hold: Promise<void> | undefined;

beforeAll(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
  // Stands for the analysis of a card: one side lacks its back, and the front with the back lacks a chip.
  type.process = async ({ media }, { decision }) => {
    const { documentIds: ids = [], closeUps = [] } = media;
    closeUpsSeen = closeUps;
    analysed.push([...ids]);
    await hold;
    const whole = ids.length > 1;
    const missing = doubtful(`${UNCONFIRMED} text was edited in this image`);
    const leaves = {
      [SIDE]: whole ? clear('Both sides') : missing,
      [FONTS]: whole ? clear('Read') : missing,
      ...against,
    };
    const back = whole ? [{ source: 'back', grade: 'independent' } as const] : [];
    const evidence: Evidence = {
      kind,
      ...(symbol && { symbol }),
      found: [{ forgery: 'side_missing', leaf: SIDE, confirmed_by: back }],
    };
    const properties = documentType === undefined ? {} : { document_type: documentType };
    return verdictOf(reportType('document'), { leaves, properties, evidence }, decision);
  };
  faceType.process = async (_, { decision }) =>
    verdictOf(reportType('facial_similarity_photo'), { leaves: {}, properties: {} }, decision);
});
afterAll(async () => {
  [type.process, faceType.process] = processors;
  await service.close();
});
beforeEach(async () => {
  analysed = [];
  against = {};
  kind = 'card_with_barcode';
  symbol = undefined;
  documentType = undefined;
  hold = undefined;
  account = await service.makeAccount(`Step ${service.clock.now()}`, {
    decision_step_up: ['chip', 'back'],
    image_quality: false,
  });
});

const story = () => storyOf(service, 'v3.6');
const live = () => ({ token: account.liveToken });

/** Begins a check on the front of a card that the applicant sent through the SDK. */
async function begin(settings?: { sdk?: boolean }) {
  const applicant = await story().applicant({}, live());
  const sdk = await story().sdk(applicant, live());
  const call = settings?.sdk === false ? live() : sdk;
  const front = await story().document(applicant, { type: 'driving_licence', side: 'front' }, call);
  const { body } = await story().check({ applicant_id: applicant, report_names: ['document'] }, live());
  await service.settle();
  return { applicant, sdk, front, report: body.report_ids[0] as string, check: body.id as string };
}

const reportNow = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;
const open = async (sdk: Call) => (await service.get('/v3.6/step_ups', sdk)).body.data;

test('the applicant is asked for the back of the document before a reviewer is asked, and the report continues', async () => {
  const { applicant, sdk, front, report } = await begin();
  expect(await reportNow(report)).toMatchObject({ status: 'awaiting_data', result: null });
  const expires_at = new Date(service.clock.now() + 30 * MINUTE_MS).toISOString().replace('.000', '');
  const document = { type: 'driving_licence', issuing_country: 'GBR' };
  expect(await open(sdk)).toEqual([{ report_id: report, offers: ['back'], expires_at, document, symbol: null }]);

  const back = await story().document(applicant, { type: 'driving_licence', side: 'back' }, sdk);
  const path = `/v3.6/step_ups/${report}`;
  expect((await service.post(path, { document_id: unknownId }, sdk)).body.error.fields).toEqual({
    document_id: ['is not a document of the applicant'],
  });
  expect((await service.post(path, { document_id: back }, sdk)).status).toBe(204);
  await service.settle();
  expect(analysed).toEqual([[front], [front, back]]);
  expect(await reportNow(report)).toMatchObject({
    status: 'complete',
    result: 'clear',
    documents: [{ id: front }, { id: back }],
  });
  expect(await open(sdk)).toEqual([]);
  expect((await service.post(path, { document_id: back }, sdk)).status).toBe(404);
  service.clock.advance(31 * MINUTE_MS);
  await service.settle();
  expect([(await reportNow(report)).status, analysed.length]).toEqual(['complete', 2]);
});

test('a reviewer is asked once the time is over, without another analysis', async () => {
  const { sdk, report } = await begin();
  service.clock.advance(29 * MINUTE_MS);
  await service.settle();
  expect((await reportNow(report)).status).toBe('awaiting_data');
  service.clock.advance(MINUTE_MS);
  await service.settle();
  expect((await reportNow(report)).status).toBe('awaiting_approval');
  expect([analysed.length, await open(sdk)]).toEqual([1, []]);
});

test('where no reviewer is asked, the report ends with caution once the time is over', async () => {
  const at = `/operator/v1/accounts/${account.id}`;
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  await service.call('PATCH', at, { token: null, headers, json: { decision_uncertain: 'consider' } });
  const { report } = await begin();
  expect((await reportNow(report)).status).toBe('awaiting_data');
  service.clock.advance(30 * MINUTE_MS);
  await service.settle();
  expect(await reportNow(report)).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'caution' });
});

test('nothing is lost where the process ends between the upload and the analysis', async () => {
  const { applicant, sdk, report } = await begin();
  const back = await story().document(applicant, { type: 'driving_licence', side: 'back' }, sdk);
  // The process ends before the applicant hands the document in: the reviewer is still asked.
  service.clock.advance(10 * MINUTE_MS);
  await service.settle();
  // It ends after: the job was committed with the document, and another process runs it.
  const analyse = type.process;
  type.process = async () => {
    throw new Error('The process ended');
  };
  expect((await service.post(`/v3.6/step_ups/${report}`, { document_id: back }, sdk)).status).toBe(204);
  await service.settle();
  expect((await reportNow(report)).status).toBe('awaiting_data');
  type.process = analyse;
  service.clock.advance(MINUTE_MS);
  await service.settle();
  expect(await reportNow(report)).toMatchObject({ status: 'complete', result: 'clear' });
});

test('nobody is asked for more where something is against the document, or no session exists', async () => {
  against = { 'data_consistency.document_numbers': doubtful('Two numbers') };
  expect((await reportNow((await begin()).report)).status).toBe('awaiting_approval');
  against = {};
  expect((await reportNow((await begin({ sdk: false })).report)).status).toBe('awaiting_approval');
});

test('the back is asked for where the card is flagged without it, and the flag stands once the time is over', async () => {
  const properties = { missing_back: 'consider' } as const;
  const lacking = {
    [FONTS]: clear('Read'),
    [SIDE]: consider('The back with the MRZ was not uploaded', { properties }),
  };
  against = lacking;
  const { applicant, sdk, front, report } = await begin();
  expect((await open(sdk)).map(({ offers }: { offers: string[] }) => offers)).toEqual([['back']]);
  against = {};
  const back = await story().document(applicant, { type: 'driving_licence', side: 'back' }, sdk);
  expect((await service.post(`/v3.6/step_ups/${report}`, { document_id: back }, sdk)).status).toBe(204);
  await service.settle();
  expect(await reportNow(report)).toMatchObject({ status: 'complete', result: 'clear' });
  expect(analysed).toEqual([[front], [front, back]]);

  against = lacking;
  const late = await begin();
  service.clock.advance(30 * MINUTE_MS);
  await service.settle();
  expect(await reportNow(late.report)).toMatchObject({ status: 'complete', result: 'consider' });
  expect(await open(late.sdk)).toEqual([]);

  against = { ...lacking, 'data_consistency.document_numbers': consider('Two numbers') };
  expect(await reportNow((await begin()).report)).toMatchObject({ status: 'complete', result: 'consider' });
});

test('an applicant who continues without asks a reviewer at once; other applicants cannot decline', async () => {
  const { sdk, report } = await begin();
  const other = await begin();
  const path = `/v3.6/step_ups/${report}/decline`;
  expect((await service.post(path, {}, other.sdk)).status).toBe(404);
  expect((await service.post(path, {}, sdk)).status).toBe(204);
  await service.settle();
  expect((await reportNow(report)).status).toBe('awaiting_approval');
  expect((await service.get('/v3.6/step_ups', sdk)).body).toEqual({ data: [], pending: false });
  expect([(await service.post(path, {}, sdk)).status, analysed.length]).toEqual([404, 2]);
});

test('a run shows the step-up as the next thing to do, in its SDK and on its page', async () => {
  let release = holdBack();
  const { run, sdk, front, next, browser } = await beginRun();
  const state = (status: string) => ({ id: run.id, status, language: null, task: null, biometrics: null });
  expect(await next()).toEqual(state('processing'));
  expect(browser.ledTo(await browser.get())).toBe('step-up');
  const waiting = await browser.get('step-up');
  expect(titleOf(waiting)).toBe('Your document is being checked');
  // The SDK waits on this page, too, and then offers the photo without leaving it.
  const tab = 'data-title="Your identity document – ';
  expect(waiting.body).toContain(tab);
  release();
  await service.settle();
  const [report] = await open(sdk);
  expect(await next()).toMatchObject({
    status: 'complete',
    task: null,
    step_up: { report_id: report.report_id, offers: ['back'], expires_at: report.expires_at },
  });
  expect((await service.again(run, live())).status).toBe('processing');

  const page = await browser.get('step-up');
  expect(titleOf(page)).toBe('One more photo can confirm your document');
  expect(page.body).toContain(tab);
  expect(page.body).toContain(`href="${browser.root}/step-up/back"`);
  const german = await browser.get('step-up', { headers: { 'accept-language': 'de' } });
  expect(titleOf(german)).toBe('Ein weiteres Foto kann Ihr Dokument bestätigen');
  expect(titleOf(await browser.get('step-up/back'))).toBe('Back of your document');
  release = holdBack();
  expect(browser.ledTo(await browser.upload('step-up/back'))).toBe('step-up');
  expect(await next()).toEqual(state('processing'));
  expect(titleOf(await browser.get('step-up'))).toBe('Your document is being checked');
  release();
  await service.settle();
  expect(analysed).toEqual([[front], [front, expect.any(String)]]);
  expect(await reportNow(report.report_id)).toMatchObject({ status: 'complete', result: 'clear' });
  expect(await next()).toEqual(state('complete'));
  expect(browser.ledTo(await browser.get('step-up'))).toBe('');
  expect(titleOf(await browser.get())).toBe('Sent');
  expect(browser.ledTo(await browser.get('step-up/back'))).toBe('step-up');
});

test('on the page of a run, continuing without asks a reviewer at once', async () => {
  const { sdk, browser } = await beginRun();
  await service.settle();
  const [report] = await open(sdk);
  expect(browser.ledTo(await browser.post('step-up'))).toBe('');
  await service.settle();
  expect((await reportNow(report.report_id)).status).toBe('awaiting_approval');
  expect(titleOf(await browser.get())).toBe('Sent');
  // Pressing twice changes nothing.
  expect(browser.ledTo(await browser.post('step-up'))).toBe('');
});

test('a code that was seen and not read is photographed from near, and does not count as a side', async () => {
  account = await service.makeAccount('Codes Ltd', { decision_step_up: ['seal'] });
  expect((await reportNow((await begin()).report)).status).toBe('awaiting_approval');
  symbol = 'square_on_back';
  const { front, sdk, browser } = await beginRun();
  await service.settle();
  const [report] = await open(sdk);
  expect(report).toMatchObject({ offers: ['seal'], symbol: 'square_on_back' });
  const offer = (await browser.get('step-up')).body;
  expect(offer).toContain('>Photograph the code<');
  expect(offer).toContain('<p>The code is the square of small dots on the back of the card.</p>');
  // Earlier steps are done: a link to them would lead back to this page.
  expect(offer).not.toContain('>Previous step<');
  const page = await browser.get('step-up/seal');
  expect(titleOf(page)).toBe('A close-up of the code on your document');
  expect(page.body).toContain('<li>The code is the square of small dots on the back of the card.</li>');
  // The quality of a document is not asked of it, though the account asks for it.
  expect(browser.ledTo(await browser.upload('step-up/seal'))).toBe('step-up');
  await service.settle();
  const [, closeUp] = analysed.at(-1) as string[];
  expect([analysed.at(-1), closeUpsSeen]).toEqual([[front, closeUp], [closeUp]]);
  expect((await reportNow(report.report_id)).status).toBe('complete');
});

test('a browser is offered nothing where only a chip helps', async () => {
  account = await service.makeAccount('Chips Ltd', { decision_step_up: ['chip'] });
  kind = 'card_with_zone';
  const { next, browser } = await beginRun();
  await service.settle();
  expect(await next()).toMatchObject({ status: 'complete', step_up: { offers: ['chip'] } });
  expect(titleOf(await browser.get())).toBe('Sent');
});

test('a page asks for the document of a wallet in the SDK alone, and lets the applicant continue without', async () => {
  account = await service.makeAccount('Wallets Ltd', { decision_step_up: ['credential'] });
  // Wallets have no visas, nor documents whose type was not read.
  expect((await reportNow((await begin()).report)).status).toBe('awaiting_approval');
  documentType = 'driving_licence';
  const { sdk, next, browser } = await beginRun();
  await service.settle();
  const [report] = await open(sdk);
  expect(await next()).toMatchObject({ status: 'complete', step_up: { offers: ['credential'] } });
  expect(browser.ledTo(await browser.get())).toBe('step-up');
  const page = await browser.get('step-up');
  expect(titleOf(page)).toBe('This step needs a wallet');
  expect(page.body).toContain('data-options=');
  expect((await browser.get('step-up/back')).status).toBe(303);
  expect(browser.ledTo(await browser.post('step-up'))).toBe('');
  await service.settle();
  expect((await reportNow(report.report_id)).status).toBe('awaiting_approval');
});

test('the pages of a form offer the step-up after the form is sent, then lead where the client wants', async () => {
  const redirect_uri = 'https://shop.example.com/thanks';
  const check = await checkWithForm(service, ['document'], { redirect_uri }, { call: live() });
  const form = browserOf(service, check.form_uri);
  expect(form.ledTo(await form.get('step-up'))).toBe('');
  await form.upload('document/front?type=passport&issuing_country=GBR');
  await form.post('details', { 'consents.privacy_notices_read': 'yes', 'location.country_of_residence': 'GBR' });
  expect(errorsOn(await form.post('check'))).toEqual([]);
  expect(form.ledTo(await form.get())).toBe('step-up');
  await service.settle();
  expect(titleOf(await form.get())).toBe('');
  expect(titleOf(await form.get('step-up'))).toBe('One more photo can confirm your document');
  expect(form.ledTo(await form.upload('step-up/back'))).toBe('step-up');
  await service.settle();
  expect((await form.get('step-up')).headers.location).toBe(redirect_uri);
  expect(await reportNow(check.report_ids[0] as string)).toMatchObject({ status: 'complete', result: 'clear' });
});

/** Holds analyses back until the returned function is called. */
function holdBack(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  return resolve;
}

/** A run whose front of a licence was captured, and whose check is created but not analysed yet. */
async function beginRun() {
  const run = await service.run(workflowIds.sample, {}, live());
  const sdk = service.sdkOf(run);
  const front = await story().document(run.applicant_id, { type: 'driving_licence', side: 'front' }, sdk);
  await service.complete(run, await service.open(run, live()), [{ id: front }], sdk);
  const face = { name: 'face.jpg', bytes: await greyJpeg() };
  const about = { applicant_id: run.applicant_id, advanced_validation: 'false' };
  const { body: photo } = await story().upload('live_photos', about, face, live());
  await service.complete(run, await service.open(run, live()), [{ id: photo.id }], sdk);
  const next = async () => (await service.get(`/v3.6/sdk/workflow_runs/${run.id}`, sdk)).body;
  return { run, sdk, front, next, browser: browserOf(service, run.link.url) };
}

test('a check that is withdrawn meanwhile takes nothing more', async () => {
  const { applicant, sdk, report, check } = await begin();
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${account.id}/checks/${check}/withdraw`;
  expect((await service.call('POST', path, { token: null, headers, json: {} })).status).toBe(200);
  const back = await story().document(applicant, { type: 'driving_licence', side: 'back' }, sdk);
  expect((await service.post(`/v3.6/step_ups/${report}`, { document_id: back }, sdk)).status).toBe(404);
  service.clock.advance(31 * MINUTE_MS);
  await service.settle();
  expect((await reportNow(report)).status).toBe('withdrawn');
});

test('accounts that want no step-up ask a reviewer at once; other applicants and accounts see none', async () => {
  const { report } = await begin();
  const other = await begin();
  expect((await open(other.sdk)).map(({ report_id }: { report_id: string }) => report_id)).toEqual([other.report]);
  const taken = await service.post(`/v3.6/step_ups/${report}`, { document_id: other.front }, other.sdk);
  expect(taken.status).toBe(404);
  account = await service.makeAccount('Plain Ltd');
  const plain = await begin();
  expect([(await reportNow(plain.report)).status, await open(plain.sdk)]).toEqual(['awaiting_approval', []]);
});
