import { describe, expect, it } from 'vitest';
import { readDocument } from '../document/read.ts';
import { LANGUAGES, type Language, type Reader, readerOf, SCRIPTS } from './languages.ts';
import { readOtherScript } from './other-scripts.ts';
import { languageFile, publishedLetters, tesseractFiles } from './published.ts';
import { findLines, readFound } from './read-lines.ts';
import { readViews } from './second-reading.ts';
import { type DrawnOptions, drawnCard, rasterOf } from './testing.ts';
import { turn } from './warp.ts';

const today = '2026-03-01';

async function read(lines: readonly string[], options?: DrawnOptions, quarters: 0 | 2 = 0) {
  const raster = turn(await rasterOf(await drawnCard(lines, options)), quarters);
  const { page, classification, printed, turn: turned } = await readDocument(raster, { today });
  const others = (page.others ?? []).map(({ text }) => text.replace(/\s/g, ''));
  return { others, lines: page.lines.map(({ text }) => text), classification, printed, turned };
}

const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/\s/g, ''));

describe('print in other scripts than Latin', () => {
  // Cards without any Latin letter: the script itself shows what they are.
  it.each([
    [
      'CHN',
      'national_identity_card',
      ['中华人民共和国 居民身份证', '姓名 王小明', '出生 1985 年 3 月 12 日', '公民身份号码 110101198503120011'],
      {},
    ],
    ['TWN', 'national_identity_card', ['中華民國國民身分證', '姓名 陳筱玲', '戶籍地址 臺北市信義區'], { han: 'tc' }],
    ['JPN', 'driving_licence', ['日本国 運転免許証', '氏名 山田 花子', '昭和61年5月1日生'], { han: 'jp' }],
    ['KOR', 'national_identity_card', ['주민등록증', '홍길동', '대한민국 서울특별시 종로구'], {}],
    ['SAU', null, ['المملكة العربية السعودية', 'خالد بن سعيد', 'فاطمة الزهراء'], {}],
    ['IND', null, ['भारत सरकार', 'राम कुमार शर्मा', 'प्रिया सिंह'], {}],
    ['GRC', 'passport', ['ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ', 'ΔΙΑΒΑΤΗΡΙΟ', 'ΓΕΩΡΓΙΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ'], {}],
    ['RUS', 'passport', ['РОССИЙСКАЯ ФЕДЕРАЦИЯ', 'ПАСПОРТ', 'СЕРГЕЙ ПЕТРОВИЧ'], {}],
    ['UKR', 'passport', ['УКРАЇНА', 'ПАСПОРТ', 'ШЕВЧЕНКО ЄВГЕНІЯ'], {}],
    ['SRB', null, ['РЕПУБЛИКА СРБИЈА', 'ЂОРЂЕ ПЕТРОВИЋ', 'Љубица'], {}],
  ] as const)('of %s is read, and shows that the card is a %s', async (country, type, lines, options) => {
    const { others, classification } = await read(lines, options);
    expect(others).toEqual(bare(lines));
    expect(classification).toMatchObject({ issuingCountry: country, documentType: type });
  });

  it('turns a picture that stands on its head', async () => {
    const lines = ['주민등록증', '홍길동', '서울특별시 종로구'];
    const { others, turned } = await read(lines, {}, 2);
    expect(turned).toBe(2);
    expect(others).toEqual(bare(lines));
  });

  it('gives days, which may count in eras, and numbers by their labels', async () => {
    const lines = [
      '公民身份号码 110101198503120011',
      '出生 1985 年 3 月 12 日',
      '有效期限 2015.03.12-2035.03.12',
      '北京市公安局',
    ];
    const { printed } = await read(lines);
    expect(printed.documentNumber?.value).toBe('110101198503120011');
    expect(printed.dateOfBirth?.value).toBe('1985-03-12');
    expect(printed.dateOfExpiry?.value).toBe('2035-03-12');
  });

  it('leaves Latin print as it is, beside the other script', async () => {
    const { lines, others } = await read(['HELLENIC REPUBLIC', 'PAPADOPOULOS', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', 'PASSPORT']);
    expect(lines).toEqual(expect.arrayContaining(['HELLENIC REPUBLIC', 'PAPADOPOULOS', 'PASSPORT']));
    expect(others).toEqual(['ΠΑΠΑΔΟΠΟΥΛΟΣ']);
  });

  it('is not looked for on a document in Latin alone', async () => {
    const { lines, others } = await read(['REISEPASS', 'BUNDESREPUBLIK DEUTSCHLAND', 'MUSTERMANN']);
    expect(lines).toEqual(['REISEPASS', 'BUNDESREPUBLIK DEUTSCHLAND', 'MUSTERMANN']);
    expect(others).toEqual([]);
  });
});

describe('lines with numbers', () => {
  const linesOf = async (texts: readonly string[], reader: Reader) => {
    const { upright, quads } = await findLines(await rasterOf(await drawnCard(texts, { size: 22 })));
    const lines = await readOtherScript(upright, quads, await readFound(upright, quads), reader);
    const again = await Promise.all(
      lines.map(async ({ text, quad }) => readViews(upright, quad, text, reader as Language)),
    );
    return { texts: lines.map(({ text }) => text), again };
  };

  it.each([
    ['hin', ['मकान नं. 78, शास्त्री नगर', 'भोपाल - 462001', 'जयपुर, राजस्थान - 302001', 'कुल राशि 1120.00']],
    ['ara', ['7796 طريق الملك عبدالعزيز', '1142 شارع الملك فهد', 'حي العليا', 'الرياض 12211']],
  ] as const)('of %s are read with every digit', async (reader, expected) => {
    const { texts, again } = await linesOf(expected, reader);
    expect(texts).toEqual(expected);
    expect(again.map(({ text }) => text)).toEqual(expected);
    // Views of Arabic differ in a dot more often than views of Hindi.
    expect(again.filter(({ isConfirmed }) => isConfirmed).length).toBeGreaterThan(reader === 'hin' ? 3 : 1);
  });

  it('of Greek have no breathings', async () => {
    const { texts } = await linesOf(['Γεώργιος Ξενάκης και Ελένη Ψαρρά', '10671 Αθήνα'], 'ell');
    expect(texts).toEqual(['Γεώργιος Ξενάκης και Ελένη Ψαρρά', '10671 Αθήνα']);
  });
});

describe('readers', () => {
  it('are known for a state by one script alone', () => {
    const states = Object.values(SCRIPTS).flatMap(({ countries }) => countries);
    expect(new Set(states).size).toBe(states.length);
    expect(['CHN', 'HKG', 'JPN', 'BGR', 'DEU', 'THA', null].map(readerOf)).toEqual([
      ...['han', 'chi_tra', 'jpn', 'kaz'],
      ...[null, null, null],
    ]);
  });

  it('have their data in packages', async () => {
    for (const language of LANGUAGES) {
      const [first, second] = await languageFile(language);
      // gzip: RFC 1952, 2.3.1.
      expect([first, second]).toEqual([0x1f, 0x8b]);
    }
    const [script, code] = await tesseractFiles();
    expect(Buffer.from(script).includes('TessBaseAPI')).toBe(true);
    expect(Buffer.from(code.subarray(0, 4)).toString('latin1')).toBe('\0asm');
    const letters = await publishedLetters();
    expect([letters.length, letters[0], letters.at(-1)]).toEqual([6625, '', ' ']);
  });
});
