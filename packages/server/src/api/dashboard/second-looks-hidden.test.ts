import { beforeAll, beforeEach, expect, test } from 'vitest';
import { greyPng } from '../v3/testing/files.ts';
import { form } from '../v3/testing/story.ts';
import { accept, type Browser, join } from './testing/browser.ts';
import { CLEAR, NOT_CLEAR, typeOf, useSecondLooks, WAITS } from './testing/second-looks.ts';

/** Work that another member does while the page of an applicant is read. */
let meanwhile: (() => Promise<unknown>) | undefined;

const looks = useSecondLooks({
  onRoute(route) {
    const { handler } = route;
    if (route.method !== 'GET' || !route.url.endsWith('/:environment/applicants/:id')) return;
    route.handler = async function (request, reply) {
      await meanwhile?.();
      return handler.call(this, request, reply);
    };
  },
});
const { service, adam, alma, rita, otto, auditor } = looks;
const { at, operate, setting, waiting, decide, cleared, give, opened, queueOf, show } = looks;

beforeAll(() => setting({ review_second_look_share: 1 }));
beforeEach(() => {
  meanwhile = undefined;
});

const GONE = [410, 'gone'];
const unread = async (who: Browser) => (await who.get(`${at()}/mentions/unread`)).body.unread;
const differing = async () =>
  (await auditor.get(`${at()}/second_looks/differing`)).body.second_looks.map(
    ({ report_id }: { report_id: string }) => report_id,
  );

test('a report that loses its documents when it completes gets no second look', async () => {
  const { report } = await cleared(['document'], { report_configuration: { document: { age_over: 18 } } });
  expect(await queueOf(otto)).toEqual([]);
  expect((await opened(otto, report)).result).toBe('clear');
});

test('neither the assignment nor a claim tells who decided', async () => {
  await setting({ review_assignment: 'round_robin' });
  const { report } = await waiting();
  const { assigned_to } = await opened(adam, report);
  expect(assigned_to).not.toBeNull();
  await setting({ review_assignment: 'off' });
  expect((await rita.post(`${at()}/reports/${report}/claim`)).status).toBe(200);
  expect((await opened(otto, report)).claimed_by).toMatchObject({ name: 'Rita' });
  const path = `/accounts/${service.account.id}/reports/${report}/decide`;
  expect((await operate('POST', path, CLEAR)).status).toBe(200);
  const hidden = await opened(otto, report);
  expect([hidden.hides_decision, hidden.assigned_to, hidden.claimed_by]).toEqual([true, null, null]);
  expect((await opened(auditor, report)).assigned_to).toEqual(assigned_to);
  expect((await otto.post(`${at()}/second_looks/take`, {})).body.report_id).toBe(report);
  expect((await give(otto, report)).status).toBe(200);
});

test('mentions in a hidden case are not counted, and can be read', async () => {
  const { applicant, report } = await waiting();
  const note = { note: 'Look at the fonts, @Otto and @Audrey' };
  expect((await adam.post(`${at()}/applicants/${applicant}/case_entries`, note)).status).toBe(201);
  expect([await unread(otto), await unread(auditor)]).toEqual([1, 1]);
  await decide(rita, report);
  expect([await unread(otto), await unread(auditor)]).toEqual([0, 1]);
  expect((await otto.get(`${at()}/mentions`)).body.mentions).toEqual([]);
  expect((await give(otto, report)).status).toBe(200);
  expect([await unread(otto), await unread(auditor)]).toEqual([1, 1]);

  const other = await waiting();
  await adam.post(`${at()}/applicants/${other.applicant}/case_entries`, note);
  await decide(rita, other.report);
  expect((await otto.post(`${at()}/applicants/${other.applicant}/mentions/read`)).status).toBe(204);
  expect((await give(otto, other.report)).status).toBe(200);
  expect(await unread(otto)).toBe(1);
});

test('an applicant that is scheduled for deletion is gone, and leaves the lists until it is restored', async () => {
  const { applicant, check, report } = await cleared();
  const pages = [`applicants/${applicant}`, `checks/${check}`, `reports/${report}/information_requests`];
  const answers = () => Promise.all(pages.map(async (page) => typeOf(await adam.get(`${at()}/${page}`))));
  expect(await answers()).toEqual(pages.map(() => WAITS));
  expect((await adam.del(`${at()}/applicants/${applicant}`)).status).toBe(204);
  expect(await answers()).toEqual(pages.map(() => GONE));
  expect((await adam.post(`${at()}/applicants/${applicant}/restore`)).status).toBe(204);
  expect(await answers()).toEqual(pages.map(() => WAITS));

  expect((await give(otto, report, NOT_CLEAR)).status).toBe(200);
  expect(await differing()).toEqual([report]);
  await adam.del(`${at()}/applicants/${applicant}`);
  expect(await differing()).toEqual([]);
  await adam.post(`${at()}/applicants/${applicant}/restore`);
  expect(await differing()).toEqual([report]);
});

test('only an export of the audit log of the account shows decisions', async () => {
  const { report } = await cleared();
  const log = `/accounts/${service.account.id}`;
  // An administrator of all accounts.
  const email = 'all@example.com';
  const invite = async (account: string) =>
    (await operate('POST', `/accounts/${account}/members`, { email, role: 'admin' })).body.invitation_url;
  const all = await accept(service, await invite(service.account.id), { name: 'Ally' });
  await join(all, await invite(service.other.id));
  expect(await queueOf(all)).toEqual([report]);
  expect((await all.get(`${log}/deployment_audit/export?format=csv`)).status).toBe(200);
  expect(await queueOf(all)).toEqual([report]);
  expect((await adam.get(`${log}/audit/export?format=csv`)).status).toBe(200);
  expect([await queueOf(adam), await queueOf(otto)]).toEqual([[], [report]]);
  await give(otto, report);
});

test('a proposal of a hidden applicant is neither confirmed, refused nor withdrawn', async () => {
  const { report } = await cleared();
  for (const admin of [adam, alma]) await show(admin, 'reports', report);
  const asked = { ...NOT_CLEAR, reason: 'wrong_decision' };
  const { id } = (await adam.post(`${at()}/reports/${report}/overturn`, asked)).body;
  for (const [end, body] of [
    ['confirm', {}],
    ['refuse', { note: 'It is sound' }],
    ['withdraw', {}],
  ] as const) {
    expect([end, ...typeOf(await otto.post(`${at()}/proposals/${id}/${end}`, body))]).toEqual([end, ...WAITS]);
  }
  expect((await alma.post(`${at()}/proposals/${id}/refuse`, { note: 'It is sound' })).status).toBe(200);
  expect((await give(otto, report)).status).toBe(200);
});

test('the cursor of a page never names a hidden check or proposal', async () => {
  const seen = await cleared();
  expect((await give(otto, seen.report)).status).toBe(200);
  const first = await cleared();
  const second = await cleared();
  const page = async (who: Browser, path: string) => (await who.get(`${at()}/${path}`)).body;
  const all = await page(rita, 'checks?result=clear&limit=2');
  expect(all.checks.map(({ id }: { id: string }) => id)).toEqual([second.check, first.check]);
  expect(all.next).toBe(first.check);
  const { checks, next } = await page(otto, 'checks?result=clear&limit=1');
  expect([checks.map(({ id }: { id: string }) => id), next]).toEqual([[seen.check], seen.check]);
  const rest = await page(otto, `checks?result=clear&limit=100&cursor=${next}`);
  expect([rest.checks.length > 0, rest.next]).toEqual([true, null]);
  for (const { report } of [first, second]) {
    for (const admin of [adam, alma]) await show(admin, 'reports', report);
    await adam.post(`${at()}/reports/${report}/overturn`, { ...NOT_CLEAR, reason: 'wrong_decision' });
  }
  expect((await page(alma, 'proposals?limit=1')).next).not.toBeNull();
  expect(await page(otto, 'proposals?limit=1')).toEqual({ proposals: [], next: null });
  for (const { report } of [first, second]) expect((await give(otto, report)).status).toBe(200);
});

test('files are uploaded and links are sent for a hidden applicant', async () => {
  // A grey picture shows no document.
  await setting({ image_quality: false });
  const { applicant, check, report } = await cleared();
  const file = { name: 'passport.png', bytes: await greyPng(), type: 'image/png' };
  const sent = { form: form({ type: 'passport', issuing_country: 'GBR' }, file) };
  const uploaded = await adam.call('POST', `${at()}/applicants/${applicant}/documents`, undefined, sent);
  expect([uploaded.status, Object.keys(uploaded.body)]).toEqual([201, ['id']]);
  // The check has no form.
  expect(typeOf(await adam.post(`${at()}/checks/${check}/link`))).toEqual([404, 'resource_not_found']);
  // Its status would be told.
  expect(typeOf(await adam.post(`${at()}/checks/${check}/link/send`, { by: 'mail' }))).toEqual(WAITS);
  expect(typeOf(await adam.get(`${at()}/checks/${check}/link`))).toEqual(WAITS);
  expect((await give(otto, report)).status).toBe(200);
});

test('a decision that is made while a page is read is not shown', async () => {
  const { applicant, report } = await waiting();
  meanwhile = () => {
    meanwhile = undefined;
    return decide(rita, report);
  };
  expect(typeOf(await otto.get(`${at()}/applicants/${applicant}`))).toEqual(WAITS);
  expect((await rita.get(`${at()}/applicants/${applicant}`)).status).toBe(200);
  expect((await give(otto, report)).status).toBe(200);
});
