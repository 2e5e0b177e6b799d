import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { type ListRow, watchlistStory } from '../operator/testing/watchlists.ts';
import { storyOf } from './testing/story.ts';

const WORDS = (
  'محمد احمد علي حسن حسين عبدالله عبدالرحمن خالد عمر يوسف ابراهيم مصطفى محمود سعيد صالح سالم ناصر جاسم كريم رشيد طارق فيصل ' +
  'ماجد وليد زياد هشام عادل جمال كمال نبيل'
).split(' ');

/**
 * Makes a name of so many common names, the same in every run: the word after the next one, then the second after it, and so on.
 */
const nameOf = (first: number, words: number) =>
  Array.from({ length: words }, (_, i) => WORDS[(first * 7 + i * (1 + (first % 11))) % WORDS.length]!).join(' ');

/** A name of 255 letters at most, which is the most that applicants have. */
const longest = (first: number) => nameOf(first, 60).slice(0, 255).replace(/ \S*$/, '');

const PEOPLE = 4000;
const sanctioned = (id: string, name: string): ListRow => ({ id, name, categories: 'sanction' });
const people = Array.from({ length: PEOPLE }, (_, i) => sanctioned(`p${i}`, nameOf(i, 3 + (i % 2))));
const longName = { first_name: longest(3), last_name: longest(5) };

const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const facts = { dob: '1961-03-04', address };
const published = { published: '2026-01-14' };
const SANCTIONS = 'watchlist_sanctions_only';
const BROKEN_OFF = 'The search was stopped because too many listed names are similar';

describe('a search that comes to its end', () => {
  const service = useService({ settings: { analysis: 'on' } });

  test('clears a name of 510 letters among thousands of similar ones, and finds the same name once it is listed', async () => {
    const lists = watchlistStory(service);
    const story = storyOf(service, 'v3.6');
    const live = { token: service.liveToken };
    const screened = async (name: object) => {
      const applicant_id = await story.applicant({ ...facts, ...name }, live);
      return (await story.completed({ applicant_id, report_names: [SANCTIONS] }, live)).reports[0];
    };
    await lists.load('eu', people, published);
    expect([longName.first_name.length > 240, longName.last_name.length > 240]).toEqual([true, true]);
    const unlisted = await screened(longName);
    expect([unlisted.status, unlisted.result, unlisted.properties]).toEqual(['complete', 'clear', { records: [] }]);

    // A listed person among them is found by an ordinary name, and so is one with the long name.
    await lists.load('un', [
      sanctioned('u1', 'زبيغنيو محمد احمد'),
      sanctioned('u2', `${longName.first_name} ${longName.last_name}`),
    ]);
    const listed = await screened({ first_name: 'زبيغنيو', last_name: 'محمد احمد' });
    expect([listed.status, listed.result]).toEqual(['complete', 'consider']);
    expect(listed.properties.records.map(({ full_name }: { full_name: string }) => full_name)).toContain(
      'زبيغنيو محمد احمد',
    );
    const long = await screened(longName);
    expect([long.status, long.result]).toEqual(['complete', 'consider']);
    const { body } = await lists.operate('POST', '/watchlists/search', longName);
    expect([body.complete, body.hits.map(({ source_id }: { source_id: string }) => source_id)]).toEqual([true, ['u2']]);
    expect(JSON.stringify(body.hits[0].explanation.caps)).toContain('query_shortened');
  });
});

describe('a search that uses up its budget', () => {
  const service = useService({ settings: { analysis: 'on' }, searchBudget: 600 });
  const common = { ...facts, first_name: 'محمد احمد', last_name: 'علي حسن' };
  const rare = { ...facts, first_name: 'Gottfried', last_name: 'Wunderlich' };

  test('sends the report to a person and never clears, whatever the account wants', async () => {
    const lists = watchlistStory(service);
    const story = storyOf(service, 'v3.6');
    const live = (token = service.liveToken) => ({ token });
    const screened = async (applicant: object, name: string, token?: string) => {
      const applicant_id = await story.applicant(applicant, live(token));
      return { applicant_id, ...(await story.completed({ applicant_id, report_names: [name] }, live(token))) };
    };
    await lists.load('eu', people, published);
    await lists.load('pep', [{ id: 'z', name: 'Zdenka Prelesnik', categories: 'pep' }], published);
    await lists.load('warning', [{ id: 'w', name: 'Anastazija Kovinar', categories: 'warning' }], published);
    const { account } = service;
    for (const decision_uncertain of ['person', 'consider']) {
      await lists.operate('PATCH', `/accounts/${account.id}`, { decision_uncertain });
      const { check, reports } = await screened(common, 'watchlist_standard');
      expect([reports[0].status, reports[0].result, check.status]).toEqual(['awaiting_approval', null, 'in_progress']);
      const path = `/accounts/${account.id}/reports/${reports[0].id}`;
      const { leaves, doubts } = (await lists.operate('GET', path)).body;
      // No list is known to have nothing on the applicant.
      expect(doubts.sort()).toEqual(['legal_and_regulatory_warnings', 'politically_exposed_person', 'sanction']);
      expect(leaves.sanction).toMatchObject({ result: null, doubt: true, reason: BROKEN_OFF });
      const { screenings } = (await lists.operate('GET', `${path}/screenings`)).body;
      expect(screenings).toMatchObject([{ complete: false, hits: [] }]);
      // A person decides, and only so is it clear.
      await lists.operate('POST', `${path}/decide`, { result: 'clear', note: 'Searched by the parts of the name' });
      expect((await service.get(`/v3.6/reports/${reports[0].id}`, live())).body).toMatchObject({ result: 'clear' });
    }
    await lists.operate('PATCH', `/accounts/${account.id}`, { decision_uncertain: 'person' });

    // A name that few people have is searched to its end.
    expect((await screened(rare, SANCTIONS)).reports[0]).toMatchObject({ status: 'complete', result: 'clear' });
    const asked = { first_name: common.first_name, last_name: common.last_name };
    const search = async (name: object) => (await lists.operate('POST', '/watchlists/search', name)).body.complete;
    expect([await search(asked), await search({ name: 'Gottfried Wunderlich' })]).toEqual([false, true]);

    // It is the same in another account, and in sandbox nothing is searched.
    const other = await screened(common, SANCTIONS, service.other.liveToken);
    expect(other.reports[0]).toMatchObject({ status: 'awaiting_approval', result: null });
    const sandbox = await story.completed({ applicant_id: await story.applicant(common), report_names: [SANCTIONS] });
    expect(sandbox.reports[0]).toMatchObject({ status: 'complete', result: 'clear' });
  });

  test('makes a check of a monitor for each new set, and removes no match', async () => {
    const lists = watchlistStory(service);
    const story = storyOf(service, 'v3.6');
    const live = { token: service.liveToken };
    await lists.load('eu', [sanctioned('a1', 'محمد احمد علي حسن')], { ...published, allow_shrink: 'true' });
    const applicant_id = await story.applicant(common, live);
    const fields = { applicant_id, report_name: 'watchlist_standard', tags: ['monitored'] };
    const { id } = (await service.post('/v3.6/watchlist_monitors', fields, live)).body;
    await service.settle();
    const matches = async () => (await service.get(`/v3.6/watchlist_monitors/${id}/matches`, live)).body.matches;
    const results = async () => {
      const { checks } = (await service.get(`/v3.6/checks?applicant_id=${applicant_id}`, live)).body;
      const reports = await Promise.all(
        checks.map(async (check: { id: string }) => service.get(`/v3.6/reports?check_id=${check.id}`, live)),
      );
      return reports.map(({ body }) => [body.reports[0].status, body.reports[0].result]);
    };
    const known = await matches();
    expect([known.length, await results()]).toEqual([1, [['complete', 'consider']]]);

    // Thousands of similar names come to the list. The match stays, although the search does not reach it.
    await lists.load('eu', [...people, sanctioned('a1', 'محمد احمد علي حسن')], { published: '2026-01-15' });
    await service.settle();
    expect(await matches()).toEqual(known);
    expect(await results()).toEqual([
      ['awaiting_approval', null],
      ['complete', 'consider'],
    ]);
    // Once for a set: an operator who sweeps again makes no other check.
    await service.settle();
    expect((await results()).length).toBe(2);
    await lists.load('un', [sanctioned('u1', 'Anastazija Kovinar')], published);
    await service.settle();
    expect([await matches(), (await results())[0], (await results()).length]).toEqual([
      known,
      ['awaiting_approval', null],
      3,
    ]);
  });

  test('is shown by a re-screen of clear reports until a person has cleared it in that set', async () => {
    const lists = watchlistStory(service);
    const story = storyOf(service, 'v3.6');
    const live = { token: service.other.liveToken };
    await lists.load('eu', [sanctioned('a9', 'Bor Zaletelj')], { published: '2026-01-15', allow_shrink: 'true' });
    const rescreen = async () => (await lists.operate('POST', '/watchlists/rescreen', {})).body.reports;
    const shown = async () => (await rescreen()).find((row: { report_id: string }) => row.report_id === report.id);
    const applicant_id = await story.applicant(common, live);
    const { reports } = await story.completed({ applicant_id, report_names: [SANCTIONS] }, live);
    const [report] = reports;
    expect([report.result, await shown()]).toEqual(['clear', undefined]);
    await lists.load('eu', people, { published: '2026-01-15' });
    expect(await shown()).toMatchObject({ report_id: report.id, applicant_id, complete: false, hits: [] });
  });
});
