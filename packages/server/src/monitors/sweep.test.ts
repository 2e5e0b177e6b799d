import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ListRow, watchlistStory } from '../api/operator/testing/watchlists.ts';
import { Ctx } from '../context/ctx.ts';
import { systemPrincipal } from '../context/principal.ts';
import type { JobHold } from '../jobs/worker.ts';
import { reportType } from '../reports/index.ts';
import type { ReportProcessor } from '../reports/types.ts';
import { query } from '../store/query.ts';
import type { JobRow } from '../store/schema.ts';
import { startService, type TestService } from '../testing/service.ts';
import { sweepMonitor, sweepMonitors } from './sweep.ts';

let service: TestService;
let lists: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startService({ settings: { analysis: 'on' } });
  lists = watchlistStory(service);
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const listed = (id: string, name: string, date_of_birth = '1961'): ListRow => ({
  id,
  name,
  date_of_birth,
  categories: 'sanction',
});
const iskra = listed('a1', 'Iskra Vrtovec Podgorska');
const bor = listed('a2', 'Bor Zaletelj');
const zdenka = listed('a3', 'Zdenka Prelesnik');

const eventsOfMonitors = query()((db) =>
  db
    .selectFrom('events')
    .select(['resource_id', 'type'])
    .where('resource_type', '=', 'watchlist_monitor')
    .orderBy('id'),
);

/** A monitored applicant of live, after its first check. */
async function monitored(first_name: string, last_name: string) {
  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const person = { first_name, last_name, dob: '1961-03-04', address };
  const applicant_id = (await service.post('/v3.6/applicants', person, live())).body.id as string;
  const fields = { applicant_id, report_name: 'watchlist_standard', tags: [first_name] };
  const { id } = (await service.post('/v3.6/watchlist_monitors', fields, live())).body;
  await service.settle();
  return {
    id: id as string,
    applicant_id,
    async matches(): Promise<{ id: string; enabled: boolean }[]> {
      return (await service.get(`/v3.6/watchlist_monitors/${id}/matches`, live())).body.matches;
    },
    async tagsOfChecks(): Promise<string[][]> {
      const { checks } = (await service.get(`/v3.6/checks?applicant_id=${applicant_id}`, live())).body;
      return checks.map(({ tags }: { tags: string[] }) => tags);
    },
  };
}

async function updated(): Promise<string[]> {
  const events = await service.services.store.system.all(eventsOfMonitors, {});
  expect(events.every(({ type }) => type === 'watchlist_monitor.matches_updated')).toBe(true);
  return events.map(({ resource_id }) => resource_id).sort();
}

test('a new version of a list is one event and one check where it changes something, and nothing elsewhere', async () => {
  await lists.load('eu', [iskra, bor]);
  const [changed, gone, added, other] = [
    await monitored('Iskra Vrtovec', 'Podgorska'),
    await monitored('Bor', 'Zaletelj'),
    await monitored('Zdenka', 'Prelesnik'),
    await monitored('Gottfried', 'Wunderlich'),
  ];
  const [match] = await changed.matches();
  await service.call('PATCH', `/v3.6/watchlist_monitors/${changed.id}/matches`, {
    ...live(),
    json: { disable: [match?.id] },
  });
  expect(await updated()).toEqual([]);

  await lists.load('eu', [listed('a1', 'Iskra Vrtovec Podgorska', '1961-03-04'), zdenka]);
  await service.settle();
  expect(await updated()).toEqual([changed.id, gone.id, added.id].sort());
  // A disabled match is enabled again, under its identifier, once its record changes.
  expect(await changed.matches()).toEqual([{ id: match?.id, enabled: true }]);
  expect([(await gone.matches()).length, (await added.matches()).length, await other.matches()]).toEqual([0, 1, []]);
  expect(await changed.tagsOfChecks()).toEqual([['Iskra Vrtovec'], ['Iskra Vrtovec']]);
  expect(await Promise.all([gone, added, other].map(async (one) => (await one.tagsOfChecks()).length))).toEqual([
    2, 2, 1,
  ]);

  // A version with the same people, and what another account or the sandbox has, change nothing.
  await lists.load('un', [listed('u1', 'Anastazija Kovinar')]);
  await service.settle();
  expect((await updated()).length).toBe(3);
});

test('a change of the applicant is searched for, and a deleted monitor finds nothing more', async () => {
  await lists.load('eu', [iskra, bor]);
  const one = await monitored('Gottfried', 'Wunderlich');
  const rename = (first_name: string, last_name: string) =>
    service.put(`/v3.6/applicants/${one.applicant_id}`, { first_name, last_name }, live());
  expect((await rename('Bor', 'Zaletelj')).status).toBe(200);
  await service.settle();
  expect([await updated(), (await one.matches()).length, (await one.tagsOfChecks()).length]).toEqual([[one.id], 1, 2]);

  await service.del(`/v3.6/watchlist_monitors/${one.id}`, live());
  await rename('Gottfried', 'Wunderlich');
  await lists.load('eu', [iskra], { allow_shrink: 'true' });
  await service.settle();
  expect([await updated(), (await one.matches()).length, (await one.tagsOfChecks()).length]).toEqual([[one.id], 1, 2]);
});

test('two sweeps at once, and one that dies before its end, write each change once', async () => {
  await lists.load('eu', [bor]);
  const one = await monitored('Iskra Vrtovec', 'Podgorska');
  const other = await monitored('Bor', 'Zaletelj');
  await lists.load('eu', [iskra]);
  const account = await service.services.accounts.find(service.account.id);
  const ctx = new Ctx(service.services, account!, 'live', systemPrincipal('worker'));
  const dies = { done: () => Promise.reject(new Error('The process has ended')) } as unknown as JobHold;
  const ended = await Promise.allSettled([sweepMonitors(ctx, dies), sweepMonitors(ctx, dies)]);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  // The job of the activation is still there.
  await service.settle();
  expect(await updated()).toEqual([one.id, other.id].sort());
  expect([(await one.tagsOfChecks()).length, (await other.tagsOfChecks()).length]).toEqual([2, 2]);
  expect([(await one.matches()).length, (await other.matches()).length]).toEqual([1, 0]);
});

test('what was found for an applicant before a change counts no more, whichever ends last', async () => {
  await lists.load('eu', [iskra, bor]);
  const rename = (id: string, first_name: string, last_name: string) =>
    service.put(`/v3.6/applicants/${id}`, { first_name, last_name }, live());

  // The first report ends after the search for the new name.
  const type = reportType('watchlist_standard') as { process?: ReportProcessor };
  const processor = type.process as ReportProcessor;
  let renamed = false;
  type.process = async (subject, tools) => {
    const verdict = await processor(subject, tools);
    if (!renamed) {
      renamed = true;
      const { id, applicant_id } = (await service.get('/v3.6/watchlist_monitors', live())).body.monitors[0];
      await rename(applicant_id, 'Bor', 'Zaletelj');
      const matches = async () => (await service.get(`/v3.6/watchlist_monitors/${id}/matches`, live())).body.matches;
      await expect.poll(async () => (await matches()).length).toBe(1);
    }
    return verdict;
  };
  const one = await monitored('Gottfried', 'Wunderlich').finally(() => {
    type.process = processor;
  });
  expect([(await one.matches()).length, await updated()]).toEqual([1, [one.id]]);

  // A search for the old name ends after that for the new one.
  const account = await service.services.accounts.find(service.account.id);
  const ctx = new Ctx(service.services, account!, 'live', systemPrincipal('worker'));
  const write = ctx.transaction.bind(ctx);
  let changed = false;
  ctx.transaction = async (work) => {
    if (!changed) {
      changed = true;
      await rename(one.applicant_id, 'Gottfried', 'Wunderlich');
      await service.settle();
    }
    return write(work);
  };
  const hold = { done: async () => {} } as unknown as JobHold;
  await rename(one.applicant_id, 'Iskra Vrtovec', 'Podgorska');
  await sweepMonitor(ctx, { ref: one.id } as JobRow, hold);
  expect([changed, await one.matches()]).toEqual([true, []]);
});

test('the identifier of a match names no record to those who know the lists', async () => {
  await lists.load('eu', [bor]);
  const one = await monitored('Bor', 'Zaletelj');
  const [match] = await one.matches();
  const guess = hash('sha256', JSON.stringify([one.id, 'eu', 'a2'])).slice(0, 8);
  expect(match?.id.slice(0, 8)).not.toBe(guess);
});
