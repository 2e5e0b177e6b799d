import { expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { bor, iskra, watchlistStory } from './testing/watchlists.ts';

const service = useService({ settings: { analysis: 'on' } });

const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const listedLater = { first_name: 'Bor', last_name: 'Zaletelj', dob: '1961-03-04', address };
const neverListed = { first_name: 'Gottfried', last_name: 'Wunderlich', dob: '1961-03-04', address };
const inDoubt = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1988-03-04', address };

test('clear reports whose applicants a list names today are shown, and no check is made', async () => {
  const story = storyOf(service, 'v3.6');
  const lists = watchlistStory(service);
  const live = (token = service.liveToken) => ({ token });
  const screened = async (applicant: object, token?: string) => {
    const applicant_id = await story.applicant(applicant, live(token));
    const { reports } = await story.completed(
      { applicant_id, report_names: ['watchlist_sanctions_only'] },
      live(token),
    );
    return { applicant_id, report: reports[0] };
  };
  const rescreen = async (body: object = {}) => (await lists.operate('POST', '/watchlists/rescreen', body)).body;

  await lists.load('eu', [iskra], { published: '2026-01-14' });
  const first = await screened(listedLater);
  const never = await screened(neverListed);
  // A reviewer rules the hit of this one out: it stays ruled out until its record changes.
  const doubt = await screened(inDoubt);
  const decided = await lists.operate('POST', `/accounts/${service.account.id}/reports/${doubt.report.id}/decide`, {
    leaves: { sanction: 'clear' },
    note: 'Born 27 years later',
  });
  expect([first.report.result, never.report.result, decided.status]).toEqual(['clear', 'clear', 200]);
  const sandbox = await story.applicant(listedLater, {});
  await story.completed({ applicant_id: sandbox, report_names: ['watchlist_sanctions_only'] }, {});
  expect(await rescreen()).toEqual({ reports: [], examined: 3, next: null });

  service.clock.advance(DAY_MS);
  const other = await screened(listedLater, service.other.liveToken);
  await lists.load('eu', [iskra, bor], { published: '2026-01-15' });
  const { reports, examined, next } = await rescreen();
  expect([examined, next]).toEqual([4, null]);
  const hit = { list: 'eu', source_id: 'a2', score: expect.any(Number), verdict: 'match' };
  expect(reports).toEqual([
    {
      account_id: service.account.id,
      report_id: first.report.id,
      check_id: first.report.check_id,
      applicant_id: first.applicant_id,
      name: 'watchlist_sanctions_only',
      completed_at: '2026-01-15T09:30:00Z',
      complete: true,
      hits: [hit],
    },
    expect.objectContaining({ account_id: service.other.id, report_id: other.report.id, hits: [hit] }),
  ]);
  expect(JSON.stringify(reports)).not.toMatch(/Zaletelj/i);
  // Those since a day, and page by page.
  const ids = (page: { reports: { report_id: string }[] }) => page.reports.map(({ report_id }) => report_id);
  expect(ids(await rescreen({ since: '2026-01-16' }))).toEqual([other.report.id]);
  const page = await rescreen({ limit: 2 });
  expect([ids(page), page.examined, page.next]).toEqual([[first.report.id], 2, never.report.id]);
  expect(ids(await rescreen({ limit: 2, after: page.next }))).toEqual([other.report.id]);

  // The record in doubt changes: its hit counts again.
  await lists.load('eu', [{ ...iskra, date_of_birth: '1988' }, bor], { published: '2026-01-16' });
  expect(ids(await rescreen())).toEqual([first.report.id, doubt.report.id, other.report.id]);
  // Of an applicant who is scheduled for deletion nothing is looked at.
  await service.del(`/v3.6/applicants/${first.applicant_id}`, live());
  expect(ids(await rescreen())).toEqual([doubt.report.id, other.report.id]);
  const checks = await service.get(`/v3.6/checks?applicant_id=${never.applicant_id}`, live());
  expect(checks.body.checks).toHaveLength(1);
  expect((await lists.operate('POST', '/watchlists/rescreen', { since: 'yesterday' })).status).toBe(422);
  for (const token of [service.liveToken, service.other.liveToken, service.sandboxToken]) {
    expect((await service.post('/operator/v1/watchlists/rescreen', {}, { token })).status).toBe(401);
  }
});
