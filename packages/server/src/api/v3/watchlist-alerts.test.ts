import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../base/clock.ts';
import { workflowIds } from '../../workflows/testing/write.ts';
import { type ListRow, watchlistStory } from '../operator/testing/watchlists.ts';
import { type RunService, startWithWorkflows } from './testing/runs.ts';
import { anId, gone, notFound, outcome, storyOf, unknownId, validationError } from './testing/story.ts';

let service: RunService;
let lists: ReturnType<typeof watchlistStory>;
beforeEach(async () => {
  service = await startWithWorkflows({ settings: { analysis: 'on', sandboxDelay: '1000' } });
  lists = watchlistStory(service);
});
afterEach(() => service.close());

const live = () => ({ token: service.liveToken });
const story = () => storyOf(service, 'v3.6');
const pathOf = (alert: string) => `/v3.6/complyadvantage_watchlists/alerts/${alert}/risks`;
const risksOf = (alert: string, call = {}) => service.get(pathOf(alert), call);

const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
const iskra = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04', address };
const row: ListRow = { id: 'a1', name: 'Iskra Vrtovec Podgorska', nationality: 'SVN', categories: 'sanction' };

/** A report as it is once all is processed. */
async function screened(applicant: object, name = 'watchlist_sanctions_only', call = {}) {
  const applicant_id = await story().applicant(applicant, call);
  const { reports } = await story().completed({ applicant_id, report_names: [name] }, call);
  return { applicant_id, report: reports[0] };
}

const decide = (report: string, decision: string, source_id = 'a1', more = {}) =>
  lists.operate('POST', `/accounts/${service.account.id}/reports/${report}/decide`, {
    hits: [{ record: { list: 'eu', source_id }, decision, ...more }],
    note: 'Compared with the passport',
  });

const none = { change_type: null, configuration_identifier: null, added_mentions: null };
const listing = {
  country_codes: [],
  identifier: null,
  listing_ended_utc: null,
  listing_started_utc: null,
  related_urls: [],
  url: null,
};

describe('in sandbox', () => {
  test('the last name Consider gives one risk, and any other name none', async () => {
    const { report } = await screened({ first_name: 'Donald', last_name: 'Consider' }, 'watchlist_aml');
    const fields = [
      { name: 'Programme', tag: null, value: 'ASC' },
      { name: 'Nationality', tag: null, value: 'GBR' },
    ];
    const { status, body, headers } = await risksOf(report.id);
    expect([status, headers['x-total-count']]).toEqual([200, '1']);
    expect(body).toEqual([
      {
        identifier: anId,
        type: 'profile',
        created_at: '2026-01-15T09:30:01Z',
        decision: 'NOT_REVIEWED',
        previous_decision: null,
        updated_at: null,
        updated_by: null,
        detail: {
          ...none,
          profile: {
            identifier: anId,
            match_types: [],
            match_score: 1,
            matching_name: 'Donald Consider',
            person: {
              associates: [],
              dates_of_birth: [{ source: 'Sandbox source', value: '1990-01-01' }],
              dates_of_death: [],
              images: [],
              places_of_birth: [],
              names: [{ name: 'Donald Consider', type: 'PRIMARY' }],
            },
            risk_indicators: {
              aml_types: ['pep'],
              lists: [],
              media: [],
              sanctions: [],
              peps: [
                {
                  ...listing,
                  aml_types: ['pep'],
                  fields,
                  name: 'Sandbox source',
                  url: 'https://example.com/record',
                  listing_started_utc: '2015-01-01',
                  active_end_dates: [],
                  active_start_dates: [],
                  political_parties: [],
                  political_regions: [],
                  political_positions: ['Sample position, GBR, 2015'],
                },
              ],
            },
          },
        },
      },
    ]);
    expect((await risksOf(report.id)).body).toEqual(body);

    const clear = await screened({});
    expect([clear.report.result, (await risksOf(clear.report.id)).body]).toEqual(['clear', []]);
  });

  test('only a complete watchlist report is an alert, for its own account and environment', async () => {
    const { report, applicant_id } = await screened({ last_name: 'Consider' });
    for (const page of ['0', '-1', 'x', '1.5']) {
      const { status, body } = await service.get(`${pathOf(report.id)}?page=${page}&per_page=${page}`);
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['page', 'per_page']]);
    }
    const refused = await service.get(`${pathOf(report.id)}?per_page=0`);
    expect(outcome(refused)).toEqual(validationError({ per_page: ['must be greater than 0'] }));
    for (const id of [unknownId, 'alert']) expect(outcome(await risksOf(id))).toEqual(notFound('Report', id));

    const waiting = (await story().check({ applicant_id, report_names: ['watchlist_aml', 'identity_enhanced'] })).body;
    const [identity, watchlist] = waiting.report_ids;
    expect(outcome(await risksOf(watchlist))).toEqual(notFound('Report', watchlist));
    await story().process();
    expect((await risksOf(watchlist)).body).toHaveLength(1);
    expect(outcome(await risksOf(identity))).toEqual(notFound('Report', identity));

    for (const token of [service.liveToken, service.other.sandboxToken, service.other.liveToken]) {
      expect(outcome(await risksOf(report.id, { token }))).toEqual(notFound('Report', report.id));
    }
    for (const version of ['v3.2', 'v2', 'v1']) {
      const earlier = await service.get(`/${version}/complyadvantage_watchlists/alerts/${report.id}/risks`);
      expect(earlier.status).toBe(404);
    }
    expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
    expect(outcome(await risksOf(report.id))).toEqual(gone);
  });

  test('a run names the alert of its check, and null where nothing was found', async () => {
    for (const [last_name, status, reasons] of [
      ['Consider', 'review', ['Listed']],
      ['Doe', 'approved', []],
    ] as const) {
      const applicant_id = await story().applicant({ last_name });
      const run = await service.run(workflowIds.screening, { applicant_id });
      const { id } = await service.open(run);
      const task = async () => (await service.get(`/v3.6/workflow_runs/${run.id}/tasks/${id}`)).body;
      expect([(await task()).task_def_id, (await task()).output]).toEqual(['query_watchlists', null]);
      await story().process();
      const { properties, reports } = (await task()).output;
      expect(reports.map(({ name }: { name: string }) => name)).toEqual([
        ...['identity_enhanced', 'watchlist_sanctions_only'],
      ]);
      expect(await service.again(run)).toMatchObject({ status, reasons });
      expect(properties).toEqual({ alert_identifier: last_name === 'Doe' ? null : reports[1].id });
      expect((await risksOf(reports[1].id)).body).toHaveLength(last_name === 'Doe' ? 0 : 1);
    }
  });
});

describe('in live', () => {
  test('the risks are the records of the lists, page by page, best score first', async () => {
    const aliases = 'Iskra Vrtovec';
    await lists.load('eu', [row, { ...row, id: 'a2', name: 'Iskra V. Podgorska', aliases }], {
      published: '2026-01-14',
    });
    const { report } = await screened(iskra, 'watchlist_sanctions_only', live());
    expect(report.result).toBe('consider');
    const { body, headers } = await risksOf(report.id, live());
    expect(headers['x-total-count']).toBe('2');
    expect(body[0]).toEqual({
      identifier: anId,
      type: 'profile',
      created_at: '2026-01-15T09:30:01Z',
      decision: 'NOT_REVIEWED',
      previous_decision: null,
      updated_at: null,
      updated_by: null,
      detail: {
        ...none,
        profile: {
          identifier: anId,
          match_types: [],
          match_score: expect.any(Number),
          matching_name: 'Iskra Vrtovec Podgorska',
          person: {
            associates: [],
            dates_of_birth: [],
            dates_of_death: [],
            images: [],
            places_of_birth: [],
            names: [{ name: 'Iskra Vrtovec Podgorska', type: 'PRIMARY' }],
          },
          risk_indicators: {
            aml_types: ['sanction'],
            lists: [],
            media: [],
            peps: [],
            sanctions: [
              {
                ...listing,
                aml_types: ['sanction'],
                name: 'eu',
                fields: [{ name: 'Nationality', tag: null, value: 'SVN' }],
              },
            ],
          },
        },
      },
    });
    expect(body[1].detail.profile.person.names).toEqual([
      { name: 'Iskra V. Podgorska', type: 'PRIMARY' },
      { name: 'Iskra Vrtovec', type: 'AKA' },
    ]);
    expect(body[0].detail.profile.match_score).toBeGreaterThanOrEqual(body[1].detail.profile.match_score);

    const second = await service.get(`${pathOf(report.id)}?page=2&per_page=1`, live());
    expect([second.body, second.headers['x-total-count']]).toEqual([[body[1]], '2']);
    expect(second.headers.link).toContain('page=1&per_page=1>; rel="prev"');
    expect((await service.get(`${pathOf(report.id)}?page=3&per_page=1`, live())).body).toEqual([]);

    // Another report has risks of its own, of the same listed people.
    const again = await screened(iskra, 'watchlist_sanctions_only', live());
    const others = (await risksOf(again.report.id, live())).body;
    expect(others[0].identifier).not.toBe(body[0].identifier);
    expect(others.map(profileIdOf)).toEqual(body.map(profileIdOf));
    for (const token of [service.sandboxToken, service.other.liveToken]) {
      expect(outcome(await risksOf(report.id, { token }))).toEqual(notFound('Report', report.id));
    }
  });

  test('say what reviewers decided, and leave out what they ruled out', async () => {
    const note = 'Every hit is to be seen by a reviewer';
    await lists.operate('PATCH', `/accounts/${service.account.id}`, { screening_match: 1, note });
    const born = ['1961', '1960'].map((date_of_birth, index) => ({ ...row, id: `a${index + 1}`, date_of_birth }));
    await lists.load('eu', born, { published: '2026-01-14' });
    const { report } = await screened(iskra, 'watchlist_sanctions_only', live());
    expect(report.status).toBe('awaiting_approval');
    expect(outcome(await risksOf(report.id, live()))).toEqual(notFound('Report', report.id));
    const decided = await decide(report.id, 'false_match', 'a1', { reason: 'different_birth_date' });
    expect([decided.status, decided.body.status]).toEqual([200, 'awaiting_approval']);
    for (const [decision, status] of [
      ['unsure', 'awaiting_approval'],
      ['true_match', 'complete'],
    ] as const) {
      service.clock.advance(MINUTE_MS);
      expect((await decide(report.id, decision, 'a2')).body.status).toBe(status);
    }
    const { body, headers } = await risksOf(report.id, live());
    expect(headers['x-total-count']).toBe('1');
    expect(body).toMatchObject([
      {
        decision: 'TRUE_POSITIVE',
        previous_decision: 'IN_REVIEW',
        updated_by: null,
        created_at: '2026-01-15T09:32:01Z',
        updated_at: '2026-01-15T09:32:01Z',
        detail: { profile: { person: { dates_of_birth: [{ value: '1960' }] } } },
      },
    ]);
    expect((await service.get(`/v3.6/reports/${report.id}`, live())).body.properties.records).toHaveLength(1);
  });
});

const profileIdOf = (risk: { detail: { profile: { identifier: string } } }) => risk.detail.profile.identifier;
