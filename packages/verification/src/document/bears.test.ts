import { describe, expect, it } from 'vitest';
import { type BearsOptions, type BornField, pageBears } from './bears.ts';

const zone = ['P<USATRAVELER<<HAPPY<<<<<<<<<<<<<<<<<<<<<<<<', 'E000077303USA6502056F3010149500101920<091824'];
const options: BearsOptions = { today: '2026-01-15', issuingCountry: 'FRA', zone };

/** Lines below each other; a stroke divides what stands in one row. */
function bears(print: string, field: BornField, value: string, more: Partial<BearsOptions> = {}): boolean {
  const lines = print
    .split('\n')
    .flatMap((row, i) =>
      row.split('|').map((text, j) => ({ text, box: { left: 130 * j, top: 40 * i, width: 100, height: 20 } })),
    );
  return pageBears({ width: 600, height: 400, lines }, field, value, { ...options, ...more });
}

describe('a day', () => {
  it.each([
    ['05.02.1965'],
    ['05 02 1965'],
    ['05021965'],
    ['5 FEB 1965'],
    ['05FEB/FEV 65'],
    ['05 ФЕВ/FEB 65'],
    ['05 ФЕВ 65'],
    ['05 FEB/FEB|65'],
    ['1965-02-05'],
    ['1965.02.05'],
  ])('stands in %s', (print) => expect(bears(print, 'dateOfBirth', '1965-02-05')).toBe(true));

  it.each([
    ['another year', '05.02.1966'],
    ['another month in words', '05 MAR 1965'],
    ['two months', '05 FEB/MAR 1965'],
    ['a month that no table has', '05 ⵢⴻⴱ 65'],
    ['month and day exchanged', '02.05.1965'],
    ['part of a personal number', '05021965-1234'],
    ['another line of the page', '05 FEB\n65'],
    ['the zone', zone[1]!],
  ])('does not stand in %s', (_, print) => expect(bears(print, 'dateOfBirth', '1965-02-05')).toBe(false));

  it('is read in the order of its country, and in both where that is unknown', () => {
    const day = (issuingCountry: string | null) => bears('02/05/1965', 'dateOfBirth', '1965-02-05', { issuingCountry });
    expect([day('USA'), day('FRA'), day(null)]).toEqual([true, false, false]);
    expect(bears('14 0CT 2030', 'dateOfExpiry', '2030-10-14')).toBe(true);
  });
});

describe('a number', () => {
  it.each([
    ['E00007730', true],
    ['No.E 0000 7730', true],
    ['E00007780', false],
    ['EO0007730', false],
    ['XE00007730', false],
    ['E000077301', false],
    ['E000077303USA650205', false],
    [zone[1]!.replaceAll('<', 'K'), false],
  ])('in %s: %s', (print, expected) => expect(bears(print, 'documentNumber', 'E00007730')).toBe(expected));

  it('of few signs stands anywhere', () => expect(bears('1234', 'documentNumber', '1234')).toBe(false));
});

describe('a name', () => {
  it.each([
    ['MÜLLER', 'MUELLER', true],
    ['Mueller', 'MUELLER', true],
    ['ЖУКОВ', 'ZHUKOV', true],
    ['TAYL0R', 'TAYLOR', true],
    ['VANDERBERG', 'VAN DER BERG', true],
    ['VAN DER BERG', 'VANDERBERG', true],
    ['Name: SMITH', 'SMITH', true],
    ['SMITHSON', 'SMITH', false],
    ['SMYTH', 'SMITH', false],
    ['REPUBLIC', 'LI', false],
    ['USATRAVELERHAPPY', 'TRAVELER', false],
  ])('%s holds %s: %s', (print, value, expected) => expect(bears(print, 'surname', value)).toBe(expected));

  it('may be one word with the other name', () => {
    const run = (print: string) => bears(print, 'surname', 'SMITH', { beside: 'JANE' });
    expect([run('JANESMITH'), run('SMITHJANE'), run('JANETSMITH')]).toEqual([true, true, false]);
  });

  it('that the zone has cut may be longer in print', () => {
    const cut = (mayBeCut: boolean) => bears('HENRIKE SOPHIE', 'givenNames', 'HENRIKE SOPHI', { mayBeCut });
    expect([cut(true), cut(false)]).toEqual([true, false]);
  });
});

describe('a value that stands in the zone alone', () => {
  it.each<[string, BornField, string]>([
    ['E00007730 3USA6502056F30101495', 'documentNumber', 'E00007730'],
    ['PUSATRAVELER HAPPY', 'givenNames', 'HAPPY'],
  ])('is not borne by %s, which is the zone read with blanks', (print, field, value) => {
    expect(bears(print, field, value)).toBe(false);
  });
});
