import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, useService } from '../../testing/service.ts';
import { gone, notFound, outcome, storyOf, unknownId, validationError, versions } from './testing/story.ts';

const service = useService();
let poor: { id: string; sandboxToken: string; liveToken: string };
beforeAll(async () => {
  poor = await service.makeAccount('Poor Ltd', { billing_information: false, disabled_reports: ['india_pan'] });
});

const BLANK = ["can't be blank"];
const error = (type: string, message: string, fields?: unknown) => ({
  status: 422,
  body: { error: fields === undefined ? { type, message } : { type, message, fields } },
});
const blank = error('report_names_blank', 'report_names must be a non-empty array of report names');
const format = error('report_names_format', 'report_names must be an array of strings');
const deprecated = error('check_type_deprecated', 'type is no longer used. Use applicant_provides_data');
const unknownNames = error('invalid_reports_names', 'One or more report names are not valid');
const unsupportedIds = error(
  'document_ids_with_unsupported_report',
  'document_ids needs a Document or Facial Similarity report in the check',
);
const unpaired = error(
  'facial_similarity_photo_without_document',
  'A Facial Similarity report must be paired with a Document report when the applicant provides the data',
);
const noVideo = error(
  'facial_similarity_video_not_supported',
  'Facial Similarity Video reports are not supported when the applicant provides the data',
);
const noConsent = error(
  'missing_applicant_provided_consents',
  'The required consents of the applicant must be provided before the check is created',
);
const noLocation = error(
  'missing_applicant_location',
  'The location of the applicant must be provided before the check is created',
);
const noDocuments = error('missing_documents', 'The required documents must be uploaded before the check is created');
const noIdNumbers = error('missing_id_numbers', 'The required ID numbers of the applicant are missing');
/** Only validation errors have `fields`: what is missing stands in the message. */
const unmet = (missing: string) =>
  error('failed_check_requirements', `Information required for this check is missing or invalid: ${missing}`);
const noBilling = error('missing_billing_info', 'Billing information must be added before a check can be created');
const incomplete = error('incomplete_checks', 'Other checks of this applicant are not complete yet');

describe.each(versions)('%s', (version) => {
  const v36 = version === 'v3.6';
  const story = () => storyOf(service, version);
  const refusal = async (body: unknown, token = service.sandboxToken) =>
    outcome(await service.post(`/${version}/checks`, body, { token }));

  test.each([
    [undefined, blank],
    [null, blank],
    [{}, blank],
    [[], validationError({ base: ['must be an object'] })],
    ['x', validationError({ base: ['must be an object'] })],
    [{ report_names: null }, blank],
    [{ report_names: [] }, blank],
    [{ report_names: 'document' }, format],
    [{ report_names: {} }, format],
    [{ report_names: [{ name: 'document' }] }, format],
    [{ report_names: ['document', null] }, format],
    [{ report_names: [['document']] }, format],
    [{ report_names: ['Document'] }, unknownNames],
    [{ report_names: ['document '] }, unknownNames],
    [{ report_names: [''] }, unknownNames],
    [{ report_names: ['__proto__'] }, unknownNames],
    [{ report_names: ['photo_fully_auto'] }, unknownNames],
    [{ report_names: ['facial_similarity'] }, unknownNames],
    [{ report_names: ['applicant_fraud'] }, unknownNames],
    [{ report_names: ['document', 'document'] }, unknownNames],
    [{ report_names: ['document'] }, validationError({ applicant_id: BLANK })],
    [{ report_names: ['document'], applicant_id: '' }, validationError({ applicant_id: BLANK })],
    [{ report_names: ['document'], applicant_id: 5 }, validationError({ applicant_id: ['must be a string'] })],
    [{ report_names: ['document'], applicant_id: 'x' }, notFound('Applicant', 'x')],
    [{ report_names: ['document'], applicant_id: unknownId }, notFound('Applicant', unknownId)],
  ])('%j', async (body, expected) => {
    expect(await refusal(body)).toEqual(expected);
  });

  test('of several errors of the request the first is answered', async () => {
    const wrong = { document_ids: 5, tags: [''], redirect_uri: 'javascript:alert(1)', webhook_ids: [5] };
    const everything = { ...wrong, type: 'express', report_names: [{}], applicant_id: unknownId };
    expect(await refusal({ ...everything, report_names: [] })).toEqual(blank);
    expect(await refusal(everything)).toEqual(format);
    expect(await refusal({ ...everything, report_names: ['nonsense'] })).toEqual(deprecated);
    const { type: _, ...untyped } = everything;
    expect(await refusal({ ...untyped, report_names: ['nonsense'] })).toEqual(unknownNames);
    expect(await refusal({ ...untyped, report_names: ['document'] })).toEqual(notFound('Applicant', unknownId));
    const deleted = await story().applicant();
    await service.del(`/${version}/applicants/${deleted}`);
    expect(await refusal({ ...untyped, report_names: ['document'], applicant_id: deleted })).toEqual(gone);
    const applicant_id = await story().applicant();
    expect(await refusal({ ...untyped, report_names: ['document'], applicant_id })).toEqual(
      validationError({ document_ids: ['must be an array'], tags: [BLANK].flat(), webhook_ids: ['must be a string'] }),
    );
    expect(await refusal({ redirect_uri: wrong.redirect_uri, report_names: ['document'], applicant_id })).toEqual(
      validationError({ redirect_uri: ['is invalid'] }),
    );
  });

  test('what the applicant lacks is answered in the published order', async () => {
    const usa = { address: { country: 'USA', state: 'CA', postcode: '95814' } };
    const live = { token: poor.liveToken };
    const applicant_id = await story().applicant({ ...usa, location: null }, live);
    const check = {
      applicant_id,
      applicant_provides_data: false,
      report_names: ['facial_similarity_photo', 'identity_enhanced', 'india_pan'],
      document_ids: [unknownId],
    };
    const create = (changes: object) => refusal({ ...check, ...changes }, poor.liveToken);
    expect(await create({})).toEqual(
      validationError({
        document_ids: ['must be documents of the applicant of the check'],
        report_names: ['india_pan not enabled for this account'],
      }),
    );
    const report_names = ['facial_similarity_photo', 'identity_enhanced'];
    const own = { report_names, document_ids: null };
    expect(await create({ ...own, applicant_provides_data: true })).toEqual(unpaired);
    expect(await create({ ...own, report_names: ['facial_similarity_video'], applicant_provides_data: true })).toEqual(
      noVideo,
    );
    if (v36) {
      expect(await create(own)).toEqual(noConsent);
      const consents = [{ name: 'privacy_notices_read', granted: true }];
      await service.put(`/${version}/applicants/${applicant_id}`, { consents }, live);
      expect(await create(own)).toEqual(noLocation);
      const location = { country_of_residence: 'USA' };
      await service.put(`/${version}/applicants/${applicant_id}`, { location }, live);
    }
    expect(await create(own)).toEqual(noDocuments);
    const document = await story().document(applicant_id, {}, live);
    expect(await create({ report_names: ['identity_enhanced'], document_ids: [document] })).toEqual(unsupportedIds);
    expect(await create(own)).toEqual(unmet("applicant must have a live photo; applicant.dob can't be blank"));
    await story().livePhoto(applicant_id, live);
    await service.put(`/${version}/applicants/${applicant_id}`, { dob: '1990-01-01' }, live);
    expect(await create(own)).toEqual(noBilling);
  });

  test('an ID number that a country demands comes before other data', async () => {
    const live = { token: service.liveToken };
    const applicant_id = await story().applicant({ address: { country: 'BRA', postcode: '20000' } }, live);
    expect(await refusal({ applicant_id, report_names: ['identity_enhanced'] }, service.liveToken)).toEqual(
      noIdNumbers,
    );
  });

  test.each([
    ['a document of another applicant', async () => story().document(await story().applicant())],
    [
      'a document of the other environment',
      async () => {
        const live = { token: service.liveToken };
        return story().document(await story().applicant({}, live), {}, live);
      },
    ],
    [
      'a document of another account',
      async () => {
        const mallory = { token: service.other.sandboxToken };
        return story().document(await story().applicant({}, mallory), {}, mallory);
      },
    ],
    ['a live photo of the applicant', async (applicant: string) => story().livePhoto(applicant)],
  ])('document_ids must not name %s', async (_, foreign) => {
    const applicant_id = await story().applicant();
    const own = await story().document(applicant_id);
    const body = { applicant_id, report_names: ['document'] };
    const expected = validationError({ document_ids: ['must be documents of the applicant of the check'] });
    expect(await refusal({ ...body, document_ids: [own, await foreign(applicant_id)] })).toEqual(expected);
    expect((await service.post(`/${version}/checks`, { ...body, document_ids: [own] })).status).toBe(201);
  });

  test.each([
    ['a document of nobody', unknownId],
    ['no id at all', 'x'],
  ])('document_ids that no report takes are refused as such, even if they name %s', async (_, id) => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['watchlist_standard'], document_ids: [id] };
    expect(await refusal(body)).toEqual(unsupportedIds);
    const own = await story().document(applicant_id);
    expect(await refusal({ ...body, document_ids: [own, id] })).toEqual(unsupportedIds);
    expect(await refusal({ ...body, webhook_ids: ['x'] })).toEqual(
      validationError({ webhook_ids: ['must be webhooks of this account'] }),
    );
    expect(await refusal({ ...body, tags: [''] })).toEqual(validationError({ tags: BLANK }));
    expect(await refusal({ ...body, report_names: ['document'] })).toEqual(
      validationError({ document_ids: ['must be documents of the applicant of the check'] }),
    );
    expect((await service.post(`/${version}/checks`, { ...body, document_ids: [] })).status).toBe(201);
  });

  test('webhook_ids must be webhooks of the account', async () => {
    const applicant_id = await story().applicant();
    const token = service.other.sandboxToken;
    const webhook: Answer = await service.post(`/${version}/webhooks`, { url: 'https://m.example/' }, { token });
    const body = { applicant_id, report_names: ['watchlist_standard'], webhook_ids: [webhook.body.id] };
    const expected = validationError({ webhook_ids: ['must be webhooks of this account'] });
    expect(await refusal(body)).toEqual(expected);
    expect(await refusal({ ...body, webhook_ids: ['x'] })).toEqual(expected);
  });

  test('incomplete_checks is only for two forms at once', async () => {
    const applicant_id = await story().applicant({ email: 'jane@example.com' });
    const form = { applicant_id, report_names: ['watchlist_standard'], applicant_provides_data: true };
    const plain = { ...form, applicant_provides_data: false };
    const statuses = [];
    for (const body of [plain, plain, form, plain]) statuses.push((await story().check(body)).status);
    expect(statuses).toEqual([201, 201, 201, 201]);
    expect(await refusal(form)).toEqual(incomplete);
  });

  test('a live check needs billing information, a sandbox check does not', async () => {
    const body = { report_names: ['watchlist_standard'] };
    const live = await story().applicant({}, { token: poor.liveToken });
    expect(await refusal({ ...body, applicant_id: live }, poor.liveToken)).toEqual(noBilling);
    const sandbox = await story().applicant({}, { token: poor.sandboxToken });
    expect((await refusal({ ...body, applicant_id: sandbox }, poor.sandboxToken)).status).toBe(201);
  });

  test.each([
    [undefined, { us_driving_licence: BLANK }],
    [null, { us_driving_licence: BLANK }],
    ['x', { us_driving_licence: ['must be an object'] }],
    [{}, { us_driving_licence: [{ id_number: BLANK, issue_state: BLANK }] }],
    [{ id_number: 'X', issue_state: 'ca' }, { us_driving_licence: [{ issue_state: ['is invalid'] }] }],
    [
      { id_number: 'X', issue_state: 'CA', gender: 'male', eye_color_code: 'RED', document_category: 'driver_license' },
      {
        us_driving_licence: [
          {
            document_category: ['is not included in the list'],
            eye_color_code: ['is not included in the list'],
            gender: ['is not included in the list'],
          },
        ],
      },
    ],
    [
      { id_number: 'X', issue_state: 'CA', date_of_birth: '1990-02-30', weight_measure: 70.5 },
      { us_driving_licence: [{ date_of_birth: ['is invalid'], weight_measure: ['must be an integer'] }] },
    ],
  ])('us_driving_licence %j', async (us_driving_licence, fields) => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['us_driving_licence'], us_driving_licence };
    expect(await refusal(body)).toEqual(validationError(fields));
  });

  test('us_driving_licence without its report is ignored, even when its fields are missing', async () => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['watchlist_standard'], us_driving_licence: { id_number: 'X' } };
    expect((await story().check(body)).status).toBe(201);
  });

  test('phone_verification', async () => {
    const applicant_id = await story().applicant();
    const body = { applicant_id, report_names: ['phone_verification'] };
    expect(await refusal(body)).toEqual(v36 ? noConsent : unknownNames);
    if (!v36) return;
    const consents = [{ name: 'phone_number_verification', granted: true }];
    await service.put(`/${version}/applicants/${applicant_id}`, { consents });
    expect(await refusal(body)).toEqual(unmet("applicant.phone_number can't be blank"));
  });

  test.each(['sandbox', 'live'] as const)(
    'a social security number goes nowhere without its consent, in %s',
    async (env) => {
      const call = { token: env === 'sandbox' ? service.sandboxToken : service.liveToken };
      const address = { country: 'USA', state: 'CA', postcode: '95814' };
      const granted = (name: string) => ({ name, granted: true });
      const id_numbers = [{ type: 'ssn', value: '433-54-3937' }];
      const rest = { dob: '1990-01-01', address, location: { country_of_residence: 'USA' } };
      const consents = [granted('privacy_notices_read')];
      const applicant_id = await story().applicant(v36 ? { ...rest, consents } : rest, call);
      const body = { applicant_id, report_names: ['identity_enhanced'] };
      expect((await refusal(body, call.token)).status).toBe(201);
      await service.put(`/${version}/applicants/${applicant_id}`, { id_numbers }, call);
      if (!v36) {
        expect((await refusal(body, call.token)).status).toBe(201);
        return;
      }
      expect(await refusal(body, call.token)).toEqual(noConsent);
      const other = { ...body, report_names: ['watchlist_standard'] };
      expect((await refusal(other, call.token)).status).toBe(201);
      const consent = (fields: object) =>
        service.put(
          `/${version}/applicants/${applicant_id}`,
          { consents: [{ name: 'ssn_verification', ...fields }] },
          call,
        );
      await consent({ granted: false });
      expect(await refusal(body, call.token)).toEqual(noConsent);
      await consent({ granted: true });
      expect((await refusal(body, call.token)).status).toBe(201);
    },
  );

  test('malformed JSON is a bad request', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(outcome(await service.post(`/${version}/checks`, undefined, { raw: '{"report_names":', headers }))).toEqual({
      status: 400,
      body: { error: { type: 'bad_request', message: 'The body of the request is not valid JSON' } },
    });
  });
});
