import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../base/clock.ts';
import { upkeep } from '../../workers/upkeep.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { outcome, storyOf, validationError } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

let service: RunService;
let ada: Browser;
let stranger: Browser;
beforeAll(async () => {
  service = await startWithWorkflows();
  await signIn();
});
afterAll(() => service.close());

/** Signs in again: sessions end within a day. */
async function signIn() {
  ada = await signedIn(service, 'admin');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
}

const at = (environment: string, account = service.account.id) => `/accounts/${account}/${environment}/insights`;

/** A check of the sandbox, which completes at once. */
async function check(last_name: string) {
  const story = storyOf(service, 'v3.6');
  const applicant = await story.applicant({ last_name });
  await story.document(applicant);
  const made = await service.post('/v3.6/checks', { applicant_id: applicant, report_names: ['document'] });
  expect(made.status).toBe(201);
  await service.settle();
}

/** Lets transactions of before commit, and counts the reports. */
async function count() {
  service.clock.advance(5 * MINUTE_MS);
  return (await upkeep(service.services)).countedReports;
}

const counts = (reports: number, clear: number, reviewed = 0) => ({
  reports,
  clear,
  consider: reports - clear,
  unidentified: 0,
  reviewed,
  pass_rate: reports === 0 ? null : clear / reports,
  review_share: reports === 0 ? null : reviewed / reports,
});
const FORGED = [
  { leaf: 'visual_authenticity.other', reports: 1 },
  { leaf: 'visual_authenticity.security_features', reports: 1 },
];
const NOTHING = { ...counts(0, 0), p50: null, p95: null, reasons: [] };

test('are empty before the first count', async () => {
  const { status, body } = await ada.get(at('sandbox'));
  const { days, ...rest } = body;
  expect([status, rest]).toEqual([
    200,
    {
      from: '2025-12-17',
      to: '2026-01-15',
      counted_until: null,
      total: NOTHING,
      before: NOTHING,
      groups: [],
      changes: [],
    },
  ]);
  expect([days.length, days[29]]).toEqual([30, { day: '2026-01-15', ...NOTHING }]);
});

test('count each report once, on the day of its first result', async () => {
  await check('Doe');
  await check('Consider');
  await check('Doe');
  // Reports that have just ended are counted later.
  expect((await upkeep(service.services)).countedReports).toBe(0);
  service.clock.advance(5 * MINUTE_MS);
  const both = await Promise.all([upkeep(service.services), upkeep(service.services)]);
  expect(both.reduce((sum, { countedReports }) => sum + countedReports, 0)).toBe(3);
  expect(await count()).toBe(0);

  service.clock.advance(DAY_MS);
  await check('Doe');
  const run = await service.run(workflowIds.checkOnly);
  await service.settle();
  expect((await service.again(run)).status).not.toBe('processing');
  expect(await count()).toBe(2);

  await signIn();
  const period = '?from=2026-01-15&to=2026-01-16';
  const by = async (dimension: string) => (await ada.get(`${at('sandbox')}${period}&by=${dimension}`)).body;
  const atOnce = { p50: 0, p95: 0 };
  const forged = { ...atOnce, reasons: FORGED };
  const sound = { ...atOnce, reasons: [] };
  expect(await by('country')).toEqual({
    from: '2026-01-15',
    to: '2026-01-16',
    counted_until: '2026-01-16T09:40:00Z',
    total: { ...counts(5, 4), ...forged },
    before: NOTHING,
    days: [
      { day: '2026-01-15', ...counts(3, 2), ...forged },
      { day: '2026-01-16', ...counts(2, 2), ...sound },
    ],
    // The report of the workflow has read no document.
    groups: [{ value: 'GBR', name: 'GBR', ...counts(4, 3), ...forged }],
    changes: [],
  });
  const own = { value: workflowIds.checkOnly, name: 'A check at once' };
  const none = { value: '', name: '', ...counts(4, 3), ...forged };
  expect((await by('workflow')).groups).toEqual([none, { ...own, ...counts(1, 1), ...sound }]);
  expect((await by('workflow_version')).groups).toEqual([
    none,
    { value: `${own.value} 1`, name: 'A check at once, version 1', ...counts(1, 1), ...sound },
  ]);
  expect((await by('document_type')).groups.map(({ value }: { value: string }) => value)).toEqual(['passport']);
  // The period of before is as long.
  const { before, total } = (await ada.get(`${at('sandbox')}?from=2026-01-16&to=2026-01-16`)).body;
  expect([before, total]).toEqual([
    { ...counts(3, 2), ...forged },
    { ...counts(2, 2), ...sound },
  ]);

  const file = await ada.get(`${at('sandbox')}/export${period}&by=workflow`);
  expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="insights_sandbox_2026-01-15_2026-01-16.csv"',
  ]);
  const reasons = FORGED.map(({ leaf }) => `${leaf}:1`).join(' ');
  expect(file.bytes.toString().split('\r\n')).toEqual([
    'row,value,name,reports,clear,consider,unidentified,pass_rate,review_share,p50_seconds,p95_seconds,reasons',
    `period,,,5,4,1,0,0.8000,0.0000,0,0,${reasons}`,
    'period_before,,,0,0,0,0,,,,,',
    `day,2026-01-15,,3,2,1,0,0.6667,0.0000,0,0,${reasons}`,
    'day,2026-01-16,,2,2,0,0,1.0000,0.0000,0,0,',
    `workflow,,,4,3,1,0,0.7500,0.0000,0,0,${reasons}`,
    `workflow,${own.value},A check at once,1,1,0,0,1.0000,0.0000,0,0,`,
    '',
  ]);
  const { entries } = (await ada.get(`/accounts/${service.account.id}/audit?action=insights_exported`)).body;
  expect(entries.map(({ details }: { details: object }) => details)).toEqual([{ by: 'workflow' }]);
});

test('have the share of reports that a reviewer decided, and the time to their result', async () => {
  const rita = await signedIn(service, 'reviewer');
  const call = { token: service.liveToken };
  const story = storyOf(service, 'v3.6');
  const decided: string[] = [];
  for (const [minutes, decision] of [
    [10, { result: 'clear' }],
    [20, { result: 'consider', sub_result: 'suspected', leaves: { 'visual_authenticity.fonts': 'consider' } }],
  ] as const) {
    const applicant = await story.applicant({}, call);
    await story.document(applicant, {}, call);
    const asked = { applicant_id: applicant, report_names: ['document'] };
    const made = (await service.post('/v3.6/checks', asked, call)).body;
    await service.settle();
    service.clock.advance(minutes * MINUTE_MS);
    const path = `/accounts/${service.account.id}/live/reports/${made.report_ids[0]}`;
    const answer = await rita.post(`${path}/decide`, { ...decision, note: 'I compared all fields' });
    expect(answer.status).toBe(200);
    decided.push(path);
  }
  expect(await count()).toBe(2);
  await signIn();
  const found = async () => (await ada.get(`${at('live')}?from=2026-01-16&to=2026-01-16`)).body;
  const { total, groups } = await found();
  // The middles of the groups of 600 s and 1200 s.
  const reasons = ['fonts', 'other'].map((leaf) => ({ leaf: `visual_authenticity.${leaf}`, reports: 1 }));
  expect(total).toEqual({ ...counts(2, 1, 2), p50: 583, p95: 1166, reasons });
  expect(groups).toEqual([{ value: 'document', name: 'document', ...total }]);

  // An overturn keeps the day and the result that counted.
  const change = { result: 'consider', sub_result: 'rejected', reason: 'wrong_decision', note: 'The photo is torn' };
  const { id } = (await ada.post(`${decided[0]}/overturn`, change)).body;
  const alma = await signedIn(service, 'admin');
  const confirmed = await alma.post(`/accounts/${service.account.id}/live/proposals/${id}/confirm`, {});
  expect(confirmed.status).toBe(200);
  const overturned = (await service.get(`/v3.6/reports/${(decided[0] as string).split('/').at(-1)}`, call)).body;
  expect([confirmed.body.state, overturned.result]).toEqual(['confirmed', 'consider']);
  expect(await count()).toBe(0);
  expect((await found()).total).toEqual(total);
  expect((await ada.get(`${at('sandbox')}?from=2026-01-16&to=2026-01-16`)).body.total.reports).toBe(2);
  const elsewhere = await stranger.get(`${at('live', service.other.id)}?from=2026-01-16&to=2026-01-16`);
  expect(elsewhere.body.total).toEqual(NOTHING);
});

test('refuse a period that ends before it begins, or is too long', async () => {
  await signIn();
  const asked = async (query: string) => outcome(await ada.get(`${at('live')}?${query}`));
  expect(await asked('from=2026-01-02&to=2026-01-01')).toEqual(validationError({ to: ['is before `from`'] }));
  expect(await asked('from=2025-01-01&to=2026-01-02')).toEqual(
    validationError({ from: ['a period has at most 366 days. Choose a later day'] }),
  );
  expect((await ada.get(`${at('live')}?from=2025-01-01&to=2026-01-01`)).body.days).toHaveLength(366);
  expect((await asked('by=name')).status).toBe(422);
  expect((await asked('from=yesterday')).status).toBe(422);
});
