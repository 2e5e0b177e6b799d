import { describe, expect, test } from 'vitest';
import { mergePatch } from '../../base/merge-patch.ts';
import { flagged, type Row, rows, type Short } from '../../reports/sandbox/testing/acceptance-table.ts';
import { answers, bothSides } from '../../reports/sandbox/testing/subject.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from '../v3/testing/story.ts';
import { earlierStoryOf, earlierVersions } from './testing/story.ts';

const service = useService();

/** Names of the table's reports in v1 and v2. */
const orders = {
  doc: { name: 'document' },
  face: { name: 'facial_similarity', variant: 'standard' },
  video: { name: 'facial_similarity', variant: 'video' },
  wl: { name: 'watchlist', variant: 'kyc' },
  known: { name: 'known_faces' },
} as const;

/** The properties of a row's document report, in the shape of v3.2. */
function propertiesOf({ first = 'Jane', last = 'Doe', docSubResult, properties, frontOnly }: Row) {
  if (!properties) {
    const { properties: plain } = answers.clear.document!;
    return { ...plain, first_name: first, last_name: docSubResult === 'caution' ? 'SPECIMEN' : last };
  }
  const { middle_name: _, ...known } = frontOnly ? answers.specimens[properties]!.front : bothSides(properties);
  return 'real_id_compliance' in known ? { ...known, real_id_compliance: String(known.real_id_compliance) } : known;
}

describe.each(earlierVersions)('%s', (version) => {
  const story = () => earlierStoryOf(service, version);
  const inForce = rows.filter(({ generation = '2', ofV3 }) => generation === '2' && !ofV3);

  /** An applicant with every kind of upload; videos and motion captures come through an SDK token. */
  async function applicantNamed(first_name: string, last_name: string, call = {}): Promise<string> {
    const applicant = await story().applicant({ first_name, last_name }, call);
    await story().document(applicant, {}, call);
    await story().livePhoto(applicant, call);
    return applicant;
  }
  async function filmed(applicant: string, call = {}): Promise<void> {
    await storyOf(service, 'v3.6').liveVideo(applicant, undefined, call);
    await storyOf(service, 'v3.6').motionCapture(applicant, undefined, call);
  }

  test.each(inForce)('row $row', async (row) => {
    const { first = 'Jane', last = 'Doe', consider, subResult, expected } = row;
    const applicant = await applicantNamed(first, last);
    if (expected.video) await filmed(applicant);
    const shorts = Object.keys(expected) as Short[];
    const check = await story().checked(
      applicant,
      shorts.map((short) => orders[short]),
      {
        ...(consider && { consider: consider.map((short) => orders[short].name) }),
        ...(subResult && { sub_result: subResult }),
      },
    );
    const results = shorts.map((short) => (expected[short] === 'clear' ? 'clear' : 'consider'));
    for (const [index, short] of shorts.entries()) {
      const { name, status, result, sub_result, breakdown } = check.reports[index];
      expect([name, status, result]).toEqual([orders[short].name, 'complete', results[index]]);
      expect(flagged(breakdown)).toEqual(expected[short] === 'clear' ? [] : [...expected[short]!].sort());
      const sub = short === 'doc' ? (row.docSubResult ?? 'clear') : null;
      // v1 has no sub-results.
      expect(sub_result).toBe(version === 'v1' ? undefined : sub);
    }
    if (expected.doc) expect(check.reports[shorts.indexOf('doc')].properties).toEqual(propertiesOf(row));
    expect([check.status, check.result]).toEqual([
      'complete',
      row.check ?? (results.includes('consider') ? 'consider' : 'clear'),
    ]);
  });

  test.each(Object.keys(answers['first_name facial']))('%s flags every kind of capture', async (trigger) => {
    const [name = ''] = trigger.split(', generic consider');
    const applicant = await applicantNamed(name, 'Doe');
    await filmed(applicant);
    const variants = ['standard', 'fully_auto', 'video', 'motion'];
    const { reports } = await story().checked(
      applicant,
      variants.map((variant) => ({ name: 'facial_similarity', variant })),
    );
    for (const { breakdown, result, properties } of reports) {
      const document_id = breakdown.face_comparison.breakdown.face_match.properties.document_id;
      const liveness = breakdown.visual_authenticity.breakdown.liveness_detected;
      const { breakdown: clear } = answers.clear.facial_similarity_photo!;
      const patched = mergePatch(
        { breakdown: clear },
        {
          breakdown: {
            face_comparison: { breakdown: { face_match: { properties: { document_id } } } },
            ...(liveness ? { visual_authenticity: { breakdown: { liveness_detected: liveness } } } : {}),
          },
        },
      );
      const { breakdown: expected } = mergePatch(patched, answers['first_name facial'][trigger]) as typeof patched & {
        breakdown: unknown;
      };
      expect([result, breakdown, properties]).toEqual(['consider', expected, {}]);
    }
    const live = reports.map(
      ({ breakdown }: { breakdown: { visual_authenticity: { breakdown: object } } }) =>
        'liveness_detected' in breakdown.visual_authenticity.breakdown,
    );
    expect(live).toEqual([false, false, true, true]);
  });

  test('an identity report counts credit agencies and names no sources', async () => {
    const kyc = [{ name: 'identity', variant: 'kyc' }];
    const leaf = (number: string, result = 'clear') => ({ result, properties: { number_of_credit_agencies: number } });
    const [clear] = (await story().checked(await applicantNamed('Jane', 'Doe'), kyc)).reports;
    expect(Object.keys(clear.breakdown)).toEqual(['address', 'date_of_birth', 'mortality']);
    expect(clear.breakdown.address.breakdown.credit_agencies).toEqual(leaf('1'));
    const [consider] = (await story().checked(await applicantNamed('Jane', 'Consider'), kyc)).reports;
    expect(consider.breakdown.address.breakdown.credit_agencies).toEqual(leaf('0', 'unidentified'));
    expect(consider.breakdown.sources).toBeUndefined();
  });

  test('the last name Unidentified has no match in any source, in v1 alone', async () => {
    const reports = [
      { name: 'identity', variant: 'standard' },
      { name: 'document' },
      { name: 'watchlist', variant: 'kyc' },
    ];
    const { result, reports: made } = await story().checked(await applicantNamed('Jane', 'Unidentified'), reports);
    const first = version === 'v1' ? 'unidentified' : 'clear';
    expect(made.map((report: { result: string }) => report.result)).toEqual([first, 'clear', 'clear']);
    expect(result).toBe(version === 'v1' ? 'consider' : 'clear');
    const { address, date_of_birth, mortality } = made[0].breakdown;
    expect([address.result, date_of_birth.result, mortality.result]).toEqual([first, first, 'clear']);
    const lower = (await story().checked(await applicantNamed('Jane', 'unidentified'), reports)).reports;
    expect(lower.map((report: { result: string }) => report.result)).toEqual(['clear', 'clear', 'clear']);
    if (version === 'v2') return;
    expect(address.breakdown.credit_agencies).toEqual({
      result: 'unidentified',
      properties: { number_of_credit_agencies: '0' },
    });
    // What the request names goes before it.
    const listed = await story().checked(await applicantNamed('Jane', 'Unidentified'), reports, {
      consider: ['document'],
    });
    expect(listed.reports.map((report: { result: string }) => report.result)).toEqual(['clear', 'consider', 'clear']);
    const known = await applicantNamed('Jane', 'Unidentified', { token: service.liveToken });
    const live = await story().check(known, [{ name: 'watchlist' }], { async: true }, { token: service.liveToken });
    expect(live.body.reports[0].result).toBeNull();
    expect((await service.get(`/v1/checks/${live.body.id}/reports`)).status).toBe(404);
  });

  test('consider with a name affects each of its variants, and no other report', async () => {
    const applicant = await applicantNamed('Jane', 'Doe');
    await filmed(applicant);
    const reports = [
      ...['kyc', 'full', 'aml', 'peps_only', 'sanctions_only'].map((variant) => ({ name: 'watchlist', variant })),
      ...['standard', 'fully_auto', 'video', 'motion'].map((variant) => ({ name: 'facial_similarity', variant })),
      ...[{ name: 'identity', variant: 'kyc' }, { name: 'document' }, { name: 'proof_of_address' }],
    ];
    for (const listed of ['watchlist', 'facial_similarity', 'identity', 'document', 'proof_of_address']) {
      const check = await story().checked(applicant, reports, { consider: [listed] });
      expect(check.reports.map((one: { name: string; result: string }) => [one.name, one.result])).toEqual(
        reports.map(({ name }) => [name, name === listed ? 'consider' : 'clear']),
      );
      expect(check.result).toBe('consider');
    }
  });

  test('the record of a watchlist is flagged in the words of v2', async () => {
    const applicant = await story().applicant({ last_name: 'Consider' });
    const order = ['kyc', 'full', 'aml'].map((variant) => ({ name: 'watchlist', variant }));
    const { reports } = await story().checked(applicant, order);
    const [pep, clear] = [{ result: 'consider' }, { result: 'clear' }];
    const lists = { sanction: clear, politically_exposed_person: pep };
    expect(reports.map(({ breakdown }: { breakdown: unknown }) => breakdown)).toEqual([
      { ...lists, adverse_media: clear },
      { ...lists, monitored_lists: clear, adverse_media: clear },
      { ...lists, legal_and_regulatory_warnings: clear, adverse_media: clear },
    ]);
    for (const { properties } of reports) expect(properties.records).toHaveLength(1);
  });

  test('FRA ID 1994 front only rejected: the back is missing', async () => {
    const applicant = await applicantNamed('Jane', 'FRA ID 1994 front only rejected');
    const { reports } = await story().checked(applicant, [orders.doc]);
    const { breakdown } = answers['FRA ID 1994 front only rejected'] as { breakdown: { image_integrity: unknown } };
    const { image_integrity } = answers.clear.document!.breakdown;
    expect(reports[0].breakdown.image_integrity).toEqual(mergePatch(image_integrity, breakdown.image_integrity));
    expect(reports[0].properties).toEqual(answers.specimens['FRA ID 1994']!.front);
    // For v3 it is an ordinary name.
    const later = await storyOf(service, 'v3.6').completed({ applicant_id: applicant, report_names: ['document'] });
    expect(later.check.result).toBe('clear');
    expect(later.reports[0].properties.last_name).toBe('FRA ID 1994 front only rejected');
  });

  test('names are read when the check is created', async () => {
    const applicant = await story().applicant({ last_name: 'Consider' });
    const { id } = await story().checked(applicant, [orders.wl], { async: true });
    await service.put(`/v2/applicants/${applicant}`, { last_name: 'Doe' });
    await service.settle();
    expect((await service.get(`${story().checks(applicant)}/${id}`)).body.result).toBe('consider');
  });

  test.each([
    { consider: ['document'] },
    { consider: ['no such report'] },
    { consider: 'document' },
    { sub_result: 'suspected' },
    { sub_result: 'dubious' },
  ])('a live token ignores %j, and every name', async (asked) => {
    const live = { token: service.liveToken };
    const applicant = await applicantNamed('Visual Authenticity - Fonts', 'FRA ID 1994 front only rejected', live);
    const { status, result, reports } = await story().checked(applicant, [orders.doc], asked, live);
    expect([status, result]).toEqual(['in_progress', null]);
    const waiting = { status: 'awaiting_approval', result: null, breakdown: {}, properties: {} };
    expect(reports).toMatchObject([waiting]);
  });

  test.each([
    [{ consider: ['document', 'watchlist_standard'] }, { consider: ['is not included in the list'] }],
    [{ consider: 'document' }, { consider: ['must be an array'] }],
    [{ sub_result: 'dubious' }, { sub_result: ['is not included in the list'] }],
  ])('%j is refused in sandbox', async (asked, fields) => {
    const applicant = await story().applicant();
    const { status, body } = await story().check(applicant, [orders.wl], asked);
    const wrapped = Object.fromEntries(Object.entries(fields).map(([name, messages]) => [name, { messages }]));
    expect([status, body.error.type, body.error.fields]).toEqual([
      422,
      'validation_error',
      version === 'v1' ? wrapped : fields,
    ]);
  });
});
