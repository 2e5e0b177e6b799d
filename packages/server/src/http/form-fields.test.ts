import { expect, test } from 'vitest';
import { nestBrackets } from './form-fields.ts';

test.each<[Record<string, string>, Record<string, unknown>]>([
  [
    { type: 'passport', side: '' },
    { type: 'passport', side: '' },
  ],
  [{ 'location[ip_address]': '192.0.2.1' }, { location: { ip_address: '192.0.2.1' } }],
  [{ location: ' {"ip_address":"192.0.2.1"}' }, { location: { ip_address: '192.0.2.1' } }],
  [
    { location: '{', note: '[1]' },
    { location: '{', note: '[1]' },
  ],
  [
    { 'tags[]': 'a', 'addresses[][postcode]': '75001' },
    { tags: ['a'], addresses: [{ postcode: '75001' }] },
  ],
  [{ 'a%5Bb%5D': '100%+' }, { 'a%5Bb%5D': '100%+' }],
  [{ 'location[__proto__][x]': '1', '__proto__[x]': '1', 'constructor[x]': '1' }, {}],
  [{ location: '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}' }, { location: {} }],
])('%j', (fields, nested) => {
  expect(JSON.stringify(nestBrackets(fields))).toBe(JSON.stringify(nested));
});

test('text and brackets under one name are refused', () => {
  expect(() => nestBrackets({ location: '{}', 'location[ip_address]': '192.0.2.1' })).toThrow(
    'Parameters of the same name contradict each other',
  );
});
