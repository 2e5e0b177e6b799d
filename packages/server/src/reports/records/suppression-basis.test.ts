import { expect, test } from 'vitest';
import { monthsAfter } from '../../review/suppressions/suppress.ts';
import { applicantHash } from './suppression-basis.ts';

test('an applicant counts as changed where a name, birth date or number differs, and not where they are written otherwise', () => {
  const known = { names: [{ first: 'Iskra', last: 'Novak' }], births: ['1961'], ids: [{ type: 'ssn', number: '12' }] };
  const same = applicantHash(known);
  const otherwise = { ...known, names: [{ first: ' ISKRA', last: 'Novak ' }], countries: ['SVN'] };
  expect(applicantHash(otherwise)).toBe(same);
  for (const change of [
    { names: [{ first: 'Novak', last: 'Iskra' }] },
    { names: [...known.names, { last: 'Novak' }] },
    { births: ['1962'] },
    { births: [] },
    { ids: [{ type: 'ssn', number: '13' }] },
  ]) {
    expect(applicantHash({ ...known, ...change })).not.toBe(same);
  }
});

test.each([
  ['2026-01-15T10:00:00Z', 12, '2027-01-15T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 12, '2029-02-28T10:00:00Z'],
  ['2026-12-31T23:59:59Z', 36, '2029-12-31T23:59:59Z'],
])('%s and %d months are %s', (from, months, to) => {
  expect(monthsAfter(Date.parse(from), months)).toBe(Date.parse(to));
});
