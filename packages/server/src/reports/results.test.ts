import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearBreakdown, leafPaths } from './breakdown.ts';
import { documentTree } from './document.ts';
import type { Result } from './outcome.ts';
import { breakdownResult, checkResult, documentSubResult, leafSubResult, reportResult } from './results.ts';

const result = fc.constantFrom<Result>('clear', 'consider', 'unidentified', null);

test.each<[Result[], Result]>([
  [[], null],
  [[null, null], null],
  [['clear', null], 'clear'],
  [['clear', 'consider'], 'consider'],
  [['unidentified', null], 'consider'],
])('a breakdown of %j is %j', (leaves, expected) => {
  expect(breakdownResult(leaves)).toBe(expected);
});

test('one flagged report makes a check consider, whatever the others are', () => {
  fc.assert(
    fc.property(fc.array(result), fc.constantFrom<Result>('consider', 'unidentified'), (others, flagged) => {
      expect(checkResult([...others, flagged])).toBe('consider');
    }),
  );
});

test('reports without a result do not count for the check', () => {
  expect(checkResult([])).toBeNull();
  expect(checkResult([null])).toBeNull();
  expect(checkResult([null, 'clear'])).toBe('clear');
});

test('a report is consider when a breakdown is flagged', () => {
  expect(reportResult({ a: { result: 'clear' }, b: { result: null } })).toBe('clear');
  expect(reportResult({ a: { result: 'clear' }, b: { result: 'unidentified' } })).toBe('consider');
});

describe('sub-result of a document', () => {
  const paths = leafPaths(documentTree);
  const worstFirst = ['rejected', 'suspected', 'caution', 'clear'];

  test('is clear when nothing is flagged', () => {
    expect(documentSubResult(clearBreakdown(documentTree))).toBe('clear');
  });

  test('is the worst of the flagged leaves', () => {
    fc.assert(
      fc.property(fc.subarray(paths, { minLength: 1 }), (flagged) => {
        const breakdowns = clearBreakdown(documentTree);
        for (const path of flagged) {
          const [name = '', leaf] = path.split('.');
          const target = leaf === undefined ? breakdowns[name]! : breakdowns[name]!.breakdown![leaf]!;
          target.result = 'consider';
        }
        const worst = Math.min(...flagged.map((path) => worstFirst.indexOf(leafSubResult(path))));
        expect(documentSubResult(breakdowns)).toBe(worstFirst[worst]);
      }),
    );
  });

  test('of every leaf alone', () => {
    const by = (word: string) => paths.filter((path) => leafSubResult(path) === word);
    expect(by('rejected')).toEqual([
      'image_integrity.image_quality',
      'image_integrity.supported_document',
      'age_validation.minimum_accepted_age',
    ]);
    expect(by('caution')).toEqual([
      ...documentTree.data_comparison.map((leaf) => `data_comparison.${leaf}`),
      'data_validation.document_expiration',
      'image_integrity.conclusive_document_quality',
      'image_integrity.colour_picture',
      'visual_authenticity.face_detection',
      'data_consistency.multiple_data_sources_present',
    ]);
    expect(by('clear')).toEqual(['visual_authenticity.other']);
    expect(by('suspected')).toHaveLength(6 + 6 + 9 + 1 + 2 + 2);
  });
});
