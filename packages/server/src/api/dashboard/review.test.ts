import { beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { hasPoppler, readBack } from '../../exports/testing/pdf-text.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, PASSWORD, signedIn } from './testing/browser.ts';

const service = useService();
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

let rita: Browser & { id: string };
let otto: Browser & { id: string };
let dev: Browser;
let stranger: Browser;

const at = (environment: string, account = service.account.id) => `/accounts/${account}/${environment}`;

/** A live check on a document, whose report waits for a person. */
async function waiting(first_name = 'Ada', of = service.account) {
  const call = { token: of.liveToken };
  const person = { first_name, last_name: 'Lovelace', dob: '1985-12-10' };
  const applicant = (await service.post('/v3.6/applicants', person, call)).body.id as string;
  const story = storyOf(service, 'v3.6');
  await story.document(applicant, {}, call);
  const asked = { applicant_id: applicant, report_names: ['document'], tags: ['gold'] };
  const check = (await service.post('/v3.6/checks', asked, call)).body;
  await service.settle();
  return { applicant, check: check.id as string, report: check.report_ids[0] as string };
}

beforeAll(async () => {
  rita = await signedIn(service, 'reviewer', { name: 'Rita' });
  otto = await signedIn(service, 'reviewer', { name: 'Otto' });
  dev = await signedIn(service, 'developer');
  stranger = await signedIn(service, 'admin', { account: service.other.id });
});

describe('the review queue', () => {
  test('hands out what has waited longest, to one member at a time', async () => {
    // Until an environment has a check, its page shows what to do first.
    const steps = async () => (await rita.get(`${at('live')}/queue`)).body.first_steps;
    expect(await steps()).toEqual({ demo: true });
    const first = await waiting('Ada');
    service.clock.advance(MINUTE_MS);
    const second = await waiting('Grace');
    const { body } = await rita.get(`${at('live')}/queue`);
    expect(body).toEqual({
      reports: [first, second].map(({ applicant, check, report }, index) => ({
        id: report,
        check_id: check,
        applicant_id: applicant,
        name: 'document',
        applicant_name: `${['Ada', 'Grace'][index]} Lovelace`,
        created_at: `2026-01-15T09:3${index}:00Z`,
        doubts: [],
        doubt: 'unanalysed',
        due_at: `2026-01-15T13:3${index}:00Z`,
        failed: false,
        tags: [],
        claimed_by: null,
        assigned_to: null,
        needs: 'first_needed',
        yours: false,
      })),
      next: null,
      total: 2,
      by_report: { document: 2 },
      by_doubt: { unanalysed: 2 },
      mine: 0,
      unassigned: 2,
      oldest_at: '2026-01-15T09:30:00Z',
      second_looks: 0,
      first_steps: null,
    });
    const elsewhere = [rita.get(`${at('sandbox')}/queue`), stranger.get(`/accounts/${service.other.id}/live/queue`)];
    const others = (await Promise.all(elsewhere)).map((answer) => answer.body);
    expect(others.map(({ total, first_steps }) => [total, first_steps])).toEqual([
      [0, { demo: true }],
      [0, { demo: true }],
    ]);

    const taken = await Promise.all([rita, otto].map((one) => one.post(`${at('live')}/queue/take`, {})));
    expect(taken.map((one) => one.body.id).sort()).toEqual([first.report, second.report]);
    const [ritas, ottos] = taken.map((one) => one.body.id);
    expect(taken[0]?.body.claimed_by).toEqual({ id: rita.id, name: 'Rita', until: '2026-01-15T09:46:00Z' });
    // A member who asks again gets the report that they have, and none of another member.
    expect((await rita.post(`${at('live')}/queue/take`, {})).body.id).toBe(ritas);
    const refused = await rita.post(`${at('live')}/reports/${ottos}/claim`);
    expect([refused.status, refused.body.error.type]).toEqual([409, 'claimed']);
    const decision = { result: 'clear', note: 'The paper is sound' };
    expect((await rita.post(`${at('live')}/reports/${ottos}/decide`, decision)).status).toBe(409);

    // Given back, each member may take it; after 15 minutes, too.
    expect((await otto.del(`${at('live')}/reports/${ottos}/claim`)).status).toBe(204);
    expect((await rita.post(`${at('live')}/reports/${ottos}/claim`)).status).toBe(200);
    service.clock.advance(15 * MINUTE_MS);
    expect((await otto.post(`${at('live')}/reports/${ottos}/claim`)).body.claimed_by.name).toBe('Otto');

    const opened = (await otto.get(`${at('live')}/reports/${ottos}`)).body;
    expect(opened).toMatchObject({
      id: ottos,
      name: 'document',
      status: 'awaiting_approval',
      environment: 'live',
      applicant: { last_name: 'Lovelace', dob: '1985-12-10' },
      check: { status: 'in_progress', tags: ['gold'] },
      claimed_by: { name: 'Otto' },
    });
    const [done, again] = await Promise.all([
      otto.post(`${at('live')}/reports/${ottos}/decide`, decision),
      otto.post(`${at('live')}/reports/${ottos}/decide`, decision),
    ]);
    expect([done.status, again.status].sort()).toEqual([200, 422]);
    const check = (await rita.get(`${at('live')}/checks/${opened.check.id}`)).body;
    expect(check).toMatchObject({ status: 'complete', result: 'clear', raw: { id: opened.check.id, tags: ['gold'] } });
    const happened = check.history.filter(({ kind }: { kind: string }) => kind !== 'audit');
    expect(happened.map(({ kind, what, by }: Record<string, unknown>) => [kind, what, by])).toEqual([
      ['event', 'check.started', null],
      ['event', 'report.awaiting_approval', null],
      ['decision', 'document', { kind: 'member', id: otto.id }],
      ['event', 'report.completed', null],
      ['event', 'check.completed', null],
    ]);
    expect((await rita.get(`${at('live')}/queue`)).body.total).toBe(1);
    expect((await otto.post(`${at('live')}/queue/take`, { report: 'known_faces' })).status).toBe(204);
  });

  test('is that of one account and environment', async () => {
    expect((await rita.get(`${at('sandbox')}/queue`)).body.total).toBe(0);
    const { report } = (await rita.get(`${at('live')}/queue`)).body.reports.map(({ id }: { id: string }) => ({
      report: id,
    }))[0];
    for (const [browser, place] of [
      [rita, at('sandbox')],
      [stranger, at('live', service.other.id)],
      [stranger, at('live')],
    ] as const) {
      expect((await browser.get(`${place}/reports/${report}`)).status).toBe(404);
      expect((await browser.post(`${place}/reports/${report}/claim`)).status).toBe(404);
      expect((await browser.post(`${place}/reports/${report}/decide`, { result: 'clear', note: 'x' })).status).toBe(
        404,
      );
    }
    expect((await rita.get(`${at('mars')}/queue`)).status).toBe(404);
  });
});

describe('checks', () => {
  test('are listed with filters, page by page, and found by their address', async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) {
      const call = { token: service.account.sandboxToken };
      const last_name = n === 2 ? 'Consider' : `Doe${n}`;
      const person = { first_name: 'Jane', last_name };
      const { id } = (await service.post('/v3.6/applicants', person, call)).body;
      made.push(
        (await service.post('/v3.6/checks', { applicant_id: id, report_names: ['watchlist_standard'] }, call)).body.id,
      );
      service.clock.advance(MINUTE_MS);
    }
    await service.settle();
    const list = async (query: string, browser = rita) => (await browser.get(`${at('sandbox')}/checks${query}`)).body;
    const idsOf = ({ checks }: { checks: { id: string }[] }) => checks.map(({ id }) => id);
    const newest = [...made].reverse();
    expect(idsOf(await list(''))).toEqual(newest);
    const first = await list('?limit=2');
    expect([idsOf(first), first.next]).toEqual([newest.slice(0, 2), newest[1]]);
    const second = await list(`?limit=2&cursor=${first.next}`);
    expect(idsOf(second)).toEqual(newest.slice(2, 4));
    expect(idsOf(await list('?status=complete&result=consider'))).toEqual([made[2]]);
    expect(idsOf(await list('?status=paused'))).toEqual([]);
    expect((await rita.get(`${at('sandbox')}/checks?status=nonsense`)).status).toBe(422);

    const seen = await list('?limit=1');
    expect(seen.checks[0]).toMatchObject({
      applicant_name: 'Jane Doe4',
      reports: [{ name: 'watchlist_standard', result: 'clear' }],
    });
    const place = await rita.get(`/find/checks/${made[0]}`);
    expect(place.body).toEqual({ account: service.account.id, environment: 'sandbox', id: made[0] });
    expect((await stranger.get(`/find/checks/${made[0]}`)).status).toBe(404);
    expect((await rita.get(`/find/checks/${UNKNOWN}`)).status).toBe(404);
    // An id that was pasted has no kind.
    const byId = await rita.get(`/find/${made[0]}`);
    expect(byId.body).toEqual({ kind: 'checks', account: service.account.id, environment: 'sandbox', id: made[0] });
    const { applicant_id, reports } = (await rita.get(`${at('sandbox')}/checks/${made[0]}`)).body;
    expect((await rita.get(`/find/${applicant_id}`)).body.kind).toBe('applicants');
    expect((await rita.get(`/find/${reports[0].id}`)).body.kind).toBe('reports');
    expect([(await stranger.get(`/find/${made[0]}`)).status, (await rita.get(`/find/${UNKNOWN}`)).status]).toEqual([
      404, 404,
    ]);
    expect((await rita.get('/find/%00')).status).toBe(400);
    const { checks_by_day } = (await rita.get(`${at('sandbox')}/overview`)).body;
    expect(checks_by_day.length).toBe(30);
    expect(checks_by_day.at(-1)).toEqual({ day: '2026-01-15', clear: 4, consider: 1, other: 0 });
  });

  test('show a developer ids and states of live, and no personal data', async () => {
    const { applicant, check, report } = await waiting('Secret');
    const listed = await dev.get(`${at('live')}/checks`);
    expect(listed.status).toBe(200);
    expect(JSON.stringify(listed.body)).not.toMatch(/Lovelace|gold/);
    expect(JSON.stringify((await dev.get(`${at('live')}/queue`)).body)).not.toMatch(/Lovelace/);
    const found = (await dev.get(`${at('live')}/applicants?q=Lovelace`)).body;
    expect(found).toEqual({ applicants: [], next: null });
    const byId = (await dev.get(`${at('live')}/applicants?q=${applicant}`)).body.applicants;
    expect(byId).toEqual([{ id: applicant, name: null, dob: null, created_at: expect.any(String) }]);
    for (const path of [`/checks/${check}`, `/reports/${report}`, `/applicants/${applicant}`, `/media/${UNKNOWN}`]) {
      expect([path, (await dev.get(at('live') + path)).body.error.type]).toEqual([path, 'not_permitted']);
    }
  });
});

describe('an applicant', () => {
  test('is found by name, with media that are opened for the screen or downloaded, and each opening is in the audit', async () => {
    const { applicant, check } = await waiting('Katherine');
    const { applicants } = (await rita.get(`${at('live')}/applicants?q=kath+1985-12-10`)).body;
    expect(applicants).toEqual([
      { id: applicant, name: 'Katherine Lovelace', dob: '1985-12-10', created_at: expect.any(String) },
    ]);
    const opened = (await rita.get(`${at('live')}/applicants/${applicant}`)).body;
    expect(opened).toMatchObject({ data: { first_name: 'Katherine' }, checks: [{ id: check }] });
    const [media] = opened.media;
    const view = await rita.get(`${at('live')}/media/${media.id}`);
    expect([view.status, view.headers['content-type'], view.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'no-store',
    ]);
    const original = await rita.get(`${at('live')}/media/${media.id}?size=original`);
    expect([original.bytes.length, original.headers['content-disposition']]).toEqual([
      media.file_size,
      expect.stringContaining('attachment'),
    ]);
    const auditor = await signedIn(service, 'auditor');
    expect((await auditor.get(`${at('live')}/media/${media.id}`)).body.error.type).toBe('not_permitted');
    const { entries } = (await auditor.get(`/accounts/${service.account.id}/audit?object=${media.id}`)).body;
    const actor = { kind: 'member', id: rita.id };
    expect(entries.map((entry: { action: string; actor: object }) => [entry.action, entry.actor])).toEqual([
      ['media_downloaded', actor],
      ['media_opened', actor],
    ]);
    // A developer only reads their own entries.
    const own = (await dev.get(`/accounts/${service.account.id}/audit?object=${media.id}`)).body.entries;
    expect(own).toEqual([]);
    expect((await auditor.get(`/accounts/${service.account.id}/audit/verify`)).body.broken).toBeNull();
  });

  test.runIf(hasPoppler)('names the reviewer in the PDF for a member, but not in the PDF for a client', async () => {
    const { check, report } = await waiting('Lise');
    const ada = await signedIn(service, 'admin', { name: 'Ada' });
    await ada.post('/session/proof', { password: PASSWORD });
    const member = async () => readBack((await ada.get(`${at('live')}/checks/${check}/pdf`)).bytes);
    const client = async () =>
      readBack((await service.get(`/v3.6/checks/${check}/download`, { token: service.account.liveToken })).bytes);
    expect(await member()).not.toContain('Decided by');
    const decision = { result: 'clear', sub_result: 'clear', note: 'Seen' };
    expect((await rita.post(`${at('live')}/reports/${report}/decide`, decision)).status).toBe(200);
    expect(await member()).toMatch(/Decided by Rita, 2026-01-\d\d \d\d:\d\d:\d\d UTC/);
    expect(await client()).not.toMatch(/Decided by|Rita/);
    for (const [browser, place] of [
      [ada, at('sandbox')],
      [stranger, at('live', service.other.id)],
    ] as const) {
      expect((await browser.get(`${place}/checks/${check}/pdf`)).bytes.toString()).not.toContain('%PDF');
    }
  });

  test('shows a developer states, times and history of live objects, and nothing personal', async () => {
    const { applicant, check, report } = await waiting('Hedy');
    await rita.post(`${at('live')}/reports/${report}/claim`);
    const decision = { result: 'clear', sub_result: 'clear', note: 'Hedy has called.' };
    expect((await rita.post(`${at('live')}/reports/${report}/decide`, decision)).status).toBe(200);
    const states = async (path: string, who = dev) => (await who.get(`${at('live')}/${path}/states`)).body;
    const ofCheck = await states(`checks/${check}`);
    expect(ofCheck).toMatchObject({
      id: check,
      applicant_id: applicant,
      status: 'complete',
      result: 'clear',
      parts: [{ kind: 'report', id: report, name: 'document', status: 'complete', result: 'clear' }],
    });
    expect(ofCheck.history.map(({ kind, what, note }: Record<string, string>) => [kind, what, note])).toContainEqual([
      ...['decision', 'document', null],
    ]);
    expect(await states(`reports/${report}`)).toMatchObject({
      id: report,
      check_id: check,
      parts: [],
      result: 'clear',
    });
    const ofApplicant = await states(`applicants/${applicant}`);
    expect(ofApplicant.parts.map(({ kind, id }: Record<string, string>) => [kind, id])).toEqual([['check', check]]);
    const all = [ofCheck, await states(`reports/${report}`), ofApplicant];
    expect(JSON.stringify(all)).not.toMatch(/Hedy|Lovelace|1985-12-10|gold|passport\.|specimen/);
    // The pages with personal data stay closed, and another account and environment know nothing.
    for (const path of [`checks/${check}`, `reports/${report}`, `applicants/${applicant}`]) {
      expect((await dev.get(`${at('live')}/${path}`)).body.error.type).toBe('not_permitted');
      expect((await dev.get(`${at('sandbox')}/${path}/states`)).status).toBe(404);
      expect((await stranger.get(`/accounts/${service.other.id}/live/${path}/states`)).status).toBe(404);
      expect((await stranger.get(`${at('live')}/${path}/states`)).status).toBe(404);
    }
  });
});
