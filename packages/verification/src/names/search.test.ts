import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../testing/any-character.ts';
import { compareTwoNames } from './compare-two.ts';
import { listed, listOf, person } from './testing.ts';

describe('a search for a name', () => {
  const list = listOf(
    listed('MADURO MOROS, Nicolas'),
    listed('HABASH, George'),
    listed(['MUHAMMAD, Mustafa Abdallah', 'Muhammad al-Tunisi', '~The Teacher']),
    listed('ABD AL-RAHMAN YASIN'),
    listed('KIM Jong Un'),
    listed('PATRUSHEV, Nikolai Platonovich'),
    listed('NAZARBAYEV, Nursultan'),
    listed('王伟'),
    listed('박지성'),
    listed('محمد علي'),
    listed('Путин Владимир'),
    listed('EMMA LLC', { kind: 'unknown' }),
    listed('CORP', { kind: 'organisation' }),
    listed('EMMA DANIELSON', { kind: 'vessel' }),
  );

  it.each([
    ['Nicolas Maduro', 'MADURO MOROS, Nicolas'],
    ['Nicolás Maduro Moros', 'MADURO MOROS, Nicolas'],
    ['Mohamed Moustafa Abdullah', 'MUHAMMAD, Mustafa Abdallah'],
    ['Mohammed Al Tunisi', 'MUHAMMAD, Mustafa Abdallah'],
    ['Abdurrahman Yasin', 'ABD AL-RAHMAN YASIN'],
    ['Yasin Abdelrahman', 'ABD AL-RAHMAN YASIN'],
    ['Kim Jongun', 'KIM Jong Un'],
    ['Jong-un Kim', 'KIM Jong Un'],
    ['Nikolai Patr ushev', 'PATRUSHEV, Nikolai Platonovich'],
    ['Nikolai Patrsuhev', 'PATRUSHEV, Nikolai Platonovich'],
    ['NursultanNazarbayev', 'NAZARBAYEV, Nursultan'],
    ['Wang Wei', '王伟'],
    ['Park Ji Sung', '박지성'],
    ['Mohamed Ali', 'محمد علي'],
    ['Vladimir Putin', 'Путин Владимир'],
  ])('%s finds %s', (name, expected) => {
    expect(list.found(person(name))).toEqual([expected]);
  });

  it.each([
    ['Nikolai iPatrushev', 'PATRUSHEV, Nikolai Platonovich'],
    ['inkolai Patrushev', 'PATRUSHEV, Nikolai Platonovich'],
    ['N1kolai Patrushev', 'PATRUSHEV, Nikolai Platonovich'],
    ['Nursultan Ivan Nazarbayev', 'NAZARBAYEV, Nursultan'],
    ['김정은', 'KIM Jong Un'],
    ['Gim Jeong-eun', 'KIM Jong Un'],
    ['Wang Wai', undefined],
    ['مصطفى محمد عبدالله', 'MUHAMMAD, Mustafa Abdallah'],
    ['عبدالرحمان یاسین', 'ABD AL-RAHMAN YASIN'],
    ['Maha Ali', undefined],
    // A second family name may be missing from the list.
    ['Nursultan Nazarbayev-Hasan', 'NAZARBAYEV, Nursultan'],
    ['Nursultan Nazarbayev Hasan', undefined],
    // The first letter of a word of five is mistyped.
    ['Abd al-Rahman Kasin', 'ABD AL-RAHMAN YASIN'],
  ])('%s finds %s, however it is spelt', (name, expected) => {
    expect(list.found(person(name))).toEqual(expected ? [expected] : []);
  });

  it.each(['George Bush', 'Emma Daniels', 'Corp', 'Emma Danielson', 'Al', 'Dr', 'N. N.', '', '???', 'The Teacher'])(
    '%s finds nothing',
    (name) => {
      expect(list.found(person(name))).toEqual([]);
    },
  );

  it('takes first and last name in either order', () => {
    expect(list.found(person({ first: 'Nikolai', last: 'Patrushev' }))).toEqual(['PATRUSHEV, Nikolai Platonovich']);
    expect(list.found(person({ first: 'Patrushev', last: 'Nikolai' }))).toEqual(['PATRUSHEV, Nikolai Platonovich']);
    expect(list.found(person({ last: 'Putin Vladimir' }))).toEqual(['Путин Владимир']);
  });

  it('finds firms, ships and single words for an operator who asks for all', () => {
    const names = (name: string) =>
      list.search(person(name), { kinds: 'all' }).candidates.map(({ ordinal, name_score }) => [ordinal, name_score]);
    expect(names('EMMA LLC')).toEqual([[11, 1]]);
    expect(names('Corp')).toEqual([[12, 1]]);
    expect(names('Emma Danielson')).toEqual([[13, 1]]);
  });

  it('says which parts no list has', () => {
    expect(list.search(person('Nicolas Xylophonides')).unknown_parts).toEqual(['xylophonides']);
  });

  it('counts what it leaves out', () => {
    const many = listOf(...Array.from({ length: 30 }, (_, i) => listed('Iskra Novak', { source_id: `${i}` })));
    const { candidates, left } = many.search(person('Iskra Novak'), { most: 10 });
    expect([candidates.length, left]).toEqual([10, 20]);
    expect(candidates.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('finds what is listed, as it is listed and in every order of its words', () => {
    const word = fc.constantFrom(
      'Iskra',
      'Novak',
      'Tomáš',
      'Wierzbicki',
      'Ngozi',
      'Őszi',
      'Дарья',
      'Ferreira',
      'Zoubida',
    );
    const name = fc.uniqueArray(word, { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(name, fc.array(name, { maxLength: 5 }), fc.nat(), (words, others, turn) => {
        const at = turn % words.length;
        const index = listOf(...[words, ...others].map((each) => listed(each.join(' '))));
        const asked = [...words.slice(at), ...words.slice(0, at)].join(' ');
        const { candidates } = index.search(person(asked));
        expect(candidates.find(({ ordinal }) => ordinal === 0)?.name_score).toBe(1);
      }),
    );
  });

  it('compares the longest 24 words of a name, and says so', () => {
    const words = (count: number) =>
      Array.from({ length: count }, (_, i) => `nevar${'aeiou'[i % 5]}k${'bdfgl'[(i / 5) | 0]}t`);
    const long = listOf(listed(words(24).join(' ')));
    const [found] = long.search({ names: [{ full: [...words(24), 'bo', 'ku', 'li'].join(' ') }] }).candidates;
    expect([found?.name_score, found?.caps, found?.unmatched.query]).toEqual([1, ['query_shortened'], []]);
    const [exact] = long.search({ names: [{ full: words(24).join(' ') }] }).candidates;
    expect([exact?.name_score, exact?.caps]).toEqual([1, []]);
    expect(long.search({ names: [{ first: '김'.repeat(255), last: '박'.repeat(255) }] }).candidates).toEqual([]);
  });

  it('answers to names of any letters, any length, and of one letter only', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 300 }),
      fc
        .tuple(fc.constantFrom('a', 'ö', 'ж', 'م', '王', '김'), fc.integer({ min: 1, max: 1000 }))
        .map(([c, n]) => c.repeat(n)),
      fc
        .array(fc.constantFrom('al', 'bin', 'de', 'van', 'dr', 'haji'), { maxLength: 40 })
        .map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(name, name, (first, last) => {
        const { candidates } = list.search({ names: [{ first, last }, { full: first }] });
        for (const { name_score } of candidates) expect(name_score >= 0.62 && name_score <= 1).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('two names', () => {
  it('are compared without a list, in either order', () => {
    const compared = compareTwoNames({ first: 'Jongun', last: 'Kim' }, 'Kim Jong Un');
    expect(compared).toEqual({
      name_score: 1,
      parts: [
        { query: 'kim', listed: 'kim', similarity: 1, why: 'equal' },
        { query: 'jongun', listed: 'jong un', similarity: 1, why: 'joined' },
      ],
      unmatched: { query: [], listed: [] },
      caps: [],
    });
    expect(compareTwoNames({ full: '' }, '').name_score).toBe(0);
  });
});

describe('a search for an identity number', () => {
  const list = listOf(
    listed('Iskra Novak', { ids: [{ type: 'Passport', number: 'P-12 345/6', country: 'SVN' }] }),
    listed('Ngozi Ferreira', { ids: [{ type: 'National ID No.', number: '998877', country: 'BRA' }] }),
  );
  const by = (number: string, type?: string, country?: string) =>
    list.found(person('Someone Else', { ids: [{ number, ...(type && { type }), ...(country && { country }) }] }));

  it('finds its record whatever the name', () => {
    expect(by('p123456')).toEqual(['Iskra Novak']);
    expect(by('P 123456', 'passport', 'SVN')).toEqual(['Iskra Novak']);
  });

  it('takes neither another country, another type nor another number', () => {
    expect(by('P123456', 'passport', 'HRV')).toEqual([]);
    expect(by('P123456', 'driving licence')).toEqual([]);
    expect(by('P123457')).toEqual([]);
    expect(by('')).toEqual([]);
  });
});

describe('a listed initial', () => {
  // In a list of a few names, the search compares them all.
  const surnames = [
    'Novak',
    'Petrenko',
    'Halwani',
    'Lindqvist',
    'Okonkwo',
    'Garcia',
    'Smith',
    'Hussein',
    'Jones',
    'Khan',
  ];
  const names = ['John', 'Jovan', 'Adam', 'Mary', 'Iskra', 'Bohdan'];
  const records = surnames.flatMap((surname) => [
    ...names.map((name) => listed(`${surname}, ${name}`)),
    listed(`${surname}, K. L.`),
  ]);
  const list = listOf(...records);
  const found = (name: string, initials: boolean) =>
    list
      .search(person(name), { least: 0.5, initials })
      .candidates.map(({ ordinal }) => records[ordinal]!.names[0]!.full);

  it('is looked for where asked for', () => {
    const karim = surnames.flatMap((surname) => found(`Karim ${surname}`, false));
    expect(karim.length).toBeLessThan(surnames.length);
    for (const surname of surnames) expect(found(`Karim ${surname}`, true)).toEqual([`${surname}, K. L.`]);
    expect(found('Peter Smith', true)).toEqual([]);
  });
});
