import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { storyOf, unknownId } from '../../api/v3/testing/story.ts';
import { MINUTE_MS } from '../../base/clock.ts';
import { reportType } from '../../reports/index.ts';
import { clear, doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import { UNCONFIRMED } from '../../reports/live/missing-evidence.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { type Call, startService, type TestService } from '../../testing/service.ts';

const type = reportType('document') as { process?: ReportProcessor };
const processor = type.process;
const SIDE = 'image_integrity.conclusive_document_quality';
const FONTS = 'visual_authenticity.fonts';

let service: TestService;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
/** Documents of each analysis, and a doubt that more evidence doesn't settle. */
let analysed: string[][];
let against: LeafFindings;

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  // Stands for the analysis of a card: one side lacks its back, and the front with the back lacks a chip.
  type.process = async ({ media }, { decision }) => {
    const ids = media.documentIds ?? [];
    analysed.push([...ids]);
    const whole = ids.length > 1;
    const missing = doubtful(`${UNCONFIRMED} text was edited in this image`);
    const leaves = {
      [SIDE]: whole ? clear('Both sides') : missing,
      [FONTS]: whole ? clear('Read') : missing,
      ...against,
    };
    const back = whole ? [{ source: 'back', grade: 'independent' } as const] : [];
    const evidence: Evidence = {
      kind: 'card_with_barcode',
      found: [{ forgery: 'side_missing', leaf: SIDE, confirmed_by: back }],
    };
    return verdictOf(reportType('document'), { leaves, properties: {}, evidence }, decision);
  };
});
afterAll(async () => {
  type.process = processor;
  await service.close();
});
beforeEach(async () => {
  analysed = [];
  against = {};
  account = await service.makeAccount(`Step ${service.clock.now()}`, { decision_step_up: ['chip', 'back'] });
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
  expect(await open(sdk)).toEqual([{ report_id: report, offers: ['back'], expires_at }]);

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

test('wallets are refused until this version reads them', async () => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const json = { decision_step_up: ['credential'] };
  const answer = await service.call('PATCH', `/operator/v1/accounts/${account.id}`, { token: null, headers, json });
  expect([answer.status, answer.body.error.fields]).toEqual([
    422,
    { decision_step_up: ['credential needs a wallet, which this version does not read. Send chip, seal or back'] },
  ]);
});
