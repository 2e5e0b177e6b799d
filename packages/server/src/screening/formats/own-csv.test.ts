import { describe, expect, test } from 'vitest';
import { useLists } from '../testing/lists.ts';

const lists = useLists();

const header = 'id,name,aliases,weak_aliases,original_script,date_of_birth,nationality,id_numbers,categories,position';

describe("an operator's own CSV list", () => {
  test('is read with every column', async () => {
    const { records, summary } = await lists.read({
      'peps.csv': [
        'id,name,given_name,middle_name,family_name,aliases,weak_aliases,original_script,date_of_birth,nationality,countries,gender,id_numbers,kind,categories,position,programme,listed_at,source_name,source_url,source_headline,remarks',
        'a1,,Ana,Maria,Example,"Anna Example; A. Example",Annie,Ана Пример,1970-02;1971/1973,FR,de;AUT,Female,passport:FRA:12AB;tax::99,person,pep;warning,Minister,P1,2020-05-06,Gazette,https://example.org/a,Headline,Note',
        '',
      ].join('\n'),
    });
    expect(records).toEqual([
      {
        source_id: 'a1',
        kind: 'person',
        categories: ['pep', 'warning'],
        names: [
          {
            full: 'Ana Maria Example',
            given: 'Ana',
            middle: 'Maria',
            family: 'Example',
            type: 'primary',
            quality: 'strong',
            script: 'Latn',
          },
          { full: 'Anna Example', type: 'alias', quality: 'strong', script: 'Latn' },
          { full: 'A. Example', type: 'alias', quality: 'strong', script: 'Latn' },
          { full: 'Ана Пример', type: 'original_script', quality: 'strong', script: 'Cyrl' },
          { full: 'Annie', type: 'alias', quality: 'weak', script: 'Latn' },
        ],
        births: [
          { from: '1970-02-01', to: '1970-02-28', circa: false },
          { from: '1971-01-01', to: '1973-12-31', circa: false },
        ],
        nationalities: ['FRA'],
        countries: ['FRA', 'DEU', 'AUT'],
        gender: 'female',
        ids: [
          { type: 'passport', number: '12AB', country: 'FRA' },
          { type: 'tax', number: '99' },
        ],
        addresses: [],
        birth_places: [],
        titles: [],
        positions: [{ role: 'Minister' }],
        relations: [],
        programmes: ['P1'],
        sources: [{ name: 'Gazette', url: 'https://example.org/a', headline: 'Headline' }],
        listed_at: '2020-05-06',
        remarks: 'Note',
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(summary).toMatchObject({
      format: 'csv',
      records: 1,
      kinds: { person: 1 },
      names: 5,
      skipped: {},
      warnings: [],
    });
    expect(summary.files).toEqual([{ name: 'peps.csv', bytes: 448, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  });

  test.each([
    ['name,categories\nAna Example,pep\n', 'l.csv, line 1: the column id is missing'],
    [
      'id,categories\n1,pep\n',
      'l.csv, line 1: the columns are missing that hold names: name, or given_name and family_name',
    ],
  ])(
    'without a needed column is refused with the name of the column, even if no format is named',
    async (text, message) => {
      expect((await lists.refused({ 'l.csv': text })).message).toBe(message);
    },
  );

  test('takes the category and the columns that the operator names', async () => {
    const options = { category: 'adverse_media', map: { Nr: 'id', Titel: 'name' } } as const;
    const { records } = await lists.read({ 'news.csv': '"Nr","Titel"\r\n7,Ana Example\r\n' }, options);
    expect(records).toMatchObject([{ source_id: '7', categories: ['adverse_media'], sources: [{ name: 'test' }] }]);
  });

  test.each([
    ['an unknown column', 'id,name,shoe_size\n', 'list.csv, line 1: column 3 is unknown'],
    ['a column that occurs twice', 'id,name,name\n', 'list.csv, line 1: column name occurs twice'],
    ['no name', `${header}\n1,,,,,,,,pep,\n`, 'list.csv, line 2: name is empty'],
    ['no id', `${header}\n,Ana Example,,,,,,,pep,\n`, 'list.csv, line 2: id is empty'],
    [
      'an invalid category',
      `${header}\n1,Ana Example,,,,,,,famous,\n`,
      'list.csv, line 2: each of categories must be one of',
    ],
    ['no category', `${header}\n1,Ana Example,,,,,,,,\n`, 'list.csv, line 2: categories is empty'],
    [
      'a number without its type',
      `${header}\n1,Ana Example,,,,,,123,pep,\n`,
      'list.csv, line 2: each of id_numbers must have',
    ],
  ])('is refused for %s', async (_, text, message) => {
    const refusal = await lists.refused({ 'list.csv': text }, { format: 'csv' });
    expect(refusal.message).toContain(message);
    expect(refusal.message).not.toContain('Ana');
  });
});
