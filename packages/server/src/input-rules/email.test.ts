import { expect, test } from 'vitest';
import { email } from './email.ts';

test.each([
  'first.last@gmail.com',
  'jane+tag@mail.example.co.uk',
  "o'neill_1%x@example.com",
  'jörg@müller.example',
  `${'x'.repeat(64)}@example.com`,
])('%s is taken', (value) => {
  expect(email(value)).toEqual([]);
});

test.each([
  '',
  'jane',
  'jane@',
  '@example.com',
  'jane@localhost',
  'jane@example.',
  'jane@.com',
  'jane@example..com',
  'jane doe@example.com',
  'jane@exa mple.com',
  'a@b.com,c@d.com',
  'x,y@example.com',
  'Jane <jane@example.com>',
  ' jane@example.com',
  `${'x'.repeat(65)}@example.com`,
])('%j is refused', (value) => {
  expect(email(value)).toEqual(['is invalid']);
});

test.each<[unknown, string[]]>([
  [`jane@${'x.'.repeat(125)}com`, ['is too long (maximum is 254 characters)']],
  ['jane@example.com\r\nBcc: all@example.com', ['must not contain control characters', 'is invalid']],
  [7, ['must be a string']],
])('%j', (value, messages) => {
  expect(email(value)).toEqual(messages);
});
