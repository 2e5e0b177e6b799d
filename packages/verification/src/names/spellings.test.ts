import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areGenderForms } from './genders.ts';
import { partsOf } from './parts.ts';
import { otherSpellings } from './spellings.ts';
import { listed, listOf, person } from './testing.ts';

describe('a name in another romanisation', () => {
  it.each([
    ['Boris Jelzin', 'YELTSIN, Boris'],
    ['Michail Gorbatschow', 'GORBACHEV, Mikhail Sergeyevich'],
    ['Nikita Chruschtschow', 'KHRUSHCHEV, Nikita'],
    ['Georgi Schukow', 'ZHUKOV, Georgy'],
    ['Jewgeni Kusnezow', 'KUZNETSOV, Yevgeny'],
    ['Wolodymyr Selenskyj', 'ZELENSKYY, Volodymyr'],
    ['Mao Tse-tung', 'Mao Zedong'],
    ['Mao Tsetung', 'Mao Zedong'],
    ["Teng Hsiao-p'ing", 'Deng Xiaoping'],
    ['Hua Kuo-feng', 'Hua Guofeng'],
    ['Chao Tzu-yang', 'Zhao Ziyang'],
    ['金正恩', 'KIM, Jong Un'],
    ['朴槿惠', 'PARK, Geun-hye'],
    ['安倍晋三', 'ABE, Shinzo'],
    ['山田 太郎', 'YAMADA, Taro'],
    ['松本智津夫', 'MATSUMOTO, Chizuo'],
  ])('%s is the listed %s, and the other way round', (other, name) => {
    expect(listOf(listed(name)).found(person(other))).toEqual([name]);
    const [, last, first] = /^([^,]+), (.+)$/.exec(name) ?? [];
    expect(listOf(listed(other)).found(person(first ? { first, last: last! } : name))).toEqual([other]);
  });

  it('is nothing for other names', () => {
    for (const full of [
      'Iskra Novak',
      'Andrew Barlow',
      'Jamal Hamza',
      'Muhammad Jasim',
      'Lucía Fernández',
      'Hans Schmidt',
    ]) {
      expect([full, otherSpellings({ full })]).toEqual([full, []]);
    }
  });

  it('is kept split, and is at most a dozen spellings', () => {
    expect(otherSpellings({ first: 'Boris', last: 'Jelzin' })).toEqual([{ first: 'boris', last: 'yeltsin' }]);
    expect(otherSpellings({ first: '太郎', last: '山田' })).toContainEqual({ first: 'taro', last: 'yamada' });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (first, last) => {
          expect(otherSpellings({ full: first }).length).toBeLessThan(40);
          expect(otherSpellings({ first, last }).length).toBeLessThan(40);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('joined and split Arabic names', () => {
  it.each([
    ['Zeineddine Halwani', 'HALWANI, Zein El Dine'],
    ['Abd el Karim Sorani', 'SORANI, Abdelkarim'],
    ['Seifeddine Ahmad', 'AHMAD, Saif al-Din'],
    ['Zein El Dine Halwani', 'HALWANI, Zeineddine'],
  ])('%s is the listed %s, whatever else is listed', (name, expected) => {
    const other = ['PETRENKO, Bohdan', 'SORAYA, Karim'].map((full) => listed(full));
    expect(listOf(listed(expected), ...other).found(person(name))).toEqual([expected]);
    expect(listOf(listed(expected)).found(person('Karim Soraya'))).toEqual([]);
  });
});

describe('a first name that is a particle, too', () => {
  it.each([
    ['Afful Ben', ['afful content', 'ben content']],
    ['Cohen Shalom, Ben', ['ben content', 'cohen content', 'shalom content']],
    ['Jan van der Berg', ['jan content', 'van particle', 'der particle', 'berg content']],
    ['Masri Abdul', ['masri content', 'abdul particle']],
    ['Muguti, E', ['e initial', 'muguti content']],
  ])('%s is read as %j', (name, expected) => {
    expect(partsOf(name).map(({ text, kind }) => `${text} ${kind}`)).toEqual(expected);
  });

  it('finds the person in either order', () => {
    const list = listOf(listed('Afful Ben'));
    for (const name of [{ first: 'Ben', last: 'Afful' }, { full: 'Ben Afful' }, { full: 'AFFUL, Ben' }]) {
      expect(list.found(person(name))).toEqual(['Afful Ben']);
    }
  });
});

describe('the forms of a name for men and women', () => {
  it.each([
    ['antonio', 'antonia', true],
    ['michel', 'michelle', true],
    ['alexander', 'alexandra', true],
    ['amir', 'amira', true],
    ['jean', 'jeanne', true],
    ['julius', 'julia', true],
    ['frederic', 'frederique', true],
    ['petrovskiy', 'petrovskaya', true],
    ['antonio', 'antonino', false],
    ['ali', 'ala', false],
    ['mohamed', 'muhammad', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([areGenderForms(a, b), areGenderForms(b, a)]).toEqual([expected, expected]);
  });
});
