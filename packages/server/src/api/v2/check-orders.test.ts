import { beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { asRequested, storyOf } from '../v3/testing/story.ts';
import { earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService();
let jane: string;
beforeAll(async () => {
  const story = storyOf(service, 'v3.6');
  jane = await story.applicant();
  await story.document(jane);
  await story.livePhoto(jane);
  await story.liveVideo(jane);
  await story.motionCapture(jane);
});

/** Name and variant of v1 and v2, and what v3 calls it: contract 8.7. */
const orders: [name: string, variant: string | null | undefined, v3: string][] = [
  ['document', undefined, 'document'],
  ['document', null, 'document'],
  ['document', 'standard', 'document'],
  ['facial_similarity', undefined, 'facial_similarity_photo'],
  ['facial_similarity', 'standard', 'facial_similarity_photo'],
  ['facial_similarity', 'video', 'facial_similarity_video'],
  ['facial_similarity', 'fully_auto', 'facial_similarity_photo_fully_auto'],
  ['facial_similarity', 'motion', 'facial_similarity_motion'],
  ['identity', undefined, 'identity_enhanced'],
  ['identity', 'kyc', 'identity_enhanced'],
  ['identity', 'standard', 'identity_enhanced'],
  ['watchlist', undefined, 'watchlist_enhanced'],
  ['watchlist', 'kyc', 'watchlist_standard'],
  ['watchlist', 'standard', 'watchlist_standard'],
  ['watchlist', 'full', 'watchlist_enhanced'],
  ['watchlist', 'aml', 'watchlist_aml'],
  ['watchlist', 'peps_only', 'watchlist_peps_only'],
  ['watchlist', 'sanctions_only', 'watchlist_sanctions_only'],
  ['known_faces', undefined, 'known_faces'],
  ['proof_of_address', undefined, 'proof_of_address'],
  ['proof_of_address', 'standard', 'proof_of_address'],
  ['right_to_work', undefined, 'right_to_work'],
  ['right_to_work', 'standard', 'right_to_work'],
];

/** Retired reports. */
const retired: [name: string, variant?: string][] = [
  ['ssn_trace'],
  ['identity', 'ssn_trace'],
  ['street_level'],
  ['credit'],
  ['directorship', 'standard'],
  ['criminal_history', 'basic'],
  ['criminal_history', 'standard'],
  ['criminal_history', 'enhanced'],
  ['anti_money_laundering'],
  ['negative_media'],
  ['employment'],
  ['education'],
  ['eviction'],
  ['sex_offender'],
  ['national_criminal'],
  ['county_criminal'],
  ['state_criminal'],
  ['federal_criminal'],
  ['drug_test'],
  ['driving_record'],
];

/** The names of v3 of the reports of a check, in the order of the request. */
const v3Names = async (check: string) => {
  const { body } = await service.get(`/v3.6/reports?check_id=${check}`);
  return asRequested(body.reports as { name: string }[]).map(({ name }) => name);
};

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);

  test.each(orders)('%s, variant %j, is %s', async (name, variant, v3) => {
    const order = variant === undefined ? { name } : { name, variant };
    const { id, reports } = await story().checked(jane, [order]);
    expect(reports).toMatchObject([{ name, variant: variant ?? null, status: 'complete', result: 'clear' }]);
    expect(await v3Names(id)).toEqual([v3]);
  });

  test('an empty variant counts as absent', async () => {
    const { reports } = await story().checked(jane, [{ name: 'document', variant: '' }]);
    expect(reports[0].variant).toBeNull();
  });

  test('options are kept as they were ordered, with those below them', async () => {
    const options = [{ name: 'volunteer' }, { name: 'lists', options: [{ name: 'adults_barred_list' }] }];
    const { id, reports } = await story().checked(jane, [{ name: 'watchlist', options }, { name: 'document' }]);
    expect(reports[0].options).toEqual(options);
    expect(reports[1].options).toEqual(version === 'v1' ? [] : undefined);
    const { body } = await service.get(`/${version}/checks/${id}/reports`);
    expect(body.reports).toEqual(reports);
  });

  test('several variants of one name are several reports, in the order asked for', async () => {
    const order = [{ name: 'watchlist', variant: 'aml' }, { name: 'document' }, { name: 'watchlist', variant: 'kyc' }];
    const { id } = await story().checked(jane, order);
    expect(await v3Names(id)).toEqual(['watchlist_aml', 'document', 'watchlist_standard']);
  });

  test('the documents of a report are those that it names', async () => {
    const joan = await story().applicant();
    const first = await story().document(joan);
    service.clock.advance(1000);
    await story().document(joan);
    const { reports } = await story().checked(joan, [{ name: 'document', documents: [{ id: first }] }]);
    const { body } = await service.get(`/v3.6/reports/${reports[0].id}`);
    expect(body.documents).toEqual([{ id: first }]);
    if (version === 'v2') expect(reports[0].documents).toEqual([{ id: first }]);
    const named = await story().checked(joan, [{ name: 'document' }], { document_ids: [first] });
    expect((await service.get(`/v3.6/reports/${named.reports[0].id}`)).body.documents).toEqual([{ id: first }]);
  });

  test('two reports that name documents get each its own', async () => {
    const joan = await story().applicant();
    const passport = await story().document(joan);
    service.clock.advance(1000);
    const bill = await story().document(joan);
    const order = [
      { name: 'document', documents: [{ id: passport }] },
      { name: 'right_to_work', documents: [{ id: bill }] },
    ];
    const { id } = await story().checked(joan, order);
    const { body } = await service.get(`/v3.6/reports?check_id=${id}`);
    expect(body.reports.map(({ documents }: { documents: object[] }) => documents)).toEqual([
      [{ id: bill }],
      [{ id: passport }],
    ]);
    const foreign = await story().document(await story().applicant());
    const { status, body: refused } = await story().check(joan, [{ name: 'document', documents: [{ id: foreign }] }]);
    expect([status, refused.error.type]).toEqual([422, 'validation_error']);
  });

  test('one report under two of its names is a report given twice', async () => {
    for (const order of [
      [{ name: 'document' }, { name: 'document', variant: 'standard' }],
      [{ name: 'identity', variant: 'kyc' }, { name: 'identity' }],
    ]) {
      const { status, body } = await story().check(jane, order);
      expect([status, body.error.type]).toEqual([422, 'invalid_reports_names']);
    }
    const grouped = await story().check(jane, [{ name: 'document' }], { report_type_groups: ['1'] });
    expect([grouped.status, grouped.body.error.type]).toEqual([422, 'invalid_reports_names']);
  });

  test('a group stands for its reports', async () => {
    for (const groups of [['1'], [1]]) {
      const { id, report_type_groups } = await story().checked(jane, undefined, { report_type_groups: groups });
      expect(await v3Names(id)).toEqual(['document', 'facial_similarity_photo']);
      expect(report_type_groups).toEqual(version === 'v1' ? undefined : ['1']);
    }
    const more = { report_type_groups: ['1'] };
    const { reports } = await story().checked(jane, [{ name: 'watchlist', variant: 'kyc' }], more);
    const shown = reports.map(({ name, variant }: { name: string; variant: string | null }) => [name, variant]);
    expect(shown).toEqual([
      ['watchlist', 'kyc'],
      ['document', null],
      ['facial_similarity', 'standard'],
    ]);
  });

  test('an unknown group is refused', async () => {
    const { status, body } = await story().check(jane, undefined, { report_type_groups: ['1', '4143'] });
    const messages = ['is not included in the list'];
    expect([status, body.error.fields]).toEqual([
      422,
      { report_type_groups: version === 'v1' ? { messages } : messages },
    ]);
  });

  test.each(['standard', 'video', 'kyc'])('a variant that the name does not have is refused: %s', async (variant) => {
    const name = variant === 'standard' ? 'Document' : 'document';
    const { status, body } = await story().check(jane, [{ name, variant }]);
    expect([status, body.error.type]).toEqual([422, 'invalid_reports_names']);
  });
});

test.each(retired)('%s (%s) is taken by v1, where it ends withdrawn, and refused by v2', async (name, variant) => {
  const order = [{ name, ...(variant && { variant }) }];
  const refused = await earlierStoryOf(service, 'v2').check(jane, [{ name: 'document' }, ...order]);
  expect([refused.status, refused.body]).toEqual([
    422,
    { error: { type: 'deprecated_reports', message: 'One or more of the requested reports are deprecated' } },
  ]);
  const { status, result, reports } = await earlierStoryOf(service, 'v1').checked(jane, order);
  expect([status, result]).toEqual(['complete', null]);
  const withdrawn = { status: 'withdrawn', result: null, breakdown: {}, properties: {} };
  expect(reports).toMatchObject([{ name, variant: variant ?? null, ...withdrawn }]);
});

test('a withdrawn report says nothing of the result of its check', async () => {
  const order = [{ name: 'credit' }, { name: 'document' }];
  const { id, status, result } = await earlierStoryOf(service, 'v1').checked(jane, order);
  expect([status, result]).toEqual(['complete', 'clear']);
  // The later generations show it under the name that it had.
  expect(await v3Names(id)).toEqual(['credit', 'document']);
  const { body } = await service.get(`/v2/checks/${id}/reports`);
  expect(body.reports.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
    ['credit', 'withdrawn'],
    ['document', 'complete'],
  ]);
});

test('reports that only v3 orders have their own name in v1 and v2, or the name of their variant', async () => {
  const report_names = ['document_with_address_information', 'watchlist_enhanced', 'facial_similarity_motion'];
  const story = storyOf(service, 'v3.6');
  const { check } = await story.completed({ applicant_id: jane, report_names });
  for (const version of earlierVersions) {
    const { body } = await service.get(`/${version}/checks/${check.id}/reports`);
    const shown = body.reports.map(({ name, variant }: { name: string; variant: string | null }) => [name, variant]);
    expect(shown).toEqual([
      ['document_with_address_information', null],
      ['watchlist', 'full'],
      ['facial_similarity', 'motion'],
    ]);
  }
});

describe('report type groups of v2', () => {
  const group = {
    id: '1',
    name: 'Document and face',
    group_only: false,
    report_types: [
      { id: expect.stringMatching(/^\d+$/), name: 'document', variant: null, options: [] },
      { id: expect.stringMatching(/^\d+$/), name: 'facial_similarity', variant: 'standard', options: [] },
    ],
  };

  test('are listed and read', async () => {
    const { body } = await service.get('/v2/report_type_groups/');
    expect(body).toEqual({ report_type_groups: [group] });
    expect(Object.keys(body.report_type_groups[0])).toEqual(['id', 'name', 'group_only', 'report_types']);
    const [first, second] = body.report_type_groups[0].report_types;
    expect(Object.keys(first)).toEqual(['id', 'name', 'variant', 'options']);
    expect(first.id).not.toBe(second.id);
    expect((await service.get('/v2/report_type_groups/1')).body).toEqual(body.report_type_groups[0]);
  });

  test('do not exist in v1, nor do any others', async () => {
    expect((await service.get('/v1/report_type_groups')).status).toBe(404);
    for (const id of ['2', '01', 'one']) {
      const { status, body } = await service.get(`/v2/report_type_groups/${id}`);
      expect([status, body.error.message]).toEqual([
        404,
        `Could not find the following resource: ReportTypeGroup with id=${id}`,
      ]);
    }
  });
});
