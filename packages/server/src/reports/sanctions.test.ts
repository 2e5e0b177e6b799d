import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leafResults } from './breakdown.ts';
import { type ReportName, reportNames, reportType, reportTypes } from './index.ts';
import { documentSubResult, reportResult } from './results.ts';
import { areSanctioned, underSanctions } from './sanctions.ts';
import { outcomeOf } from './sandbox/testing/subject.ts';
import { firstNameTriggers, lastNameTriggers } from './sandbox/triggers.ts';
import type { DocumentRef } from './types.ts';

const doc = (issuing_country: string | null): DocumentRef => ({
  id: 'document-1',
  type: 'passport',
  side: null,
  created_at: 0,
  issuing_country,
});

test.each<[(string | null)[], boolean]>([
  [[], false],
  [['GBR', null], false],
  [['IRN'], true],
  [['irn'], true],
  [['GBR', 'PRK'], true],
  [['SYR'], false],
  [[''], false],
])('documents of %j are sanctioned: %s', (issuers, expected) => {
  expect(areSanctioned(issuers.map(doc), ['CUB', 'IRN', 'PRK'])).toBe(expected);
  expect(areSanctioned(issuers.map(doc), [])).toBe(false);
});

const withdrawn = { status: 'withdrawn', result: null, sub_result: null, breakdown: {}, properties: {} };
const others = [...reportTypes.keys()].filter((name) => reportType(name).family === 'other');

test.each(others)('%s is withdrawn', (name) => {
  expect(underSanctions(name, outcomeOf(name))).toEqual(withdrawn);
  expect(underSanctions(name, outcomeOf(name, { last: 'Consider' }))).toEqual(withdrawn);
});

test('a document report shows it', () => {
  const plain = outcomeOf('document');
  const flagged = underSanctions('document', plain);
  expect(flagged).toMatchObject({ status: 'complete', result: 'consider', sub_result: 'rejected' });
  expect(flagged.breakdown.image_integrity).toEqual({
    result: 'consider',
    breakdown: {
      ...plain.breakdown.image_integrity!.breakdown,
      supported_document: { result: 'consider', properties: { sanctioned_document: 'consider' } },
    },
  });
  expect(flagged.properties).toEqual(plain.properties);
});

test.each([
  ['Jane', { reasons: 'sanctioned_document' }],
  [
    'Image Integrity - Source Integrity',
    {
      digital_tampering: 'consider',
      fake_webcam: 'clear',
      time_of_capture: 'clear',
      emulator: 'clear',
      reasons: 'image_editor,sanctioned_document',
    },
  ],
])('a facial report about %s names it among its reasons', (first, properties) => {
  const flagged = underSanctions('facial_similarity_photo', outcomeOf('facial_similarity_photo', { first }));
  expect(flagged).toMatchObject({ result: 'consider', sub_result: null });
  expect(flagged.breakdown.image_integrity!.breakdown!.source_integrity).toEqual({ result: 'consider', properties });
});

describe('whatever the triggers asked for', () => {
  const name = fc.constantFrom(
    'Jane',
    'Consider',
    ...[...firstNameTriggers, ...lastNameTriggers].map((one) => one.name),
  );
  const input = fc.record({
    report: fc.constantFrom<ReportName>(...reportNames.filter((one) => reportType(one).family !== 'other')),
    first: name,
    last: name,
    generation: fc.constantFrom('3.6' as const, '2' as const),
    sub_result: fc.option(fc.constantFrom('clear' as const, 'caution' as const), { nil: undefined }),
  });

  test('the worst wins, one leaf changes, and nothing else is lost', () => {
    fc.assert(
      fc.property(input, ({ report, ...changes }) => {
        const before = outcomeOf(report, changes);
        const kept = structuredClone(before);
        const after = underSanctions(report, before);
        expect(before).toEqual(kept);
        expect(after.result).toBe('consider');
        expect(after.result).toBe(reportResult(after.breakdown));
        const isDocument = reportType(report).family === 'document';
        expect(after.sub_result).toBe(isDocument ? documentSubResult(after.breakdown) : null);
        const leaf = isDocument ? 'image_integrity.supported_document' : 'image_integrity.source_integrity';
        const rest = (breakdown: typeof after.breakdown) => leafResults(breakdown).filter(([path]) => path !== leaf);
        expect(rest(after.breakdown)).toEqual(rest(before.breakdown));
        expect(leafResults(after.breakdown)).toContainEqual([leaf, 'consider']);
      }),
    );
  });
});
