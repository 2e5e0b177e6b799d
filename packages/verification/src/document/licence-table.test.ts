import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageText } from '../text/page.ts';
import { printedFields } from './fields.ts';
import { bearsLegend, licenceTable } from './licence-table.ts';
import { CATEGORIES } from './values.ts';

const today = '2026-03-01';
const licence = { documentType: 'driving_licence', issuingCountry: 'DEU', today };

type Line = readonly [left: number, top: number, text: string];

/** The back of a card, 600 by 380; rows of the table are 16 pixels apart. */
function back(...lines: readonly Line[]): PageText {
  return {
    width: 600,
    height: 380,
    lines: lines.map(([left, top, text]) => ({ text, box: { left, top, width: text.length * 6, height: 11 } })),
  };
}

const HEADS: readonly Line[] = [
  [150, 20, '9.'],
  [260, 20, '10.'],
  [340, 20, '11.'],
  [420, 20, '12.'],
];
const LEGEND: Line = [20, 340, '1. Name 2. Vornamen 3. Geburtsdatum und -ort 4a. Ausstellungsdatum 4b. Ablaufdatum'];

/** Categories without a day, from the row of that number on. */
const empty = (categories: string, from = 0): Line[] =>
  categories.split(' ').map((category, i) => [150, 40 + 16 * (from + i), category]);

const row = (number: number, category: string, ...cells: readonly (string | null)[]): Line[] => [
  [150, 40 + 16 * number, category],
  ...cells.flatMap((cell, i): Line[] => (cell === null ? [] : [[245 + 80 * i, 40 + 16 * number, cell]])),
];

describe('the table on the back of a European licence', () => {
  it('says since when and how long each category holds', () => {
    const page = back(
      ...HEADS,
      ...row(0, 'AM', '19.01.13', '18.01.28'),
      ...empty('A1 A2 A', 1),
      ...row(4, 'Bl', '07.06.73', null),
      ...row(5, '8', '19.01.2013', '18.01.2028', '01.06,70'),
      ...row(6, 'BE', '24.11.15', '18.01.28', '79(MAX 7.5T)'),
      LEGEND,
    );
    const none = { from: null, until: null, codes: null };
    expect(licenceTable(page, licence).entries).toEqual([
      { category: 'AM', from: '2013-01-19', until: '2028-01-18', codes: null },
      { category: 'A1', ...none },
      { category: 'A2', ...none },
      { category: 'A', ...none },
      { category: 'B1', from: '1973-06-07', until: null, codes: null },
      { category: 'B', from: '2013-01-19', until: '2028-01-18', codes: '01.06,70' },
      { category: 'BE', from: '2015-11-24', until: '2028-01-18', codes: '79(MAX 7.5T)' },
    ]);
  });

  it.each<[string, Line[]]>([
    ['in one line', [[150, 72, 'B 19.01.13 18.01.28 01']]],
    ['in one line without the blank between two days', [[150, 72, 'B 19.01.1318.01.28 01']]],
  ])('reads a row %s', (_, lines) => {
    const page = back(...empty('AM A1'), ...lines);
    expect(licenceTable(page, licence).entries[2]).toEqual({
      category: 'B',
      from: '2013-01-19',
      until: '2028-01-18',
      codes: '01',
    });
  });

  it('is read where column 12 has more codes than any licence, and an ornament behind them', () => {
    const codes = Array.from({ length: 25 }, () => '01.06').join(',');
    const page = back(...HEADS, ...empty('AM A1'), ...row(2, 'B', '19.01.13', '18.01.28', `${codes}!`));
    expect(licenceTable(page, licence).entries.at(-1)).toEqual({
      category: 'B',
      from: '2013-01-19',
      until: '2028-01-18',
      codes: null,
    });
  });

  it('takes one column of days without a number above it for that of issue, unless one is yet to come', () => {
    const page = (day: string) => back(...empty('AM A1'), ...row(2, 'B', day));
    expect(licenceTable(page('19.01.13'), licence).entries[2]).toMatchObject({ from: '2013-01-19', until: null });
    expect(licenceTable(page('19.01.33'), licence).entries[2]).toMatchObject({ from: null, until: '2033-01-19' });
  });

  it('finds no table where a category or two stand beside a day', () => {
    expect(licenceTable(back(...row(0, 'B', '19.01.13'), ...row(1, 'A', '19.01.13')), licence)).toEqual({
      entries: [],
      lines: [],
    });
    expect(licenceTable(back(...empty('AM A1 A2 A B')), licence).entries).toEqual([]);
  });

  it('looks for none on licences of the AAMVA and on other documents', () => {
    const page = back(...empty('AM A1'), ...row(2, 'B', '19.01.13'));
    expect(licenceTable(page, licence).entries).toHaveLength(3);
    expect(licenceTable(page, { ...licence, issuingCountry: 'USA' }).entries).toEqual([]);
    expect(licenceTable(page, { ...licence, documentType: 'passport' }).entries).toEqual([]);
  });

  it('gives back what it was drawn with, whatever is filled in', () => {
    const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2025-12-31'), noInvalidDate: true });
    const cells = fc.array(fc.option(day, { nil: null }), { minLength: 15, maxLength: 15 });
    const two = (value: number) => String(value).padStart(2, '0');
    fc.assert(
      fc.property(cells, (days) => {
        fc.pre(days.some((one) => one !== null));
        const written = (of: Date | null) =>
          of && `${two(of.getUTCDate())}.${two(of.getUTCMonth() + 1)}.${two(of.getUTCFullYear() % 100)}`;
        const page = back(...HEADS, ...CATEGORIES.flatMap((category, i) => row(i, category, written(days[i]!))));
        expect(licenceTable(page, licence).entries.map(({ from }) => from)).toEqual(
          days.map((of) => of?.toISOString().slice(0, 10) ?? null),
        );
      }),
    );
  });
});

describe('fields of the back', () => {
  const page = back(
    ...HEADS,
    ...row(0, 'AM', '07.06.73', '18.01.28'),
    ...empty('A1 A'),
    ...row(3, 'B', '19.01.13'),
    LEGEND,
    [...([30, 10, '13189P000021'] as const)],
  );

  it('are absent: days of the table are not a birth, the number of the blank card is not the licence number', () => {
    expect(printedFields(page, licence)).toEqual({});
    expect(bearsLegend(page)).toBe(true);
  });
});
