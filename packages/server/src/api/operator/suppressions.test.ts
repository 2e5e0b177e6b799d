import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { bor, iskra, type ListRow, watchlistStory } from './testing/watchlists.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
let applicant_id: string;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
  await lists.load('eu', [iskra, bor], { published: '2026-01-14' });
  applicant_id = await storyOf(service, 'v3.6').applicant(person, live());
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1961-03-04', address };
const record = { list: 'eu', source_id: 'a1' };
const note = 'Her passport shows another place of birth';

const path = (rest = '') => `/accounts/${service.account.id}/suppressions${rest}`;
const suppress = (report_id: string, more: object = {}) =>
  lists.operate('POST', path(), { report_id, record, reason: 'different_relatives', note, ...more });

/** A new report on the applicant, as clients see it, with its hits as the operator sees them. */
async function screened(of = applicant_id) {
  const given = { applicant_id: of, report_names: ['watchlist_sanctions_only'] };
  const { reports } = await storyOf(service, 'v3.6').completed(given, live());
  const [report] = reports;
  const { body } = await lists.operate('GET', `/accounts/${service.account.id}/reports/${report.id}/screenings`);
  const screening = body.screenings[0];
  return { report, result: report.result, records: report.properties.records?.length, ...screening };
}

/** The lapsed part of the suppressed hit of `eu`, and whether the suppression has ended permanently. */
async function back() {
  const { result, records, hits, suppressed } = await screened();
  expect([result, records > 0, suppressed]).toEqual(['consider', true, []]);
  const hit = hits.find(({ list }: { list: string }) => list === 'eu');
  const [shown] = (await lists.operate('GET', path(`?applicant_id=${applicant_id}`))).body.suppressions;
  expect([shown.state, shown.ended_because]).toEqual(['ended', hit.previously_suppressed.lapsed_because]);
  return hit.previously_suppressed;
}

test('a hit that is ruled out for an applicant is in no later record, and the operator sees it with who and why', async () => {
  const { report, result, records } = await screened();
  expect([result, records]).toEqual(['consider', 1]);
  const { status, body } = await suppress(report.id);
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      applicant_id,
      report_id: report.id,
      record,
      reason: 'different_relatives',
      note,
      state: 'active',
      by: { kind: 'operator', id: expect.any(String) },
      at: '2026-01-15T09:30:00Z',
      confirmed_by: null,
      expires_at: '2027-01-15T09:30:00Z',
      ended_at: null,
      ended_by: null,
      ended_because: null,
    },
  ]);

  const later = await screened();
  expect([later.result, later.records, later.hits]).toEqual(['clear', 0, []]);
  expect(later.suppressed).toMatchObject([
    { ...record, score: 1, suppressed: { id: body.id, by: body.by, at: body.at, reason: body.reason, note } },
  ]);
  const { leaves } = (await lists.operate('GET', `/accounts/${service.account.id}/reports/${later.report.id}`)).body;
  expect(leaves.sanction.reason).toBe('No record on eu 2026-01-14 reaches the score 0.75. Suppressed: 1');
  // The report that it was ruled out in stays as it was.
  expect((await service.get(`/v3.6/reports/${report.id}`, live())).body).toMatchObject({ result: 'consider' });

  // It holds for this applicant alone, not for the name.
  const namesake = await storyOf(service, 'v3.6').applicant(person, live());
  expect(await screened(namesake)).toMatchObject({ result: 'consider', records: 1, suppressed: [] });
  expect((await lists.operate('GET', path())).body).toEqual({ suppressions: [body] });
  expect((await lists.operate('GET', path('?environment=sandbox'))).body).toEqual({ suppressions: [] });

  // Another account has none of it, and can't end it.
  const others = `/accounts/${service.other.id}/suppressions`;
  expect((await lists.operate('GET', others)).body).toEqual({ suppressions: [] });
  expect((await lists.operate('GET', `${others}?applicant_id=${applicant_id}`)).status).toBe(404);
  expect((await lists.operate('POST', `${others}/${body.id}/revoke`)).status).toBe(404);
  const elsewhere = { report_id: report.id, record, reason: 'other', note };
  expect((await lists.operate('POST', others, elsewhere)).status).toBe(404);
});

const changedRecord: ListRow = { ...iskra, aliases: 'Iskra Podgorska' };
const changes: [string, string, () => Promise<unknown>][] = [
  [
    'a name of the record changes',
    'record_changed',
    () => lists.load('eu', [changedRecord, bor], { published: '2026-01-15' }),
  ],
  [
    'the birth date of the applicant changes',
    'applicant_changed',
    () => service.call('PUT', `/v3.6/applicants/${applicant_id}`, { ...live(), json: { dob: '1961-05-06' } }),
  ],
  [
    'one more list has the person',
    'listed_again',
    () => lists.load('uk', [{ ...iskra, id: 'u7', name: 'Podgorska Iskra Vrtovec' }], { published: '2026-01-15' }),
  ],
  [
    'it expires',
    'expired',
    async () => {
      service.clock.wake(365 * DAY_MS);
      await lists.load('eu', [iskra, bor], { published: '2026-01-14' });
    },
  ],
];

test.each(changes)('where %s the hit is back with its history, and stays', async (_, lapsed_because, change) => {
  const { id, by, at } = (await suppress((await screened()).report.id)).body;
  expect((await screened()).result).toBe('clear');
  await change();
  const history = {
    id,
    by,
    confirmed_by: null,
    at,
    reason: 'different_relatives',
    note,
    expires_at: '2027-01-15T09:30:00Z',
  };
  expect(await back()).toEqual({ ...history, lapsed_because });
  // Also once the change is taken back.
  await lists.operate('DELETE', '/watchlists/uk');
  await lists.operate('POST', '/watchlists/eu/rollback');
  await service.call('PUT', `/v3.6/applicants/${applicant_id}`, { ...live(), json: { dob: '1961-03-04' } });
  expect(await back()).toEqual({ ...history, lapsed_because });
});

test('a hit is back once its suppression is revoked, and may be ruled out again', async () => {
  const { report } = await screened();
  const { id, by } = (await suppress(report.id)).body;
  const revoked = await lists.operate('POST', path(`/${id}/revoke`));
  expect([revoked.status, revoked.body]).toMatchObject([
    200,
    { state: 'ended', ended_because: 'revoked', ended_by: by },
  ]);
  expect(await lists.operate('POST', path(`/${id}/revoke`))).toMatchObject({
    status: 422,
    body: { error: { fields: { state: ['has already ended'] } } },
  });
  expect((await back()).lapsed_because).toBe('revoked');
  expect((await suppress(report.id)).status).toBe(201);
  expect((await screened()).result).toBe('clear');
});

test('a hit that the client disabled on a monitor stays out while it is suppressed, and is back once neither holds', async () => {
  const asked = { applicant_id, report_name: 'watchlist_standard' };
  const { id } = (await service.post('/v3.6/watchlist_monitors', asked, live())).body;
  await service.settle();
  const matches = async () => (await service.get(`/v3.6/watchlist_monitors/${id}/matches`, live())).body.matches;
  const [match] = await matches();
  /** Result, and how many hits are disabled, suppressed and shown, of a new report of the monitor. */
  const again = async () => {
    const { headers } = await service.post(`/v3.6/watchlist_monitors/${id}/new_report`, undefined, live());
    await service.settle();
    const { body } = await service.get(headers.location as string, live());
    const shown = await lists.operate('GET', `/accounts/${service.account.id}/reports/${body.id}/screenings`);
    const { suppressed, hits } = shown.body.screenings[0];
    return [body.result, suppressed.length, hits.length, body.properties.records.length, body.id];
  };
  const [, , , , report_id] = await again();
  const { status, body } = await suppress(report_id);
  expect(status).toBe(201);
  const disable = { enable: [], disable: [match.id] };
  await service.call('PATCH', `/v3.6/watchlist_monitors/${id}/matches`, { ...live(), json: disable });
  expect((await again()).slice(0, 4)).toEqual(['clear', 1, 0, 0]);
  await lists.operate('POST', path(`/${body.id}/revoke`));
  expect((await again()).slice(0, 4)).toEqual(['consider', 0, 1, 1]);
  expect(await matches()).toEqual([{ id: match.id, enabled: true }]);
});

test('what changes nothing of importance keeps it', async () => {
  await suppress((await screened()).report.id);
  const renamed = { first_name: 'ISKRA  VRTOVEC', address: { ...address, town: 'Maribor' } };
  await service.call('PUT', `/v3.6/applicants/${applicant_id}`, { ...live(), json: renamed });
  await lists.load('eu', [iskra, { ...bor, nationality: 'SVN' }], { published: '2026-01-15' });
  await lists.load('uk', [bor], { published: '2026-01-15' });
  expect((await screened()).result).toBe('clear');
});

test('only a hit of a report is suppressed, once, with a reason and a note', async () => {
  const { report } = await screened();
  const fields = async (more: object) => {
    const { status, body } = await suppress(report.id, more);
    return [status, body.error?.fields];
  };
  expect(await fields({ record: { list: 'eu', source_id: 'a2' } })).toEqual([
    ...[422, { record: ['is not a hit of this report'] }],
  ]);
  expect((await fields({ note: '        short        ' }))[0]).toBe(422);
  expect((await fields({ reason: 'looks_fine' }))[0]).toBe(422);
  expect((await fields({ months: 37 }))[0]).toBe(422);
  expect((await fields({ months: 36 }))[0]).toBe(201);
  expect(await fields({})).toEqual([422, { record: ['is already suppressed for this applicant'] }]);
  expect((await suppress('11111111-2222-4333-8444-555555555555')).status).toBe(404);
});

test('it goes with the applicant', async () => {
  const { report } = await screened();
  const { id } = (await suppress(report.id)).body;
  const erase = `/accounts/${service.account.id}/applicants/${applicant_id}/erase`;
  await lists.operate('POST', erase, { environment: 'live', force: true });
  await service.settle();
  expect((await lists.operate('GET', path())).body).toEqual({ suppressions: [] });
  expect((await lists.operate('POST', path(`/${id}/revoke`))).status).toBe(404);
  expect((await suppress(report.id)).status).toBe(410);
});
