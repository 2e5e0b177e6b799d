import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorType, errorCatalogue, problem } from '../../base/errors.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { version } from '../../testing/versions.ts';
import { errorTypesOf } from '../common/openapi.ts';
import { type Raise, report, sharedErrors, storyOf, thousandChecks } from '../testing/earlier-errors.ts';
import { storyOf as storyOfV3 } from '../v3/testing/story.ts';
import { neverRaised, v2Errors } from './problems.ts';

/** A service whose videos can't be decoded, and one that can't even try. */
let service: TestService;
let broken: TestService;
beforeAll(async () => {
  service = await startService({ settings: { sandboxDelay: '1000', ffmpeg: '/bin/false' } });
  broken = await startService({ settings: { ffmpeg: '/nonexistent' } });
});
afterAll(() => Promise.all([service.close(), broken.close()]));

/** The errors of v2 (contract 3.5), with the status of each. */
const published: Partial<Record<ErrorType, number>> = {
  bad_request: 400,
  authorization_error: 401,
  user_authorization_error: 401,
  bad_referrer: 401,
  expired_token: 401,
  account_disabled: 403,
  trial_limits_reached: 403,
  resource_not_found: 404,
  gone: 410,
  validation_error: 422,
  missing_billing_info: 422,
  missing_documents: 422,
  invalid_reports_names: 422,
  missing_id_numbers: 422,
  report_names_blank: 422,
  report_names_format: 422,
  check_type_deprecated: 422,
  facial_similarity_photo_without_document: 422,
  facial_similarity_video_not_supported: 422,
  failed_check_requirements: 422,
  incomplete_checks: 422,
  deprecated_reports: 422,
  document_ids_without_document_report: 422,
  disabled_reports: 422,
  too_many_checks: 422,
  rate_limit: 429,
  internal_server_error: 500,
};

/** Errors that only v2 has, in the catalogue's order. */
const ownErrors: readonly ErrorType[] = [
  'https_required',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
  'cant_charge_applicant',
  'cant_charge_applicant_on_conditional_checks',
  'deletion_incomplete_checks',
  'frame_extraction_failed',
  'frame_extraction_unavailable',
  'unavailable',
];

/** Messages that v2 words differently. */
const messages: Partial<Record<ErrorType, string>> = {
  report_names_blank: 'reports must be a non-empty array of reports',
  report_names_format: 'reports must be an array of objects with a name',
};

const fields: Partial<Record<ErrorType, unknown>> = {
  validation_error: {
    last_name: ["can't be blank"],
    addresses: [{ postcode: ["can't be blank"], country: ['is not included in the list'] }],
  },
  missing_documents: { applicant: ['must have a document'] },
  failed_check_requirements: { applicant: [{ email: ["can't be blank"] }] },
};

/** Requests that raise each error of v2: all of them at a glance. */
function requests(): Partial<Record<ErrorType, Raise>> {
  const story = storyOf(service, 'v2');
  const standard = (...reports: object[]) => story.checkOf({ type: 'standard', reports });
  const frameOf = async (from: TestService) => {
    const video = await storyOfV3(from, 'v3.6').liveVideo(await storyOf(from, 'v2').applicant());
    return from.get(`/v2/live_videos/${video}/frame`);
  };
  return {
    ...sharedErrors(service, 'v2'),
    account_disabled: async () => {
      const { sandboxToken: token } = await story.accountWith({ enabled: false });
      return service.get('/v2/applicants', { token });
    },
    trial_limits_reached: async () => {
      const { liveToken } = await story.accountWith({ trial_checks_limit: 0 });
      return story.checkOf({ reports: [report('identity')] }, {}, liveToken);
    },
    report_names_blank: () => story.checkOf({ reports: [] }),
    report_names_format: () => story.checkOf({ reports: ['document'] }),
    facial_similarity_photo_without_document: () => standard(report('facial_similarity', 'standard')),
    facial_similarity_video_not_supported: () => standard(report('document'), report('facial_similarity', 'video')),
    deprecated_reports: () => story.checkOf({ reports: [report('criminal_history', 'basic')] }),
    disabled_reports: async () => {
      const { sandboxToken } = await story.accountWith({ disabled_reports: ['identity_enhanced'] });
      return story.checkOf({ reports: [report('identity', 'kyc')] }, {}, sandboxToken);
    },
    document_ids_without_document_report: async () => {
      const id = await story.applicant();
      const document_ids = [await story.document(id)];
      // A facial similarity report looks at documents too, but v2 names the document report alone.
      return story.check(id, { reports: [report('facial_similarity')], document_ids });
    },
    too_many_checks: async () => {
      const id = await story.applicant();
      await thousandChecks(service, id);
      return story.check(id, { reports: [report('identity')] });
    },
    deletion_incomplete_checks: async () => {
      const id = await story.applicant();
      expect((await story.check(id, { reports: [report('identity')] })).status).toBe(201);
      return service.del(`/v2/applicants/${id}`);
    },
    frame_extraction_failed: () => frameOf(service),
    frame_extraction_unavailable: () => frameOf(broken),
  };
}

const raised = errorTypesOf(version('v2')).filter((type) => !(type in neverRaised));

it.each(raised)('%s', async (type) => {
  const { status, headers, body } = await requests()[type]!();
  const error = { type, message: messages[type] ?? errorCatalogue[type].message };
  expect([status, body]).toEqual([
    errorCatalogue[type].status,
    { error: type in fields ? { ...error, fields: fields[type] } : error },
  ]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['retry-after'] !== undefined).toBe(
    ['rate_limit', 'unavailable', 'idempotency_key_in_use'].includes(type),
  );
  expect(headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/);
});

it('has a request for every error of its catalogue, and for none besides', () => {
  expect(Object.keys(requests()).sort()).toEqual([...raised].sort());
});

it('has every error of its published list with its status, and says which others are its own', () => {
  const known = errorTypesOf(version('v2'));
  expect(Object.fromEntries(known.map((type) => [type, errorCatalogue[type].status]))).toMatchObject(published);
  expect(known.filter((type) => !(type in published))).toEqual(ownErrors);
  // v2 has no incorrect_base_url, and calls this one otherwise.
  expect(known).not.toContain('incorrect_base_url');
  expect(known).not.toContain('document_ids_with_unsupported_report');
});

it('keeps the name of every error that it has', () => {
  for (const type of errorTypesOf(version('v2'))) expect(v2Errors.translate!(problem(type)).type).toBe(type);
});

it('says why what can be published is never raised: a check needs its type', async () => {
  expect(Object.keys(neverRaised)).toEqual(['check_type_deprecated']);
  const story = storyOf(service, 'v2');
  const { status, body } = await story.checkOf({ type: null, reports: [report('identity')] });
  expect([status, body.error.fields]).toEqual([422, { type: ["can't be blank"] }]);
  const { info } = (await service.get('/openapi/v2.json', { token: null })).body;
  expect(info.description).toContain(
    '`check_type_deprecated` is never answered: `type` is not deprecated here but required.',
  );
});
