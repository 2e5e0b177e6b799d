import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScoreBound } from './bound.ts';
import { compareNames } from './compare.ts';
import { compareTwoNames, compareTwoNamesInSlices } from './compare-two.ts';
import { wordOf } from './likeness.ts';
import { ofacScore, ofacScoreInSlices } from './ofac-score.ts';
import { partsOf } from './parts.ts';
import { queryWords, turned } from './query-words.ts';
import { searchNames, searchNamesInSlices } from './search.ts';
import { listed, listOf, person } from './testing.ts';

const LATIN = (
  'muhammad ahmad ali hasan husayn abdallah abdulrahman khalid umar yusuf ibrahim mustafa mahmud said salih salim nasir jasim karim ' +
  'rashid tariq faysal majid walid ziyad hisham adil jamal kamal nabil'
).split(' ');
const ARABIC = (
  'محمد احمد علي حسن حسين عبدالله عبدالرحمن خالد عمر يوسف ابراهيم مصطفى محمود سعيد صالح سالم ناصر جاسم كريم رشيد طارق فيصل ' +
  'ماجد وليد زياد هشام عادل جمال كمال نبيل'
).split(' ');

/** Numbers below `most`, the same in every run (linear congruential generator of "Numerical Recipes"). */
function numbers(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A name of the commonest words, as many as fit into the letters that an applicant's name may have. */
function longName(words: readonly string[], next: (most: number) => number): string {
  let name = words[next(words.length)]!;
  for (;;) {
    const longer = `${name} ${words[next(words.length)]!}`;
    if (longer.length > 255) return name;
    name = longer;
  }
}

const PEOPLE = 3000;
const next = numbers(7);
const names = Array.from({ length: PEOPLE }, (_, i) =>
  Array.from({ length: 3 + (i % 2) }, () => (i % 3 === 0 ? ARABIC : LATIN)[next(LATIN.length)]!).join(' '),
);
const list = listOf(...names.map((name) => listed(name)), listed('Zbigniew Muhammad Ahmad'));
const long = [LATIN, ARABIC].map((words) => ({
  names: [{ first: longName(words, next), last: longName(words, next) }],
}));

describe('the work of a search', () => {
  it('for two names of 255 letters is less than a comparison for each listed name', () => {
    for (const query of long) {
      const { work, complete } = list.search(query, { least: 0.57 });
      expect([complete, work < PEOPLE]).toEqual([true, true]);
    }
  });

  it('is the same in every run, and does not depend on what was searched for before', () => {
    const [first] = long;
    const { work } = list.search(first!);
    list.search(person('Khalid Umar Yusuf'));
    expect(list.search(first!).work).toBe(work);
    expect(listOf(...names.map((name) => listed(name)), listed('Zbigniew Muhammad Ahmad')).search(first!).work).toBe(
      work,
    );
  });

  it('is done in slices, and searches that take turns find what each finds alone', () => {
    const repeated = person('Muhammad Ali Hasan '.repeat(8));
    const queries = [...long, repeated, person('Muhammad Ahmad Ali'), person('Zbigniew Muhammad Ahmad')];
    const running = queries.map((query) => searchNamesInSlices(list.index, query, { least: 0.57 }));
    const results = queries.map((query) => searchNames(list.index, query, { least: 0.57 }));
    const pauses = queries.map(() => 0);
    const found: unknown[] = [];
    while (found.filter(Boolean).length < queries.length) {
      for (const [i, slices] of running.entries()) {
        if (found[i]) continue;
        const { done, value } = slices.next();
        if (done) found[i] = value;
        else pauses[i]! += 1;
      }
    }
    expect(found).toEqual(results);
    // A slice is 1,000 units plus the units of one comparison of names.
    for (const [i, { work }] of results.entries()) expect(pauses[i]).toBeGreaterThanOrEqual(Math.floor(work / 2000));
    expect(Math.max(...pauses)).toBeGreaterThan(10);
  });

  it('ends with its budget, which each name of the query has, and says so', () => {
    const common = { full: 'Muhammad Ahmad Ali Hasan' };
    const rare = { full: 'Zbigniew Muhammad' };
    const all = list.search({ names: [common, rare] });
    expect(all.complete).toBe(true);
    const budget = 1000;
    const cut = list.search({ names: [common, rare] }, { budget });
    expect(cut.complete).toBe(false);
    expect(cut.work).toBeLessThan(all.work / 2);
    // The second name is searched to its end, although the first was not.
    expect(cut.candidates.map(({ ordinal }) => ordinal)).toContain(PEOPLE);
    expect(list.search({ names: [rare] }, { budget }).complete).toBe(true);
    // An identity number is looked up whatever the names cost.
    const numbered = listOf(
      ...names.map((name) => listed(name)),
      listed('Iskra Novak', { ids: [{ type: '', number: 'P123456' }] }),
    );
    const byNumber = numbered.search({ names: [common], ids: [{ number: 'P123456' }] }, { budget });
    expect([byNumber.complete, byNumber.candidates.find(({ number }) => number)?.ordinal]).toEqual([false, PEOPLE]);
  });
});

/** The result of slices, and how many there are. */
function counted<Result>(slices: Generator<undefined, Result>): { result: Result; pauses: number } {
  for (let pauses = 0; ; pauses += 1) {
    const { done, value } = slices.next();
    if (done) return { result: value, pauses };
  }
}

describe('the comparison of two names', () => {
  const joined = (words: readonly string[], by: number) =>
    Array.from({ length: 120 }, (_, i) => words[(i * by) % words.length])
      .join(' ')
      .slice(0, 600);
  const letters = (from: number) =>
    Array.from({ length: 200 }, (_, i) =>
      [0, 7, 11].map((by) => String.fromCharCode(97 + ((from + i * by + (i >> 3)) % 26))).join(''),
    )
      .join(' ')
      .slice(0, 600);
  it.each<[string, string, string, number]>([
    ['Arabic names', joined(ARABIC, 7), joined(ARABIC, 11), 9],
    ['words of three letters', letters(1), letters(5), 9],
    ['ligatures of eighteen letters', 'ﷺ '.repeat(300), 'ﷺ '.repeat(299), 30],
  ])('gives the processor back, with %s of 600 characters', (_, query, listedName, least) => {
    const { result, pauses } = counted(compareTwoNamesInSlices({ full: query }, listedName));
    expect(pauses).toBeGreaterThan(least);
    const words = partsOf(listedName).map(wordOf);
    const forward = queryWords({ full: query });
    const whole = [forward, turned(forward)!].map((order) => compareNames(order, words));
    expect(result).toEqual(whole[1]!.name_score > whole[0]!.name_score ? whole[1] : whole[0]);
    const ofac = counted(ofacScoreInSlices(query, listedName));
    expect([ofac.result, ofac.pauses >= 90]).toEqual([ofacScore(query, listedName), true]);
  });
});

describe('a name that repeats its words', () => {
  it('is found by all of them, however often the longest stands', () => {
    const small = listOf(listed('Ali Hasan Abdulrahman'), listed('Ali Ali'));
    const repeated = `${'Abdulrahman '.repeat(21)}Ali Hasan`;
    expect(small.found(person({ first: repeated, last: 'Abdulrahman Ali Hasan' }))).toEqual(['Ali Hasan Abdulrahman']);
    expect(small.found(person('Ali '.repeat(60)))).toEqual(['Ali Ali']);
  });
});

it('a comparison is spared only where it could not reach the score', () => {
  const word = fc.oneof(
    fc.constantFrom('al', 'bin', 'abd', 'm', 'Ivanovich', 'Jong', 'un', 'محمد', 'Li', 'O'),
    fc
      .array(fc.constantFrom('ka', 'li', 'mu', 'ham', 'ad', 'so'), { minLength: 1, maxLength: 4 })
      .map((all) => all.join('')),
  );
  const name = (most: number) => fc.array(word, { minLength: 1, maxLength: most });
  // Words of the query that the listed name has in part, joined or apart.
  const pair = fc.tuple(name(6), name(12), fc.boolean()).map(([shared, more, joined]) => ({
    query: [...shared, ...more].join(' '),
    listedName: joined ? shared.join('') : shared.join(' '),
  }));
  fc.assert(
    fc.property(pair, ({ query, listedName }) => {
      const words = queryWords({ full: query });
      fc.pre(words.words.length > 0);
      const lengths = partsOf(listedName).map(({ text }) => text.length);
      const { name_score } = compareTwoNames({ full: query }, listedName);
      expect(new ScoreBound(words).most(lengths)).toBeGreaterThanOrEqual(name_score - 1e-9);
    }),
    { numRuns: 1000 },
  );
});
