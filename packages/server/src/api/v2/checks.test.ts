import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { anId, gone, notFound, outcome, timeOf, unknownId } from '../v3/testing/story.ts';
import { created, earlierStoryOf, earlierVersions } from './testing/story.ts';

const DELAY_MS = 1000;

// The clock stands still unless a test moves it: whatever is answered here waited for nothing but work.
const service = useService({ settings: { sandboxDelay: String(DELAY_MS) } });

const watchlist = [{ name: 'watchlist', variant: 'full' }];
const dashboard = () => service.services.urls.dashboard;

/** A check of v1 or v2 as it is published, key by key. */
function bodyOf(version: string, { id, applicant, reports, ...more }: Record<string, unknown>) {
  const head = {
    id,
    created_at: timeOf(service),
    status: 'complete',
    redirect_uri: null,
    type: 'express',
    result: 'clear',
  };
  const links = {
    results_uri: `${dashboard()}/checks/${id}`,
    download_uri: `${service.baseUrl}/${version}/checks/${id}/download`,
    form_uri: null,
    href: `/${version}/applicants/${applicant}/checks/${id}`,
  };
  const body =
    version === 'v1'
      ? { ...head, ...links, reports, tags: [] }
      : { ...head, sandbox: true, report_type_groups: [], tags: [], ...links, reports, paused: false, version: '2.0' };
  return { ...body, ...more };
}

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);

  test('is answered when it has ended, with its reports; later with their ids', async () => {
    const applicant = await story().applicant();
    const answer = await story().check(applicant, watchlist);
    const { id, reports } = created(answer);
    const expected = bodyOf(version, { id, applicant, reports });
    expect(answer.bytes.toString()).toBe(JSON.stringify(expected));
    expect([id, reports[0].id]).toEqual([anId, anId]);
    expect(reports[0]).toMatchObject({ name: 'watchlist', variant: 'full', status: 'complete', result: 'clear' });

    const ids = { ...expected, reports: [reports[0].id] };
    const at = `${story().checks(applicant)}/${id}`;
    for (const query of ['', '/', '?', '?expand=', '?expand=tags', '?expand=reportss']) {
      expect((await service.get(`${at}${query}`)).bytes.toString()).toBe(JSON.stringify(ids));
    }
    for (const query of [
      '?expand=reports',
      '?&expand=reports',
      '?expand=tags,reports',
      '?expand=tags&expand=reports',
    ]) {
      expect((await service.get(`${at}${query}`)).body).toEqual(expected);
    }
  });

  test('keeps what was sent with it', async () => {
    const applicant = await story().applicant();
    const more = {
      redirect_uri: 'https://alice.example/done',
      tags: ['b', 'a'],
      suppress_form_emails: true,
      brand_id: 'alice',
      criminal_history_report_details: { state: 'CA' },
      charge_applicant_for_check: false,
    };
    const check = await story().checked(applicant, watchlist, more);
    const kept = { redirect_uri: 'https://alice.example/done', tags: ['b', 'a'] };
    expect(check).toEqual(bodyOf(version, { id: check.id, applicant, reports: check.reports, ...kept }));
  });

  test.each(['async', 'asynchronous'])('%s true answers at once', async (field) => {
    const applicant = await story().applicant();
    const { id, reports } = await story().checked(applicant, watchlist, { [field]: true });
    expect(reports).toMatchObject([{ status: 'awaiting_data', result: null, breakdown: {}, properties: {} }]);
    const complete = bodyOf(version, { id, applicant, reports: [reports[0].id] });
    const at = `${story().checks(applicant)}/${id}`;
    expect((await service.get(at)).body).toEqual({ ...complete, status: 'in_progress', result: null });
    service.clock.advance(DELAY_MS);
    await service.settle();
    expect((await service.get(at)).body).toEqual(complete);
  });

  test('asynchronous goes before async, and false waits', async () => {
    const applicant = await story().applicant();
    const { status } = await story().checked(applicant, watchlist, { async: true, asynchronous: false });
    expect(status).toBe('complete');
  });

  test("is read from a form, and from the query, whose parameters yield to the body's", async () => {
    const applicant = await story().applicant({ last_name: 'Doe' });
    const raw = `type=express&reports[][name]=watchlist&reports[][variant]=aml&reports[][name]=known_faces&tags[]=one&async=True`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const check = created(await service.call('POST', story().checks(applicant), { raw, headers }));
    expect(check).toMatchObject({ type: 'express', tags: ['one'], status: 'in_progress' });
    expect(check.reports.map((one: { name: string; variant: string }) => [one.name, one.variant])).toEqual([
      ['watchlist', 'aml'],
      ['known_faces', null],
    ]);
    const empty =
      'type=express&reports[][name]=watchlist&reports[][variant]=&reports[][options][]=&reports[][documents]=';
    const bare = created(await service.call('POST', story().checks(applicant), { raw: empty, headers }));
    expect(bare.reports).toMatchObject([{ name: 'watchlist', variant: null }]);
    const query = '?type=express&reports[][name]=watchlist&reports[][variant]=kyc&tags[]=query';
    const asked = created(await service.call('POST', `${story().checks(applicant)}${query}`));
    expect(asked).toMatchObject({
      status: 'complete',
      tags: ['query'],
      reports: [{ name: 'watchlist', variant: 'kyc' }],
    });
    const both = await service.post(`${story().checks(applicant)}${query}`, { tags: ['body'] });
    expect(created(both)).toMatchObject({ tags: ['body'], reports: [{ name: 'watchlist', variant: 'kyc' }] });
  });

  test('is listed by pages, newest first', async () => {
    const applicant = await story().applicant();
    const made = [];
    for (let i = 0; i < 3; i += 1) made.unshift(await story().checked(applicant, watchlist));
    const ids = made.map((check) => ({ ...check, reports: check.reports.map(({ id }: { id: string }) => id) }));
    const path = story().checks(applicant);
    const { body, headers } = await service.get(`${path}?per_page=2&page=1`);
    expect(body).toEqual({ checks: ids.slice(0, 2) });
    expect(headers['x-total-count']).toBe('3');
    const at = `${service.baseUrl}${path}`;
    expect(headers.link).toBe(
      `<${at}?per_page=2&page=1>; rel="first", <${at}?per_page=2&page=2>; rel="next", <${at}?per_page=2&page=2>; rel="last"`,
    );
    expect((await service.get(`${path}/?page=2&per_page=2&expand=reports`)).body).toEqual({ checks: [made[2]] });
  });

  test('is a page at its download_uri and with .pdf a PDF, with a token alone', async () => {
    const applicant = await story().applicant({ first_name: 'Ana & Eva', last_name: 'Consider' });
    const { id, download_uri } = await story().checked(applicant, [
      { name: 'watchlist', variant: 'kyc' },
      { name: 'identity', variant: 'kyc' },
    ]);
    const page = await service.get(download_uri);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^;]+; img-src 'self'; /,
    );
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.body).toMatch(/^<!doctype html>\n<html lang="en-GB" dir="ltr">/);
    expect(page.body).not.toMatch(/<script|<link|style=|undefined|\[object/);
    for (const said of [
      `<title>Check ${id} – Alice Ltd</title>`,
      '<h1>Identity check: consider</h1>',
      'Sandbox: pre-determined results, not a verification.',
      '<bdi>Ana &amp; Eva Consider</bdi>',
      '<h2>Watchlist: consider</h2>',
      '<th scope="row" class="d0">Politically exposed person</th><td><bdi>consider</bdi></td>',
      '<th scope="row" class="d1">Credit agencies</th><td><bdi>unidentified</bdi></td>',
      '<th scope="row" class="d2">Number of credit agencies</th><td><bdi>0</bdi></td>',
    ])
      expect(page.body).toContain(said);
    const pdf = await service.get(`${download_uri}.pdf`);
    expect([pdf.status, pdf.headers['content-type'], pdf.bytes.subarray(0, 5).toString()]).toEqual([
      ...[200, 'application/pdf'],
      '%PDF-',
    ]);
    for (const address of [`${download_uri}.pdf`, download_uri]) {
      const { status: refused, body } = await service.get(address, { token: null });
      expect([refused, body.error.type]).toEqual([401, 'authorization_error']);
      for (const token of [service.other.sandboxToken, service.liveToken]) {
        expect((await service.get(address, { token })).status).toBe(404);
      }
    }
  });

  test('belongs to its applicant, account and environment', async () => {
    const applicant = await story().applicant();
    const other = await story().applicant();
    const { id } = await story().checked(applicant, watchlist);
    const at = (of: string) => `${story().checks(of)}/${id}`;
    const message = notFound('Check', id).body.error;
    for (const [path, token] of [
      [at(other), service.sandboxToken],
      [at(applicant), service.liveToken],
      [at(applicant), service.other.sandboxToken],
    ] as const) {
      const { status, body } = await service.get(path, { token });
      expect([status, body.error]).toMatchObject([404, message]);
    }
    for (const token of [service.other.sandboxToken, service.liveToken]) {
      expect((await service.get(story().checks(applicant), { token })).status).toBe(404);
      expect((await service.post(`/${version}/checks/${id}/resume`, undefined, { token })).status).toBe(404);
    }
    expect((await service.get(story().checks(unknownId))).status).toBe(404);
    expect((await story().check(unknownId, watchlist)).status).toBe(404);
  });

  test('of live says so, and needs no manual review', async () => {
    const live = { token: service.liveToken };
    const applicant = await story().applicant({ last_name: 'Consider' }, live);
    const check = await story().checked(applicant, watchlist, {}, live);
    expect(check).toMatchObject({ status: 'in_progress', result: null, reports: [{ status: 'awaiting_approval' }] });
    if (version === 'v2') expect(check.sandbox).toBe(false);
  });
});

test('a check of a deleted applicant is gone', async () => {
  const story = earlierStoryOf(service, 'v2');
  const applicant = await story.applicant();
  const { id, href } = await story.checked(applicant, watchlist);
  await service.del(`/v2/applicants/${applicant}`);
  for (const path of [href, story.checks(applicant), `/v2/checks/${id}/reports`, `/v2/checks/${id}/download.pdf`]) {
    expect(outcome(await service.get(path))).toEqual(gone);
  }
  expect(outcome(await story.check(applicant, watchlist))).toEqual(gone);
});
