import { expect, test } from 'vitest';
import { tags } from './tag.ts';

test.each<[unknown, unknown[]]>([
  [[], []],
  [['one', 'x'.repeat(128)], []],
  [Array(30).fill('tag'), []],
  [Array(31).fill('tag'), ['is too long (maximum is 30 entries)']],
  [['x'.repeat(129)], ['is too long (maximum is 128 characters)']],
  [['', ' '], ["can't be blank"]],
  [[7], ['must be a string']],
  ['tag', ['must be an array']],
])('%j', (value, messages) => {
  expect(tags(value)).toEqual(messages);
});
