import { expect, test } from 'vitest';
import type { DecisionState, Foreseen } from '../types.ts';
import { decisionText, outcomeText, toneOf } from './outcome-text.ts';

const foreseen = (more: Partial<Foreseen>): Foreseen =>
  ({
    status: 'complete',
    result: 'clear',
    sub_result: null,
    flagged: [],
    doubts: [],
    needs_another: false,
    ...more,
  }) as Foreseen;

test('a choice is green only if it completes the report as clear', () => {
  expect(toneOf(undefined)).toBe('');
  expect(toneOf(null)).toBe('');
  expect(toneOf(foreseen({}))).toBe('clear');
  expect(toneOf(foreseen({ result: 'consider' }))).toBe('consider');
  expect(toneOf(foreseen({ status: 'awaiting_approval', result: null }))).toBe('open');
  expect(toneOf(foreseen({ status: 'withdrawn', result: null }))).toBe('open');
});

test('the outcome names the result, the sub-result and each flagged point once', () => {
  expect(outcomeText(foreseen({ sub_result: 'clear' }))).toBe('The report ends as Clear.');
  const flagged = ['visual_authenticity.fonts', 'image_integrity.fonts', 'data_comparison.last_name'];
  expect(outcomeText(foreseen({ result: 'consider', sub_result: 'suspected', flagged }))).toBe(
    'The report ends as Consider (Suspected): Fonts, Last name.',
  );
  expect(outcomeText(foreseen({ result: 'consider', sub_result: 'caution', flagged: ['blocklist.email'] }))).toBe(
    'The report ends as Consider (Caution): Blocked email address.',
  );
});

test('a report that stays open, ends without a result or needs a second reviewer says so', () => {
  const waiting = { status: 'awaiting_approval', result: null } as const;
  expect(outcomeText(foreseen(waiting))).toBe('The report stays in the queue.');
  expect(outcomeText(foreseen({ ...waiting, doubts: ['a', 'b'] }))).toBe(
    'The report stays in the queue: 2 points are open.',
  );
  expect(outcomeText(foreseen({ status: 'withdrawn', result: null }))).toBe(
    'The report ends without a result because a document is from a sanctioned country.',
  );
  expect(outcomeText(foreseen({ needs_another: true }))).toBe('If another reviewer agrees: The report ends as Clear.');
});

test('a decision of another reviewer says its result once', () => {
  const decision = (more: object) =>
    decisionText({
      result: null,
      sub_result: null,
      leaves: {},
      hits: [],
      ...more,
    } as unknown as DecisionState['decisions'][number]);
  expect(decision({ result: 'clear', sub_result: 'clear' })).toBe('Clear');
  expect(decision({ result: 'consider', sub_result: 'caution' })).toBe('Consider, Caution');
  const hits = [{ source_id: 'QDi.001', decision: 'false_match' }];
  expect(decision({ leaves: { 'data_comparison.last_name': 'clear' }, hits })).toBe(
    'Last name: clear; QDi.001: False match',
  );
});
