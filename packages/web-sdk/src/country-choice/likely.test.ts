import { expect, test } from 'vitest';
import { countriesIn } from '../countries.ts';
import { likelyCountry } from './likely.ts';

const all = countriesIn('en');
const likely = (hints: Partial<Parameters<typeof likelyCountry>[0]>, offered = all) =>
  likelyCountry({ home: null, browser: ['en-GB'], page: 'en', ...hints }, offered);

test.each([
  ['the address', { home: 'CHL', browser: ['de-AT'] }, 'CHL'],
  ['the region of the browser', { browser: ['de-AT', 'en-US'], page: 'fr' }, 'AUT'],
  ['the region where most speakers of the browser’s language live', { browser: ['pl'] }, 'POL'],
  ['the page’s language, where the browser names no country', { browser: ['es-419'], page: 'pt' }, 'BRA'],
  ['the page’s language, where the browser names nothing', { browser: [], page: 'it' }, 'ITA'],
  ['nothing, where no language has a region', { browser: ['x-klingon'], page: 'es-419' }, null],
])('the likely country comes from %s', (_, hints, country) => {
  expect(likely(hints)).toBe(country);
});

test('a country that is not offered is not proposed', () => {
  const offered = all.filter(({ code }) => code !== 'CHL' && code !== 'GBR');
  expect(likely({ home: 'CHL', browser: ['en-GB'], page: 'de' }, offered)).toBe('DEU');
});
