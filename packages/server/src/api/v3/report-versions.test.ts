import { describe, expect, test } from 'vitest';
import { type ReportName, reportMedia, reportNames, reportType } from '../../reports/index.ts';
import type { Breakdowns, Properties } from '../../reports/outcome.ts';
import { bothSides, media, outcomeOf } from '../../reports/sandbox/testing/subject.ts';
import { version } from '../../testing/versions.ts';
import { type ReportBody, reportFor } from './report-versions.ts';

/** A body as it is stored, in the shape of v3.6. */
function stored(name: ReportName, last = 'Doe', properties: Properties = {}): ReportBody & Record<string, unknown> {
  const { documents, ...captures } = reportMedia(name, media);
  const outcome = outcomeOf(name, { last, idNumbers: [] });
  return {
    id: 'report-1',
    name,
    documents,
    ...(reportType(name).family === 'facial' && captures),
    ...outcome,
    properties: { ...outcome.properties, ...properties },
  };
}

const sub = { result: 'clear', properties: {} };

test.each(reportNames)('%s: v3.6 shows what is stored, v3.2 changes no stored object', (name) => {
  const body = stored(name);
  const before = structuredClone(body);
  expect(reportFor(version('v3.6'), body)).toEqual(before);
  reportFor(version('v3.2'), body);
  expect(body).toEqual(before);
});

test.each<ReportName>(['document', 'document_with_driver_verification', 'right_to_work'])(
  '%s: compromised_document has only a result in v3.2',
  (name) => {
    const body = stored(name);
    expect(reportFor(version('v3.2'), body)).toEqual({
      ...body,
      breakdown: { ...body.breakdown, compromised_document: { result: 'clear' } },
    });
    expect(body.breakdown.compromised_document).toEqual({
      result: 'clear',
      breakdown: { document_database: sub, repeat_attempts: sub },
    });
  },
);

test.each<ReportName>([
  'identity_enhanced',
  'watchlist_standard',
  'us_driving_licence',
  'device_intelligence',
  'india_pan',
])('%s is the same in v3.2', (name) => {
  expect(reportFor(version('v3.2'), stored(name))).toEqual(stored(name));
});

test('identity_enhanced has no national ID number and no SSN in v3.2', () => {
  const plain = stored('identity_enhanced');
  const later: Breakdowns = {
    national_id_number: { result: 'clear' },
    ssn: { result: 'clear', breakdown: { full_match: { result: 'clear', properties: {} } } },
    ssn1: { result: 'clear', breakdown: {} },
  };
  const body = { ...plain, breakdown: { ...plain.breakdown, ...later } };
  expect(reportFor(version('v3.2'), body)).toEqual(plain);
});

test('proof_of_address has no valid_document_date and no source_integrity in v3.2', () => {
  const { breakdown, ...rest } = reportFor(version('v3.2'), stored('proof_of_address'));
  expect(breakdown).toEqual({
    data_comparison: { result: 'clear', breakdown: { address: sub, first_name: sub, last_name: sub } },
    document_classification: { result: 'clear', breakdown: { supported_document: sub } },
    image_integrity: { result: 'clear', breakdown: { image_quality: sub } },
  });
  const { breakdown: _, ...unchanged } = stored('proof_of_address');
  expect(rest).toEqual(unchanged);
});

test.each([
  [0, [false, false, false, false, false]],
  [2, [false, false, false, false, false]],
  [3, [true, false, false, false, false]],
  [4, [true, false, false, false, false]],
  [5, [true, true, true, true, false]],
  [6, [true, true, true, true, true]],
])('v3.%i has what the contract says it brought (10), and nothing later', (minor, expected) => {
  const proof = reportFor(version(minor === 0 ? 'v3' : `v3.${minor}`), stored('proof_of_address')).breakdown;
  const identity = stored('identity_enhanced');
  const numbered = {
    ...identity,
    breakdown: { ...identity.breakdown, national_id_number: { result: 'clear' } as const },
  };
  const { matches } = reportFor(version(minor === 0 ? 'v3' : `v3.${minor}`), stored('known_faces', 'Consider'))
    .properties as { matches: object[] };
  expect([
    'valid_document_date' in proof.document_classification!.breakdown!,
    'source_integrity' in proof.image_integrity!.breakdown!,
    'national_id_number' in reportFor(version(minor === 0 ? 'v3' : `v3.${minor}`), numbered).breakdown,
    'breakdown' in
      reportFor(version(minor === 0 ? 'v3' : `v3.${minor}`), stored('document')).breakdown.compromised_document!,
    'suspected' in matches[0]!,
  ]).toEqual(expected);
});

test('known_faces matches have no suspected in v3.2', () => {
  const { properties } = reportFor(version('v3.2'), stored('known_faces', 'Consider'));
  expect(properties).toEqual({
    matches: [
      {
        applicant_id: '00000000-0000-4000-8000-00000000a001',
        score: 0.9915,
        media_id: '00000000-0000-4000-8000-00000000b001',
        media_type: 'live_photos',
      },
    ],
  });
});

test.each(reportNames.filter((name) => name.startsWith('facial')))('%s has no media arrays in v3.2', (name) => {
  const { live_photos, live_videos, motion_captures, id_photos, ...rest } = stored(name);
  expect([live_photos, live_videos, motion_captures].flat()).toHaveLength(1);
  expect(id_photos).toEqual([]);
  expect(JSON.stringify(reportFor(version('v3.2'), stored(name)))).toBe(JSON.stringify(rest));
});

describe('document properties in v3.2', () => {
  test('driving_licence_information is one object', () => {
    const body = stored('document_with_driving_licence_information');
    expect(reportFor(version('v3.2'), body).properties.driving_licence_information).toEqual({
      category: 'AM',
      obtainment_date: '2013-01-19',
      expiry_date: '2050-01-01',
      codes: '01',
    });
  });

  test.each([
    ['CA DL 2018', 'true'],
    ['NY DL 2017', 'false'],
  ])('%s: real_id_compliance is the string %s and middle_name is absent', (option, real_id_compliance) => {
    const { middle_name, ...specimen } = bothSides(option);
    expect(middle_name).toBeDefined();
    expect(reportFor(version('v3.2'), stored('document', option)).properties).toEqual({
      ...specimen,
      real_id_compliance,
    });
  });

  test('FRA ID 1994 is the same', () => {
    expect(reportFor(version('v3.2'), stored('document', 'FRA ID 1994')).properties).toEqual(bothSides('FRA ID 1994'));
  });

  test('later keys are absent, earlier ones stay', () => {
    const later = { personal_number: '1', security_tier: 'tier_1', remarks: 'none', tax_number: '2', valid_from: null };
    const earlier = { issuing_state: 'CA', place_of_birth: 'LYON', spouse_name: 'ROE' };
    const { properties } = reportFor(version('v3.2'), stored('document_video', 'Doe', { ...later, ...earlier }));
    expect(properties).toEqual({ ...stored('document_video').properties, ...earlier });
  });
});

test.each(reportNames)('%s before it is complete has nothing to change', (name) => {
  const body = { name, status: 'awaiting_data', breakdown: {}, properties: {} };
  expect(reportFor(version('v3.2'), body)).toEqual(body);
});
