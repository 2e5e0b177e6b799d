import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earlierNameOf, earlierReports, isRetired, orderedReport, reportNamesUnder } from './earlier-names.ts';
import { type ReportName, reportNames, reportTypes, unmetOutcome } from './index.ts';

const retired = [
  ...['ssn_trace', 'street_level', 'credit', 'criminal_history', 'directorship', 'anti_money_laundering'],
  ...['negative_media', 'employment', 'education', 'eviction', 'sex_offender', 'national_criminal'],
  ...['county_criminal', 'state_criminal', 'federal_criminal', 'drug_test', 'driving_record'],
] as ReportName[];

describe('an order of v1 and v2', () => {
  test.each<[string, string | null, ReportName | undefined]>([
    ['document', null, 'document'],
    ['document', 'standard', 'document'],
    ['document', 'kyc', undefined],
    ['facial_similarity', null, 'facial_similarity_photo'],
    ['facial_similarity', 'standard', 'facial_similarity_photo'],
    ['facial_similarity', 'video', 'facial_similarity_video'],
    ['facial_similarity', 'fully_auto', 'facial_similarity_photo_fully_auto'],
    ['facial_similarity', 'motion', 'facial_similarity_motion'],
    ['facial_similarity', 'Video', undefined],
    ['identity', 'kyc', 'identity_enhanced'],
    ['identity', 'standard', 'identity_enhanced'],
    ['identity', null, 'identity_enhanced'],
    ['identity', 'ssn_trace', 'ssn_trace'],
    ['ssn_trace', null, 'ssn_trace'],
    ['watchlist', 'kyc', 'watchlist_standard'],
    ['watchlist', 'standard', 'watchlist_standard'],
    ['watchlist', 'full', 'watchlist_enhanced'],
    ['watchlist', null, 'watchlist_enhanced'],
    ['watchlist', 'aml', 'watchlist_aml'],
    ['watchlist', 'peps_only', 'watchlist_peps_only'],
    ['watchlist', 'sanctions_only', 'watchlist_sanctions_only'],
    ['known_faces', null, 'known_faces'],
    ['proof_of_address', null, 'proof_of_address'],
    ['proof_of_address', 'standard', 'proof_of_address'],
    ['right_to_work', null, 'right_to_work'],
    ['right_to_work', 'standard', 'right_to_work'],
    ['criminal_history', 'basic', 'criminal_history'],
    ['criminal_history', 'standard', 'criminal_history'],
    ['criminal_history', 'enhanced', 'criminal_history'],
    ['credit', 'enhanced', undefined],
    ['watchlist_standard', null, undefined],
    ['device_intelligence', null, undefined],
    ['toString', null, undefined],
    ['', null, undefined],
  ])('of %s, variant %s, means %s', (name, variant, report) => {
    expect(orderedReport({ name, variant })).toBe(report);
  });

  test('is known by one row only', () => {
    const keys = earlierReports.map(({ name, variant }) => `${name} ${variant}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('the earlier name', () => {
  test.each<[ReportName, string, string | null]>([
    ['document', 'document', 'standard'],
    ['facial_similarity_photo', 'facial_similarity', 'standard'],
    ['facial_similarity_motion', 'facial_similarity', 'motion'],
    ['identity_enhanced', 'identity', 'kyc'],
    ['watchlist_standard', 'watchlist', 'kyc'],
    ['watchlist_enhanced', 'watchlist', 'full'],
    ['known_faces', 'known_faces', null],
    ['ssn_trace', 'ssn_trace', null],
    ['document_with_address_information', 'document_with_address_information', null],
    ['us_driving_licence', 'us_driving_licence', null],
  ])('of %s is %s, variant %s', (report, name, variant) => {
    expect(earlierNameOf(report)).toEqual({ name, variant });
  });

  test('of whatever can be ordered orders it again, and is among those under the name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...earlierReports), (order) => {
        const report = orderedReport(order)!;
        expect(report).toBe(order.report);
        expect(orderedReport(earlierNameOf(report))).toBe(report);
        expect(reportNamesUnder(order.name)).toContain(report);
      }),
    );
  });
});

test.each<[string, string[]]>([
  ['document', ['document']],
  [
    'facial_similarity',
    [
      ...['facial_similarity_photo', 'facial_similarity_photo_fully_auto'],
      ...['facial_similarity_video', 'facial_similarity_motion'],
    ],
  ],
  ['identity', ['identity_enhanced', 'ssn_trace']],
  [
    'watchlist',
    [
      ...['watchlist_standard', 'watchlist_enhanced', 'watchlist_aml'],
      ...['watchlist_peps_only', 'watchlist_sanctions_only'],
    ],
  ],
  ['credit', ['credit']],
  ['watchlist_standard', []],
  ['constructor', []],
])('under %s stand %j', (name, reports) => {
  expect(reportNamesUnder(name)).toEqual(reports);
});

test('retired reports are recognised, and end withdrawn', () => {
  expect([...reportTypes.keys()].filter(isRetired)).toEqual(retired);
  expect(reportNames.some(isRetired)).toBe(false);
  const withdrawn = { status: 'withdrawn', result: null, sub_result: null, breakdown: {}, properties: {} };
  for (const name of retired) expect(unmetOutcome(name, {} as never)).toEqual(withdrawn);
});
