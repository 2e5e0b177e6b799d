import { readDocument } from '@bonafide/verification';
import { type DrawnOptions, drawnCard, rasterOf } from '../../packages/verification/src/text/testing.ts';
import { spent } from './call-times.ts';
import { TODAY } from './documents.ts';
import type { Measurement, Subject } from './measurement.ts';

/** Cards by their script, with invented holders: what the document calls itself, and lines as documents bear them. */
const CARDS: Readonly<Record<string, { readonly lines: readonly string[]; readonly han?: DrawnOptions['han'] }>> = {
  'Chinese, simplified': {
    lines: ['中华人民共和国', '姓名 王小明', '性别 男 民族 汉', '住址 北京市朝阳区建国路88号', '欧阳娜娜'],
  },
  'Chinese, traditional': {
    lines: ['中華民國國民身分證', '姓名 陳筱玲', '出生年月日 民國57年6月5日', '戶籍地址 臺北市信義區', '黃志強'],
    han: 'tc',
  },
  Japanese: {
    lines: ['日本国 運転免許証', '氏名 山田 花子', '昭和61年5月1日生', '東京都公安委員会', '佐藤健太', 'ヤマダ ハナコ'],
    han: 'jp',
  },
  Korean: { lines: ['주민등록증', '홍길동', '서울특별시 종로구 세종대로', '대한민국', '이지은'] },
  Arabic: { lines: ['المملكة العربية السعودية', 'محمد أحمد علي', 'فاطمة الزهراء', 'خالد بن سعيد', 'جواز سفر'] },
  Devanagari: { lines: ['भारत सरकार', 'राम कुमार शर्मा', 'प्रिया सिंह', 'पिता का नाम', 'जन्म तिथि'] },
  Greek: { lines: ['ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ', 'ΔΙΑΒΑΤΗΡΙΟ', 'ΓΕΩΡΓΙΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Γεννήθηκε'] },
  Russian: { lines: ['РОССИЙСКАЯ ФЕДЕРАЦИЯ', 'ПАСПОРТ', 'СЕРГЕЙ ПЕТРОВИЧ', 'ЩЕРБАКОВА', 'ЮЛИЯ ЭДУАРДОВНА'] },
  Ukrainian: { lines: ['УКРАЇНА', 'ПАСПОРТ', 'ШЕВЧЕНКО', 'ЄВГЕНІЯ ГРИГОРІВНА'] },
  Serbian: { lines: ['РЕПУБЛИКА СРБИЈА', 'ПЕТРОВИЋ', 'ЂОРЂЕ ПЕТРОВИЋ', 'Љубица'] },
};

/** Sizes of an em in pixels, and the qualities as which the card is saved. */
const CAPTURES: readonly DrawnOptions[] = [
  { size: 40, quality: 90 },
  { size: 30, quality: 75 },
  { size: 22, quality: 75 },
];

const bare = (text: string) => text.replace(/\s/g, '');

/** Print in scripts other than Latin, on drawn cards that don't show the state otherwise. */
export const scripts: Subject = {
  name: 'scripts',
  async measure() {
    const time = spent();
    const rows: Measurement[] = [];
    for (const [what, { lines, han }] of Object.entries(CARDS)) {
      let [right, of] = [0, 0];
      for (const capture of CAPTURES) {
        const raster = await rasterOf(await drawnCard(lines, { ...capture, ...(han && { han }) }));
        const { page } = await time.of(() => readDocument(raster, { today: TODAY }));
        const read = new Set((page.others ?? []).map(({ text }) => bare(text)));
        right += lines.filter((line) => read.has(bare(line))).length;
        of += lines.length;
      }
      rows.push({ what: `${what}: lines read letter by letter`, right, of });
    }
    return [...rows, ...time.lines('a card: text, script, fields')];
  },
};
