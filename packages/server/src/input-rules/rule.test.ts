import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boolean,
  errorsOf,
  form,
  listOf,
  object,
  oneOf,
  optional,
  type Rule,
  required,
  text,
  without,
} from './rule.ts';

const rule = text(5, without('!?'), form(/^[a-z!]*$/));

test.each<[unknown, string[]]>([
  ['abc', []],
  ['', []],
  ['abcde', []],
  ['abcdef', ['is too long (maximum is 5 characters)']],
  ['x'.repeat(1_000_000), ['is too long (maximum is 5 characters)']],
  ['a!', ['must not contain any of ! ?']],
  ['A', ['is invalid']],
  ['A!', ['must not contain any of ! ?', 'is invalid']],
  ['a\0', ['must not contain control characters', 'is invalid']],
  [5, ['must be a string']],
  [true, ['must be a string']],
  [['a'], ['must be a string']],
  [{ a: 1 }, ['must be a string']],
])('text %j', (value, messages) => {
  expect(rule(value)).toEqual(messages);
});

describe('lengths count characters, not units', () => {
  test.each([
    ['🙂🙂🙂🙂🙂', []],
    ['🙂🙂🙂🙂🙂🙂', ['is too long (maximum is 5 characters)']],
  ])('%s', (value, messages) => {
    expect(text(5)(value)).toEqual(messages);
  });
});

test.each(['\0', '\n', '\t', '\u007f', '\u0085', '\ud800', 'a\udc00b'])('no text holds %j', (value) => {
  expect(text(5)(value)).toEqual(['must not contain control characters']);
});

test.each<[Rule, unknown, unknown[]]>([
  [required(rule), undefined, ["can't be blank"]],
  [required(rule), null, ["can't be blank"]],
  [required(rule), '', ["can't be blank"]],
  [required(rule), ' \t\u00a0', ["can't be blank"]],
  [required(rule), 'a', []],
  [required(rule), 0, ['must be a string']],
  [required(boolean), false, []],
  [optional(rule), undefined, []],
  [optional(rule), null, []],
  [optional(rule), 'A', ['is invalid']],
  [boolean, 'true', ['must be a boolean']],
  [boolean, 1, ['must be a boolean']],
  [oneOf(['a', 'b']), 'a', []],
  [oneOf(['a', 'b']), 'c', ['is not included in the list']],
  [oneOf(['a', 'b']), ['a'], ['must be a string']],
  [listOf(rule, 3), [], []],
  [listOf(rule, 3), ['a', 'B', 'C'], ['is invalid']],
  [listOf(rule, 3), ['a', 'B', 7], ['is invalid', 'must be a string']],
  [listOf(rule, 3), ['a', 'a', 'a', 'a'], ['is too long (maximum is 3 entries)']],
  [listOf(rule, 3), { 0: 'a', length: 1 }, ['must be an array']],
  [listOf(rule, 3), 'abc', ['must be an array']],
  [object(() => ({ a: rule })), { a: 'A', b: 'B' }, [{ a: ['is invalid'] }]],
  [object(() => ({ a: rule })), { a: 'a' }, []],
  [object(() => ({ a: rule })), [], ['must be an object']],
  [object(() => ({ a: rule })), null, ['must be an object']],
  [object(() => ({ a: rule })), 'a', ['must be an object']],
])('%#', (any, value, messages) => {
  expect(any(value)).toEqual(messages);
});

test('errors name only the fields that are wrong', () => {
  expect(errorsOf({ a: 'A', b: 'b' }, { a: rule, b: rule, c: required(rule) })).toEqual({
    a: ['is invalid'],
    c: ["can't be blank"],
  });
  expect(errorsOf({ a: 'a' }, { a: rule, b: optional(rule) })).toBe(null);
});

test('a rule answers any JSON without throwing', () => {
  const nested = optional(
    listOf(
      object(() => ({ a: required(rule), b: optional(oneOf(['x'])) })),
      3,
    ),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(Array.isArray(nested(value))).toBe(true);
    }),
  );
});
