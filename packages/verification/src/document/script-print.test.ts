import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageText } from '../text/page.ts';
import { pageBears } from './bears.ts';
import { pageHolds } from './consistency.ts';
import { printedFields } from './fields.ts';
import { bearsNativeName } from './script-print.ts';
import { daysIn } from './values.ts';

const today = '2026-03-01';

const daysOf = (text: string) => daysIn(text, { order: null, today });

/** A page with lines in another script from top to bottom, and Latin ones where they are given. */
function page(
  others: readonly string[],
  latin: readonly (readonly [left: number, row: number, text: string])[] = [],
): PageText {
  const box = (left: number, row: number, text: string) => ({
    left,
    top: 20 + row * 40,
    width: text.length * 20,
    height: 24,
  });
  return {
    width: 800,
    height: 500,
    lines: latin.map(([left, row, text]) => ({ text, box: box(left, row, text) })),
    others: others.map((text, row) => ({ text, box: box(40, row, text) })),
  };
}

describe('a document without an end', () => {
  it.each(['有效期限 2015.03.12-长期', '有效期至 永久', '유효기간 영구'])('%s', (text) => {
    const options = { documentType: null, issuingCountry: null, today };
    expect(printedFields(page([text]), options).dateOfExpiry?.value).toBe('9999-12-31');
  });
});

describe('days', () => {
  it.each([
    ['出生 1985 年 3 月 12 日', ['1985-03-12']],
    ['昭和61年5月1日生', ['1986-05-01']],
    ['平成元年1月8日', ['1989-01-08']],
    ['令和 8 年 2 月 3 日まで有効', ['2026-02-03']],
    ['出生年月日 民國57年6月5日', ['1968-06-05']],
    ['1990년 1월 2일', ['1990-01-02']],
    ['2015.03.12-2035.03.12', ['2015-03-12', '2035-03-12']],
    ['2015 年 13 月 1 日', []],
    ['110101198503120011', []],
  ])('of %s are %j', (text, days) => {
    expect(daysOf(text)).toEqual(days);
  });

  it('are read back as they were written', () => {
    const day = fc.date({ min: new Date('1927-01-01'), max: new Date('2090-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const [year, month, of] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const iso = date.toISOString().slice(0, 10);
        expect(daysOf(`${year}年${month}月${of}日`)).toEqual([iso]);
        expect(daysOf(`民國${year - 1911}年${month}月${of}日`)).toEqual([iso]);
      }),
    );
  });
});

describe('fields', () => {
  it('follow their label, in the same line or beside it', () => {
    const card = page(['姓名 王小明', '出生 1985年3月12日', '公民身份号码'], [[320, 2, '110101198503120011']]);
    const printed = printedFields(card, { documentType: null, issuingCountry: 'CHN', today });
    expect(printed.dateOfBirth).toMatchObject({ value: '1985-03-12', grounds: 'label' });
    expect(printed.documentNumber).toMatchObject({ value: '110101198503120011', grounds: 'label' });
    expect(printed.documentNumber?.box.left).toBe(320);
  });

  it('never replace the value of a Latin label', () => {
    const card = page(['出生 1985年3月12日'], [[40, 3, 'Date of birth 13.04.1986']]);
    const printed = printedFields(card, { documentType: null, issuingCountry: 'CHN', today });
    expect(printed.dateOfBirth?.value).toBe('1986-04-13');
  });

  it('are borne by the page', () => {
    const card = page(['昭和61年5月1日生', 'ШЕВЧЕНКО']);
    expect(pageHolds(card, 'dateOfBirth', '1986-05-01', { order: 'dmy', today })).toBe(true);
    expect(pageHolds(card, 'dateOfBirth', '1986-05-02', { order: 'dmy', today })).toBe(false);
    const options = { today, issuingCountry: 'UKR', zone: [] };
    expect(pageBears(card, 'dateOfBirth', '1986-05-01', options)).toBe(true);
    expect(pageBears(card, 'surname', 'SHEVCHENKO', options)).toBe(true);
    expect(pageBears(card, 'surname', 'SHEVCHUK', options)).toBe(false);
  });
});

describe('names in their own letters', () => {
  it.each([
    [['姓名 王小明'], ['小明', '王'], true],
    [['氏名山田花子'], ['花子', '山田'], true],
    [['姓名 王明'], ['明', '王'], true],
    // Two letters may stand within another word.
    [['北京市王明区'], ['明', '王'], false],
    [['姓名 王小朋'], ['小明', '王'], false],
    [['홍길동'], ['길동', '홍'], true],
    [['الاسم محمد أحمد علي'], ['محمد', 'علي'], true],
    [['الاسم محمد أحمد'], ['محمد', 'علي'], false],
    // One is read for the other.
    [['محمد احمد على'], ['محمد أحمد', 'علي'], true],
    [['राम कुमार शर्मा'], ['राम', 'शर्मा'], true],
    // Of two lines neither bears both.
    [['王', '小明'], ['小明', '王'], false],
    [['姓名 陳美麗 父 王小明'], ['小明', '王'], false],
    [['配偶 王小明'], ['小明', '王'], false],
    [['姓名 陳美麗 父 王小明'], ['美麗', '陳'], true],
    [[''], ['', ''], false],
  ] as const)('%j bear %j: %s', (others, names, expected) => {
    expect(bearsNativeName(page(others), names)).toBe(expected);
  });

  it.each([
    ['父', false],
    ['姓名', true],
  ])('belongs to the holder or a relative by the label %s beside it', (label, expected) => {
    const { others = [], ...rest } = page([label, '王小明']);
    const beside = others.map((line, i) => ({ ...line, box: { ...line.box, left: 40 + 100 * i, top: 20 } }));
    expect(bearsNativeName({ ...rest, others: beside }, ['小明', '王'])).toBe(expected);
  });
});
