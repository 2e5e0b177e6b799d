import { describe, expect, test } from 'vitest';
import { mergePatch } from '../../base/merge-patch.ts';
import { acceptedReportNames, type ReportName } from '../../reports/index.ts';
import { answersFor } from '../../reports/sandbox/testing/subject.ts';
import { useService } from '../../testing/service.ts';
import { version as published } from '../../testing/versions.ts';
import { anId, asRequested, startOfTime, storyOf, type Version, versions } from './testing/story.ts';

type Json = Record<string, unknown>;

const service = useService();

const idNumber = { type: 'tax_id', value: 'AAAPZ1234C' };
const phone = {
  phone_number: '+447700900123',
  consents: [{ name: 'phone_number_verification', granted: true }],
};
const known = { dob: '1990-01-01', address: { postcode: '75011', country: 'FRA' } };
const us_driving_licence = { id_number: 'X0000018', issue_state: 'CA' };

/** An applicant with one capture of each kind and a check of every report. */
async function everything(version: Version, more: object = {}) {
  const story = storyOf(service, version);
  const applicant_id = await story.applicant({
    ...known,
    id_numbers: [idNumber],
    ...(version === 'v3.6' ? phone : {}),
  });
  const document = await story.document(applicant_id);
  const photo = await story.livePhoto(applicant_id);
  const video = await story.liveVideo(applicant_id);
  const motion = await story.motionCapture(applicant_id);
  const report_names = acceptedReportNames(published(version));
  const { check, reports } = await story.completed({ applicant_id, report_names, us_driving_licence, ...more });
  const ids = asRequested<string[]>(check.report_ids);
  return { check, ids, reports: reports as Json[], report_names, media: { document, photo, video, motion } };
}

type Media = Awaited<ReturnType<typeof everything>>['media'];

/** The clock stands at 2026-01-15. */
const answersAbout = (document: string) =>
  answersFor({
    first_name: 'Jane',
    last_name: 'Doe',
    document_id: document,
    issue_date: '2025-12-16',
    period_start: '2025-11-16',
  });

/** Breakdown and properties (contract 11.4) in the shape of v3.6. */
function clearAnswer(name: ReportName, document: string): { breakdown: unknown; properties: unknown } {
  const { clear, right_to_work, 'document variants': variants } = answersAbout(document);
  const plain = clear.document!;
  const facial = clear.facial_similarity_photo!;
  const liveness = { liveness_detected: { result: 'clear', properties: {} } };
  const withVariant = (extra: string) => ({ ...plain, properties: { ...plain.properties, ...variants[extra] } });
  const filmed = mergePatch(facial, { breakdown: { visual_authenticity: { breakdown: liveness } } }) as typeof facial;
  const others: Partial<Record<ReportName, { breakdown: unknown; properties: unknown }>> = {
    document_video: plain,
    document_with_address_information: withVariant('address information'),
    document_video_with_address_information: withVariant('address information'),
    document_with_driving_licence_information: withVariant('driving licence information'),
    document_with_driver_verification: withVariant('driver verification'),
    facial_similarity_photo_fully_auto: facial,
    facial_similarity_video: filmed,
    facial_similarity_motion: filmed,
    phone_verification: { breakdown: { phone_number: { result: 'clear' } }, properties: {} },
    right_to_work: {
      breakdown: mergePatch(plain.breakdown, {
        data_validation: { breakdown: { document_numbers: { properties: { document_number: '999999999' } } } },
        data_consistency: { breakdown: { multiple_data_sources_present: null } },
        age_validation: { breakdown: null },
        ...right_to_work.right,
      }),
      properties: {
        ...plain.properties,
        document_version: '',
        issuing_date: '2021-05-29',
        place_of_birth: '',
        issuing_authority: '',
      },
    },
  };
  return others[name] ?? clear[name]!;
}

const isDocument = (name: ReportName) => name.startsWith('document');
const isFacial = (name: ReportName) => name.startsWith('facial');

function considerPatch(name: ReportName, document: string): unknown {
  const answers = answersAbout(document);
  if (isDocument(name)) return answers['sub_result words']['suspected, generic consider'];
  if (isFacial(name)) return answers['first_name facial']['Face Comparison - Face Match, generic consider'];
  if (name === 'phone_verification') {
    return { result: 'consider', breakdown: { phone_number: { result: 'consider' } } };
  }
  if (!name.startsWith('watchlist')) return answers.consider[name];
  const category = name === 'watchlist_sanctions_only' ? 'SANCTION' : 'PEP';
  const [event] = answers.record.event as object[];
  return {
    ...answers.consider[name],
    properties: { records: [{ ...answers.record, event: [{ ...event, category }] }] },
  };
}

function mediaOf(name: ReportName, { document, photo, video, motion }: Media, version: Version): Json {
  const documents = isDocument(name) || isFacial(name) || name === 'right_to_work' ? [{ id: document }] : [];
  if (!isFacial(name) || version === 'v3.2') return { documents };
  const listed = (capture: string, kind: string) => (name.includes(kind) ? [{ id: capture }] : []);
  return {
    documents,
    live_photos: listed(photo, 'photo'),
    live_videos: listed(video, 'video'),
    motion_captures: listed(motion, 'motion'),
    id_photos: [],
  };
}

/** Written down by hand (contract 10.5): what v3.2 doesn't have. */
const v32: Partial<Record<ReportName, unknown>> = {
  document_with_driving_licence_information: {
    properties: {
      driving_licence_information: {
        category: 'AM',
        obtainment_date: '2013-01-19',
        expiry_date: '2050-01-01',
        codes: '01',
      },
    },
  },
  proof_of_address: {
    breakdown: {
      document_classification: { breakdown: { valid_document_date: null } },
      image_integrity: { breakdown: { source_integrity: null } },
    },
  },
};
/** A report of an applicant with a tax number, which v3.2 doesn't verify. */
const withNumber = { breakdown: { national_id_number: { result: 'clear' } } };
const withoutSubs = { breakdown: { compromised_document: { breakdown: null } } };

/** The whole body of a report, before v3.2 has been taken into account. */
function shown(name: ReportName, version: Version, answer: object): unknown {
  if (version === 'v3.6') return name === 'identity_enhanced' ? mergePatch(answer, withNumber) : answer;
  const older = isDocument(name) || name === 'right_to_work' ? mergePatch(answer, withoutSubs) : answer;
  return mergePatch(older, v32[name] ?? {});
}

describe.each(versions)('%s', (version) => {
  test('every report, clear', async () => {
    const { check, ids, reports, report_names, media } = await everything(version);
    expect(check).toMatchObject({ status: 'complete', result: 'clear' });
    expect(reports.map(({ name }) => name)).toEqual(report_names);
    for (const [index, name] of report_names.entries()) {
      expect(reports[index], name).toEqual({
        ...head(name, version, { check: check.id, id: ids[index] }, media),
        result: 'clear',
        sub_result: isDocument(name) ? 'clear' : null,
        ...(shown(name, version, clearAnswer(name, media.document)) as object),
      });
      expect((await service.get(`/${version}/reports/${ids[index]}`)).body).toEqual(reports[index]);
    }
  });

  test('every report, consider', async () => {
    const consider = acceptedReportNames(published(version));
    const { check, ids, reports, report_names, media } = await everything(version, { consider });
    expect(check).toMatchObject({ status: 'complete', result: 'consider' });
    for (const [index, name] of report_names.entries()) {
      const clear = { sub_result: null, ...clearAnswer(name, media.document) };
      const answer = { sub_result: null, ...(mergePatch(clear, considerPatch(name, media.document)) as object) };
      const expected = shown(name, version, answer) as Json;
      if (name === 'known_faces' && version === 'v3.2') {
        for (const match of (expected.properties as { matches: Json[] }).matches) delete match.suspected;
      }
      expect(reports[index], name).toEqual({
        ...head(name, version, { check: check.id, id: ids[index] }, media),
        ...expected,
        sub_result: isDocument(name) ? 'suspected' : null,
      });
    }
  });
});

/** The keys of a report that don't depend on how it ended. */
function head(name: ReportName, version: Version, { check, id }: { check: string; id: unknown }, media: Media) {
  expect(id).toEqual(anId);
  return {
    id,
    created_at: startOfTime,
    name,
    href: `/${version}/reports/${id}`,
    status: 'complete',
    check_id: check,
    ...mediaOf(name, media, version),
  };
}

describe.each(versions)('identity_enhanced in %s', (version) => {
  const { dob, address } = known;
  test.each<[string, object, string[]]>([
    ['names alone', {}, ['address', 'date_of_birth']],
    ['a date of birth', { dob }, ['address']],
    ['an address', { address }, ['date_of_birth']],
    ['both', { dob, address }, []],
  ])('of an applicant with %s leaves out what is not known', async (_, fields, omitted) => {
    const story = storyOf(service, version);
    const { clear, consider } = answersAbout('');
    const answer = clear.identity_enhanced!;
    const report_names = ['identity_enhanced'];
    for (const [last_name, result, body] of [
      ['Doe', 'clear', answer],
      ['Consider', 'consider', mergePatch(answer, consider.identity_enhanced)],
    ] as const) {
      const applicant_id = await story.applicant({ ...fields, last_name });
      const { check, reports } = await story.completed({ applicant_id, report_names });
      expect([check.result, reports[0].result]).toEqual([result, result]);
      const breakdown: Json = { ...(body as typeof answer).breakdown };
      for (const name of omitted) delete breakdown[name];
      expect(reports[0].breakdown).toEqual(breakdown);
      expect(reports[0].properties).toEqual({});
    }
  });
});

test('a check of one version is read in the shape of the other', async () => {
  const { check, ids, media } = await everything('v3.6');
  for (const id of ids) {
    const { body } = await service.get(`/v3.2/reports/${id}`);
    if (body.name === 'phone_verification') continue;
    expect(body, body.name).toEqual({
      ...head(body.name, 'v3.2', { check: check.id, id }, media),
      result: 'clear',
      sub_result: isDocument(body.name) ? 'clear' : null,
      ...(shown(body.name, 'v3.2', clearAnswer(body.name, media.document)) as object),
    });
  }
});

test.each(['v3', 'v3.1', 'v3.3', 'v3.4', 'v3.5'])('%s is echoed in hrefs', async (minor) => {
  const story = storyOf(service, minor < 'v3.4' ? 'v3.2' : 'v3.6');
  const applicant_id = await story.applicant();
  const { check, reports } = await story.completed({ applicant_id, report_names: ['watchlist_standard'] });
  const read = (await service.get(`/${minor}/reports/${reports[0].id}`)).body;
  expect(read).toEqual({ ...reports[0], href: `/${minor}/reports/${reports[0].id}` });
  expect((await service.get(`/${minor}/checks/${check.id}`)).body.href).toBe(`/${minor}/checks/${check.id}`);
});
