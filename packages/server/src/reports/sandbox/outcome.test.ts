import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../base/clock.ts';
import { mergePatch } from '../../base/merge-patch.ts';
import { version } from '../../testing/versions.ts';
import { leafResults } from '../breakdown.ts';
import { earlierNameOf, earlierReports, reportNamesUnder } from '../earlier-names.ts';
import { type ReportName, reportNames, reportType } from '../index.ts';
import type { Outcome } from '../outcome.ts';
import {
  breakdownResult,
  documentSubResult,
  leafSubResult,
  reportResult,
  visualAuthenticityOther,
} from '../results.ts';
import { retiredReports } from '../retired.ts';
import { documentTypeOptions } from './specimens/index.ts';
import { answers, bothSides, createdAt, media, outcomeOf } from './testing/subject.ts';
import { firstNameTriggers, lastNameTriggers } from './triggers.ts';

const documentNames = reportNames.filter((name) => reportType(name).family === 'document');
const photoNames: ReportName[] = ['facial_similarity_photo', 'facial_similarity_photo_fully_auto'];
const videoNames: ReportName[] = ['facial_similarity_video', 'facial_similarity_motion'];

/** Compares the very JSON, so that the order of keys counts too. */
function expectSameJson(actual: unknown, expected: unknown): void {
  expect(JSON.stringify(actual, null, 1)).toBe(JSON.stringify(expected, null, 1));
}

function clearOutcome(answer: unknown, sub_result: 'clear' | null = null): Outcome {
  return { status: 'complete', result: 'clear', sub_result, ...(answer as Pick<Outcome, 'breakdown' | 'properties'>) };
}

describe('clear answers', () => {
  const { document, facial_similarity_photo: photo, identity_enhanced: identity, ...others } = answers.clear;

  test.each(Object.keys(others) as ReportName[])('%s', (name) => {
    expectSameJson(outcomeOf(name), clearOutcome(others[name]));
  });

  test.each<[string, string[], 'eu' | 'us', string[]]>([
    ['no ID number', [], 'eu', []],
    ['a national one', ['tax_id'], 'eu', ['national_id_number']],
    ['a social security number', ['ssn'], 'eu', ['ssn1']],
    ['a social security number in the United States', ['ssn'], 'us', ['ssn']],
    ['both', ['ssn', 'identity_card'], 'us', ['national_id_number', 'ssn']],
    ['licence and share code', ['driving_licence', 'driving_license', 'share_code'], 'us', []],
  ])('identity_enhanced of %s', (_, types, region, shown) => {
    const idNumbers = types.map((type) => ({ type, value: '1234' }));
    const leaves = {
      full_match: { result: 'clear', properties: {} },
      last_4_digits_match: { result: 'clear', properties: {} },
    };
    const more = shown.map((name) => [name, { result: 'clear', ...(name.startsWith('ssn') && { breakdown: leaves }) }]);
    const { breakdown } = identity as { breakdown: object };
    expect(outcomeOf('identity_enhanced', { idNumbers, region })).toEqual(
      clearOutcome({ ...identity, breakdown: { ...breakdown, ...Object.fromEntries(more) } }),
    );
  });

  const variants = answers['document variants'];
  test.each<[ReportName, object | undefined]>([
    ['document', {}],
    ['document_video', {}],
    ['document_with_address_information', variants['address information']],
    ['document_video_with_address_information', variants['address information']],
    ['document_with_driving_licence_information', variants['driving licence information']],
    ['document_with_driver_verification', variants['driver verification']],
  ])('%s', (name, extra) => {
    const properties = { ...document!.properties, ...extra };
    expectSameJson(outcomeOf(name), clearOutcome({ breakdown: document!.breakdown, properties }, 'clear'));
  });

  test.each(photoNames)('%s', (name) => {
    expectSameJson(outcomeOf(name), clearOutcome(photo));
  });

  test.each(videoNames)('%s', (name) => {
    const liveness = { liveness_detected: { result: 'clear', properties: {} } };
    const withLiveness = mergePatch(photo, { breakdown: { visual_authenticity: { breakdown: liveness } } });
    expectSameJson(outcomeOf(name), clearOutcome(withLiveness));
  });

  test('right_to_work is like a document, with the right', () => {
    const outcome = outcomeOf('right_to_work');
    const documentNumbers = { properties: { document_number: '999999999' } };
    const breakdown = mergePatch(document!.breakdown, {
      data_validation: { breakdown: { document_numbers: documentNumbers } },
      data_consistency: { breakdown: { multiple_data_sources_present: null } },
      age_validation: { breakdown: null },
      ...answers.right_to_work.right,
    });
    const properties = {
      ...document!.properties,
      document_version: '',
      issuing_date: '2021-05-29',
      place_of_birth: '',
      issuing_authority: '',
    };
    expectSameJson(outcome, clearOutcome({ breakdown, properties }));
  });

  test('right_to_work shows the share code when the applicant has one', () => {
    const idNumbers = [{ type: 'share_code', value: 'W12345678' }];
    const { breakdown } = outcomeOf('right_to_work', { idNumbers });
    expect(breakdown).toEqual({ ...outcomeOf('right_to_work').breakdown, ...answers.right_to_work['share code'] });
  });

  test('phone_verification', () => {
    expectSameJson(
      outcomeOf('phone_verification'),
      clearOutcome({ breakdown: { phone_number: { result: 'clear' } }, properties: {} }),
    );
  });

  test('india_pan without an id number shows null', () => {
    const { properties } = outcomeOf('india_pan', { idNumbers: [] });
    expect(properties).toEqual({ device: { pan: null, full_name: 'Jane Doe' } });
  });
});

describe('consider patches', () => {
  test.each(Object.keys(answers.consider) as ReportName[])('%s, listed in consider', (name) => {
    let patch: unknown = answers.consider[name];
    if (name.startsWith('watchlist')) {
      const category = name === 'watchlist_sanctions_only' ? 'SANCTION' : 'PEP';
      const [event] = answers.record.event as object[];
      const record = { ...answers.record, event: [{ ...event, category }] };
      patch = { ...answers.consider[name], properties: { records: [record] } };
    }
    const expected = mergePatch(outcomeOf(name), patch);
    expectSameJson(outcomeOf(name, { consider: [name] }), expected);
    expectSameJson(outcomeOf(name, { last: 'Consider' }), renamed(expected, 'Doe', 'Consider'));
  });

  test('phone_verification', () => {
    expect(outcomeOf('phone_verification', { last: 'Consider' })).toMatchObject({
      result: 'consider',
      breakdown: { phone_number: { result: 'consider' } },
    });
  });
});

describe('document triggers', () => {
  const firstNames = Object.entries(answers['first_name document']);
  const words = answers['sub_result words'];
  const suspected = words['suspected, generic consider']!;

  describe.each(documentNames)('%s', (name) => {
    test.each(firstNames)('%s', (first, patch) => {
      expect(outcomeOf(name, { first })).toEqual(mergePatch(renamed(outcomeOf(name), 'Jane', first), patch));
    });

    test.each([
      ['clear', {}],
      ['rejected', words.rejected],
      ['suspected', suspected],
      ['caution', { ...words.caution, properties: { last_name: 'SPECIMEN' } }],
    ] as const)('sub_result %s', (sub_result, patch) => {
      expect(outcomeOf(name, { sub_result })).toEqual(mergePatch(outcomeOf(name), patch));
    });

    test('generic consider', () => {
      expect(outcomeOf(name, { consider: [name] })).toEqual(mergePatch(outcomeOf(name), suspected));
    });
  });
});

describe('facial triggers', () => {
  const patches = Object.entries(answers['first_name facial']).map(
    ([key, patch]) => [key.replace(', generic consider', ''), patch] as const,
  );

  test.each(patches)('%s', (first, patch) => {
    for (const name of [...photoNames, ...videoNames]) {
      const consider = mergePatch(outcomeOf(name), patch);
      for (const earlier of ['v2', 'v1'])
        expect(outcomeOf(name, { first, version: version(earlier) })).toEqual(consider);
      const isPhoto = photoNames.includes(name);
      expect(outcomeOf(name, { first, version: version('v3.6') })).toEqual(isPhoto ? consider : outcomeOf(name));
    }
  });

  test.each([...photoNames, ...videoNames])('generic consider of %s', (name) => {
    const patch = answers['first_name facial']['Face Comparison - Face Match, generic consider'];
    expect(outcomeOf(name, { consider: [name] })).toEqual(mergePatch(outcomeOf(name), patch));
    expect(outcomeOf(name, { last: 'Consider' })).toEqual(mergePatch(outcomeOf(name), patch));
  });
});

describe('document types', () => {
  const options = Object.keys(answers.specimens);

  test.each(options)('%s, both sides', (last) => {
    expectSameJson(outcomeOf('document', { last }).properties, bothSides(last));
    expect(outcomeOf('document_with_address_information', { last }).properties).toEqual({
      ...bothSides(last),
      address_lines: answers.specimens[last]!.address_lines,
    });
    expect(outcomeOf('document_with_driving_licence_information', { last }).properties).toEqual(bothSides(last));
  });

  test.each(['CA DL 2018', 'NY DL 2017', 'FRA ID 1994'])('%s, front only', (option) => {
    const last = `${option} front only`;
    const { front, address_lines } = answers.specimens[option]!;
    expectSameJson(outcomeOf('document', { last }).properties, front);
    expect(outcomeOf('document_video_with_address_information', { last }).properties).toEqual(
      option === 'FRA ID 1994' ? front : { ...front, address_lines },
    );
  });

  const barcode = { result: 'clear', properties: {} };
  test.each([
    ['CA DL 2018', barcode, null],
    ['CA DL 2018 front only', undefined, null],
    ['NY DL 2017', barcode, null],
    ['NY DL 2017 front only', undefined, null],
    ['Ontario ID 2010', barcode, null],
    ['FRA ID 1994', undefined, 'clear'],
    ['FRA ID 1994 front only', undefined, 'clear'],
    ['Doe', undefined, 'clear'],
  ])('leaves of %s', (last, barcodeLeaf, mrz) => {
    const { data_validation } = outcomeOf('document', { last }).breakdown;
    expect(data_validation!.result).toBe('clear');
    expect(data_validation!.breakdown!.barcode).toEqual(barcodeLeaf);
    expect('barcode' in data_validation!.breakdown!).toBe(barcodeLeaf !== undefined);
    expect(data_validation!.breakdown!.mrz).toEqual({ result: mrz, properties: {} });
  });

  test.each(['v2', 'v1'])('FRA ID 1994 front only rejected, in %s', (name) => {
    const rejected = { last: 'FRA ID 1994 front only rejected', version: version(name) };
    const front = outcomeOf('document', { last: 'FRA ID 1994 front only', version: version(name) });
    expect(outcomeOf('document', rejected)).toEqual(mergePatch(front, answers['FRA ID 1994 front only rejected']));
    expect(outcomeOf('document', { ...rejected, sub_result: 'caution' })).toMatchObject({
      sub_result: 'caution',
      properties: answers.specimens['FRA ID 1994']!.front,
    });
  });

  test('have no influence on other families', () => {
    expect(outcomeOf('right_to_work', { last: 'CA DL 2018' }).properties.document_type).toBe('passport');
  });
});

describe('proof of address', () => {
  const issued = (issuing_country: string | null) => ({
    media: { ...media, documents: [{ ...media.documents[0]!, issuing_country }] },
  });
  const cancelled = { status: 'cancelled', result: null, sub_result: null, breakdown: {}, properties: {} };

  test.each<[string | null, string, boolean]>([
    ['GBR', '3.6', true],
    ['FRA', '3.6', true],
    ['USA', '3.6', true],
    ['GRC', '3.6', false],
    ['JPN', '3.6', false],
    [null, '3.6', false],
    ['GBR', '3.2', true],
    ['FRA', '3.2', false],
    [null, '3.2', false],
    ['GBR', '2', true],
    ['GBR', '1', true],
    ['FRA', '2', false],
    ['FRA', '1', false],
  ])('issued in %s, generation %s: processed %s', (country, generation, processed) => {
    const outcome = outcomeOf('proof_of_address', {
      version: version(`v${generation}`),
      last: 'Consider',
      ...issued(country),
    });
    if (processed) expect(outcome).toMatchObject({ status: 'complete', result: 'consider' });
    else expect(outcome).toEqual(cancelled);
  });
});

describe.each(['v2', 'v1'])('consider of %s', (name) => {
  const earlier = version(name);
  const earlierNames = [...new Set(earlierReports.map(({ name }) => name))];
  const made = reportNames.filter((report) => earlierNames.includes(earlierNameOf(report).name));

  test.each(earlierNames)('%s stands for every variant of it, and for nothing else', (listed) => {
    const consider = reportNamesUnder(listed);
    for (const report of made) {
      const expected = earlierNameOf(report).name === listed ? 'consider' : 'clear';
      expect([report, outcomeOf(report, { version: earlier, consider }).result]).toEqual([report, expected]);
    }
  });

  test('of identity leaves the report consider, with an address that no source knows', () => {
    const expected = mergePatch(outcomeOf('identity_enhanced'), answers.consider.identity_enhanced);
    expect(outcomeOf('identity_enhanced', { version: earlier, consider: reportNamesUnder('identity') })).toEqual(
      expected,
    );
  });
});

test('a retired report ends withdrawn, whatever is asked for', () => {
  const withdrawn = { status: 'withdrawn', result: null, sub_result: null, breakdown: {}, properties: {} };
  for (const { name } of retiredReports) {
    expect(outcomeOf(name, { version: version('v1') })).toEqual(withdrawn);
    expect(outcomeOf(name, { version: version('v1'), last: 'Consider', consider: [name] })).toEqual(withdrawn);
  }
});

describe('every answer', () => {
  const name = fc.constantFrom(
    'Jane',
    'Consider',
    ...[...firstNameTriggers, ...lastNameTriggers, ...documentTypeOptions].map((trigger) => trigger.name),
  );
  const anyInput = fc.record({
    first: name,
    last: name,
    version: fc.constantFrom('v3.6', 'v3.2', 'v2', 'v1').map(version),
    consider: fc.option(fc.subarray([...reportNames]), { nil: undefined }),
    sub_result: fc.option(fc.constantFrom('clear', 'rejected', 'suspected', 'caution'), { nil: undefined }),
  });

  test('follows the general rules of results', () => {
    fc.assert(
      fc.property(fc.constantFrom(...reportNames), anyInput, (report, input) => {
        const { result, sub_result, breakdown } = outcomeOf(report, input);
        expect(result).toBe(reportResult(breakdown));
        for (const [key, { result: whole, breakdown: leaves }] of Object.entries(breakdown)) {
          if (leaves === undefined || (report === 'identity_enhanced' && key === 'address')) continue;
          expect(whole).toBe(breakdownResult(Object.values(leaves).map((leaf) => leaf.result)));
        }
        if (reportType(report).family === 'document') {
          expect(sub_result).toBe(documentSubResult(breakdown));
          const visual = breakdown.visual_authenticity!.breakdown!;
          expect(visual.other!.result).toBe(visualAuthenticityOther(visual));
        } else {
          expect(sub_result).toBeNull();
        }
      }),
    );
  });

  test('flags exactly one leaf of a document or facial report that is consider', () => {
    const names = reportNames.filter((report) => reportType(report).family !== 'other');
    fc.assert(
      fc.property(fc.constantFrom(...names), anyInput, (report, input) => {
        fc.pre(input.last !== 'FRA ID 1994 front only rejected'); // the rule that flags two
        const { result, breakdown } = outcomeOf(report, input);
        const flagged = leafResults(breakdown)
          .filter(([path, leaf]) => leaf === 'consider' && path !== 'visual_authenticity.other')
          .map(([path]) => path);
        expect(flagged).toHaveLength(result === 'consider' ? 1 : 0);
      }),
    );
  });

  test('is a fresh object each time', () => {
    for (const last of ['Doe', 'Consider', 'CA DL 2018']) {
      for (const report of reportNames) {
        const before = JSON.stringify(outcomeOf(report, { last }));
        scribble(outcomeOf(report, { last }));
        expect(JSON.stringify(outcomeOf(report, { last }))).toBe(before);
      }
    }
  });

  test('ignores an unknown name of the request', () => {
    expect(outcomeOf('document', { consider: ['no_such_report'], last: 'Consider' }).result).toBe('clear');
  });

  test('needs no system clock', () => {
    const { properties } = outcomeOf('proof_of_address', { checkCreatedAt: createdAt + DAY_MS });
    expect(properties.issue_date).toBe('2026-05-02');
  });
});

test('sub-results of flagged leaves', () => {
  expect(leafSubResult('image_integrity.colour_picture')).toBe('caution');
  expect(leafSubResult('age_validation.minimum_accepted_age')).toBe('rejected');
  expect(leafSubResult('visual_authenticity.other')).toBe('clear');
  expect(leafSubResult('data_validation.document_expiration')).toBe('caution');
  expect(leafSubResult('data_consistency.nationality')).toBe('suspected');
  expect(leafSubResult('police_record')).toBe('suspected');
});

/** The same answer about a person of another name. */
function renamed(outcome: unknown, name: string, other: string): unknown {
  return JSON.parse(JSON.stringify(outcome).replaceAll(name, other));
}

/** Overwrites whatever can be overwritten. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    scribble(value[key as keyof typeof value]);
    (value as Record<string, unknown>)[key] = 'scribble';
  }
}
