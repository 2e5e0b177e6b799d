import { expect, test } from 'vitest';
import { webUrl } from './url.ts';

test.each([
  'https://example.com',
  'http://localhost:3000/done?a=b#c',
  'HTTPS://EXAMPLE.COM/',
  "https://example.com/;,'",
])('%s is taken', (value) => {
  expect(webUrl(value)).toEqual([]);
});

test.each([
  '',
  'example.com',
  '//example.com',
  '/done',
  'https:',
  'https://',
  'https:///',
  'https:/example.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.com',
  ' https://example.com',
  'https://exa mple.com',
  'https:\\\\example.com',
  'https://example.com:99999',
  'https://example.com;sandbox/',
  'https://example.com,sandbox/',
  "https://example.com'/",
])('%j is refused', (value) => {
  expect(webUrl(value)).toEqual(['is invalid']);
});

test.each<[unknown, string[]]>([
  [`https://example.com/${'x'.repeat(2048)}`, ['is too long (maximum is 2048 characters)']],
  ['https://example.com/\n', ['must not contain control characters', 'is invalid']],
  [null, ['must be a string']],
])('%j', (value, messages) => {
  expect(webUrl(value)).toEqual(messages);
});
