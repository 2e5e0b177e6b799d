import { describe, expect, it } from 'vitest';
import { mayBePartialName } from './partial.ts';
import { qualify, SCREENING_ALGORITHM } from './qualify.ts';
import type { NameQuery } from './query.ts';
import { born, listed, listOf, person, THRESHOLDS } from './testing.ts';

/** Score and verdict of the only candidate. */
function judge(record: ReturnType<typeof listed>, query: NameQuery, thresholds = THRESHOLDS) {
  const [hit] = listOf(record).hits(query, thresholds);
  return hit && [hit.score, hit.verdict];
}

describe('a birth date', () => {
  // Three of four words agree: a score of the name of 0.8955.
  const name = 'Iskra Novak Ferreira';
  const record = (...births: ReturnType<typeof born>[]) => listed('Iskra Novak Ferreira Zoubida', { births });
  const change = (birth: string, ...births: ReturnType<typeof born>[]) =>
    listOf(record(...births))
      .hits(person(name, { births: [birth] }))[0]!
      .qualifiers.map((each) => each.change);

  it.each([
    ['1974-05-03', born('1974-05-03'), 0.05],
    ['1974-05-03', born('1974-01-01', '1974-12-31'), 0.03],
    ['1974', born('1974-05-03'), 0.03],
    ['1974-05', born('1974-05-03'), 0.03],
    ['1957-05-03', born('1955-01-01', '1958-12-31'), 0.03],
    ['1974-03-05', born('1974-05-03'), 0],
    ['1975-05-03', born('1974-05-03'), 0],
    ['1977-05-03', born('1974-01-01', '1974-12-31', true), 0],
    ['1976-05-03', born('1974-05-03'), -0.05],
    ['1979-05-03', born('1974-05-03'), -0.1],
    ['1980-05-03', born('1974-05-03'), -0.2],
  ])('of %s against %j changes the score by %d', (birth, other, expected) => {
    expect(change(birth, other)).toEqual([expected]);
  });

  it('counts by the listed one that agrees best', () => {
    expect(change('1974-05-03', born('1950-01-01'), born('1974-05-03'))).toEqual([0.05]);
  });

  it.each([
    ['1974-02-30', born('1974-05-03')],
    ['', born('1974-05-03')],
    ['1974-05-03', born('9999-01-01')],
    ['1974-05-03', born('1974-02-31')],
  ])('%j against %j counts as absent', (birth, other) => {
    expect(change(birth, other)).toEqual([]);
  });
});

describe('other facts', () => {
  const record = listed('Iskra Novak', { nationalities: ['SVN'], countries: ['ITA'], gender: 'female' });

  it('change nothing where they agree or are absent', () => {
    expect(judge(record, person('Iskra Novak'))).toEqual([1, 'match']);
    expect(judge(record, person('Iskra Novak', { countries: ['ITA', 'FRA'], gender: 'female' }))).toEqual([1, 'match']);
  });

  it('lower the score where they differ', () => {
    expect(judge(record, person('Iskra Novak', { nationalities: ['FRA'] }))).toEqual([0.95, 'match']);
    expect(judge(record, person('Iskra Novak', { gender: 'male' }))).toEqual([0.89, 'possible']);
    expect(judge(record, person('Iskra Novak', { nationalities: ['FRA'], gender: 'male' }))).toEqual([
      0.85,
      'possible',
    ]);
  });

  it('keep a hit by an alias where the address is in another country', () => {
    const known = listed(['Zoubida Ferreira', 'Iskra Novak'], { countries: ['SVN'] });
    expect(judge(known, person('Iskra Novak'))).toEqual([1, 'match']);
    expect(judge(known, person('Iskra Novak', { countries: ['FRA'] }))).toEqual([0.95, 'match']);
  });

  it('never clear the same name by one disagreement alone', () => {
    const born1950 = { ...record, births: [born('1950-01-01')] };
    const strict = { ...THRESHOLDS, hit: 0.85 };
    expect(judge(born1950, person('Iskra Novak', { births: ['1980-01-01'] }), strict)).toEqual([0.85, 'possible']);
    expect(judge(born1950, person('Iskra Novak', { births: ['1980-01-01'], gender: 'male' }))).toEqual([0.7, 'below']);
  });
});

describe('a hit on an exact name', () => {
  it.each([
    ['1974-05-03', born('1974-05-03'), [1, 'match']],
    ['1974-05-03', born('1974-01-01', '1974-12-31'), [1, 'match']],
    ['1974-03-05', born('1974-05-03'), [0.89, 'possible']],
    ['1975-05-03', born('1974-05-03'), [0.89, 'possible']],
    ['1976-05-03', born('1974-05-03'), [0.89, 'possible']],
    ['1979-05-03', born('1974-05-03'), [0.89, 'possible']],
    ['1980-05-03', born('1974-05-03'), [0.8, 'possible']],
  ])('born %s, listed %j, has the score and verdict %j', (birth, other, expected) => {
    expect(judge(listed('Iskra Novak', { births: [other] }), person('Iskra Novak', { births: [birth] }))).toEqual(
      expected,
    );
  });

  it('is never lost where possible and certain hits have one threshold', () => {
    const record = listed('Iskra Novak', { births: [born('1974-05-03')] });
    const thresholds = { ...THRESHOLDS, hit: 0.9, match: 0.9 };
    expect(judge(record, person('Iskra Novak', { births: ['1975-05-03'] }), thresholds)).toEqual([0.9, 'possible']);
  });

  it('of the other gender is for a person to decide', () => {
    const [hit] = listOf(listed('LOPEZ GARCIA, Antonio')).hits(person('Antonia Lopez Garcia'));
    expect([hit!.score, hit!.verdict, hit!.caps]).toEqual([0.89, 'possible', ['gender_form']]);
    expect(hit!.words).toContain('antonia ~ antonio: the form of the other gender, 0.95');
    expect(judge(listed('DURAND, Michel'), person('Michelle Durand'))).toEqual([0.89, 'possible']);
  });
});

describe('a name that agrees only in the family name', () => {
  const record = listed('NOVAK, Iskra Marija');
  const least = { least: 0.3 };
  const verdict = (name: Parameters<typeof person>[0], partial_names: 'off' | 'initials' | 'all', facts = {}) => {
    const query = person(name, facts);
    const [candidate] = listOf(record).search(query, least).candidates;
    return candidate && qualify(candidate, query, record, { ...THRESHOLDS, partial_names }).verdict;
  };

  it('is a possible hit where the account asks for it', () => {
    for (const name of [{ first: 'I.', last: 'Novak' }, { first: 'I', last: 'Novak' }, { full: 'I. M. Novak' }]) {
      expect([verdict(name, 'off'), verdict(name, 'initials'), verdict(name, 'all')]).toEqual([
        'below',
        'possible',
        'possible',
      ]);
    }
    expect([verdict('Novak', 'initials'), verdict('Novak', 'all')]).toEqual(['below', 'possible']);
  });

  it('is a possible hit where the list has the initials', () => {
    const of = (full: string, name: Parameters<typeof person>[0], partial_names: 'off' | 'initials' = 'initials') => {
      const [query, record] = [person(name), listed(full)];
      const [candidate] = listOf(record).search(query, { least: 0.5 }).candidates;
      return candidate && qualify(candidate, query, record, { ...THRESHOLDS, partial_names }).verdict;
    };
    expect(of('J. Smith', 'John Smith')).toBe('possible');
    expect(of('J. Smith', 'John Smith', 'off')).toBe('below');
    expect(of('SMITH, J.', { first: 'John Paul', last: 'Smith' })).toBe('possible');
    expect(of('J. P. Smith', { first: 'John', last: 'Smith' })).toBe('possible');
    expect(of('A. van der Berg', { first: 'Anna', last: 'van der Berg' })).toBe('possible');
    expect(of('J. Smith', 'Paul Smith')).toBeUndefined();
    expect(of('J. P. Smith', 'John Mark Smith')).toBe('below');
  });

  it('is refused where an initial, the first name or a fact says otherwise', () => {
    expect(verdict({ first: 'B.', last: 'Novak' }, 'all')).toBe('below');
    expect(verdict({ first: 'Bor', last: 'Novak' }, 'all')).toBe('below');
    expect(verdict('Iskra', 'all')).toBe('below');
    const old = { ...record, births: [born('1950-01-01')] };
    const query = person({ first: 'I.', last: 'Novak' }, { births: ['1990-01-01'] });
    const [candidate] = listOf(old).search(query, least).candidates;
    expect(qualify(candidate!, query, old, { ...THRESHOLDS, partial_names: 'all' }).verdict).toBe('below');
  });

  it('asks only for names without a first name', () => {
    const partial = [
      { first: 'I.', last: 'Novak' },
      { first: 'E', last: 'Novak' },
      { last: 'Novak' },
      { full: 'Novak' },
      { full: 'I. Novak' },
    ];
    expect(partial.map(mayBePartialName)).toEqual([true, true, true, true, true]);
    expect([{ first: 'Iskra', last: 'Novak' }, { full: 'Iskra Novak' }].map(mayBePartialName)).toEqual([false, false]);
  });
});

describe('an equal identity number', () => {
  const record = listed('Ngozi Ferreira', { ids: [{ type: 'Passport', number: 'P 123456', country: 'BRA' }] });
  const ids = [{ type: 'passport', number: 'p123456', country: 'BRA' }];

  it('is beyond doubt whatever the name and the birth date', () => {
    expect(judge(record, person('Someone Else', { ids }))).toEqual([0.95, 'match']);
    expect(
      judge({ ...record, births: [born('1950-01-01')] }, person('Someone Else', { ids, births: ['1999-01-01'] })),
    ).toEqual([0.95, 'match']);
    expect(judge(record, person('Ngozi Ferreira', { ids }))).toEqual([1, 'match']);
  });
});

describe('a weak alias', () => {
  const record = listed(['Iskra Novak', '~Nightingale Bird']);

  it('is not a hit by itself, unless the account has it count', () => {
    expect(judge(record, person('Nightingale Bird'))).toEqual([0.6, 'below']);
    expect(judge(record, person('Nightingale Bird'), { ...THRESHOLDS, weak_aliases: true })).toEqual([
      0.85,
      'possible',
    ]);
  });

  it('raises a hit by another name', () => {
    const names = [{ full: 'Iskra Novaq Ferreira' }, { full: 'Nightingale Bird' }];
    const [alone] = listOf(record).hits({ names: [names[0]!] });
    const [both] = listOf(record).hits({ names });
    expect(both!.score - alone!.score).toBeCloseTo(0.03, 4);
    expect(both!.qualifiers).toEqual([{ fact: 'weak_alias', query: '', listed: 'Nightingale Bird', change: 0.03 }]);
  });
});

describe('a listed name of one word', () => {
  const record = listed('AWLIJAN', { births: [born('1968-01-01', '1968-12-31')] });

  it('is found by the same word alone, and in a longer name by a birth date that agrees', () => {
    expect(judge(record, person('Awlijan'))).toEqual([1, 'match']);
    expect(judge(record, person('Awlijan Zadran'))).toBeUndefined();
    expect(judge(record, person('Awlijan Zadran', { births: ['1968-04-01'] }))).toEqual([0.75, 'possible']);
    expect(judge(record, person('Awlijan Zadran', { births: ['1988-04-01'] }))?.[1]).toBe('below');
  });
});

describe('the explanation of a hit', () => {
  it('is complete in data and in words', () => {
    const record = listed('MUHAMMAD, Iskra Yusuf', { births: [born('1974-01-01', '1974-12-31')] });
    const [hit] = listOf(record).hits(person({ first: 'Iskra', last: 'Mohamed' }, { births: ['1974-05-03'] }));
    expect(hit).toEqual({
      score: 0.8598,
      verdict: 'possible',
      name_score: 0.8298,
      matched: { query: 'Iskra Mohamed', listed: 'MUHAMMAD, Iskra Yusuf', type: 'primary', quality: 'strong' },
      parts: [
        { query: 'iskra', listed: 'iskra', similarity: 1, why: 'equal' },
        { query: 'mohamed', listed: 'muhammad', similarity: 0.95, why: 'skeleton' },
      ],
      unmatched: { query: [], listed: ['yusuf'] },
      qualifiers: [{ fact: 'birth', query: '1974-05-03', listed: '1974', change: 0.03 }],
      caps: [],
      ofac_score: 90,
      thresholds: THRESHOLDS,
      algorithm: SCREENING_ALGORITHM,
      words: [
        '"Iskra Mohamed" and "MUHAMMAD, Iskra Yusuf": 0.83',
        'iskra ~ iskra: equal, 1.00',
        'mohamed ~ muhammad: the same consonants, 0.95',
        'yusuf: only in the list',
        'born 1974-05-03, listed 1974: +0.03',
        'score 0.86; a hit from 0.75, beyond doubt from 0.90',
      ],
    });
  });
});
