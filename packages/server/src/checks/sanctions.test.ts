import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventsOf } from '../api/v3/testing/events.ts';
import { asRequested, storyOf, type Version } from '../api/v3/testing/story.ts';
import { startService, type TestService } from '../testing/service.ts';

let service: TestService;
beforeEach(async () => {
  service = await startService({ account: { billing_information: true } });
});
afterEach(() => service.close());

const supported = { result: 'consider', properties: { sanctioned_document: 'consider' } };
const withdrawn = { status: 'withdrawn', result: null, sub_result: null, breakdown: {}, properties: {} };
const report_names = ['document', 'facial_similarity_photo', 'watchlist_standard', 'proof_of_address', 'known_faces'];

/** An applicant with a document of a country beside the British passport. */
async function applicantWith(version: Version, issuing_country: string, fields: object = {}): Promise<string> {
  const story = storyOf(service, version);
  const applicant_id = await story.applicant(fields);
  await story.document(applicant_id, { type: 'national_identity_card', issuing_country });
  await story.document(applicant_id);
  await story.livePhoto(applicant_id);
  return applicant_id;
}

describe.each(['v3.6', 'v3.2'] as const)('in sandbox, %s', (version) => {
  test('a sanctioned document withdraws all but document and facial reports, which show it', async () => {
    const applicant_id = await applicantWith(version, 'IRN');
    const { check, reports } = await storyOf(service, version).completed({ applicant_id, report_names });
    const [document, face, ...rest] = reports;
    expect([check.status, check.result]).toEqual(['complete', 'consider']);
    expect(document).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected' });
    expect(document.breakdown.image_integrity.breakdown.supported_document).toEqual(supported);
    expect(face).toMatchObject({ status: 'complete', result: 'consider', sub_result: null });
    expect(face.breakdown.image_integrity.breakdown.source_integrity.properties.reasons).toBe('sanctioned_document');
    for (const report of rest) expect(report).toMatchObject(withdrawn);
    const [first, second, ...others] = reports.map(({ id }: { id: string }) => id);
    const events = (await eventsOf(service, check.id)).filter((event) => !event.startsWith('report.initiated'));
    expect(events).toEqual([
      `check.started ${check.id} in_progress`,
      ...[first, second].map((id) => `report.completed ${id} complete`),
      ...others.map((id: string) => `report.withdrawn ${id} withdrawn`),
      `check.completed ${check.id} complete`,
    ]);
  });

  test.each(['GBR', 'SYR', 'UKR'])('a document of %s changes nothing', async (country) => {
    const applicant_id = await applicantWith(version, country);
    const { check, reports } = await storyOf(service, version).completed({ applicant_id, report_names });
    expect(check.result).toBe('clear');
    expect(reports.map(({ result }: { result: string }) => result)).toEqual([
      ...Array(4).fill('clear'),
      expect.anything(),
    ]);
  });
});

test('without a report that runs the check has no result', async () => {
  const applicant_id = await applicantWith('v3.6', 'CUB');
  const { check } = await storyOf(service, 'v3.6').completed({ applicant_id, report_names: ['watchlist_aml'] });
  expect([check.status, check.result]).toEqual(['complete', null]);
});

test('what was uploaded after the check is not part of it', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  await story.document(applicant_id);
  const { body } = await story.check({ applicant_id, report_names: ['document', 'watchlist_standard'] });
  service.clock.advance(1);
  await story.document(applicant_id, { issuing_country: 'PRK' });
  await story.process();
  expect((await service.get(`/v3.6/checks/${body.id}`)).body.result).toBe('clear');
});

test('the countries are a setting', async () => {
  await service.close();
  service = await startService({ settings: { sanctionedCountries: 'syr, GBR' } });
  const applicant_id = await applicantWith('v3.6', 'IRN');
  const { reports } = await storyOf(service, 'v3.6').completed({ applicant_id, report_names: ['document'] });
  expect(reports[0].sub_result).toBe('rejected');
});

describe('in live', () => {
  const operate = (path: string, json: object) =>
    service.call('POST', `/operator/v1/accounts/${service.account.id}${path}`, {
      token: null,
      headers: { authorization: `Bearer ${service.operatorKey}` },
      json,
    });

  test('the others are withdrawn without a person, and those that an operator decides show it', async () => {
    const live = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const applicant_id = await story.applicant({}, live);
    await story.document(applicant_id, { issuing_country: 'IRN' }, live);
    await story.livePhoto(applicant_id, live);
    const names = ['document', 'facial_similarity_photo', 'watchlist_standard'];
    const { check, reports } = await story.completed({ applicant_id, report_names: names }, live);
    expect(check.status).toBe('in_progress');
    expect(reports.map(({ status }: { status: string }) => status)).toEqual([
      ...['awaiting_approval', 'awaiting_approval', 'withdrawn'],
    ]);
    const decided = await operate(`/reports/${reports[0].id}/decide`, { result: 'clear', note: 'Genuine' });
    expect(decided.body).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected' });
    await operate(`/reports/${reports[1].id}/decide`, { result: 'clear', note: 'The same face' });
    const after = asRequested((await service.get(`/v3.6/reports?check_id=${check.id}`, live)).body.reports);
    expect(after[0].breakdown.image_integrity.breakdown).toEqual({
      ...Object.fromEntries(
        ['image_quality', 'conclusive_document_quality', 'colour_picture'].map((leaf) => [
          leaf,
          { result: null, properties: {} },
        ]),
      ),
      supported_document: supported,
    });
    expect(after[1].breakdown.image_integrity.breakdown.source_integrity).toEqual({
      result: 'consider',
      properties: { reasons: 'sanctioned_document' },
    });
    expect((await service.get(`/v3.6/checks/${check.id}`, live)).body).toMatchObject({
      status: 'complete',
      result: 'consider',
    });
  });
});
