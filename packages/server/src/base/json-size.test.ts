import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSize } from './json-size.ts';

const none = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };
const sizeOf = (text: string, limits = none) => jsonSize(Buffer.from(text), limits);

test.each([
  ['{}', 1, 1],
  ['"[{,\\"[,"', 0, 0],
  ['{"a":[1,2],"b":{"c":"}],"}}', 5, 2],
  ['[[[]]]', 3, 3],
  ['"\\\\",1', 1, 0],
])('%s', (text, values, depth) => {
  expect(sizeOf(text)).toEqual({ values, depth });
});

test('is never less than what the text holds', () => {
  const count = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + 1 + count(inner), 0)
      : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(sizeOf(JSON.stringify(value)).values).toBeGreaterThanOrEqual(count(value) === 0 ? 0 : count(value) / 2);
    }),
  );
});

test('stops at its limits', () => {
  expect(sizeOf('[1,2,3,4,5]', { values: 3, depth: 9 })).toEqual({ values: 4, depth: 1 });
  expect(sizeOf('['.repeat(1000), { values: 9, depth: 5 })).toEqual({ values: 6, depth: 6 });
});
