import { squeezed } from '../text/page.ts';
import type { TYPE_WORDS } from './words.ts';

/*
 * What documents call themselves, and which state they name, in scripts other than Latin. Labels are in `script-labels.ts`.
 */

type WordedType = keyof typeof TYPE_WORDS;

const TYPES: Readonly<Partial<Record<WordedType, readonly string[]>>> = {
  residence_permit: ['在留カード', '居留证', '居留證', '외국인등록증', 'بطاقة إقامة', 'هوية مقيم', 'ВИД НА ЖИТЕЛЬСТВО'],
  driving_licence: [
    ...['驾驶证', '駕駛執照', '運転免許証', '운전면허증', 'رخصة القيادة', 'رخصة قيادة', 'ΑΔΕΙΑ ΟΔΗΓΗΣΗΣ'],
    ...['ВОДИТЕЛЬСКОЕ УДОСТОВЕРЕНИЕ', 'ПОСВІДЧЕННЯ ВОДІЯ', 'СВИДЕТЕЛСТВО ЗА УПРАВЛЕНИЕ', 'ВОЗАЧКА ДОЗВОЛА'],
  ],
  national_identity_card: [
    ...[
      '居民身份证',
      '身分證',
      '身份證',
      '公民身份号码',
      '個人番号カード',
      '주민등록증',
      'بطاقة شخصية',
      'بطاقة الهوية',
      'الهوية الوطنية',
    ],
    ...['आधार', 'ΔΕΛΤΙΟ ΤΑΥΤΟΤΗΤΑΣ', 'ЛИЧНА КАРТА', 'ЛИЧНА КАРТ', 'ПОСВІДЧЕННЯ ОСОБИ', 'ЖЕКЕ КУӘЛІК'],
  ],
  passport: ['护照', '護照', '旅券', '여권', 'جواز سفر', 'पासपोर्ट', 'ΔΙΑΒΑΤΗΡΙΟ', 'ПАСПОРТ', 'ПАСОШ'],
};

/** ISO 3166-1 alpha-3. The order counts where one name holds another. */
const COUNTRIES: readonly (readonly [code: string, words: readonly string[]])[] = [
  ['CHN', ['中华人民共和国', '公民身份号码']],
  // PP-OCR writes some traditional characters as simplified ones.
  ['TWN', ['中華民國', '中华民國']],
  ['HKG', ['香港特別行政區', '香港永久性居民', '香港居民身份證']],
  ['MAC', ['澳門特別行政區', '澳門永久性居民', '澳門居民身份證']],
  ['JPN', ['日本国', '運転免許証', '公安委員会', '在留カード', '個人番号カード', '昭和', '平成', '令和']],
  ['KOR', ['대한민국', '주민등록증', '자동차운전면허증', '외국인등록증']],
  ['SAU', ['المملكة العربية السعودية']],
  ['ARE', ['الإمارات العربية المتحدة']],
  ['EGY', ['جمهورية مصر العربية']],
  ['JOR', ['المملكة الأردنية الهاشمية']],
  ['MAR', ['المملكة المغربية']],
  ['DZA', ['الجمهورية الجزائرية']],
  ['TUN', ['الجمهورية التونسية']],
  ['LBN', ['الجمهورية اللبنانية']],
  ['IRQ', ['جمهورية العراق']],
  ['KWT', ['دولة الكويت']],
  ['QAT', ['دولة قطر']],
  ['BHR', ['مملكة البحرين']],
  ['OMN', ['سلطنة عمان']],
  ['YEM', ['الجمهورية اليمنية']],
  ['SYR', ['الجمهورية العربية السورية']],
  ['IND', ['भारत सरकार', 'भारत गणराज्य']],
  ['NPL', ['नेपाल सरकार']],
  ['GRC', ['ΕΛΛΗΝΙΚΗ ΔΗΜΟΚΡΑΤΙΑ']],
  ['CYP', ['ΚΥΠΡΙΑΚΗ ΔΗΜΟΚΡΑΤΙΑ']],
  ['RUS', ['РОССИЙСКАЯ ФЕДЕРАЦИЯ']],
  ['UKR', ['УКРАЇНА']],
  ['BGR', ['РЕПУБЛИКА БЪЛГАРИЯ']],
  ['SRB', ['РЕПУБЛИКА СРБИЈА', 'РЕПУБЛИКА СРБИ']],
  ['MKD', ['РЕПУБЛИКА СЕВЕРНА МАКЕДОНИЈА', 'СЕВЕРНА МАКЕДОНИ']],
  ['KAZ', ['ҚАЗАҚСТАН РЕСПУБЛИКАСЫ', 'РЕСПУБЛИКА КАЗАХСТАН']],
  ['KGZ', ['КЫРГЫЗ РЕСПУБЛИКАСЫ', 'КЫРГЫЗСКАЯ РЕСПУБЛИКА']],
];

const types = Object.entries(TYPES).map(([type, words]) => [type, words.map(squeezed)] as const);
const countries = COUNTRIES.map(([code, words]) => [code, words.map(squeezed)] as const);

/** Counts the words of a type in a squeezed text. */
export const scriptTypeWords = (type: string, text: string): number =>
  types.find(([other]) => other === type)?.[1].filter((word) => text.includes(word)).length ?? 0;

/** The state that a squeezed text names; null where it names none. */
export const scriptCountryIn = (text: string): string | null =>
  countries.find(([, words]) => words.some((word) => text.includes(word)))?.[0] ?? null;
