import { beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { outcome, storyOf, validationError } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

type Member = Browser & { readonly id: string };
let adam: Member;
let alma: Member;
let rita: Member;
let otto: Member;
let auditor: Member;
let stranger: Member;

beforeAll(async () => {
  [adam, alma] = [
    await signedIn(service, 'admin', { name: 'Adam' }),
    await signedIn(service, 'admin', { name: 'Alma' }),
  ];
  [rita, otto] = [
    await signedIn(service, 'reviewer', { name: 'Rita' }),
    await signedIn(service, 'reviewer', { name: 'Otto' }),
  ];
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

const at = (environment = 'live', account = service.account.id) => `/accounts/${account}/${environment}`;
const live = () => ({ token: service.account.liveToken });
const DAY = '?from=2026-01-15&to=2026-01-15';

const CLEAR = { result: 'clear', note: 'The paper is sound' };
const NOT_CLEAR = {
  result: 'consider',
  sub_result: 'suspected',
  leaves: { 'visual_authenticity.fonts': 'consider' },
  note: 'The date is in another font',
};

/** A live report on a document that waits for a reviewer, with its applicant. */
async function waiting(): Promise<{ report: string; applicant: string }> {
  const applicant = await story.applicant({}, live());
  await story.document(applicant, {}, live());
  const { report_ids } = (await story.check({ applicant_id: applicant, report_names: ['document'] }, live())).body;
  await service.settle();
  return { report: report_ids[0], applicant };
}

const claim = async (who: Browser, report: string) =>
  expect((await who.post(`${at()}/reports/${report}/claim`)).status).toBe(200);
const decide = async (who: Browser, report: string, body: object = CLEAR) =>
  (await who.post(`${at()}/reports/${report}/decide`, body)).status;

const setting = async (values: object) => {
  const headers = { authorization: `Bearer ${service.operatorKey}` };
  const path = `/operator/v1/accounts/${service.account.id}`;
  expect((await service.call('PATCH', path, { token: null, headers, json: values })).status).toBe(200);
};

const figures = (decisions: number, ended: number, cleared: number, overturned = 0) => ({
  decisions,
  ended,
  overturned,
  clear_share: ended === 0 ? null : cleared / ended,
  overturned_share: ended === 0 ? null : overturned / ended,
  looks: 0,
  agreed: 0,
  agreement: null,
  agreement_low: null,
  agreement_high: null,
});
const NO_TIME = { p50: null, p90: null };
const seen = async (who: Browser, path = 'quality', query = DAY) => (await who.get(`${at()}/${path}${query}`)).body;

test('the figures are empty before the first decision', async () => {
  const { status, body } = await adam.get(`${at()}/quality`);
  const { days, ...rest } = body;
  expect([status, rest]).toEqual([
    200,
    { from: '2025-12-17', to: '2026-01-15', total: { ...figures(0, 0, 0), ...NO_TIME }, people: [], reports: [] },
  ]);
  expect([days.length, days[29]]).toEqual([30, { day: '2026-01-15', ...figures(0, 0, 0), ...NO_TIME }]);
});

const reports: string[] = [];
let applicantOfRita: string;

test('a decision counts with the time since its claim', async () => {
  const first = await waiting();
  applicantOfRita = first.applicant;
  await claim(rita, first.report);
  service.clock.advance(40_000);
  expect(await decide(rita, first.report)).toBe(200);

  // A claim that is made longer has begun with the first.
  const second = await waiting();
  await claim(otto, second.report);
  service.clock.advance(4 * MINUTE_MS);
  await claim(otto, second.report);
  service.clock.advance(4 * MINUTE_MS);
  expect(await decide(otto, second.report, NOT_CLEAR)).toBe(200);

  // A claim that has lapsed begins again.
  const third = await waiting();
  await claim(rita, third.report);
  service.clock.advance(16 * MINUTE_MS);
  await claim(rita, third.report);
  service.clock.advance(60_000);
  expect(await decide(rita, third.report)).toBe(200);

  // A decision without a claim has no time.
  const fourth = await waiting();
  expect(await decide(rita, fourth.report)).toBe(200);
  reports.push(first.report, second.report, third.report, fourth.report);

  const ofRita = { kind: 'member', id: rita.id, name: 'Rita', ...figures(3, 3, 3), p50: 40, p90: 60 };
  const ofOtto = { kind: 'member', id: otto.id, name: 'Otto', ...figures(1, 1, 0), p50: 480, p90: 480 };
  const total = { ...figures(4, 4, 3), p50: 60, p90: 480 };
  const expected = {
    from: '2026-01-15',
    to: '2026-01-15',
    total,
    days: [{ day: '2026-01-15', ...total }],
    people: [ofRita, ofOtto],
    reports: [{ report: 'document', ...total }],
  };
  expect(await seen(adam)).toEqual(expected);
  expect(await seen(auditor)).toEqual(expected);
  // A reviewer sees only their figures.
  expect((await rita.get(`${at()}/quality`)).status).toBe(403);
  const { name: _name, kind: _kind, id: _id, ...own } = ofRita;
  expect(await seen(rita, 'quality/own')).toMatchObject({ total: own, people: [ofRita] });
  expect((await auditor.get(`${at()}/quality/own`)).status).toBe(403);
});

test('an overturn marks the decision that ended the report, once', async () => {
  const overturn = async (result: object) => {
    const asked = { reason: 'wrong_decision', ...result };
    const { id } = (await adam.post(`${at()}/reports/${reports[0]}/overturn`, asked)).body;
    expect((await alma.post(`${at()}/proposals/${id}/confirm`, {})).status).toBe(200);
  };
  await overturn(NOT_CLEAR);
  await overturn(CLEAR);
  const { total, people } = await seen(adam);
  expect(total).toMatchObject(figures(4, 4, 3, 1));
  expect(people.map(({ name, overturned }: { name: string; overturned: number }) => [name, overturned])).toEqual([
    ['Rita', 1],
    ['Otto', 0],
  ]);
});

test('under four eyes a decision counts without its result until another person agrees', async () => {
  await setting({ decision_four_eyes: 'on' });
  service.clock.advance(DAY_MS);
  [adam, rita, otto] = [
    await signedIn(service, 'admin', { name: 'Ada' }),
    await signedIn(service, 'reviewer', { name: 'Rosa' }),
    await signedIn(service, 'reviewer', { name: 'Olaf' }),
  ];
  const next = '?from=2026-01-16&to=2026-01-16';
  const { report } = await waiting();
  expect(await decide(rita, report)).toBe(202);
  expect((await seen(adam, 'quality', next)).total).toEqual({ ...figures(1, 0, 0), ...NO_TIME });
  expect(await decide(otto, report, NOT_CLEAR)).toBe(202);
  expect((await seen(adam, 'quality', next)).total).toEqual({ ...figures(2, 0, 0), ...NO_TIME });
  // A third person agrees with the first.
  expect(await decide(adam, report)).toBe(200);
  const { people } = await seen(adam, 'quality', next);
  const found = people.map(({ name, decisions, ended }: Record<string, unknown>) => [name, decisions, ended]);
  expect(found.sort()).toEqual([
    ['Ada', 1, 1],
    ['Olaf', 1, 0],
    ['Rosa', 1, 1],
  ]);
});

test('the export has the same figures, and the audit log records it', async () => {
  auditor = await signedIn(service, 'auditor', { name: 'Audrey' });
  const file = await auditor.get(`${at()}/quality/export${DAY}`);
  expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="quality_live_2026-01-15_2026-01-15.csv"',
  ]);
  const { people } = await seen(auditor);
  const [ofRita, ofOtto] = people.map(({ id }: { id: string }) => id);
  expect(file.bytes.toString().split('\r\n')).toEqual([
    'row,value,name,decisions,ended,overturned,clear_share,overturned_share,p50_seconds,p90_seconds,second_looks,agreed,agreement,agreement_low,agreement_high',
    'period,,,4,4,1,0.7500,0.2500,60,480,0,0,,,',
    'day,2026-01-15,,4,4,1,0.7500,0.2500,60,480,0,0,,,',
    `member,${ofRita},Rita,3,3,1,1.0000,0.3333,40,60,0,0,,,`,
    `member,${ofOtto},Otto,1,1,0,0.0000,0.0000,480,480,0,0,,,`,
    'report,document,,4,4,1,0.7500,0.2500,60,480,0,0,,,',
    '',
  ]);
  const { entries } = (await adam.get(`/accounts/${service.account.id}/audit?action=quality_exported`)).body;
  expect(entries.map(({ actor }: { actor: { id: string } }) => actor.id)).toEqual([auditor.id]);
});

test('an erased applicant leaves no decision, and others see nothing', async () => {
  expect((await adam.post(`${at()}/applicants/${applicantOfRita}/erase`)).status).toBeLessThan(300);
  await service.settle();
  expect((await seen(adam)).total).toMatchObject(figures(3, 3, 2));
  const none = { total: { ...figures(0, 0, 0), ...NO_TIME }, people: [], reports: [] };
  expect((await adam.get(`${at('sandbox')}/quality${DAY}`)).body).toMatchObject(none);
  stranger = await signedIn(service, 'admin', { account: service.other.id });
  expect((await stranger.get(`${at('live', service.other.id)}/quality${DAY}`)).body).toMatchObject(none);
  expect((await stranger.get(`${at()}/quality${DAY}`)).status).toBe(404);
  expect(outcome(await adam.get(`${at()}/quality?from=2026-01-02&to=2026-01-01`))).toEqual(
    validationError({ to: ['is before `from`'] }),
  );
});
