import { describe, expect, test } from 'vitest';
import { version } from '../testing/versions.ts';
import { leafPaths } from './breakdown.ts';
import { acceptedReportNames, isReportName, type ReportName, reportNames, reportTypes } from './index.ts';
import { retiredReports } from './retired.ts';

const published = [
  'document',
  'document_with_address_information',
  'document_with_driving_licence_information',
  'document_with_driver_verification',
  'document_video',
  'document_video_with_address_information',
  'facial_similarity_photo',
  'facial_similarity_photo_fully_auto',
  'facial_similarity_video',
  'facial_similarity_motion',
  'known_faces',
  'identity_enhanced',
  'watchlist_standard',
  'watchlist_enhanced',
  'watchlist_aml',
  'watchlist_peps_only',
  'watchlist_sanctions_only',
  'proof_of_address',
  'right_to_work',
  'us_driving_licence',
  'device_intelligence',
  'india_pan',
];

describe('names', () => {
  test('are the 22 published ones and phone_verification, which only v3.6 accepts', () => {
    expect(reportNames).toEqual([...published, 'phone_verification']);
    expect(acceptedReportNames(version('v3.6'))).toEqual([...published, 'phone_verification']);
    expect(acceptedReportNames(version('v3.2'))).toEqual(published);
    const retired = retiredReports.map(({ name }) => name);
    expect([...reportTypes.keys()]).toEqual([...reportNames, ...retired]);
    expect(acceptedReportNames(version('v2'))).toEqual(published);
    expect(acceptedReportNames(version('v1'))).toEqual([...published, ...retired]);
  });

  test.each([
    ...['photo_fully_auto', 'facial_similarity', 'identity', 'watchlist', 'face_authenticate', 'toString', ''],
    ...retiredReports.map(({ name }) => name),
  ])('%j is not accepted', (name) => {
    expect(isReportName(name, version('v3.6'))).toBe(false);
  });

  test('are named by generation', () => {
    expect(isReportName('document', version('v3.2'))).toBe(true);
    expect(isReportName('phone_verification', version('v3.6'))).toBe(true);
    expect(isReportName('phone_verification', version('v3.2'))).toBe(false);
  });
});

/** Number of leaves by the documents. That of right_to_work counts compromised_document with its two v3.5 leaves. */
test.each<[ReportName, number]>([
  ['document', 43],
  ['document_video_with_address_information', 43],
  ['facial_similarity_photo', 4],
  ['facial_similarity_photo_fully_auto', 4],
  ['facial_similarity_video', 5],
  ['facial_similarity_motion', 5],
  ['known_faces', 2],
  ['identity_enhanced', 12],
  ['watchlist_standard', 3],
  ['watchlist_aml', 4],
  ['watchlist_enhanced', 4],
  ['watchlist_peps_only', 1],
  ['watchlist_sanctions_only', 1],
  ['proof_of_address', 7],
  ['right_to_work', 43],
  ['us_driving_licence', 23],
  ['device_intelligence', 3],
  ['india_pan', 2],
  ['phone_verification', 1],
])('%s has %i leaves', (name, count) => {
  expect(leafPaths(reportTypes.get(name)!.tree)).toHaveLength(count);
});
