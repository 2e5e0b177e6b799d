import { expect, test } from 'vitest';
import { countriesIn } from '../countries.ts';
import { entriesOf, fold, matches } from './search.ts';

const german = entriesOf(countriesIn('de'), countriesIn('en'));
const found = (typed: string, entries = german) => matches(entries, typed).map(({ code }) => code);

test.each([
  ['the name in the page’s language', 'Deutschland', ['DEU']],
  ['its beginning', 'Deut', ['DEU']],
  ['the name in English', 'Germany', ['DEU']],
  ['no accents', 'osterreich', ['AUT']],
  ['a later word', 'arabische emirate', ['ARE']],
  ['another name', 'Holland', ['NLD']],
  ['an abbreviation', 'UK', ['GBR', 'UKR']],
  ['capitals and blanks', '  FRANCE ', ['FRA']],
  ['typographic apostrophes', "cote d'iv", ['CIV']],
  ['no country', 'Atlantis', []],
])('a country is found by %s', (_, typed, codes) => {
  expect(found(typed)).toEqual(codes);
});

test('whole names come before beginnings, and beginnings before later words', () => {
  const english = entriesOf(countriesIn('en'), countriesIn('en'));
  expect(found('niger', english)).toEqual(['NER', 'NGA']);
  expect(found('guinea', english)).toEqual(['GIN', 'GNB', 'GNQ', 'PNG']);
  expect(found('', english)).toHaveLength(english.length);
});

test('Arabic, Polish and Turkish letters are folded', () => {
  const arabic = entriesOf(countriesIn('ar'), countriesIn('en'));
  expect(found('فرنسا', arabic)).toEqual(['FRA']);
  expect(found('France', arabic)[0]).toBe('FRA');
  expect([fold('Łódź'), fold('İstanbul'), fold('ıslak'), fold('Åland'), fold('Færøyene')]).toEqual([
    'lodz',
    'istanbul',
    'islak',
    'aland',
    'færoyene',
  ]);
});
