import { expect, test } from 'vitest';
import type { Hit } from '../types.ts';
import { choicesOf } from './choices.ts';
import { none } from './marks.ts';
import { basisOf } from './reasons.ts';
import { hitOf, openLeaf, reportOf } from './testing.ts';

test('the reason of a hit says only what its points bear out', () => {
  const hit = (applicant: string[], listed: string[]): Hit =>
    hitOf({
      review: [
        { step: 'name', applicant: ['Ada'], listed: ['Ada'] },
        { step: 'birth_date', applicant, listed },
      ],
    });
  const reasons = (one: Hit) => {
    const report = reportOf({
      name: 'watchlist_standard',
      hits: [one],
      doubts: ['sanction'],
      leaves: { sanction: openLeaf('A hit') },
    });
    return choicesOf(report, none, basisOf(report, true)).map(({ note }) => note);
  };
  const unsure = 'The compared points do not show whether it is the same person.';
  expect(reasons(hit(['1980-01-01'], ['1981-02-02']))).toEqual([
    ...['Different person: the date of birth differs.', null, unsure],
  ]);
  expect(reasons(hit(['1980-01-01'], ['1980-01-01']))).toEqual([
    ...[null, 'Same person: the name and the date of birth or id number match.', unsure],
  ]);
  expect(reasons(hit([], ['1980-01-01']))).toEqual([null, null, unsure]);
});
