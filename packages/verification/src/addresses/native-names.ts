/*
 * Names in scripts without capitals. A courtesy before or after a name, or a label, says that it is one: nothing else tells it from a
 * word.
 */

/** Courtesies after a name in Chinese, Japanese and Korean. */
const AFTER = /\s*(?:先生|女士|小姐|太太|樣|様|さま|サマ|殿|氏|君|귀하|님|貴下|鈞啟|敬啟|台啟)?\s*(?:收|啟|启)?\s*$/u;

/** Titles before a name in Arabic, Hindi and Hebrew. */
const BEFORE =
  /^(?:السيدة|السيد|السادة|الآنسة|الدكتورة|الدكتور|المهندسة|المهندس|الأستاذة|الأستاذ|श्रीमती|श्री|सुश्री|कुमारी|डॉ\.?|מר|גב׳|גברת)\s+/u;

const FORMS: readonly RegExp[] = [
  // Chinese and Japanese: two to five characters, Japanese ones with a blank between surname and given name.
  /^[\p{Script=Han}々]{2,5}$/u,
  /^[\p{Script=Han}々ヶケノ]{1,4}[ 　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,5}$/u,
  /^[\p{Script=Katakana}ー]{2,8}[ 　][\p{Script=Katakana}ー]{2,8}$/u,
  /^[\p{Script=Hiragana}ー]{2,8}[ 　][\p{Script=Hiragana}ー]{2,8}$/u,
  /^\p{Script=Hangul}{2,5}$/u,
  /^\p{Script=Arabic}{2,}(?: \p{Script=Arabic}{2,}){1,6}$/u,
  /^[\p{Script=Devanagari}]{2,}(?: [\p{Script=Devanagari}]{2,}){1,5}$/u,
];

/** Kana whose blank reading has lost. They are also words, so that only a courtesy says that they are a name. */
const KANA = /^(?:[\p{Script=Katakana}ー]{4,16}|[\p{Script=Hiragana}ー]{4,16})$/u;

/** Words of companies, offices, places and forms. */
const NOT_A_NAME =
  /公司|会社|會社|銀行|银行|電力|电力|市役所|水道|ガス|保険|保险|保險|大学|大學|地址|住所|日期|金額|金额|은행|공사|전력|회사|시청|구청|보험|주소|고객|금액|شركة|بنك|مصرف|هيئة|وزارة|بلدية|شارع|طريق|العنوان|فاتورة|الرصيد|المبلغ|رقم|बैंक|निगम|लिमिटेड|विद्युत|बीमा|मार्ग|नगर|पता|राशि|बिल|खाता/u;

export interface NativeName {
  readonly name: string;
  /** True if a courtesy stands before or after the name. */
  readonly title: boolean;
}

const NATIVE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Devanagari}]/u;

/** Returns whether a line is written in a script without capitals. */
export const isNative = (line: string): boolean => NATIVE.test(line);

/** The name that a line in such a script may be; null for a line that can't be one. */
export function nativeName(line: string): NativeName | null {
  const text = line
    .normalize('NFC')
    .replace(/[\s　]+/g, ' ')
    .replace(/[ ,،、.]+$/u, '')
    .trim();
  const bare = text.replace(BEFORE, '').replace(AFTER, '').trim();
  const title = bare !== text;
  const isName = FORMS.some((form) => form.test(bare)) || (title && KANA.test(bare));
  return isName && !NOT_A_NAME.test(bare) ? { name: bare, title } : null;
}
