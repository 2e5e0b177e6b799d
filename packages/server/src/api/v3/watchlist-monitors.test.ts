import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { type ListRow, watchlistStory } from '../operator/testing/watchlists.ts';
import { anId, gone, notFound, outcome, storyOf, unknownId, validationError, versions } from './testing/story.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const settle = async () => {
  service.clock.advance(service.services.settings.sandboxDelay);
  await service.settle();
};

describe.each(versions)('%s', (version) => {
  const root = `/${version}/watchlist_monitors`;
  const made = async (fields: object, call = {}) => (await service.post(root, fields, call)).body;
  const matches = async (id: string, call = {}) => (await service.get(`${root}/${id}/matches`, call)).body.matches;
  const checksOf = async (applicant: string, call = {}) =>
    (await service.get(`/${version}/checks?applicant_id=${applicant}`, call)).body.checks;

  test('a monitor makes a check at once, and another one on request', async () => {
    const applicant_id = await storyOf(service, version).applicant();
    const created = await service.post(root, { applicant_id, report_name: 'watchlist_aml', tags: ['kyc'] });
    const monitor = {
      id: anId,
      applicant_id,
      report_name: 'watchlist_aml',
      tags: ['kyc'],
      created_at: '2026-01-15T09:30:00Z',
      deleted_at: null,
      is_sandbox: true,
    };
    expect(outcome(created)).toEqual({ status: 201, body: monitor });
    const { id } = created.body;
    expect(await matches(id)).toEqual([]);
    expect(await checksOf(applicant_id)).toMatchObject([{ applicant_id, tags: ['kyc'] }]);
    await settle();

    const ordered = await service.post(`${root}/${id}/new_report`);
    expect([ordered.status, ordered.bytes.length]).toEqual([201, 0]);
    const report = (await service.get(ordered.headers.location as string)).body;
    expect([ordered.headers.location, report.name]).toEqual([`/${version}/reports/${report.id}`, 'watchlist_aml']);
    await settle();
    expect(await checksOf(applicant_id)).toMatchObject([
      { status: 'complete', result: 'clear', tags: ['kyc'] },
      { status: 'complete', result: 'clear', tags: ['kyc'] },
    ]);
    expect(await matches(id)).toEqual([]);
  });

  test('monitors are listed until they are deleted, newest first', async () => {
    const story = storyOf(service, version);
    const [one, other] = [await story.applicant(), await story.applicant()];
    const first = await made({ applicant_id: one, report_name: 'watchlist_standard' });
    const second = await made({ applicant_id: one, report_name: 'watchlist_aml' });
    const third = await made({ applicant_id: other, report_name: 'watchlist_aml' });
    const listed = async (query: string) =>
      (await service.get(`${root}${query}`)).body.monitors.map(({ id }: { id: string }) => id);
    expect(await listed('')).toEqual([third.id, second.id, first.id]);
    const lastPage = await service.get(`${root}?page=2&per_page=2`);
    expect([lastPage.body.monitors, lastPage.headers['x-total-count']]).toEqual([[first], '3']);
    expect(await listed('?per_page=1')).toEqual([third.id]);
    expect(await listed(`?applicant_id=${one}&per_page=1`)).toEqual([second.id, first.id]);
    expect(outcome(await service.get(`${root}?applicant_id=${unknownId}`))).toEqual(notFound('Applicant', unknownId));

    expect((await service.call('DELETE', `${root}/${first.id}`)).status).toBe(204);
    service.clock.advance(MINUTE_MS);
    expect((await service.call('DELETE', `${root}/${first.id}`)).status).toBe(204);
    const deleted = { ...first, deleted_at: '2026-01-15T09:30:00Z' };
    expect(outcome(await service.get(`${root}/${first.id}`))).toEqual({ status: 200, body: deleted });
    expect(await listed(`?applicant_id=${one}`)).toEqual([second.id]);
    expect(await listed(`?applicant_id=${one}&include_deleted=true`)).toEqual([second.id, first.id]);
    expect(await listed('?per_page=2&page=2')).toEqual([]);
    expect(await listed('?per_page=2&page=2&include_deleted=true')).toEqual([first.id]);
    expect(await matches(first.id)).toEqual([]);
    const refused = validationError({ deleted_at: ['monitor is deleted'] });
    expect(outcome(await service.post(`${root}/${first.id}/new_report`))).toEqual(refused);
    expect(outcome(await service.call('PATCH', `${root}/${first.id}/matches`, { json: {} }))).toEqual(refused);
  });

  test('what is wrong is named', async () => {
    const story = storyOf(service, version);
    const applicant_id = await story.applicant();
    const report_name = 'watchlist_standard';
    const post = async (fields: object) => outcome(await service.post(root, fields));
    expect(await post({ report_name })).toEqual(validationError({ applicant_id: ["can't be blank"] }));
    expect(await post({ applicant_id: 'x', report_name })).toEqual(validationError({ applicant_id: ['is invalid'] }));
    expect(await post({ applicant_id: unknownId, report_name })).toEqual(notFound('Applicant', unknownId));
    expect(await post({ applicant_id })).toEqual(validationError({ report_name: ["can't be blank"] }));
    expect(await post({ applicant_id, report_name: 'document' })).toEqual(
      validationError({ report_name: ['is not included in the list'] }),
    );
    expect(await post({ applicant_id, report_name, tags: [''] })).toEqual(
      validationError({ tags: ["can't be blank"] }),
    );
    expect((await checksOf(applicant_id)).length).toBe(0);
    for (const path of ['', '/matches']) {
      expect(outcome(await service.get(`${root}/${unknownId}${path}`))).toEqual(
        notFound('WatchlistMonitor', unknownId),
      );
    }
  });

  test('in sandbox the last name Consider is one match, which reports leave out once it is disabled', async () => {
    const applicant_id = await storyOf(service, version).applicant({ last_name: 'Consider' });
    const { id } = await made({ applicant_id, report_name: 'watchlist_standard' });
    await settle();
    const [match] = await matches(id);
    expect(match).toEqual({ id: anId, enabled: true });
    const patch = (json: object) => service.call('PATCH', `${root}/${id}/matches`, { json });
    expect(outcome(await patch({ enable: [match.id], disable: [match.id] }))).toEqual(
      validationError({ enable: ['must not also be in disable'] }),
    );
    expect(outcome(await patch({ enable: [unknownId] }))).toEqual(
      validationError({ enable: ['must be matches of this monitor'] }),
    );
    expect((await patch({ enable: 'all' })).status).toBe(422);
    expect((await patch({ enable: [], disable: [] })).status).toBe(204);
    expect(outcome(await patch({ disable: [match.id] }))).toEqual({
      status: 200,
      body: { matches: [{ id: match.id, enabled: false }] },
    });
    await service.post(`${root}/${id}/new_report`);
    await settle();
    // As an earlier client names them.
    expect((await patch({ enabled: [match.id] })).body).toEqual({ matches: [{ id: match.id, enabled: true }] });
    await service.post(`${root}/${id}/new_report`);
    await settle();
    const results = (await checksOf(applicant_id)).map(({ result }: { result: string }) => result);
    expect(results).toEqual(['consider', 'clear', 'consider']);
  });

  test('the first check of live makes the matches, without an event', async () => {
    const listed: ListRow = {
      id: 'a1',
      name: 'Iskra Vrtovec Podgorska',
      date_of_birth: '1961',
      categories: 'sanction',
    };
    for (const categories of ['pep', 'warning'])
      await lists.load(categories, [{ id: 'z', name: 'Zdenka Prelesnik', categories }]);
    await lists.load('eu', [listed]);
    const applicant_id = await storyOf(service, version).applicant(
      {
        first_name: 'Iskra Vrtovec',
        last_name: 'Podgorska',
        dob: '1961-03-04',
        address: { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' },
      },
      live(),
    );
    const monitor = await made({ applicant_id, report_name: 'watchlist_standard' }, live());
    expect(monitor.is_sandbox).toBe(false);
    await service.settle();
    expect(await checksOf(applicant_id, live())).toMatchObject([{ status: 'complete', result: 'consider' }]);
    const [match, ...others] = await matches(monitor.id, live());
    expect([match, others]).toEqual([{ id: anId, enabled: true }, []]);

    await service.call('PATCH', `${root}/${monitor.id}/matches`, { ...live(), json: { disable: [match.id] } });
    const { headers } = await service.post(`${root}/${monitor.id}/new_report`, undefined, live());
    await service.settle();
    const report = (await service.get(headers.location as string, live())).body;
    expect([report.result, report.properties]).toEqual(['clear', { records: [] }]);
    expect(await matches(monitor.id, live())).toEqual([{ id: match.id, enabled: false }]);
  });

  test('monitors are gone with their applicant, and come back with it', async () => {
    const applicant_id = await storyOf(service, version).applicant();
    const { id } = await made({ applicant_id, report_name: 'watchlist_standard' });
    await settle();
    await service.call('DELETE', `/${version}/applicants/${applicant_id}`);
    expect(outcome(await service.get(`${root}/${id}`))).toEqual(gone);
    expect(outcome(await service.post(`${root}/${id}/new_report`))).toEqual(gone);
    expect(outcome(await service.post(root, { applicant_id, report_name: 'watchlist_aml' }))).toEqual(gone);
    await service.post(`/${version}/applicants/${applicant_id}/restore`);
    expect((await service.get(`${root}/${id}`)).status).toBe(200);
    const erased = await lists.operate('POST', `/accounts/${service.account.id}/applicants/${applicant_id}/erase`, {
      environment: 'sandbox',
    });
    expect(erased.status).toBeLessThan(300);
    expect(outcome(await service.get(`${root}/${id}`))).toEqual(gone);
  });

  test('another account and the other environment find nothing', async () => {
    const applicant_id = await storyOf(service, version).applicant();
    const { id } = await made({ applicant_id, report_name: 'watchlist_standard' });
    await settle();
    for (const token of [service.liveToken, service.other.sandboxToken]) {
      const missing = notFound('WatchlistMonitor', id);
      expect(outcome(await service.get(`${root}/${id}`, { token }))).toEqual(missing);
      expect(outcome(await service.get(`${root}/${id}/matches`, { token }))).toEqual(missing);
      expect(outcome(await service.post(`${root}/${id}/new_report`, undefined, { token }))).toEqual(missing);
      expect(outcome(await service.call('DELETE', `${root}/${id}`, { token }))).toEqual(missing);
      expect((await service.get(root, { token })).body).toEqual({ monitors: [] });
    }
  });
});
