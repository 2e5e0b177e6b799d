import { describe, expect, test } from 'vitest';
import { flagged, names, type Row, rows, type Short } from '../../reports/sandbox/testing/acceptance-table.ts';
import { answers, bothSides } from '../../reports/sandbox/testing/subject.ts';
import { useService } from '../../testing/service.ts';
import { anId, asRequested, outcome, storyOf, validationError, versions } from './testing/story.ts';

const service = useService();

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const inForce = rows.filter(({ generation = version.slice(1) }) => `v${generation}` === version);

  /** A check of an applicant of that name, who has uploaded every kind of media. */
  async function run({ first = 'Jane', last = 'Doe', consider, subResult, expected }: Row) {
    const applicant_id = await story().applicant({ first_name: first, last_name: last });
    const document = await story().document(applicant_id);
    await story().livePhoto(applicant_id);
    if (expected.video) await story().liveVideo(applicant_id);
    const { check, reports } = await story().completed({
      applicant_id,
      report_names: (Object.keys(expected) as Short[]).map((short) => names[short]),
      ...(consider && { consider: consider.map((short) => names[short]) }),
      ...(subResult && { sub_result: subResult }),
    });
    return { document, check, reports };
  }

  test.each(inForce)('row $row', async (row) => {
    const { check, reports } = await run(row);
    const shorts = Object.keys(row.expected) as Short[];
    expect(reports.map(({ id }: { id: string }) => id)).toEqual(asRequested(check.report_ids));
    const results = shorts.map((short) => (row.expected[short] === 'clear' ? 'clear' : 'consider'));
    for (const [index, short] of shorts.entries()) {
      const { name, status, result, sub_result, breakdown } = reports[index];
      expect({ name, status, result }).toEqual({ name: names[short], status: 'complete', result: results[index] });
      expect(flagged(breakdown)).toEqual(row.expected[short] === 'clear' ? [] : [...row.expected[short]!].sort());
      if (short !== 'doc') expect(sub_result).toBeNull();
      else expect(sub_result).toBe(row.docSubResult ?? 'clear');
    }
    if (row.expected.doc) expect(reports[shorts.indexOf('doc')].properties).toEqual(propertiesOf(row, version));
    expect(check.status).toBe('complete');
    expect(check.result).toBe(row.check ?? (results.includes('consider') ? 'consider' : 'clear'));
  });

  test('row 30: known faces without media is withdrawn, and the check ignores it', async () => {
    const applicant_id = await story().applicant({ last_name: 'Consider' });
    const alone = await story().completed({ applicant_id, report_names: ['known_faces'] });
    expect(alone.check).toMatchObject({ status: 'complete', result: null });
    expect(alone.reports).toEqual([
      {
        id: anId,
        created_at: '2026-01-15T09:30:00Z',
        name: 'known_faces',
        href: `/${version}/reports/${alone.reports[0].id}`,
        status: 'withdrawn',
        result: null,
        sub_result: null,
        check_id: alone.check.id,
        documents: [],
        breakdown: {},
        properties: { error: 'No live photo, live video or motion capture was uploaded' },
      },
    ]);
    const jane = await story().applicant();
    const report_names = ['known_faces', 'watchlist_standard'];
    const together = await story().completed({ applicant_id: jane, report_names });
    expect(together.check).toMatchObject({ status: 'complete', result: 'clear' });
  });

  test.each([
    { consider: ['document'] },
    { sub_result: 'suspected' },
    { consider: ['no such report'] },
    { consider: 'document' },
    { sub_result: 'dubious' },
  ])('row 32: a live token ignores %j', async (asked) => {
    const live = { token: service.liveToken };
    const applicant_id = await story().applicant({ last_name: 'Consider' }, live);
    await story().document(applicant_id, {}, live);
    const { check, reports } = await story().completed({ applicant_id, report_names: ['document'], ...asked }, live);
    expect(check).toMatchObject({ status: 'in_progress', result: null, sandbox: false });
    expect(reports[0]).toMatchObject({ status: 'awaiting_approval', result: null, sub_result: null });
  });

  test.each([
    [{ consider: ['document', 'no_such_report'] }, { consider: ['is not included in the list'] }],
    [{ consider: ['Document'] }, { consider: ['is not included in the list'] }],
    [{ consider: 'document' }, { consider: ['must be an array'] }],
    [{ consider: [5] }, { consider: ['must be a string', 'is not included in the list'] }],
    [{ sub_result: 'dubious' }, { sub_result: ['is not included in the list'] }],
    [{ sub_result: 'Rejected' }, { sub_result: ['is not included in the list'] }],
    [{ sub_result: 5 }, { sub_result: ['must be a string', 'is not included in the list'] }],
  ])('%j is refused in sandbox', async (asked, fields) => {
    const applicant_id = await story().applicant();
    const answer = await story().check({ applicant_id, report_names: ['watchlist_standard'], ...asked });
    expect(outcome(answer)).toEqual(validationError(fields));
  });

  test('a listed report that is not in the check is ignored', async () => {
    const applicant_id = await story().applicant();
    const report_names = ['watchlist_standard'];
    const { check } = await story().completed({ applicant_id, report_names, consider: ['document'] });
    expect(check.result).toBe('clear');
  });

  test('null asks for nothing', async () => {
    const applicant_id = await story().applicant();
    const report_names = ['watchlist_standard'];
    const { check } = await story().completed({ applicant_id, report_names, consider: null, sub_result: null });
    expect(check.result).toBe('clear');
  });

  test('names are read when the check is created', async () => {
    const applicant_id = await story().applicant({ last_name: 'Consider' });
    const body = { applicant_id, report_names: ['watchlist_standard'] };
    const { body: check } = await story().check(body);
    await service.put(`/${version}/applicants/${applicant_id}`, { last_name: 'Doe' });
    await service.settle();
    expect((await service.get(`/${version}/checks/${check.id}`)).body.result).toBe('consider');
    expect((await story().completed(body)).check.result).toBe('clear');
  });
});

test('phone verification is a name of v3.6 only', async () => {
  const applicant_id = await storyOf(service, 'v3.2').applicant();
  const asked = { applicant_id, report_names: ['watchlist_standard'], consider: ['phone_verification'] };
  expect(outcome(await storyOf(service, 'v3.2').check(asked))).toEqual(
    validationError({ consider: ['is not included in the list'] }),
  );
  expect((await storyOf(service, 'v3.6').check(asked)).status).toBe(201);
});

/** The properties of a row's document report, as the version shows them. */
function propertiesOf({ first = 'Jane', last = 'Doe', docSubResult, properties, frontOnly }: Row, version: string) {
  if (!properties) {
    const { properties: plain } = answers.clear.document!;
    return { ...plain, first_name: first, last_name: docSubResult === 'caution' ? 'SPECIMEN' : last };
  }
  const specimen = frontOnly ? answers.specimens[properties]!.front : bothSides(properties);
  if (version === 'v3.6') return specimen;
  const { middle_name: _, ...known } = specimen;
  return 'real_id_compliance' in known ? { ...known, real_id_compliance: String(known.real_id_compliance) } : known;
}
