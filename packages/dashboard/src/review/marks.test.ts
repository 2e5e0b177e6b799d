import { expect, test } from 'vitest';
import type { Hit } from '../types.ts';
import { differenceOf, isMarked, markedHit, markedLeaves, none, openHits, resultsOf, verdictsOf } from './marks.ts';
import { hitOf, openLeaf, reportOf } from './testing.ts';

const leaves = { sanction: openLeaf('A hit'), adverse_media: openLeaf('A hit') };
const decided = (decision: string) => ({ decision }) as unknown as NonNullable<Hit['decided']>;

test('a mark covers all entries of the same person, and the same mark again removes it', () => {
  const [a, b, other] = [
    hitOf({ source_id: 'a', alike: [{ list: 'un', source_id: 'b' }] }),
    hitOf({ list: 'un', source_id: 'b', alike: [{ list: 'eu', source_id: 'a' }] }),
    hitOf({ source_id: 'c' }),
  ];
  const report = reportOf({ leaves, hits: [a, b, other] });
  const mark = { verdict: 'false_match', reason: 'other', suppress: false };
  const once = markedHit(report, none, a, 'false_match');
  expect(once.hits).toEqual({ 'eu a': mark, 'un b': mark });
  const changed = markedHit(report, once, b, 'true_match');
  expect(changed.hits).toEqual({
    'eu a': { ...mark, verdict: 'true_match' },
    'un b': { ...mark, verdict: 'true_match' },
  });
  expect(isMarked(markedHit(report, once, a, 'false_match'))).toBe(false);
});

test('a hit can’t get the opposite of the decision on another entry of the same person', () => {
  const open = hitOf({ alike: [{ list: 'un', source_id: 'b' }] });
  const report = (decision: string) =>
    reportOf({ leaves, hits: [open, hitOf({ list: 'un', source_id: 'b', decided: decided(decision) })] });
  expect(verdictsOf(report('true_match'), open)).toEqual(['true_match', 'unsure']);
  expect(verdictsOf(report('false_match'), open)).toEqual(['false_match', 'unsure']);
  expect(markedHit(report('true_match'), none, open, 'false_match')).toBe(none);
});

test('hits are open until a reviewer or a decision on their leaves settles them', () => {
  const hits = [
    hitOf({ source_id: 'open' }),
    hitOf({ source_id: 'unsure', decided: decided('unsure') }),
    hitOf({ source_id: 'ruled-out', decided: decided('false_match') }),
    hitOf({ source_id: 'settled', leaves: ['adverse_media'] }),
  ];
  const report = reportOf({ hits, leaves: { ...leaves, adverse_media: openLeaf('A hit', { decided: 'clear' }) } });
  expect(openHits(report).map(({ source_id }) => source_id)).toEqual(['open', 'unsure']);
});

test('a leaf can’t be clear over a hit that nobody ruled out', () => {
  const report = reportOf({ leaves, hits: [hitOf()] });
  expect(resultsOf(report, 'sanction')).toEqual(['consider']);
  expect(resultsOf(report, 'adverse_media')).toEqual(['clear', 'consider']);
  expect(markedLeaves(report, none, ['sanction', 'adverse_media'], 'clear').leaves).toEqual({ adverse_media: 'clear' });
  const ruledOut = reportOf({ leaves, hits: [hitOf({ decided: decided('false_match') })] });
  expect(resultsOf(ruledOut, 'sanction')).toEqual(['clear', 'consider']);
});

test('a third reviewer decides only what both of the first two decided', () => {
  const { standing } = reportOf();
  const report = reportOf({
    leaves,
    hits: [hitOf()],
    standing: { ...standing, settles: { leaves: ['adverse_media'], hits: [] } },
  });
  expect(resultsOf(report, 'sanction')).toEqual([]);
  expect(resultsOf(report, 'adverse_media')).toEqual(['clear', 'consider']);
  expect(verdictsOf(report, hitOf())).toEqual([]);
});

test('the reason of a false match is the first point without a common value', () => {
  const hit = (born: readonly [string[], string[]], nations: readonly [string[], string[]]) =>
    hitOf({
      review: [
        { step: 'birth_date', applicant: born[0], listed: born[1] },
        { step: 'nationality', applicant: nations[0], listed: nations[1] },
      ],
    });
  const [same, different] = [
    [['FRA'], ['FRA']],
    [['FRA'], ['ITA']],
  ] as const;
  expect(differenceOf(hit([['1980-01-01'], ['1981']], [...different] as never))).toBe('different_birth_date');
  // The year of the list is the beginning of the applicant's date.
  expect(differenceOf(hit([['1980-01-01'], ['1980']], [...different] as never))).toBe('different_nationality');
  expect(differenceOf(hit([['1980-01-01'], ['about 1949']], [...same] as never))).toBe('other');
  expect(differenceOf(hit([['1980-01-01'], []], [[], ['ITA']]))).toBe('other');
});
