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

  it('are not sure where a second reading of a line has other letters', () => {
    const { lines, ...rest } = page(letter);
    const read = (isConfirmed: boolean) =>
      readAddressProof(
        [{ ...rest, lines: lines.map((line) => (line.text.startsWith('35') ? { ...line, isConfirmed } : line)) }],
        'GBR',
      ).addressIsSure;
    expect([read(true), read(false)]).toEqual([true, false]);
  });

  it('are not sure where the line with the postcode is missing and a house number looks like a foreign one', () => {
    const american: readonly Row[] = [
      ['Mr. Marcus Ellington', 100, 200],
      ['6421 Willow Bend Dr', 100, 228],
      ['Electricity bill', 100, 500],
    ];
    expect(sureOf(american, 'USA')).toMatchObject({ address: '6421 Willow Bend Dr', addressIsSure: false });
  });

  it('are two where the labels of holders have no titles', () => {
    const ukrainian: readonly Row[] = [
      ['Споживач', 100, 200],
      ['Коваль Євген Павлович', 100, 224],
      ['Шевченко Тарас Григорович', 100, 256],
      ['Адреса', 100, 302],
      ['вул. Хрещатик, буд. 55, кв. 74', 100, 331],
      ['м. Київ', 100, 359],
      ['01001', 100, 387],
    ];
    expect(sureOf(ukrainian, 'UKR')).toMatchObject({
      holders: [
        ['Коваль Євген Павлович', true],
        ['Шевченко Тарас Григорович', true],
      ],
      address: 'вул. Хрещатик, буд. 55, кв. 74, м. Київ, 01001',
    });
  });

  it('are two in a table, where the label of the first could not be read', () => {
    const table: readonly Row[] = [
      ['回', 100, 345],
      ['林美惠先生', 496, 349],
      ['戶名', 100, 397],
      ['陳筱玲先生', 496, 398],
      ['地址', 100, 452],
      ['110 臺北市信義區松仁路 40 號 5 樓', 496, 452],
    ];
    expect(sureOf(table, 'TWN').holders).toEqual([
      ['林美惠', true],
      ['陳筱玲', true],
    ]);
  });

  it('are in their own row of a table, though names end where another address ends', () => {
    const table: readonly Row[] = [
      ['Ονοματεπώνυμο', 100, 200],
      ['κ. Δημήτριος Παπαδόπουλ', 442, 200],
      ['Διεύθυνση', 100, 245],
      ['Λεωφόρος Κηφισίας 17, 105 63 Αθήνα', 442, 245],
      ['Διεύθυνση ακινήτου', 100, 290],
      ['Ερμού 11, 105 63 Αθήνα', 442, 290],
    ];
    expect(sureOf(table, 'GRC').address).toBe('Λεωφόρος Κηφισίας 17, 105 63 Αθήνα');
  });

  it('have no title of the letter above an Eastern address', () => {
    const korean: readonly Row[] = [
      ['전기요금 청구서', 100, 172],
      ['대전광역시 서구 둔산로 171', 100, 200],
      ['101동 1203호', 100, 228],
      ['03172', 100, 256],
      ['홍길동 귀하', 100, 284],
    ];
    expect(sureOf(korean, 'KOR').address).toBe('대전광역시 서구 둔산로 171, 101동 1203호, 03172');
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
  ['Soren Weib', 'DEU', false],
  ['Мельник Андрій Сергійович', 'UKR', true],
  ['Шербакова Юлия Эдуардовна', 'RUS', false],
  ['Мельник Андрій Сергійович Й', 'UKR', false],
])('the name %s on a paper from %s is sure: %s', (name, country, sure) => {
  expect(isSureName(name, country, false)).toBe(sure);
});

it('has a letter that the reader lacks for sure where a second reading confirms it', () => {
  expect(isSureName('Renata Kukuta', 'POL', true)).toBe(true);
  expect(isSureName('佐藤健', 'JPN', true)).toBe(false);
  expect(isSureName('Шербакова Юлия Эдуардовна', 'RUS', true)).toBe(false);
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
