import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';
import { storyOf, unknownId } from '../v3/testing/story.ts';
import { bor, iskra, watchlistStory } from './testing/watchlists.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
});
afterEach(() => service.close());

const path = (rest = '', account = service.account.id) => `/accounts/${account}/monitors${rest}`;
const operate = (method: 'GET' | 'POST' | 'PATCH', at: string, body?: unknown) => lists.operate(method, at, body);

const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const live = () => ({ token: service.liveToken });

async function monitored(person: object, call = {}) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant(person, call);
  const asked = { applicant_id, report_name: 'watchlist_standard' };
  const { body } = await service.post('/v3.6/watchlist_monitors', asked, call);
  await service.settle();
  const at = `/v3.6/watchlist_monitors/${body.id}/matches`;
  return {
    id: body.id as string,
    applicant_id,
    matches: async () => (await service.get(at, call)).body.matches,
    checks: async () => (await service.get(`/v3.6/checks?applicant_id=${applicant_id}`, call)).body.checks.length,
  };
}

test('an operator sees how far the sweep has come, and has all monitors of live searched for again', async () => {
  await lists.load('eu', [iskra, bor], { published: '2026-01-14' });
  const near = { first_name: 'Iskra Vertovec', last_name: 'Podgorskaja', dob: '1961-03-04', address };
  const one = await monitored(near, live());
  const other = await monitored(
    { first_name: 'Gottfried', last_name: 'Wunderlich', dob: '1961-03-04', address },
    live(),
  );
  const set = { set: 1, monitors: 2 };
  const { body } = await operate('GET', path());
  expect(body).toEqual({
    progress: { ...set, searched: 2 },
    monitors: [other, one].map(({ id, applicant_id }) => ({
      id,
      applicant_id,
      report_name: 'watchlist_standard',
      deleted_at: null,
      screened_set: 1,
      created_at: '2026-01-15T09:30:00Z',
    })),
  });

  const swept = await operate('POST', path('/sweep'));
  expect([swept.status, swept.body]).toEqual([202, { progress: { ...set, searched: 0 } }]);
  await service.settle();
  expect((await operate('GET', path())).body.progress).toEqual({ ...set, searched: 2 });
  // Nothing has changed, so nothing is said to the client.
  expect([await one.checks(), await other.checks()]).toEqual([1, 1]);

  // A threshold decides what is a hit: the sweep that follows its change removes the match.
  expect((await one.matches()).length).toBe(1);
  const account = `/accounts/${service.account.id}`;
  const changed = { screening_hit: 0.95, screening_match: 0.95, note: 'Our regulator asks for fewer reviews' };
  expect((await operate('PATCH', account, changed)).status).toBe(200);
  await service.settle();
  expect([await one.matches(), await one.checks(), await other.checks()]).toEqual([[], 2, 1]);

  expect((await operate('GET', path('', service.other.id))).body).toEqual({
    progress: { set: 1, monitors: 0, searched: 0 },
    monitors: [],
  });
  expect((await operate('GET', path('?environment=sandbox'))).body.monitors).toEqual([]);
  expect((await operate('POST', path('/sweep', unknownId))).status).toBe(404);
});

test('the sandbox has a match added, changed and removed, each with an event and a check', async () => {
  const one = await monitored({ first_name: 'Jane', last_name: 'Consider' });
  const [first] = await one.matches();
  const change = (asked: string, id = one.id) => operate('POST', path(`/${id}/matches`), { change: asked });

  // Matches of one moment have no order.
  service.clock.advance(1000);
  const added = await change('add');
  await service.settle();
  expect([added.status, added.body.matches.length, await one.checks()]).toEqual([200, 2, 2]);
  await service.call('PATCH', `/v3.6/watchlist_monitors/${one.id}/matches`, { json: { disable: [first.id] } });
  // A record that has changed enables its match again.
  expect((await change('change')).body.matches[0]).toEqual({ id: first.id, enabled: true });
  expect((await change('remove')).body.matches).toEqual([added.body.matches[1]]);
  expect((await change('remove')).body.matches).toEqual([]);
  await service.settle();
  expect([await one.matches(), await one.checks()]).toEqual([[], 5]);

  const refused = async (asked: string, id?: string) => {
    const { status, body } = await change(asked, id);
    return [status, body.error.fields];
  };
  expect(await refused('remove')).toEqual([422, { change: ['needs a match, but the monitor has no matches'] }]);
  expect((await change('swap')).status).toBe(422);
  expect((await change('add', unknownId)).status).toBe(404);
  await service.del(`/v3.6/watchlist_monitors/${one.id}`);
  expect(await refused('add')).toEqual([422, { deleted_at: ['monitor is deleted'] }]);

  const listed = await monitored({ first_name: 'Jane', last_name: 'Doe', address }, live());
  const asked = { change: 'add', environment: 'live' };
  const { status, body } = await operate('POST', path(`/${listed.id}/matches`), asked);
  expect([status, Object.keys(body.error.fields)]).toEqual([422, ['environment']]);
  expect((await operate('POST', path(`/${one.id}/matches`, service.other.id), { change: 'add' })).status).toBe(404);
});
