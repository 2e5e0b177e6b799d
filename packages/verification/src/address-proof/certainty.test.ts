import { describe, expect, it } from 'vitest';
import type { PageBox, PageText } from '../text/page.ts';
import { readAddressProof } from './analyse.ts';
import { isSureName } from './certainty.ts';

type Row = readonly [text: string, left: number, top: number, confidence?: number];

const page = (rows: readonly Row[], unread: readonly PageBox[] = []): PageText => ({
  width: 1000,
  height: 1400,
  lines: rows.map(([text, left, top, confidence = 0.97]) => ({
    text,
    confidence,
    box: { left, top, width: 9 * text.length, height: 24 },
  })),
  unread,
});

const letter: readonly Row[] = [
  ['Northern Lights Energy Ltd', 600, 60],
  ['Mr Oliver Pemberton', 100, 200],
  ['35 Victoria Terrace', 100, 228],
  ['Whitby', 100, 256],
  ['YO21 3PB', 100, 284],
  ['Electricity bill', 100, 500],
  ['Bill date: 3 November 2025', 600, 228],
];

const sureOf = (rows: readonly Row[], country = 'GBR', unread: readonly PageBox[] = []) => {
  const { holders, address, addressIsSure } = readAddressProof([page(rows, unread)], country);
  return { holders: holders.map(({ name, isSure }) => [name, isSure]), address, addressIsSure };
};

const address = '35 Victoria Terrace, Whitby, YO21 3PB';

describe('the holder and the address of a paper', () => {
  it('are sure where every line was read well', () => {
    expect(sureOf(letter)).toEqual({ holders: [['Oliver Pemberton', true]], address, addressIsSure: true });
  });

  it.each<[what: string, rows: readonly Row[], unread?: readonly PageBox[]]>([
    ['a line was read badly', letter.map((row) => (row[0] === 'Whitby' ? [row[0], row[1], row[2], 0.8] : row))],
    ['a line of the block could not be read', letter, [{ left: 102, top: 174, width: 180, height: 24 }]],
  ])('are not sure where %s', (_, rows, unread) => {
    expect(sureOf(rows, 'GBR', unread)).toEqual({
      holders: [['Oliver Pemberton', false]],
      address,
      addressIsSure: false,
    });
  });

  it('are sure where print elsewhere could not be read', () => {
    expect(sureOf(letter, 'GBR', [{ left: 600, top: 900, width: 80, height: 24 }]).addressIsSure).toBe(true);
  });

  it('are never sure where the words of companies and streets are not known', () => {
    expect(sureOf(letter, 'SWE').addressIsSure).toBe(false);
  });

  it('are not sure where a line follows the last name of an Eastern address', () => {
    const japanese = (second: string): readonly Row[] => [
      ['東西電力株式会社', 600, 60],
      ['150-0002', 100, 200],
      ['東京都渋谷区渋谷2丁目7番13号', 100, 228],
      ['山田花子様', 100, 256],
      [second, 100, 284],
    ];
    expect(sureOf(japanese('鈴木一郎様'), 'JPN').holders).toEqual([
      ['山田花子', true],
      ['鈴木一郎', true],
    ]);
    expect(sureOf(japanese('鈴木一郎欄'), 'JPN')).toMatchObject({
      holders: [['山田花子', false]],
      addressIsSure: false,
    });
  });

  it('are not sure from a place that is supplied', () => {
    const supplied: readonly Row[] = [
      ['Bank Mazowiecki S.A.', 600, 60],
      ['Wyciag z rachunku', 100, 400],
      ['Adres punktu poboru: ul. Marszalkowska 81 m. 12, 00-950 Warszawa', 100, 440],
    ];
    expect(sureOf(supplied, 'POL')).toMatchObject({
      holders: [],
      address: 'ul. Marszalkowska 81 m. 12, 00-950 Warszawa',
      addressIsSure: false,
    });
  });

  it('have no line of the sender in the window of an envelope', () => {
    const taiwanese: readonly Row[] = [
      ['寶島電力股份有限公司', 600, 60],
      ['寶島電力股份有限公司·100 臺北市中正區羅斯福路 242 號', 100, 174],
      ['110 臺中市西屯區臺灣大道 168 號', 100, 200],
      ['林美惠 小姐', 100, 228],
    ];
    expect(sureOf(taiwanese, 'TWN')).toMatchObject({
      holders: [['林美惠', true]],
      address: '110 臺中市西屯區臺灣大道 168 號',
      addressIsSure: true,
    });
  });

  it('have no account number and no date above the address', () => {
    const taiwanese: readonly Row[] = [
      ['寶島電力股份有限公司', 600, 60],
      ['帳號 : 4471 0082', 100, 144],
      ['帳單日期 : 2025 年 3 月 5 日', 100, 172],
      ['110 臺中市西屯區臺灣大道 168 號', 100, 200],
      ['林美惠 小姐', 100, 228],
    ];
    expect(sureOf(taiwanese, 'TWN')).toMatchObject({
      holders: [['林美惠', true]],
      address: '110 臺中市西屯區臺灣大道 168 號',
      addressIsSure: true,
    });
  });
});

it.each([
  ['Matgorzata Zajac', 'POL', false],
  ['Michat Dabek', 'POL', false],
  ['Piotr Stachura', 'POL', true],
  ['Żaneta Wrobel', 'POL', true],
  ['Renata Kukuta', 'POL', false],
  ['Kathe Weis', 'DEU', false],
  ['Sabine SuBkind', 'DEU', false],
  ['Klara Berger', 'DEU', true],
  ['Flora MacLeod', 'GBR', true],
  ['Matgorzata Zajac', 'GBR', true],
  ['山田花子', 'JPN', true],
  ['長谷川 誠', 'JPN', true],
  ['林誠', 'JPN', true],
  ['佐藤健', 'JPN', false],
  ['長谷川太郎', 'JPN', false],
  ['王小明', 'TWN', true],
])('the name %s on a paper from %s is sure: %s', (name, country, sure) => {
  expect(isSureName(name, country)).toBe(sure);
});

it.each([
  ['90-001 L6dz', 'POL', '90-001 Lódz'],
  ['ul. Dtuga 4, 50-110 Wroctaw', 'POL', 'ul. Długa 4, 50-110 Wrocław'],
  ['ul. Ptocka 4, 02-001 Warszawa', 'POL', 'ul. Ptocka 4, 02-001 Warszawa'],
  ['C/ San Andrés, 76, 3°B, 28014 Madrid', 'ESP', 'C/ San Andrés, 76, 3ºB, 28014 Madrid'],
  ['Pase0 de Gracia, 48, 41001 Sevilla', 'ESP', 'Paseo de Gracia, 48, 41001 Sevilla'],
])('reads %s on a paper from %s as %s', (text, country, expected) => {
  const label = country === 'POL' ? 'Adres' : 'Dirección';
  const rows: readonly Row[] = [[`${label}: ul. Polna 4, ${text}`, 100, 200]];
  const read = readAddressProof([page(country === 'POL' ? rows : [[`${label}: ${text}`, 100, 200]])], country).address;
  expect(read).toContain(expected);
});
