import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Requirements of each section of ASVS 5.0.0 in the chapters V3, V6, V7 and V8. */
const sections = {
  3.1: 1,
  3.2: 3,
  3.3: 5,
  3.4: 8,
  3.5: 8,
  3.6: 1,
  3.7: 5,
  6.1: 3,
  6.2: 12,
  6.3: 8,
  6.4: 6,
  6.5: 8,
  6.6: 4,
  6.7: 2,
  6.8: 4,
  7.1: 3,
  7.2: 4,
  7.3: 2,
  7.4: 5,
  7.5: 3,
  7.6: 2,
  8.1: 4,
  8.2: 4,
  8.3: 3,
  8.4: 2,
};

test('each requirement of the chapters has one row in docs/operations/asvs.md', () => {
  const text = readFileSync(new URL('../docs/operations/asvs.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
  const listed = rows.flatMap((line) =>
    line
      .split('|')[1]
      .split(',')
      .map((one) => one.trim()),
  );
  const expected = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  expect(expected).toHaveLength(110);
  expect(listed.sort()).toEqual(expected.sort());
});
