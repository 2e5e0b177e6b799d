import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorTypesOf } from './api/common/openapi.ts';
import { idempotencyErrors } from './api/testing/idempotency-errors.ts';
import { storyOf, unknownId, type Version, versions } from './api/v3/testing/story.ts';
import { MINUTE_MS } from './base/clock.ts';
import { type ErrorEntry, type ErrorType, errorCatalogue } from './base/errors.ts';
import { errorsDocument } from './cli/commands/errors.ts';
import { startProduction } from './http/testing/production.ts';
import { updateApplicantData } from './store/queries/applicants.ts';
import { type Answer, startService, type TestService } from './testing/service.ts';
import { version as published } from './testing/versions.ts';

const types = Object.keys(errorCatalogue) as ErrorType[];

describe('docs/reference/errors.md', () => {
  const page = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8');

  it('is made from the catalogue', () => {
    expect(page).toBe(`${errorsDocument()}\n`);
  });

  it('knows exactly its types', () => {
    const described = [...page.matchAll(/^\| (\d+) \| `(\w+)` \|/gm)].map(([, status, type]) => [type, Number(status)]);
    expect(described).toEqual(types.map((type) => [type, errorCatalogue[type].status]));
  });
});

it('has every error of contract 3.3, with its status', () => {
  const statusOf = Object.fromEntries(types.map((type) => [type, errorCatalogue[type].status]));
  expect(statusOf).toMatchObject({
    bad_request: 400,
    incorrect_base_url: 400,
    authorization_error: 401,
    user_authorization_error: 401,
    bad_referrer: 401,
    expired_token: 401,
    sandbox_only: 403,
    account_disabled: 403,
    trial_limits_reached: 403,
    resource_not_found: 404,
    gone: 410,
    validation_error: 422,
    missing_billing_info: 422,
    missing_documents: 422,
    missing_applicant_location: 422,
    missing_applicant_provided_consents: 422,
    invalid_reports_names: 422,
    missing_id_numbers: 422,
    report_names_blank: 422,
    report_names_format: 422,
    check_type_deprecated: 422,
    document_ids_with_unsupported_report: 422,
    facial_similarity_photo_without_document: 422,
    facial_similarity_video_not_supported: 422,
    failed_check_requirements: 422,
    incomplete_checks: 422,
    frame_extraction_failed: 422,
    extraction_failed: 422,
    rate_limit: 429,
    internal_server_error: 500,
    frame_extraction_unavailable: 503,
  });
});

/** A service whose videos can't be decoded, and one that can't even try. */
let service: TestService;
let broken: TestService;
beforeAll(async () => {
  service = await startService({ settings: { sandboxDelay: '1000', ffmpeg: '/bin/false' } });
  broken = await startService({ settings: { ffmpeg: '/nonexistent' } });
});
afterAll(() => Promise.all([service.close(), broken.close()]));

/** Requests that raise each error: the whole catalogue at a glance. */
function requests(version: Version): Partial<Record<ErrorType, () => Promise<Answer>>> {
  const at = `/${version}`;
  const story = storyOf(service, version);
  const names = { first_name: 'Anna', last_name: 'Berg' };

  async function check(report_names: unknown, more: { applicant?: object; token?: string; body?: object } = {}) {
    const call = { token: more.token };
    const applicant_id = await story.applicant(more.applicant, call);
    return story.check({ applicant_id, report_names, ...more.body }, call);
  }
  const accountWith = async (settings: object) => service.makeAccount('Strict Ltd', settings);
  /** Puts bytes where the store keeps the data of an applicant. */
  async function damaged(bytes: number[]): Promise<Answer> {
    const id = await story.applicant();
    const scope = { account_id: service.account.id, environment: 'sandbox' } as const;
    const data = Buffer.from(bytes);
    await service.services.store.transaction((tx) => tx.within(scope).run(updateApplicantData, { id, data }));
    return service.get(`${at}/applicants/${id}`);
  }
  async function sdkUpload(fields: object, after = () => {}): Promise<Answer> {
    const applicant_id = await story.applicant();
    const { token } = (await service.post(`${at}/sdk_token`, { applicant_id, ...fields })).body;
    after();
    return story.upload('documents', { type: 'passport' }, undefined, {
      headers: { authorization: `Bearer ${token}` },
    });
  }

  return {
    bad_request: () => service.get(`${at}/applicants/%zz`),
    ...idempotencyErrors(service, at),
    incorrect_base_url: async () => {
      const hosted = await startService({ settings: { preV3Hosts: 'localhost' } });
      return hosted.get(`${at}/ping`).finally(() => hosted.close());
    },
    https_required: async () => {
      const hosted = await startProduction();
      return hosted.get(`${hosted.httpUrl}${at}/ping`).finally(() => hosted.close());
    },
    authorization_error: () => service.get(`${at}/ping`, { token: 'api_sandbox.unknown' }),
    user_authorization_error: async () => {
      const { secret: token } = await service.mint(service.account.id, 'sandbox', { permission: 'read_only' });
      return service.post(`${at}/applicants`, names, { token });
    },
    bad_referrer: () => sdkUpload({ referrer: 'https://*.example.com/*' }),
    expired_token: () => sdkUpload({}, () => service.clock.advance(90 * MINUTE_MS)),
    sandbox_only: () => service.del(`${at}/sandbox/applicants/${unknownId}/answers`, { token: service.liveToken }),
    account_disabled: async () => {
      const { sandboxToken } = await accountWith({ enabled: false });
      return service.get(`${at}/ping`, { token: sandboxToken });
    },
    trial_limits_reached: async () => {
      const { liveToken } = await accountWith({ trial_checks_limit: 0 });
      return check(['watchlist_standard'], { token: liveToken });
    },
    resource_not_found: () => service.get(`${at}/nothing`),
    gone: async () => {
      const id = await story.applicant();
      await service.del(`${at}/applicants/${id}`);
      return service.get(`${at}/applicants/${id}`);
    },
    payload_too_large: () => service.post(`${at}/applicants`, { ...names, note: 'x'.repeat(2_000_000) }),
    unsupported_media_type: () =>
      service.call('POST', `${at}/applicants`, { raw: '<a/>', headers: { 'content-type': 'text/xml' } }),
    validation_error: () => service.post(`${at}/applicants`, { first_name: 'Anna' }),
    missing_billing_info: async () => {
      const { liveToken } = await accountWith({ billing_information: false });
      return check(['watchlist_standard'], { token: liveToken, applicant: { dob: '1990-01-31' } });
    },
    missing_documents: () => check(['document']),
    missing_applicant_location: () => check(['facial_similarity_photo'], { applicant: { location: null } }),
    missing_applicant_provided_consents: () =>
      check(['identity_enhanced'], { applicant: { location: { country_of_residence: 'USA' } } }),
    invalid_reports_names: () => check(['horoscope']),
    missing_id_numbers: () => check(['india_pan'], { token: service.liveToken, applicant: { dob: '1990-01-31' } }),
    report_names_blank: () => check([]),
    report_names_format: () => check([{ name: 'document' }]),
    check_type_deprecated: () => check(['identity_enhanced'], { body: { type: 'express' } }),
    document_ids_with_unsupported_report: async () => {
      const applicant_id = await story.applicant();
      const document_ids = [await story.document(applicant_id)];
      return story.check({ applicant_id, document_ids, report_names: ['identity_enhanced'] });
    },
    facial_similarity_photo_without_document: () =>
      check(['facial_similarity_photo'], { body: { applicant_provides_data: true } }),
    facial_similarity_video_not_supported: () =>
      check(['document', 'facial_similarity_video'], { body: { applicant_provides_data: true } }),
    failed_check_requirements: async () => {
      const applicant_id = await story.applicant();
      await story.document(applicant_id);
      return story.check({ applicant_id, report_names: ['facial_similarity_photo'] });
    },
    incomplete_checks: async () => {
      const applicant_id = await story.applicant({ email: 'anna@example.com' });
      const waiting = { applicant_id, report_names: ['document'], applicant_provides_data: true };
      expect((await story.check(waiting)).status).toBe(201);
      return story.check(waiting);
    },
    deletion_incomplete_checks: async () => {
      const applicant_id = await story.applicant();
      expect((await story.check({ applicant_id, report_names: ['identity_enhanced'] })).status).toBe(201);
      return service.del(`${at}/applicants/${applicant_id}`);
    },
    frame_extraction_failed: async () => {
      const id = await story.liveVideo(await story.applicant());
      return service.get(`${at}/live_videos/${id}/frame`);
    },
    extraction_failed: async () => {
      const token = service.liveToken;
      const document_id = await story.document(await story.applicant({}, { token }), {}, { token });
      return service.post(`${at}/extractions`, { document_id }, { token });
    },
    rate_limit: async () => {
      const limited = await startService({ settings: { rateLimits: 'on' }, account: { rate_limit_sandbox: 1 } });
      await limited.get(`${at}/ping`);
      return limited.get(`${at}/ping`).finally(() => limited.close());
    },
    // A sealed row that was cut off, and one that a key of another process sealed.
    internal_server_error: () => damaged([0, 1, 2, 3]),
    frame_extraction_unavailable: async () => {
      const on = storyOf(broken, version);
      const id = await on.liveVideo(await on.applicant());
      return broken.get(`${at}/live_videos/${id}/frame`);
    },
    unavailable: () => damaged([0xff, 0xff, 0, 0]),
  };
}

describe.each(versions)('%s', (version) => {
  const known = errorTypesOf(published(version));

  it.each(known)('%s', async (type) => {
    const { status, headers, body: whole } = await requests(version)[type]!();
    // The refusal of an extraction names its document beside the error.
    const { document_id, ...body } = whole;
    expect(document_id !== undefined).toBe(type === 'extraction_failed');
    const { status: expected, message } = errorCatalogue[type];
    const fields = body.error?.fields === undefined ? {} : { fields: expect.anything() };
    const missing = type === 'failed_check_requirements' ? ': applicant must have a live photo' : '';
    expect([status, body]).toEqual([expected, { error: { type, message: `${message}${missing}`, ...fields } }]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body.error.fields !== undefined).toBe(type === 'validation_error');
    const withRetry: ErrorType[] = ['rate_limit', 'unavailable', 'idempotency_key_in_use'];
    expect(headers['retry-after'] !== undefined).toBe(withRetry.includes(type));
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/);
  });
});

it('raises in v3.2 none of the errors that began later', async () => {
  for (const type of types.filter((name) => (errorCatalogue[name] as ErrorEntry).capability !== undefined)) {
    const { body } = await requests('v3.2')[type]!();
    expect(body.error?.type, type).not.toBe(type);
  }
});
