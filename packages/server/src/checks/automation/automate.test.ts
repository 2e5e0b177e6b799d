import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, signedIn } from '../../api/dashboard/testing/browser.ts';
import { storyOf } from '../../api/v3/testing/story.ts';
import { DAY_MS } from '../../base/clock.ts';
import { reportType } from '../../reports/index.ts';
import { clear, consider, doubtful, verdictOf } from '../../reports/live/assessment.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import { UNCONFIRMED } from '../../reports/live/missing-evidence.ts';
import type { LeafFindings } from '../../reports/outcome.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { listAutomationClasses, updateAutomationClass } from '../../store/queries/automation-classes.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { isAudited } from './automate.ts';

const type = reportType('document') as { process?: ReportProcessor };
const processor = type.process;
const FONTS = 'visual_authenticity.fonts';
const PORTRAIT = 'visual_authenticity.picture_face_integrity';

let service: TestService;
let account: Awaited<ReturnType<TestService['makeAccount']>>;
let rita: Browser;
let admin: Browser;
/** Sources of the portrait, the country of the document, and what else the analysis finds. */
let portrait: Evidence['found'][number]['confirmed_by'];
let country: string;
let against: LeafFindings;

const CLEAR = { result: 'clear', note: 'The card is sound' };
const FORGED = { result: 'consider', sub_result: 'suspected', note: 'The portrait was glued on' };

beforeAll(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  // Stands for the analysis of a card without a chip: nothing is against it, and no source confirms its text.
  type.process = async (_, { decision }) => {
    const leaves = {
      [FONTS]: doubtful(`${UNCONFIRMED} text was edited in this image`),
      [PORTRAIT]: clear('One face'),
      ...against,
    };
    const properties = { document_type: 'driving_licence', issuing_country: country };
    const evidence: Evidence = {
      kind: 'card',
      found: [
        { forgery: 'pasted_text', leaf: FONTS, confirmed_by: [] },
        { forgery: 'portrait', leaf: PORTRAIT, confirmed_by: portrait },
      ],
    };
    const required = { validity: 3, presence: 0, dataProved: false } as const;
    const facts = {
      required,
      type: 'driving_licence',
      carriesChip: false,
      presence: 0,
      cloneResistant: false,
    } as const;
    const assurance = decision.report_assurance === 'on' ? { assurance: facts } : {};
    return verdictOf(reportType('document'), { leaves, properties, evidence, ...assurance }, decision);
  };
});
afterAll(async () => {
  type.process = processor as ReportProcessor;
  await service.close();
});
beforeEach(async () => {
  portrait = [{ source: 'ghost', grade: 'independent' }];
  country = 'GBR';
  against = {};
  account = await service.makeAccount(`Audited ${service.clock.now()}`, {
    decision_automation: 'audited',
    report_assurance: 'on',
    image_quality: false,
  });
  rita = await signedIn(service, 'reviewer', { name: 'Rita', account: account.id });
  admin = await signedIn(service, 'admin', { name: 'Ada', account: account.id });
});

const live = () => ({ token: account.liveToken });
const reportNow = async (id: string) => (await service.get(`/v3.6/reports/${id}`, live())).body;

/** Begins a live check on a document: the id of its report, and of the check. */
async function begin() {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant({}, live());
  await story.document(applicant, { type: 'driving_licence' }, live());
  const { body } = await story.check({ applicant_id: applicant, report_names: ['document'] }, live());
  return { report: body.report_ids[0] as string, check: body.id as string };
}

async function settled() {
  const begun = await begin();
  await service.settle();
  return begun;
}

const decide = (id: string, decision: object) =>
  rita.post(`/accounts/${account.id}/live/reports/${id}/decide`, decision);

const scope = () => ({ account_id: account.id, environment: 'live' as const });
const rows = () => service.services.store.within(scope()).all(listAutomationClasses, {});

/** Adds reviews to the only class, as if reviewers had cleared so many reports more today. */
async function reviewed(count: number) {
  const [row] = await rows();
  const [day] = JSON.parse(row!.days);
  const days = [{ ...day, reviewed: day.reviewed + count, inARow: day.inARow + count }];
  await service.services.store.transaction((tx) =>
    tx.within(scope()).run(updateAutomationClass, { ...row!, days: JSON.stringify(days) }),
  );
}

/** Opens the class by 149 reviews. */
async function opened() {
  await decide((await settled()).report, CLEAR);
  await reviewed(147);
  await decide((await settled()).report, CLEAR);
}

const shown = async () => (await admin.get(`/accounts/${account.id}/live/automation`)).body;
const audit = async (action: string) =>
  (await admin.get(`/accounts/${account.id}/audit?action=${action}`)).body.entries;

/** Begins checks until one report is in the sample, or is not. */
async function sampled(inSample: boolean) {
  for (;;) {
    const begun = await begin();
    if (isAudited({ services: service.services }, begun.report) === inSample) {
      await service.settle();
      return begun.report;
    }
    await service.settle();
  }
}

test('149 reviews without an overturned one open a class, and it clears what is alike but a tenth', async () => {
  await decide((await settled()).report, CLEAR);
  await reviewed(147);
  const waiting = await settled();
  expect((await reportNow(waiting.report)).status).toBe('awaiting_approval');
  expect(await audit('automation_opened')).toEqual([]);
  expect((await decide(waiting.report, CLEAR)).status).toBe(200);
  const [row] = await rows();
  expect(await audit('automation_opened')).toMatchObject([
    {
      object: { type: 'automation_class', id: row!.id },
      details: { type: 'driving_licence', country: 'GBR', report_id: waiting.report, reviewed: 149, overturned: 0 },
    },
  ]);

  const cleared = await sampled(false);
  const by = { class: row!.id, type: 'driving_licence', country: 'GBR', reviewed: 149, overturned: 0 };
  const { status, result, sub_result, breakdown, properties } = await reportNow(cleared);
  expect([status, result, sub_result, breakdown.visual_authenticity.breakdown.fonts.result]).toEqual([
    'complete',
    'clear',
    'clear',
    'clear',
  ]);
  // Nothing about this document was proved by it.
  expect(properties.assurance).toMatchObject({
    validity: 1,
    required: 3,
    proved: [{ by: 'ghost', what: ['portrait'] }],
    cleared_by: { by: 'audited_automation', ...by },
  });
  expect(properties.assurance.not_excluded).toContain('counterfeit_card');
  expect(await audit('report_cleared_by_class')).toMatchObject([
    { actor: { kind: 'system' }, object: { id: cleared }, details: { class: row!.id } },
  ]);
  const seen = (await rita.get(`/accounts/${account.id}/live/reports/${cleared}`)).body;
  expect(seen.cleared_by_class).toEqual(by);

  const audited = await sampled(true);
  expect((await reportNow(audited)).status).toBe('awaiting_approval');
  expect((await shown()).classes[0].cleared).toBeGreaterThanOrEqual(1);
});

test('one overturned audit closes the class at once, and 149 others have to follow', async () => {
  await opened();
  const audited = await sampled(true);
  expect((await decide(audited, FORGED)).status).toBe(200);
  const [row] = await rows();
  expect(await audit('automation_closed')).toMatchObject([
    { object: { id: row!.id }, details: { report_id: audited, because: 'overturned', reviewed: 150, overturned: 1 } },
  ]);
  const next = await sampled(false);
  expect((await reportNow(next)).status).toBe('awaiting_approval');
  expect((await shown()).classes).toMatchObject([
    { state: 'closed', closed_because: 'overturned', in_a_row: 0, reviewed: 150, overturned: 1 },
  ]);
});

test('other evidence, another country, and anything against the document are for a reviewer', async () => {
  await opened();
  const waits = async () => (await reportNow(await sampled(false))).status;
  country = 'IRL';
  expect(await waits()).toBe('awaiting_approval');
  country = 'GBR';
  portrait = [];
  expect(await waits()).toBe('awaiting_approval');
  portrait = [{ source: 'ghost', grade: 'independent' }];
  against = { 'image_integrity.image_quality': doubtful('Too dark to judge') };
  expect(await waits()).toBe('awaiting_approval');
  against = { 'compromised_document.document_database': consider('Reported stolen') };
  const stolen = await reportNow(await sampled(false));
  expect([stolen.status, stolen.result]).toEqual(['complete', 'consider']);
  against = {};
  expect(await waits()).toBe('complete');
});

test('feedback that a cleared report was wrong closes its class', async () => {
  await opened();
  const report = await sampled(false);
  const sent = { report_id: report, expected_result: 'consider', feedback_notes: '' };
  expect((await service.post('/v3.6/results_feedback', sent, live())).status).toBe(200);
  expect(await audit('automation_closed')).toMatchObject([{ details: { report_id: report, because: 'feedback' } }]);
  expect((await reportNow(await sampled(false))).status).toBe('awaiting_approval');
});

/** Overturns a clear report by two members. */
async function overturned(report: string) {
  const second = await signedIn(service, 'admin', { name: 'Alma', account: account.id });
  const at = `/accounts/${account.id}/live`;
  const body = { ...FORGED, reason: 'fraud_found' };
  const proposed = await admin.post(`${at}/reports/${report}/overturn`, body);
  expect((await second.post(`${at}/proposals/${proposed.body.id}/confirm`, {})).status).toBe(200);
  const after = await reportNow(report);
  expect([after.result, after.sub_result]).toEqual(['consider', 'suspected']);
  return after;
}

test('a review that was overturned counts as overturned, and closes the class', async () => {
  const first = (await settled()).report;
  await decide(first, CLEAR);
  await reviewed(147);
  await decide((await settled()).report, CLEAR);
  service.clock.advance(DAY_MS);
  admin = await signedIn(service, 'admin', { name: 'Eve', account: account.id });
  await overturned(first);
  expect(await audit('automation_closed')).toMatchObject([
    { details: { report_id: first, because: 'overturned', reviewed: 149, overturned: 1 } },
  ]);
  const [row] = await rows();
  expect(JSON.parse(row!.days)).toMatchObject([
    { reviewed: 149, overturned: 0, inARow: 0 },
    { reviewed: 0, overturned: 1, inARow: 0 },
  ]);
  expect((await reportNow(await sampled(false))).status).toBe('awaiting_approval');
});

test('a report that a class cleared counts as an overturned review once it is overturned', async () => {
  await opened();
  const report = await sampled(false);
  const { properties } = await overturned(report);
  // The class no longer vouches for it.
  expect(properties.assurance.cleared_by).toBe(undefined);
  expect(await audit('automation_closed')).toMatchObject([
    { details: { report_id: report, because: 'overturned', reviewed: 150, overturned: 1 } },
  ]);
});

test('a class closes when its reviews are older than 180 days', async () => {
  await opened();
  service.clock.advance(180 * DAY_MS);
  expect((await reportNow((await settled()).report)).status).toBe('awaiting_approval');
  admin = await signedIn(service, 'admin', { name: 'Eve', account: account.id });
  expect(await audit('automation_closed')).toMatchObject([{ details: { because: 'too_few_reviews' } }]);
});

test('turning it off forgets the counts; it needs reviewers, and other accounts have classes of their own', async () => {
  await opened();
  const set = (json: object) =>
    service.call('PATCH', `/operator/v1/accounts/${account.id}`, {
      token: null,
      headers: { authorization: `Bearer ${service.operatorKey}` },
      json,
    });
  const refused = await set({ decision_uncertain: 'consider' });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([422, ['decision_automation']]);
  expect((await set({ decision_automation: 'off' })).status).toBe(200);
  expect([await rows(), (await shown()).setting]).toEqual([[], 'off']);
  const { report } = await settled();
  expect((await decide(report, CLEAR)).status).toBe(200);
  expect(await rows()).toEqual([]);
  expect((await admin.get(`/accounts/${account.id}/sandbox/automation`)).body.classes).toEqual([]);
  expect((await admin.get(`/accounts/${service.other.id}/live/automation`)).status).toBe(404);
  expect((await rita.get(`/accounts/${account.id}/live/automation`)).status).toBe(403);
});

test('two processes count each review, and none clears a report once a class has closed', async () => {
  const { databaseUrl } = service.services.settings;
  // The embedded store has one process.
  const second = databaseUrl
    ? await startService({ data: service.data, settings: { databaseUrl, analysis: 'on' } })
    : undefined;
  const services = [service, second ?? service] as const;
  const otto = await signedIn(services[1], 'reviewer', { name: 'Otto', account: account.id });
  const decideIn = [rita, otto].map(
    (who) => (id: string, decision: object) => who.post(`/accounts/${account.id}/live/reports/${id}/decide`, decision),
  );
  await decide((await settled()).report, CLEAR);
  const together = await Promise.all(Array.from({ length: 12 }, begin));
  await service.settle();
  const answers = await Promise.all(together.map(({ report }, i) => decideIn[i % 2]!(report, CLEAR)));
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(JSON.parse((await rows())[0]!.days)).toMatchObject([{ reviewed: 13, overturned: 0, inARow: 13 }]);
  await reviewed(135);
  const audited = (await settled()).report;
  await decide((await settled()).report, CLEAR);

  // Analyses end while a reviewer overturns the audit.
  const begun = await Promise.all(Array.from({ length: 20 }, begin));
  const [decided] = await Promise.all([decideIn[0]!(audited, FORGED), ...services.map((process) => process.settle())]);
  expect(decided.status).toBe(200);
  const [closed] = await audit('automation_closed');
  const cleared = await audit('report_cleared_by_class');
  for (const { number } of cleared) expect(number).toBeLessThan(closed.number);
  const [row] = await rows();
  expect([row!.state, Number(row!.cleared)]).toEqual(['closed', cleared.length]);
  const statuses = await Promise.all(begun.map(async ({ report }) => [report, (await reportNow(report)).status]));
  const ids = new Set(cleared.map(({ object }: { object: { id: string } }) => object.id));
  for (const [report, status] of statuses) expect(status).toBe(ids.has(report) ? 'complete' : 'awaiting_approval');
  await second?.close({ keep: true });
});

test('one of ten reports is sampled, by a key that nobody outside has', () => {
  const ids = Array.from({ length: 20_000 }, () => service.services.ids.uuid());
  const share = ids.filter((id) => isAudited({ services: service.services }, id)).length / ids.length;
  expect(Math.abs(share - 0.1)).toBeLessThan(0.01);
  const other = {
    services: { ...service.services, master: { ...service.services.master, hash: () => 'f'.repeat(64) } },
  };
  expect(ids.some((id) => isAudited(other as never, id))).toBe(false);
});
