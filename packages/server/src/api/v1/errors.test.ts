import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { type ErrorType, errorCatalogue, problem } from '../../base/errors.ts';
import { useService } from '../../testing/service.ts';
import { version } from '../../testing/versions.ts';
import { errorTypesOf } from '../common/openapi.ts';
import { type Raise, report, sharedErrors, storyOf, thousandChecks } from '../testing/earlier-errors.ts';
import { v1Errors, v1Wordings } from './problems.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });

/** The errors of v1 (contract 3.6), with the status of each. */
const published: Partial<Record<ErrorType, number>> = {
  bad_request: 400,
  authorization_error: 401,
  unauthorized_request: 401,
  user_authorization_error: 401,
  bad_referrer: 401,
  expired_token: 401,
  unauthorized_slv_code: 401,
  resource_not_found: 404,
  validation_error: 422,
  check_limit_reached: 422,
  missing_billing_info: 422,
  missing_documents: 422,
  cant_charge_applicant: 422,
  cant_charge_applicant_on_conditional_checks: 422,
  invalid_reports_names: 422,
  missing_id_numbers: 422,
  invalid_check_type_for_variant: 422,
  standard_check_photo_facial_sim_without_document: 422,
  invalid_or_expired_slv_code: 422,
  unprocessable_slv_code: 422,
  failed_check_requirements: 422,
  incomplete_checks: 422,
  internal_server_error: 500,
};

/** Errors that only v1 has, in the catalogue's order. */
const ownErrors: readonly ErrorType[] = [
  'https_required',
  'gone',
  'idempotency_key_in_use',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limit',
  'unavailable',
];

const wrapped = (...messages: unknown[]) => ({ messages });
const BLANK = wrapped("can't be blank");

const fields: Partial<Record<ErrorType, unknown>> = {
  validation_error: {
    last_name: BLANK,
    addresses: wrapped({
      street: BLANK,
      town: BLANK,
      postcode: BLANK,
      country: wrapped('is not included in the list'),
    }),
  },
  missing_documents: { applicant: wrapped('must have a document') },
  failed_check_requirements: { applicant: wrapped({ email: BLANK }) },
};

/** A code for a check with a street level report, or without one. */
async function slvCode(code: unknown, reports: object[], days = 0): ReturnType<Raise> {
  const { body } = await storyOf(service, 'v1').checkOf({ reports });
  service.clock.advance(days * DAY_MS);
  return service.post(`/v1/checks/${body.id}/slv_code`, { code });
}

/** Requests that raise each error of v1: all of them at a glance. */
function requests(): Partial<Record<ErrorType, Raise>> {
  const story = storyOf(service, 'v1');
  const standard = (...reports: object[]) => story.checkOf({ type: 'standard', reports });
  return {
    ...sharedErrors(service, 'v1'),
    unauthorized_request: async () => {
      const { sandboxToken: token } = await story.accountWith({ enabled: false });
      return service.get('/v1/applicants', { token });
    },
    check_limit_reached: async () => {
      const id = await story.applicant();
      await thousandChecks(service, id);
      return story.check(id, { reports: [report('identity')] });
    },
    invalid_check_type_for_variant: () => standard(report('document'), report('facial_similarity', 'video')),
    standard_check_photo_facial_sim_without_document: () => standard(report('facial_similarity', 'standard')),
    unauthorized_slv_code: () => slvCode('A1B2C3', [report('street_level')]),
    invalid_or_expired_slv_code: () => slvCode('A1B2C3', [report('street_level')], 16),
    unprocessable_slv_code: () => slvCode('?', [report('street_level')]),
  };
}

/** Status, body and headers of an error of v1. */
async function expectError(raise: Raise, type: ErrorType, more: object = {}): Promise<void> {
  const { status, headers, body } = await raise();
  const { status: expected, message } = errorCatalogue[type];
  const id = expect.stringMatching(/^[0-9a-f]{24}$/);
  expect([status, body]).toEqual([expected, { error: { id, type, message, ...more } }]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['retry-after'] !== undefined).toBe(
    ['rate_limit', 'unavailable', 'idempotency_key_in_use'].includes(type),
  );
  // The id of the error leads to the log.
  expect(headers['x-request-id']).toBe(body.error.id);
}

it.each(errorTypesOf(version('v1')))('%s', async (type) => {
  await expectError(requests()[type]!, type, type in fields ? { fields: fields[type] } : {});
});

it('has a request for every error of its catalogue, and for none besides', () => {
  expect(Object.keys(requests()).sort()).toEqual([...errorTypesOf(version('v1'))].sort());
});

it('has every error of its published list with its status, and says which others are its own', () => {
  const known = errorTypesOf(version('v1'));
  expect(Object.fromEntries(known.map((type) => [type, errorCatalogue[type].status]))).toMatchObject(published);
  expect(known.filter((type) => !(type in published))).toEqual(ownErrors);
});

it('keeps the name of every error that it has, and has what it calls the others', () => {
  const known = errorTypesOf(version('v1'));
  for (const type of known) expect(v1Errors.translate!(problem(type)).type).toBe(type);
  for (const [type, { type: name }] of Object.entries(v1Wordings)) {
    expect(known, type).not.toContain(type);
    expect(known, name).toContain(name);
  }
});

describe('what v1 calls otherwise', () => {
  const story = () => storyOf(service, 'v1');

  it('a trial at its end is a limit of checks', () =>
    expectError(async () => {
      const { liveToken } = await story().accountWith({ trial_checks_limit: 0 });
      return story().checkOf({ reports: [report('identity')] }, {}, liveToken);
    }, 'check_limit_reached'));

  it('a report that is disabled, or no object with a name, is an invalid name', async () => {
    const { sandboxToken } = await story().accountWith({ disabled_reports: ['identity_enhanced'] });
    const disabled = () => story().checkOf({ reports: [report('identity')] }, {}, sandboxToken);
    await expectError(disabled, 'invalid_reports_names');
    await expectError(() => story().checkOf({ reports: ['identity'] }), 'invalid_reports_names');
  });

  it('no reports, and documents without a document report, are validation errors', async () => {
    const none = { fields: { reports: BLANK } };
    await expectError(() => story().checkOf({ reports: [] }), 'validation_error', none);
    const id = await story().applicant();
    const document_ids = [await story().document(id)];
    const documents = () => story().check(id, { reports: [report('identity')], document_ids });
    await expectError(documents, 'validation_error', {
      fields: { document_ids: wrapped('needs a document report in the check') },
    });
  });

  it('the variant motion is for express checks, as video is', () =>
    expectError(
      () => story().checkOf({ type: 'standard', reports: [report('document'), report('facial_similarity', 'motion')] }),
      'invalid_check_type_for_variant',
    ));

  it('a code for a check without a street level report cannot be processed', () =>
    expectError(() => slvCode('A1B2C3', [report('identity')]), 'unprocessable_slv_code'));
});
