import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildAfterUpgrade } from '../../applicants/search/rebuild.ts';
import { clearBreakdown } from '../../reports/breakdown.ts';
import { documentTree } from '../../reports/document.ts';
import { reportType } from '../../reports/index.ts';
import { query } from '../../store/query.ts';
import type { Call } from '../../testing/service.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type RunService, startWithWorkflows } from '../v3/testing/runs.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';

/** Terms by which people find applicants. */

const document = reportType('document') as { process?: unknown };
const original = document.process;
const read = {
  document_type: 'passport',
  issuing_country: 'NLD',
  document_numbers: [{ type: 'document_number', value: 'SPECI-2014' }],
};

let service: RunService;
beforeAll(async () => {
  document.process = async () => ({
    status: 'complete',
    result: 'clear',
    sub_result: 'clear',
    breakdown: clearBreakdown(documentTree),
    properties: read,
  });
  service = await startWithWorkflows({ settings: { analysis: 'on' } });
});
afterAll(async () => {
  document.process = original;
  await service.close();
});

const operator = (): Call => ({ token: null, headers: { authorization: `Bearer ${service.operatorKey}` } });
const path = (rest: string, account = service.account) => `/operator/v1/accounts/${account.id}/search${rest}`;

async function searched(text: string, more: Record<string, string> = {}, account = service.account) {
  const asked = new URLSearchParams({ query: text, environment: 'sandbox', ...more });
  const { status, body } = await service.get(path(`?${asked}`, account), operator());
  expect(status, JSON.stringify(body)).toBe(200);
  return body as { found: { applicant_id: string; matched: { type: string; id: string }[] }[]; next: string | null };
}
const ids = async (text: string, more: Record<string, string> = {}) =>
  (await searched(text, more)).found.map(({ applicant_id }) => applicant_id);

/** Rows of search terms of the whole store. */
const rows = query()((db) => {
  const counted = sql<{ n: number }>`select count(*) as n from search_terms`;
  return { compile: () => counted.compile(db) };
});
const counted = async () => Number((await service.services.store.system.first(rows, {}))?.n);

const maria = {
  first_name: 'María José',
  last_name: 'García-López',
  email: 'Maria@Example.com',
  dob: '1984-05-12',
  phone_number: '+34 912 345 678',
  id_numbers: [{ type: 'identity_card', value: '12.345.678-Z' }],
};

test('an applicant is found by each thing that is known of it, whole words narrow, and the newest comes first', async () => {
  const { story } = service;
  const first = await story.applicant(maria);
  const second = await story.applicant({ ...maria, email: 'mj@example.com', dob: '1990-01-02' });
  const ivan = await story.applicant({ first_name: 'Иван', last_name: '王伟', dob: '1984-05-12' });

  const cases: [string, string[]][] = [
    ['maria', [second, first]],
    ['MAR', [second, first]],
    ['garcia lopez', [second, first]],
    ['García-López', [second, first]],
    ['maria@example.com', [first]],
    ['maria 1984-05-12', [first]],
    ['1984-05-12', [ivan, first]],
    ['+34912345678', [second, first]],
    ['"0034 912 345 678"', [second, first]],
    ['12345678z', [second, first]],
    ['ivan wang', [ivan]],
    ['王伟', [ivan]],
    ['ma', []],
    ['aria', []],
    ['maria ivan', []],
    ['example.com', []],
    ['-', []],
    ['""', []],
  ];
  for (const [text, expected] of cases) expect([text, await ids(text)]).toEqual([text, expected]);

  const page = await searched('maria', { limit: '1' });
  expect(page).toEqual({
    found: [{ applicant_id: second, matched: [{ type: 'applicant', id: second }] }],
    next: second,
  });
  const rest = await searched('maria', { limit: '1', after: second });
  expect(rest.found.map(({ applicant_id }) => applicant_id)).toEqual([first]);
  expect((await searched('maria lopez', { limit: '1', after: first })).found).toEqual([]);

  // A change leaves nothing of before, and an erasure nothing at all.
  await service.put(`/v3.6/applicants/${first}`, { first_name: 'Rosa' });
  expect([await ids('maria'), await ids('rosa garcia')]).toEqual([[second], [first]]);
  const before = await counted();
  const erase = `/operator/v1/accounts/${service.account.id}/applicants/${first}/erase`;
  await service.post(erase, { environment: 'sandbox' }, operator());
  expect(await ids('rosa')).toEqual([]);
  expect(await counted()).toBeLessThan(before);

  expect(await ids('maria', { environment: 'live' })).toEqual([]);
  expect((await searched('maria', {}, service.other)).found).toEqual([]);
});

test('checks, workflow runs and documents that were read lead to their applicant', async () => {
  const live = { token: service.liveToken };
  const { story } = service;
  const applicant_id = await story.applicant({ first_name: 'Willeke', last_name: 'De Bruijn' }, live);
  await story.document(applicant_id, {}, live);
  const order = { applicant_id, report_names: ['document'], tags: ['Branch 7', 'vip'] };
  const { body: check } = await service.post('/v3.6/checks', order, live);
  await service.settle();
  const run = await service.run(
    workflowIds.client,
    { applicant_id, customer_user_id: 'user-4711', tags: ['spring'] },
    live,
  );

  const of = { environment: 'live' };
  const found = async (text: string) => (await searched(text, of)).found;
  const by = (type: string, id: string) => [{ applicant_id, matched: [{ type, id }] }];
  expect(await found('speci2014')).toEqual(by('report', check.report_ids[0]));
  expect(await found('"branch 7"')).toEqual(by('check', check.id));
  expect(await found('vip willeke')).toEqual([
    { applicant_id, matched: expect.arrayContaining([{ type: 'check', id: check.id }]) },
  ]);
  expect(await found('user-4711')).toEqual(by('workflow_run', run.id));
  expect(await found('spring')).toEqual(by('workflow_run', run.id));

  for (const [type, id] of [
    ['applicant', applicant_id],
    ['check', check.id],
    ['report', check.report_ids[0]],
    ['workflow_run', run.id],
  ]) {
    expect([type, await found(id.toUpperCase())]).toEqual([type, by(type, id)]);
    const [short] = await found(id.slice(0, 8));
    expect(short?.matched).toContainEqual({ type, id });
  }
  expect([await found(unknownId), await ids(check.id)]).toEqual([[], []]);
});

test('the beginning of ids leads page by page to each applicant once, the one with the newest object first', async () => {
  const { story } = service;
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push(await story.applicant({ first_name: 'Paul', last_name: `Page ${n}` }));
  const [first, , third] = made as [string, string, string];
  const checks: string[] = [];
  for (const applicant_id of [first, third, first]) {
    const { body } = await service.post('/v3.6/checks', { applicant_id, report_names: ['identity_enhanced'] });
    checks.push(body.id);
  }
  const beginning = first.slice(0, 8);
  const whole = (await searched(beginning, { limit: '100' })).found;
  expect(whole.slice(0, 2).map(({ applicant_id }) => applicant_id)).toEqual([first, third]);
  expect(whole[0]?.matched.filter(({ type }) => type === 'check').map(({ id }) => id)).toEqual([checks[2], checks[0]]);
  for (const limit of ['1', '2', '3', '7']) {
    const pages: typeof whole = [];
    for (let next: string | null = ''; next !== null; ) {
      const page = await searched(beginning, { limit, ...(next !== '' && { after: next }) });
      expect(page.found.length).toBeLessThanOrEqual(Number(limit));
      pages.push(...page.found);
      next = page.next;
    }
    expect(pages).toEqual(whole);
  }
  expect(await ids(beginning, { environment: 'live', limit: '100' })).not.toContain(first);
  expect((await searched(beginning, {}, service.other)).found).toEqual([]);
});

test('an account turns the search by names off and on, and a rebuild finds applicants from before terms were stored', async () => {
  const story = storyOf(service, 'v3.2');
  const id = await story.applicant({ ...maria, first_name: 'Zenobia', email: 'z@example.com' });
  const account = `/operator/v1/accounts/${service.account.id}`;
  const set = async (name_search: boolean) => {
    const { status } = await service.call('PATCH', account, { ...operator(), json: { name_search } });
    expect(status).toBe(200);
    await service.settle();
  };
  await set(false);
  expect([await ids('zenobia'), await ids('z@example.com')]).toEqual([[], [id]]);
  const unnamed = await counted();
  const next = await story.applicant({ first_name: 'Zenobia', last_name: 'New' });
  expect([await ids('zenobia'), await counted()]).toEqual([[], unnamed]);
  await set(true);
  expect(await ids('zenobia')).toEqual([next, id]);
  expect(await ids('zenobia z@example.com')).toEqual([id]);

  const whole = await counted();
  await service.services.store.transaction((tx) => tx.run(emptied, {}));
  expect(await ids('zenobia')).toEqual([]);
  // The deployment has noted that it keeps terms: a second start rebuilds nothing, an operator does.
  await rebuildAfterUpgrade(service.services);
  await service.settle();
  expect(await counted()).toBe(0);
  expect((await service.post(path('/rebuild'), undefined, operator())).status).toBe(202);
  await service.settle();
  expect([await ids('zenobia'), await counted()]).toEqual([[next, id], whole]);
  const { status } = await service.post(path('/rebuild', { ...service.account, id: unknownId }), undefined, operator());
  expect(status).toBe(404);
});
const emptied = query()((db) => db.deleteFrom('search_terms'));

test('a query without words, too long or of an unknown account is refused', async () => {
  const answers = ['?query=', `?query=${'a'.repeat(501)}`, '?query=a&limit=0', '?query=a&after=x', '?environment=live'];
  for (const asked of answers)
    expect([asked, (await service.get(path(asked), operator())).status]).toEqual([asked, 422]);
  const unknown = path('?query=a', { ...service.account, id: unknownId });
  expect((await service.get(unknown, operator())).status).toBe(404);
  expect((await service.get(path('?query=a'), { token: service.sandboxToken })).status).toBe(401);
});
