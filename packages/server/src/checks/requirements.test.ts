import { describe, expect, test } from 'vitest';
import { type ErrorType, Problem } from '../base/errors.ts';
import type { ReportName } from '../reports/index.ts';
import { reportNames } from '../reports/index.ts';
import { version } from '../testing/versions.ts';
import { type CheckRequest, checkRequirements } from './requirements.ts';

const BLANK = ["can't be blank"];

const passport = { id: 'p', type: 'passport', side: null, issuing_country: 'GBR', created_at: 1, hasVideo: true };
const capture = [{ id: 'c', created_at: 1 }];
const noMedia = { documents: [], livePhotos: [], liveVideos: [], motionCaptures: [], idPhotos: [] };
const allMedia = {
  documents: [passport],
  livePhotos: capture,
  liveVideos: capture,
  motionCaptures: capture,
  idPhotos: [],
};

/** A check of an applicant who has given everything. */
const full: CheckRequest = {
  version: version('v3.6'),
  environment: 'live',
  reports: ['document'],
  applicant: {
    email: 'anna@example.com',
    country: null,
    dob: '1990-01-01',
    phone_number: '+447700900123',
    address: { postcode: 'SW4 6EH', country: 'GBR' },
    location: { ip_address: '192.0.2.1', country_of_residence: 'GBR' },
    id_numbers: [{ type: 'tax_id' }],
    consents: { privacy_notices_read: true, ssn_verification: true, phone_number_verification: true },
  },
  media: allMedia,
  applicantProvidesData: false,
  sendsMail: false,
  usDrivingLicence: { id_number: 'X0000018', issue_state: 'CA' },
  billingInformation: true,
  awaitingApplicant: false,
};

/** An applicant who has given a name only. */
const bare: CheckRequest = {
  ...full,
  applicant: {
    email: null,
    country: null,
    dob: null,
    phone_number: null,
    address: null,
    location: null,
    id_numbers: [],
    consents: {},
  },
  media: noMedia,
  usDrivingLicence: undefined,
};

function problemOf(request: CheckRequest): { type: ErrorType; fields?: unknown } | undefined {
  try {
    checkRequirements(request);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.fields === undefined ? { type: error.type } : { type: error.type, fields: error.fields };
  }
}

const sandbox = (reports: ReportName[], changes: Partial<CheckRequest> = {}) =>
  problemOf({ ...bare, environment: 'sandbox', reports, ...changes });
const live = (reports: ReportName[], changes: Partial<CheckRequest> = {}) =>
  problemOf({ ...bare, reports, ...changes });

test.each(reportNames)('%s is accepted when everything is there, in live and sandbox', (name) => {
  expect(problemOf({ ...full, reports: [name] })).toBeUndefined();
  expect(problemOf({ ...full, reports: [name], environment: 'sandbox' })).toBeUndefined();
});

const noDocument = { type: 'missing_documents' };
const noLocation = { type: 'missing_applicant_location' };
const noLicence = { type: 'validation_error', fields: { us_driving_licence: BLANK } };

describe('an applicant with a name only', () => {
  test.each<[ReportName, unknown, unknown]>([
    ['document', noDocument, noDocument],
    ['document_with_address_information', noDocument, noDocument],
    ['document_with_driving_licence_information', noDocument, noDocument],
    ['document_with_driver_verification', noDocument, noDocument],
    ['document_video', noDocument, noDocument],
    ['document_video_with_address_information', noDocument, noDocument],
    ['facial_similarity_photo', noLocation, noLocation],
    ['facial_similarity_photo_fully_auto', noLocation, noLocation],
    ['facial_similarity_video', noLocation, noLocation],
    ['facial_similarity_motion', noLocation, noLocation],
    ['known_faces', undefined, undefined],
    [
      'identity_enhanced',
      undefined,
      { type: 'failed_check_requirements', fields: { applicant: [{ address: BLANK, dob: BLANK }] } },
    ],
    ['watchlist_standard', undefined, undefined],
    ['watchlist_enhanced', undefined, undefined],
    ['watchlist_aml', undefined, undefined],
    ['watchlist_peps_only', undefined, undefined],
    ['watchlist_sanctions_only', undefined, undefined],
    ['proof_of_address', noDocument, noDocument],
    ['right_to_work', noDocument, noDocument],
    ['us_driving_licence', noLicence, noLicence],
    ['device_intelligence', undefined, undefined],
    ['india_pan', undefined, { type: 'missing_id_numbers' }],
    [
      'phone_verification',
      { type: 'missing_applicant_provided_consents' },
      { type: 'missing_applicant_provided_consents' },
    ],
  ])('%s: sandbox %j, live %j', (name, inSandbox, inLive) => {
    expect(sandbox([name])).toEqual(inSandbox);
    expect(live([name])).toEqual(inLive);
  });
});

describe('facial similarity', () => {
  const { location } = full.applicant;
  const located = { applicant: { ...bare.applicant, location } };

  test('needs a document, then the capture of its kind', () => {
    expect(sandbox(['facial_similarity_photo'], located)).toEqual(noDocument);
    const documents = { ...located, media: { ...noMedia, documents: [passport] } };
    for (const [name, words] of [
      ['facial_similarity_photo', 'must have a live photo'],
      ['facial_similarity_photo_fully_auto', 'must have a live photo'],
      ['facial_similarity_video', 'must have a live video'],
      ['facial_similarity_motion', 'must have a motion capture'],
    ] as const) {
      expect(sandbox([name], documents)).toEqual({
        type: 'failed_check_requirements',
        fields: { applicant: [words] },
      });
    }
    expect(sandbox(['facial_similarity_photo', 'facial_similarity_photo_fully_auto'], documents)).toEqual({
      type: 'failed_check_requirements',
      fields: { applicant: ['must have a live photo'] },
    });
  });

  test('takes either part of a location, but not an empty one', () => {
    const at = (part: object) =>
      sandbox(['facial_similarity_photo'], { media: allMedia, applicant: { ...bare.applicant, location: part } });
    expect(at({ ip_address: '192.0.2.1' })).toBeUndefined();
    expect(at({ country_of_residence: 'FRA' })).toBeUndefined();
    expect(at({})).toEqual(noLocation);
    expect(at({ ip_address: null, country_of_residence: null })).toEqual(noLocation);
  });

  test('needs no location in v3.2', () => {
    expect(sandbox(['facial_similarity_photo'], { media: allMedia, version: version('v3.2') })).toBeUndefined();
  });
});

describe('consents', () => {
  const inUsa = (applicant: Partial<CheckRequest['applicant']>, changes: Partial<CheckRequest> = {}) =>
    sandbox(['watchlist_standard'], { applicant: { ...bare.applicant, ...applicant }, ...changes });
  const noConsent = { type: 'missing_applicant_provided_consents' };

  test('of privacy notices, for any report about an applicant in the US', () => {
    expect(inUsa({ location: { country_of_residence: 'USA' } })).toEqual(noConsent);
    expect(inUsa({ address: { country: 'USA' } })).toEqual(noConsent);
    expect(inUsa({ address: { country: 'USA' }, location: { ip_address: '192.0.2.1' } })).toEqual(noConsent);
    expect(inUsa({ address: { country: 'USA' }, location: { country_of_residence: 'FRA' } })).toBeUndefined();
    expect(inUsa({ address: { country: 'USA' }, consents: { privacy_notices_read: false } })).toEqual(noConsent);
    expect(inUsa({ address: { country: 'USA' }, consents: { privacy_notices_read: true } })).toBeUndefined();
    expect(inUsa({ address: { country: 'USA' } }, { version: version('v3.2') })).toBeUndefined();
    expect(inUsa({ address: { country: 'USA' } }, { applicantProvidesData: true })).toEqual(noConsent);
  });

  test('of the SSN, where identity_enhanced uses it', () => {
    const applicant = { ...full.applicant, id_numbers: [{ type: 'ssn' }], consents: {} };
    expect(live(['identity_enhanced'], { applicant })).toEqual(noConsent);
    expect(live(['identity_enhanced'], { applicant, version: version('v3.2') })).toBeUndefined();
    expect(sandbox(['identity_enhanced'], { applicant })).toEqual(noConsent);
    expect(sandbox(['identity_enhanced'], { applicant, version: version('v3.2') })).toBeUndefined();
    expect(sandbox(['watchlist_standard'], { applicant })).toBeUndefined();
    expect(live(['watchlist_standard'], { applicant })).toBeUndefined();
  });

  test('of the phone number, and the number itself', () => {
    const consents = { phone_number_verification: true };
    expect(sandbox(['phone_verification'], { applicant: { ...bare.applicant, consents } })).toEqual({
      type: 'failed_check_requirements',
      fields: { applicant: [{ phone_number: BLANK }] },
    });
  });
});

describe('live needs', () => {
  const withAddress = (address: CheckRequest['applicant']['address'], id_numbers: { type: string }[] = []) =>
    live(['identity_enhanced'], { applicant: { ...bare.applicant, dob: '1990-01-01', address, id_numbers } });

  test('a whole address for identity_enhanced', () => {
    expect(withAddress({ country: 'GBR', postcode: 'SW4 6EH' })).toBeUndefined();
    expect(withAddress({ country: 'GBR', postcode: null })).toEqual({
      type: 'failed_check_requirements',
      fields: { applicant: [{ address: [{ postcode: BLANK }] }] },
    });
    const applicant = { ...full.applicant, address: { country: 'USA', postcode: '12207' } };
    expect(live(['identity_enhanced'], { applicant })).toEqual({
      type: 'failed_check_requirements',
      fields: { applicant: [{ address: [{ state: BLANK }] }] },
    });
  });

  test.each(['ARG', 'BRA', 'CHL'])('a national ID number in %s', (country) => {
    const address = { country, postcode: '1000' };
    expect(withAddress(address)).toEqual({ type: 'missing_id_numbers' });
    expect(withAddress(address, [{ type: 'driving_licence' }])).toEqual({ type: 'missing_id_numbers' });
    expect(withAddress(address, [{ type: 'identity_card' }])).toBeUndefined();
  });

  test('an identity document for document reports', () => {
    const media = { ...noMedia, documents: [{ ...passport, type: 'utility_bill', hasVideo: false }] };
    expect(live(['document'], { media })).toEqual(noDocument);
    expect(live(['document'], { media: { ...media, documentIds: ['p'] } })).toBeUndefined();
    expect(sandbox(['document'], { media })).toBeUndefined();
  });

  test('a video for document videos', () => {
    const media = { ...noMedia, documents: [{ ...passport, hasVideo: false }] };
    expect(live(['document_video'], { media })).toEqual(noDocument);
    expect(sandbox(['document_video'], { media })).toBeUndefined();
  });

  test('billing information', () => {
    expect(live(['watchlist_standard'], { billingInformation: false })).toEqual({ type: 'missing_billing_info' });
    expect(sandbox(['watchlist_standard'], { billingInformation: false })).toBeUndefined();
  });

  test('name all that is missing, over all reports, once', () => {
    const media = { ...noMedia, documents: [passport] };
    const { location } = full.applicant;
    const applicant = { ...bare.applicant, location };
    const reports: ReportName[] = ['facial_similarity_photo', 'identity_enhanced', 'right_to_work', 'proof_of_address'];
    expect(live(reports, { media, applicant })).toEqual({
      type: 'failed_check_requirements',
      fields: { applicant: ['must have a live photo', { address: BLANK, dob: BLANK }] },
    });
  });
});

describe('when the applicant provides the data', () => {
  const form = { applicantProvidesData: true };

  test('what the form asks for is not demanded', () => {
    expect(live(['document', 'facial_similarity_photo'], form)).toBeUndefined();
    expect(live(['identity_enhanced', 'proof_of_address', 'right_to_work'], form)).toBeUndefined();
  });

  test('what it does not ask for is', () => {
    expect(live(['india_pan'], form)).toEqual({ type: 'missing_id_numbers' });
    expect(sandbox(['us_driving_licence'], form)).toEqual(noLicence);
    expect(live(['document_video'], form)).toEqual(noDocument);
  });

  test('a facial similarity photo needs a document report', () => {
    expect(sandbox(['facial_similarity_photo'], form)).toEqual({ type: 'facial_similarity_photo_without_document' });
    expect(sandbox(['facial_similarity_photo_fully_auto', 'watchlist_aml'], form)).toEqual({
      type: 'facial_similarity_photo_without_document',
    });
    expect(sandbox(['facial_similarity_photo', 'document_with_address_information'], form)).toBeUndefined();
  });

  test.each(['facial_similarity_video', 'facial_similarity_motion'] as const)('%s is not supported', (name) => {
    expect(sandbox(['document', name], form)).toEqual({ type: 'facial_similarity_video_not_supported' });
  });

  test('another check must not be waiting for the applicant', () => {
    expect(sandbox(['document'], { ...form, awaitingApplicant: true })).toEqual({ type: 'incomplete_checks' });
    expect(sandbox(['known_faces'], { awaitingApplicant: true })).toBeUndefined();
  });
});

test.each<[ReportName[], boolean]>([
  [['document'], true],
  [['facial_similarity_motion'], true],
  [['device_intelligence'], true],
  [['watchlist_standard', 'document_video'], true],
  [['watchlist_standard'], false],
  [['proof_of_address', 'right_to_work'], false],
])('document_ids with %j: accepted %s', (reports, accepted) => {
  const problem = problemOf({ ...full, reports, media: { ...allMedia, documentIds: ['p'] } });
  expect(problem).toEqual(accepted ? undefined : { type: 'document_ids_with_unsupported_report' });
});

test('us_driving_licence names the fields that are missing', () => {
  expect(sandbox(['us_driving_licence'], { usDrivingLicence: { id_number: '' } })).toEqual({
    type: 'validation_error',
    fields: { us_driving_licence: [{ id_number: BLANK, issue_state: BLANK }] },
  });
  expect(sandbox(['watchlist_standard'], { usDrivingLicence: {} })).toBeUndefined();
});

/** Each line mends the problem of the previous one; the problems come in the published order. */
test('of several problems the first is answered', () => {
  let request: CheckRequest = {
    ...bare,
    reports: ['us_driving_licence', 'india_pan', 'identity_enhanced', 'proof_of_address'],
    applicant: { ...bare.applicant, address: { country: 'USA' } },
    media: { ...noMedia, documentIds: ['p'] },
    billingInformation: false,
    awaitingApplicant: true,
    applicantProvidesData: true,
  };
  const errorOf = (mend: Partial<CheckRequest> = {}) => {
    request = { ...request, ...mend };
    return problemOf(request)?.type;
  };
  const { applicant } = request;
  const consents = { privacy_notices_read: true };
  const { location } = full.applicant;
  expect(errorOf()).toBe('validation_error');
  expect(errorOf({ usDrivingLicence: full.usDrivingLicence })).toBe('document_ids_with_unsupported_report');
  expect(errorOf({ reports: [...request.reports, 'facial_similarity_photo', 'facial_similarity_video'] })).toBe(
    'facial_similarity_photo_without_document',
  );
  expect(errorOf({ reports: [...request.reports, 'document'] })).toBe('facial_similarity_video_not_supported');
  expect(errorOf({ applicantProvidesData: false })).toBe('missing_applicant_provided_consents');
  expect(errorOf({ applicant: { ...applicant, consents } })).toBe('missing_applicant_location');
  expect(errorOf({ applicant: { ...applicant, consents, location } })).toBe('missing_documents');
  expect(errorOf({ media: { ...noMedia, documents: [passport] } })).toBe('missing_id_numbers');
  expect(errorOf({ applicant: { ...applicant, consents, location, id_numbers: [{ type: 'tax_id' }] } })).toBe(
    'failed_check_requirements',
  );
  expect(errorOf({ applicant: full.applicant, media: allMedia })).toBe('missing_billing_info');
  const reports: ReportName[] = ['document'];
  expect(errorOf({ billingInformation: true, applicantProvidesData: true, reports })).toBe('incomplete_checks');
  expect(errorOf({ awaitingApplicant: false })).toBeUndefined();
});

describe('an e-mail address', () => {
  const noEmail = { type: 'failed_check_requirements', fields: { applicant: [{ email: BLANK }] } };
  const mailed = { applicantProvidesData: true, sendsMail: true };
  const american = { ...bare.applicant, country: 'USA' };

  test('is needed by an applicant who gets a form, in every generation and environment', () => {
    for (const generation of ['1', '2', '3.2', '3.6'] as const) {
      for (const environment of ['live', 'sandbox'] as const) {
        const request = { ...bare, generation, environment, ...mailed, reports: ['known_faces'] as ReportName[] };
        expect(problemOf(request)).toEqual(noEmail);
        expect(problemOf({ ...request, applicant: full.applicant })).toBeUndefined();
        expect(problemOf({ ...request, sendsMail: false })).toBeUndefined();
      }
    }
  });

  test('is needed by v1 for applicants of the United States, whatever the type of the check', () => {
    const request = { ...bare, environment: 'sandbox', reports: ['known_faces'], applicant: american } as const;
    expect(problemOf({ ...request, version: version('v1') })).toEqual(noEmail);
    expect(problemOf({ ...request, version: version('v2') })).toBeUndefined();
  });
});

test('v1 and v2 say once for each report that a document is missing', () => {
  const request = { ...bare, environment: 'sandbox', reports: ['document', 'facial_similarity_photo'] } as const;
  const twice = { type: 'missing_documents', fields: { applicant: ['must have a document', 'must have a document'] } };
  expect(problemOf({ ...request, version: version('v2') })).toEqual(twice);
  expect(problemOf({ ...request, version: version('v1') })).toEqual(twice);
  expect(problemOf({ ...request, version: version('v3.2') })).toEqual({ type: 'missing_documents' });
});
