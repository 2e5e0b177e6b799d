import { describe, expect, it } from 'vitest';
import { readAddressProof } from '../address-proof/analyse.ts';
import type { PageText } from '../text/page.ts';
import { peopleOf, splitName } from './addressee.ts';

type Line = readonly [left: number, top: number, text: string, height?: number];

/** A page of 1000 by 1400; lines are 20 high unless it says otherwise. */
function page(lines: readonly Line[]): PageText {
  return {
    width: 1000,
    height: 1400,
    lines: lines.map(([left, top, text, height = 20]) => ({
      text,
      box: { left, top, width: (text.length * height) / 2, height },
    })),
  };
}

const read = (lines: readonly Line[], country = 'GBR') => {
  const { holders, address } = readAddressProof([page(lines)], country);
  return { holders: holders.map(({ name }) => name), address };
};

const HIGH_ROAD = '12 High Road, Salem, OR 97301';

describe('holder and address', () => {
  it('belong to the person billed, not to the payee', () => {
    const sides: readonly Line[] = [
      [600, 100, 'Remit to:'],
      [600, 130, 'Wells Fargo'],
      [600, 155, '420 Sample Street'],
      [600, 180, 'Boise, ID 83702'],
      [80, 100, 'Bill to:'],
      [80, 130, 'Diane Lane'],
      [80, 155, '12 High Road'],
      [80, 180, 'Salem, OR 97301'],
    ];
    expect(read(sides)).toEqual({ holders: ['Diane Lane'], address: HIGH_ROAD });
  });

  it('do not belong to an adviser', () => {
    expect(
      read([
        [600, 100, 'Your adviser'],
        [600, 125, 'Mr Bartholomew Finch'],
        [600, 150, '4 Court Road'],
        [600, 175, 'Leeds LS1 4AP'],
        [600, 200, 'Tel. 0555 010 203'],
        [80, 250, 'Erika Example'],
        [80, 275, '14 Sample Street'],
        [80, 300, 'Sheffield S1 2HH'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: '14 Sample Street, Sheffield S1 2HH' });
  });

  it('are absent if the only name belongs to a company with an internet address', () => {
    expect(
      read([
        [80, 100, 'Wells Fargo'],
        [80, 125, '420 Sample Street'],
        [80, 150, 'Boise, ID 83702'],
        [80, 900, 'Questions? Visit www.wellsfargo.com'],
      ]),
    ).toEqual({ holders: [], address: null });
  });

  it('leave out who takes the letter in', () => {
    expect(
      read([
        [80, 100, 'Ms Erika Example'],
        [80, 125, 'c/o Bartholomew Finch'],
        [80, 150, '12 High Road'],
        [80, 175, 'Salem, OR 97301'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it.each([
    ['right', (text: string) => 900 - 10 * text.length],
    ['in the middle', (text: string) => 500 - 5 * text.length],
  ])('may be aligned %s', (_, left) => {
    const texts = ['Erika Example', '12 High Road', 'Salem, OR 97301'];
    const lines = texts.map((text, i) => [left(text), 100 + 25 * i, text] as const);
    expect(read(lines)).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it('may stand far apart if they stand evenly', () => {
    const texts = ['Erika Example', '12 High Road', 'Salem, OR 97301'];
    const lines = texts.map((text, i) => [80, 100 + 60 * i, text] as const);
    expect(read(lines)).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it('may have the name in larger print, below the name of the company', () => {
    const lines: readonly Line[] = [
      [80, 40, 'Granite Peak Bank', 44],
      [80, 120, 'ERIKA EXAMPLE', 36],
      [80, 185, '12 High Road'],
      [80, 210, 'Salem, OR 97301'],
    ];
    expect(read(lines)).toEqual({ holders: ['ERIKA EXAMPLE'], address: HIGH_ROAD });
    // As the largest print of the page it may be a company's that has a person's name.
    expect(read(lines.slice(1)).holders).toEqual([]);
  });

  it('are found far right of their labels', () => {
    expect(
      read([
        [80, 100, 'Customer'],
        [800, 100, 'Erika Example'],
        [80, 145, 'Premises address'],
        [800, 145, '12 High Road'],
        [800, 170, 'Salem, OR 97301'],
      ]),
    ).toEqual({ holders: ['Erika Example'], address: HIGH_ROAD });
  });

  it.each([
    ['MrOliverBramwell', ['Oliver Bramwell']],
    ['MrA&MrsBThistlewood', ['A Thistlewood', 'B Thistlewood']],
    ['ColinMacAskill', ['Colin MacAskill']],
    // Which letters are whose nobody knows.
    ['HannahWhitcombandPaulWhitcomb', []],
    ['GIULIABONACCORSI', []],
  ])('are read without blanks: %s', (name, holders) => {
    expect(
      read([
        [80, 100, `Accountholder:${name}`],
        [80, 130, 'Serviceaddress:12HighRoad,Salem,OR97301'],
      ]),
    ).toEqual({ holders, address: '12HighRoad,Salem,OR97301' });
  });

  it('need no postcode where a country has none', () => {
    const lines: readonly Line[] = [
      [80, 100, 'Account name: CHAN TAI MAN'],
      [80, 130, 'Supply address: Flat 12B, 8 Queen Road East, Wan Chai, Hong Kong'],
    ];
    expect(read(lines, 'HKG')).toEqual({
      holders: ['CHAN TAI MAN'],
      address: 'Flat 12B, 8 Queen Road East, Wan Chai, Hong Kong',
    });
    // Elsewhere a postcode is missing because it was not read: half an address would be another's.
    expect(read(lines, 'GBR').address).toBeNull();
  });

  it.each([
    ['Kontoinhaber:', 'Anschrit:'],
    ['Kontoinhabr', 'Anschritt'],
  ])('follow labels with one lost or misread letter: %s', (holder, address) => {
    const lines: readonly Line[] = [
      [80, 100, holder],
      [80, 140, address],
      [400, 100, 'Sabine Roth'],
      [400, 140, 'Lindenallee 112, 10115 Berlin'],
    ];
    expect(read(lines, 'DEU')).toEqual({ holders: ['Sabine Roth'], address: 'Lindenallee 112, 10115 Berlin' });
  });

  it('of India have its titles, and the postcode behind a dash', () => {
    const lines: readonly Line[] = [
      [80, 100, 'Smt. LAKSHMI NARAYANAN'],
      [80, 125, 'H.No. 8-2-120/4, Road No. 2'],
      [80, 150, 'Banjara Hills'],
      [80, 175, 'Hyderabad - 500034'],
    ];
    expect(read(lines, 'IND')).toEqual({
      holders: ['LAKSHMI NARAYANAN'],
      address: 'H.No. 8-2-120/4, Road No. 2, Banjara Hills, Hyderabad - 500034',
    });
  });
});

describe('holder and address of countries with another order or script', () => {
  type Page = readonly Line[];
  const block = (texts: readonly string[], left = 80, top = 200) =>
    texts.map((text, i) => [left, top + 26 * i, text] as const);
  const sender = (texts: readonly string[]) => block(texts, 600, 60);

  it.each<[country: string, page: Page, holders: readonly string[], address: string]>([
    [
      'POL',
      [
        ...sender(['Bank Mazowiecki S.A.', 'ul. Puławska 15', '02-515 Warszawa']),
        ...block(['Pan Paweł i Pani Żaneta Wójcik', 'ul. Długa 7 m. 12', '31-001 Kraków']),
      ],
      ['Paweł Wójcik', 'Żaneta Wójcik'],
      'ul. Długa 7 m. 12, 31-001 Kraków',
    ],
    [
      'ESP',
      [...block(['D. Andrés Núñez García', 'C/ San Andrés, 76, 3º B', '24001 León'])],
      ['Andrés Núñez García'],
      'C/ San Andrés, 76, 3º B, 24001 León',
    ],
    [
      'GRC',
      [
        ...sender(['Τράπεζα Αιγαίου Α.Ε.', 'Σταδίου 38', '105 62 Αθήνα']),
        ...block(['κ. Γεώργιος και κα Ελένη Ξενάκη', 'Ερμού 18', '106 71 Αθήνα']),
      ],
      ['Γεώργιος Ξενάκη', 'Ελένη Ξενάκη'],
      'Ερμού 18, 106 71 Αθήνα',
    ],
    [
      'UKR',
      [
        ...sender(['АТ «Банк Дніпро»', 'вул. Жилянська, 32', 'м. Київ, 01033']),
        ...block(['Коваль Євген Павлович', 'вул. Франка, буд. 7, кв. 3', 'м. Одеса', '65000']),
      ],
      ['Коваль Євген Павлович'],
      'вул. Франка, буд. 7, кв. 3, м. Одеса, 65000',
    ],
    [
      'RUS',
      [
        [80, 60, 'АО «Волжский банк»'],
        ...block(['Петров Сергей Иванович', 'ул. Мира, д. 5, кв. 12', 'г. Тверь, 170100']),
      ],
      ['Петров Сергей Иванович'],
      'ул. Мира, д. 5, кв. 12, г. Тверь, 170100',
    ],
    [
      'JPN',
      [
        ...sender(['東西電力株式会社', '〒100-0005', '東京都千代田区丸の内1丁目2番3号']),
        ...block(['T530-0001', '大阪府大阪市北区梅田3丁目1番2号', 'グリーンハイツ203号室', '山田 花子 様']),
      ],
      ['山田 花子'],
      '〒530-0001, 大阪府大阪市北区梅田3丁目1番2号, グリーンハイツ203号室',
    ],
    [
      'KOR',
      [
        ...sender(['한빛은행', '서울특별시 중구 을지로 66', '04533']),
        ...block(['부산광역시 해운대구 해운대로 21', '101동 1203호', '48094', '김영희 귀하', '이준호 귀하']),
      ],
      ['김영희', '이준호'],
      '부산광역시 해운대구 해운대로 21, 101동 1203호, 48094',
    ],
    [
      'CHN',
      [
        [80, 100, '户名'],
        [300, 100, '欧阳娜娜'],
        [80, 140, '用电地址'],
        [300, 140, '100022 北京市朝阳区建国路9号'],
        [80, 180, '通讯地址'],
        [300, 180, '510030 广东省广州市越秀区中山路60号5号楼1203室'],
      ],
      ['欧阳娜娜'],
      '510030 广东省广州市越秀区中山路60号5号楼1203室',
    ],
    ['TWN', [...block(['110臺北市信義區松仁路100號5樓', '陳筱玲 小姐'])], ['陳筱玲'], '110臺北市信義區松仁路100號5樓'],
    [
      'IND',
      [
        [80, 60, 'गंगा सहकारी बैंक'],
        ...block(['श्री राम कुमार शर्मा', 'श्रीमती मीना जोशी', 'मकान नं. 60, गांधी नगर', 'जयपुर, राजस्थान - 302001']),
      ],
      ['राम कुमार शर्मा', 'मीना जोशी'],
      'मकान नं. 60, गांधी नगर, जयपुर, राजस्थान - 302001',
    ],
    [
      'ARE',
      [
        ...sender(['Emirates Harbour Bank PJSC', 'P.O. Box 777', 'Dubai, UAE']),
        ...block([
          'Mr. Omar & Mrs. Noura Haddad',
          'Villa 12, Street 4',
          'P.O. Box 98000',
          'Abu Dhabi, United Arab Emirates',
        ]),
      ],
      ['Omar Haddad', 'Noura Haddad'],
      'Villa 12, Street 4, P.O. Box 98000, Abu Dhabi, United Arab Emirates',
    ],
  ])('%s', (country, lines, holders, address) => {
    expect(read(lines, country)).toEqual({ holders, address });
  });

  it('that is written from the right has its labels there', () => {
    const rightTo = (edge: number, top: number, text: string): Line => [edge - text.length * 10, top, text];
    const lines = [
      rightTo(900, 100, 'اسم المشترك'),
      rightTo(650, 100, 'خالد بن سعيد القحطاني'),
      rightTo(900, 150, 'العنوان'),
      rightTo(650, 150, '1451 شارع العليا, حي النخيل, الدمام 32241'),
      rightTo(900, 200, 'عنوان الخدمة'),
      rightTo(650, 200, '7000 شارع التحلية, حي الروضة, جدة 23431'),
    ];
    expect(read(lines, 'SAU')).toEqual({
      holders: ['خالد بن سعيد القحطاني'],
      address: '1451 شارع العليا, حي النخيل, الدمام 32241',
    });
  });

  it('has no address if a line was read in the wrong script, or without its number', () => {
    const lines = block(['Бондаренко Олена Іванівна', 'Byn. Co6opHa, 6yn. 48, KB. 19', 'м. Одеса', '65000']);
    expect(read(lines, 'UKR').address).toBeNull();
    expect(read(block(['السيد خالد القحطاني', 'شارع التحلية', 'جدة 23431']), 'SAU').address).toBeNull();
  });

  it('may have a surname that is a title elsewhere', () => {
    const lines = (name: string) => block([name, '12 High Road', 'Salem, OR 97301']);
    expect(read(lines('Pan Wei Ming'), 'USA').holders).toEqual(['Pan Wei Ming']);
    const two = ['Pan Jan Kowalski', 'Pani Zofia Kowalska', 'ul. Długa 7', '31-001 Kraków'];
    expect(read(block(two), 'POL').holders).toEqual(['Jan Kowalski', 'Zofia Kowalska']);
  });

  it('has no second holder where a house or a town follows', () => {
    const lines = block(['Customer', 'Erika Example', 'Orchard View', 'Newton Abbot', 'TQ12 3AB']);
    expect(read(lines).holders).toEqual(['Erika Example']);
  });

  it('has no holder where nothing tells a name from a word', () => {
    expect(read(block(['100022', '北京市朝阳区建国路81号', '王小明']), 'CHN')).toEqual({ holders: [], address: null });
    expect(read(block(['한빛은행', '서울특별시 중구 을지로 66', '04533']), 'KOR')).toEqual({
      holders: [],
      address: null,
    });
  });

  it('of a supplied place gives way to the other one, which is listed', () => {
    const cells: Page = [
      [80, 100, 'Account holder'],
      [400, 100, 'Erika Example'],
      [80, 150, 'Supply address'],
      [400, 150, '9 Other Lane, Leeds LS1 4AP'],
      [80, 200, 'Address'],
      [400, 200, '14 Sample Street, Sheffield S1 2HH'],
    ];
    expect(readAddressProof([page(cells)], 'GBR')).toMatchObject({
      address: '14 Sample Street, Sheffield S1 2HH',
      otherAddresses: ['9 Other Lane, Leeds LS1 4AP'],
    });
  });

  it('may have several holders below one label', () => {
    const lines: Page = [
      [80, 100, 'Account holder'],
      [80, 125, 'Erika Example'],
      [80, 150, 'Oskar Sample'],
      [80, 185, 'Address'],
      [80, 210, '14 Sample Street'],
      [80, 235, 'Sheffield S1 2HH'],
    ];
    expect(read(lines)).toEqual({
      holders: ['Erika Example', 'Oskar Sample'],
      address: '14 Sample Street, Sheffield S1 2HH',
    });
  });
});

describe('names without blanks', () => {
  it.each([
    ['王小明', { firstNames: '小明', lastNames: '王' }],
    ['欧阳娜娜', { firstNames: '娜娜', lastNames: '欧阳' }],
    ['山田 花子', { firstNames: '花子', lastNames: '山田' }],
    ['홍길동', { firstNames: '길동', lastNames: '홍' }],
  ])('%s', (name, parts) => {
    expect(splitName(name)).toEqual(parts);
  });

  it.each([
    ['山田花子', { firstNames: '花子', lastNames: '山田' }],
    ['山田はなこ', { firstNames: 'はなこ', lastNames: '山田' }],
    ['山田 花子', { firstNames: '花子', lastNames: '山田' }],
    ['ヤマダ ハナコ', { firstNames: 'ハナコ', lastNames: 'ヤマダ' }],
    ['林誠', { firstNames: '誠', lastNames: '林' }],
  ])('%s of Japan', (name, parts) => {
    expect(splitName(name, 'JPN')).toEqual(parts);
  });
});

describe('issuer', () => {
  const issuer = (...lines: readonly Line[]) => readAddressProof([page(lines)], 'USA').issuer;
  const statement: Line = [80, 200, 'Statement of account', 20];

  it('is more than a word of its business: what stands beside or above it belongs to it', () => {
    expect(issuer([80, 40, 'PRAIRIE', 40], [228, 40, 'BANK', 40], statement)).toBe('PRAIRIE BANK');
    expect(issuer([80, 40, 'PRAIRIE', 40], [80, 84, 'BANK', 40], statement)).toBe('PRAIRIE BANK');
    expect(issuer([80, 40, 'BANK', 60], [500, 60, 'Prairie Holdings LLC', 24], statement)).toBe('Prairie Holdings LLC');
    expect(issuer([80, 40, 'BANK', 60], statement)).toBe('BANK');
  });
});

it.each([
  ['Omar & Noura Al Suwaidi', ['Omar Al Suwaidi', 'Noura Al Suwaidi']],
  ['Jan en Anna van der Berg', ['Jan van der Berg', 'Anna van der Berg']],
  ['Mr J and Mrs A Smith', ['J Smith', 'A Smith']],
])('%s are two people of one surname', (line, people) => {
  expect(peopleOf(line)).toEqual(people);
});
