import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameName } from '../comparison/names.ts';
import { listed, listOf, person } from './testing.ts';

const others = ['PETRENKO, Bohdan', 'KIM, Seo-yeon', 'LEE, Robert'].map((full) => listed(full));

/** The score of a listed name for a query; undefined where it was not found. */
const scoreOf = (name: string, full: string) =>
  listOf(listed(full), ...others)
    .hits(person(name))
    .find(({ matched, verdict }) => matched?.listed === full && verdict !== 'below')?.score;

/** Spellings of a syllable: Revised Romanisation, McCune-Reischauer, and passports. */
const SYLLABLES = [
  ['min'],
  ['jun', 'joon'],
  ['ji', 'chi'],
  ['hun', 'hoon'],
  ['hyeon', 'hyun', 'hyon'],
  ['u', 'woo'],
  ['seung', 'sung'],
  ['gyeong', 'kyung', 'kyong'],
  ['su', 'soo'],
  ['eun', 'un'],
  ['jeong', 'jung', 'chong'],
  ['cheol', 'chul'],
  ['yeong', 'young', 'yong'],
] as const;
const FAMILIES = [
  ['Lee', 'Yi', 'Rhee', 'Ri'],
  ['Park', 'Pak', 'Bak'],
  ['Choi', 'Choe'],
  ['Kim', 'Gim'],
  ['Jung', 'Jeong', 'Chung', 'Chong'],
  ['Heo', 'Hur', 'Huh'],
  ['Woo', 'U'],
  ['Byun', 'Byeon'],
] as const;

const spelt = (group: readonly string[]) => fc.constantFrom(...group);
const twice = (group: readonly string[]) => fc.tuple(spelt(group), spelt(group));
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

/** Ways to write a given name of two syllables. */
const JOINED = [
  (a: string, b: string) => capital(a + b),
  (a: string, b: string) => `${capital(a)}-${b}`,
  (a: string, b: string) => `${capital(a)} ${capital(b)}`,
];
const joined = fc.constantFrom(...JOINED);

describe('a Korean name', () => {
  it('is one name joined, hyphened or apart, in either order', () => {
    const syllable = fc.constantFrom(...SYLLABLES.flat().filter((each) => each.length > 1));
    fc.assert(
      fc.property(syllable, syllable, joined, joined, fc.boolean(), (a, b, one, other, back) => {
        const [given, theirs] = [one(a, b), other(a, b)];
        expect([given, theirs, sameName(given, theirs)]).toEqual([given, theirs, 'same']);
        const [name, full] = [`${given} Kim`, back ? `KIM, ${theirs}` : `${theirs} Kim`];
        expect(sameName(name, full)).toBe('same');
        expect([name, full, scoreOf(name, full)]).toEqual([name, full, 1]);
      }),
    );
  });

  it('is found in every romanisation of its family name and its syllables', () => {
    const written = fc.constantFrom(...SYLLABLES).chain(twice);
    const family = fc.constantFrom(...FAMILIES).chain(twice);
    fc.assert(
      fc.property(
        family,
        written,
        written,
        joined,
        joined,
        fc.boolean(),
        ([f, g], [a, x], [b, y], one, other, back) => {
          fc.pre(a !== b && `${a}${x}` !== `${b}${y}`);
          const name = `${one(a, b)} ${f}`;
          const full = back ? `${g.toUpperCase()}, ${other(x, y)}` : `${other(x, y)} ${g}`;
          const score = scoreOf(name, full) ?? 0;
          expect([name, full, score >= 0.8]).toEqual([name, full, true]);
        },
      ),
    );
  });

  it('in another romanisation is a weaker match', () => {
    for (const [a, b] of [
      ['Jihoon Park', 'Pak Ji-hun'],
      ['Soojin Choi', 'Choe Su-jin'],
      ['Minjun Lee', 'Yi Min-jun'],
      ['Minjun Woo', 'U Minjun'],
      ['Hyunwoo Kim', 'Kim Hyeon-u'],
    ] as const) {
      const score = scoreOf(a, b);
      expect([a, score! >= 0.9 && score! < 1]).toEqual([a, true]);
    }
  });

  it.each([
    ['Jihoon Park', 'PARK, Ji-min'],
    ['Minjun Kim', 'KIM, Min-seo'],
    ['Koo Min', 'Ko Min'],
    ['Tina Kim', 'KIM, Dina'],
    ['Susan Lee', 'LEE, Sora'],
    ['Jihoon Park', 'KIM, Ji-hun'],
  ])('%s is not the listed %s', (name, full) => {
    expect(scoreOf(name, full)).toBeUndefined();
  });
});
