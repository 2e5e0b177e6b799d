import { describe, expect, it, test } from 'vitest';
import { alpha3, countriesIn } from '../countries.ts';
import type { Choice } from '../flow/plan.ts';
import { issuerNames, withoutDocuments } from './issuer-names.ts';
import { issues, offers, ownName } from './issuers.ts';

const lines = issuerNames.trim().split('\n');
const choiceOf = (type: string, asksCountry = true): Choice => ({
  type,
  key: type,
  country: null,
  sides: type === 'passport' ? 1 : 2,
  asksCountry,
});

describe('the table of issuers', () => {
  it('has five columns, known countries in order, and each once', () => {
    const codes = lines.map((line) => line.slice(0, 3));
    expect(lines.filter((line) => line.split('|').length !== 5)).toEqual([]);
    expect(codes.filter((code) => !alpha3(code))).toEqual([]);
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(lines.filter((line) => line.split('|').some((cell) => cell !== cell.trim()))).toEqual([]);
  });

  it('names languages that browsers know', () => {
    const tags = [...new Set(lines.map((line) => line.split('|')[1] as string))].filter(Boolean);
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
    expect(tags.filter((tag) => names.of(tag) === undefined)).toEqual([]);
  });

  it('leaves out places without documents of their own, which the table must not name', () => {
    const left = withoutDocuments.split(' ');
    expect(left.filter((code) => !alpha3(code))).toEqual([]);
    expect(lines.filter((line) => left.includes(line.slice(0, 3)))).toEqual([]);
    const offered = countriesIn('en').filter(({ code }) => issues(code));
    expect(offered).toHaveLength(countriesIn('en').length - left.length);
    expect(offered.map(({ name }) => name)).not.toContain('Antarctica');
    expect(offered.map(({ name }) => name)).toEqual(expect.arrayContaining(['Kosovo', 'Taiwan', 'Gibraltar']));
  });
});

test('an issuer’s documents have its own names, where they are known', () => {
  expect(ownName('national_identity_card', 'DEU')).toEqual({ name: 'Personalausweis', language: 'de' });
  expect(ownName('national_identity_card', 'COL')).toEqual({ name: 'Cédula de ciudadanía', language: 'es' });
  // Belgium names its documents in several languages.
  expect(ownName('driving_licence', 'BEL')).toEqual({ name: 'Rijbewijs / Permis de conduire', language: undefined });
  expect(ownName('national_identity_card', 'NGA')).toBeUndefined();
  expect(ownName('passport', 'DEU')).toBeUndefined();
  expect(ownName('driving_licence', 'VUT')).toBeUndefined();
});

test('a document is offered with the countries that issue it', () => {
  expect(offers(choiceOf('national_identity_card'), 'GBR')).toBe(false);
  expect(offers(choiceOf('driving_licence'), 'GBR')).toBe(true);
  expect(offers(choiceOf('national_identity_card'), 'VUT')).toBe(true);
  expect(offers(choiceOf('residence_permit'), null)).toBe(false);
  // The page has fixed the country, or the document names it.
  expect(offers(choiceOf('national_identity_card', false), 'GBR')).toBe(true);
  expect(offers(choiceOf('passport', false), null)).toBe(true);
});
