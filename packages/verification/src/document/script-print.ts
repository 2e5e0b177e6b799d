import { middle, type PageBox, type PageLine, type PageText, partOf, right } from '../text/page.ts';
import { daysIn, ENDLESS_DAY, type Reading, readValue } from './values.ts';

/*
 * What print says in scripts other than Latin.
 */

/** Fields that are read by their labels. Names are compared with the applicant's alone, see `bearsNativeName`. */
type ScriptField = 'documentNumber' | 'dateOfBirth' | 'dateOfIssue' | 'dateOfExpiry';

/** A value and where it stands. */
interface Placed {
  readonly value: string;
  /** Pixels of the page. */
  readonly box: PageBox;
  /** Mean probability of the letters of its line, 0 to 1. */
  readonly confidence: number;
}

/** Labels, the longer ones before those that they begin with. */
const LABELS: Readonly<Record<ScriptField, readonly string[]>> = {
  documentNumber: [
    ...['公民身份号码', '证件号码', '护照号码', '护照号', '證件號碼', '護照號碼', '身分證統一編號', '統一編號'],
    ...['旅券番号', '在留カード番号', '여권번호', '면허번호'],
  ],
  dateOfBirth: ['出生年月日', '出生日期', '出生', '生年月日', '생년월일'],
  dateOfIssue: ['签发日期', '發證日期', '簽發日期', '発行年月日', '発行日', '交付', '발급일'],
  dateOfExpiry: [
    ...['有效期限', '有效期至', '有效期', '有效日期', '有効期間満了日', '有効期限', '有効期間'],
    ...['기간만료일', '유효기간', '만료일'],
  ],
};

/** Labels of names, and of the holder's name as a whole. */
const NAME_LABELS = [
  ...['姓名', '氏名', '名前', '姓', '名', '성명', '이름', '성'],
  ...['الاسم الكامل', 'الاسم', 'اللقب', 'नाम', 'ΕΠΩΝΥΜΟ', 'ΟΝΟΜΑ', 'ФАМИЛИЯ', 'ИМЯ', 'Прізвище', "Ім'я"],
];

/** Widest gap between a label and its value in one row, in heights of the line. */
const GAP = 8;

/** Fields that lines in other scripts give under their labels. */
export function scriptFields(page: PageText, reading: Reading): Partial<Record<ScriptField, Placed>> {
  const { others = [] } = page;
  const found: Partial<Record<ScriptField, Placed>> = {};
  for (const [field, labels] of Object.entries(LABELS) as [ScriptField, readonly string[]][]) {
    for (const line of others) {
      const end = endOfLabel(line.text, labels);
      if (end === null) continue;
      const value = valueIn(field, line.text.slice(end), reading);
      const place: [PageLine, number] | null = value ? [line, end] : null;
      const beside = place ? null : lineBeside(line, page);
      const all = value ?? (beside && valueIn(field, beside.text, reading));
      if (!all) continue;
      found[field] = placed(all, ...(place ?? [beside!, 0]));
      break;
    }
  }
  // The day of birth has its label behind it in Japan: 昭和61年5月1日生.
  const born = others.find(({ text }) => /日\s*生$/u.test(text) && daysIn(text, reading).length === 1);
  if (born) found.dateOfBirth ??= placed(daysIn(born.text, reading)[0]!, born, 0);
  return found;
}

function placed(value: string, line: PageLine, from: number): Placed {
  return { value, box: partOf(line, from, line.text.length), confidence: line.confidence ?? 1 };
}

/** Index at which a line's leading label ends, blanks within it left out; null where it begins with none. */
function endOfLabel(text: string, labels: readonly string[]): number | null {
  for (const label of labels) {
    const pattern = new RegExp(`^\\s*${Array.from(label.replace(/\s/g, '')).join('\\s*')}[\\s:：]*`, 'iu');
    const match = pattern.exec(text);
    if (match) return match[0].length;
  }
  return null;
}

/** The number of a document: letters and digits, including at least four digits. */
const NUMBER = /^[A-Z\d][A-Z\d -]{5,24}$/;

function valueIn(field: ScriptField, text: string, reading: Reading): string | null {
  if (field === 'documentNumber') {
    const bare = text.trim();
    return NUMBER.test(bare) && bare.replace(/\D/g, '').length >= 4 ? bare : null;
  }
  // A term is written from its first day to its last.
  const days = daysIn(text, reading);
  if (field === 'dateOfExpiry' && readValue(field, text.split(/[-—–~至]/).at(-1) ?? '', reading) === ENDLESS_DAY)
    return ENDLESS_DAY;
  return (field === 'dateOfExpiry' ? days.at(-1) : days[0]) ?? null;
}

function lineBeside(label: PageLine, { lines, others = [] }: PageText): PageLine | null {
  const { height } = label.box;
  const row = [...others, ...lines]
    .filter((line) => Math.abs(middle(line) - middle(label)) < height / 2 && line.box.left > right(label) - height / 2)
    .filter((line) => line.box.left - right(label) < GAP * height);
  return row.sort((a, b) => a.box.left - b.box.left)[0] ?? null;
}

/** Letters of an ideographic name that two may share with another word by chance. */
const SHORT = 2;

const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Arabic letters that are written, and read, for one another: alef with and without hamza, teh marbuta and heh, alef maksura and
 * yeh; marks of vowels left out. So does Lucene's `ArabicNormalizer`
 * (https://github.com/apache/lucene/blob/main/lucene/analysis/common/src/java/org/apache/lucene/analysis/ar/ArabicNormalizer.java).
 */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/[\u064b-\u0652\u0640]/g, '');

/** Letters alone. */
const bare = (text: string) => plain(text).replace(/[^\p{L}\p{M}]+/gu, '');

/** Words of letters. */
const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '');

/** Labels of people other than the holder, whom identity cards of Taiwan name on their back. */
const RELATIVES = '父親?|母親?|配偶|監護人|监护人';
const OF_RELATIVE = new RegExp(RELATIVES, 'u');
const LABEL_OF_RELATIVE = new RegExp(`^(?:${RELATIVES})$`, 'u');

/** Returns whether the label of a relative stands left of a line, in its row. */
const isBesideRelative = (line: PageLine, all: readonly PageLine[]): boolean =>
  all.some(
    (label) =>
      LABEL_OF_RELATIVE.test(bare(label.text)) &&
      Math.abs(middle(line) - middle(label)) < label.box.height / 2 &&
      line.box.left > right(label) - label.box.height / 2 &&
      line.box.left - right(label) < GAP * label.box.height,
  );

/**
 * Returns whether print bears the names of a person in the given letters, character by character and both in one line, in either
 * order. Scripts without blanks: as one run of characters, behind no label of a relative. Other scripts: each of the words, with
 * others between them.
 * @param names first and last names; one of them may be empty
 *
 * @example
 * import { bearsNativeName } from '@bonafide/verification';
 *
 * const line = { text: '王小明', box: { left: 0, top: 0, width: 90, height: 30 } };
 * bearsNativeName({ width: 400, height: 250, lines: [], others: [line] }, ['小明', '王']); // true
 */
export function bearsNativeName({ lines, others = [] }: PageText, names: readonly [string, string]): boolean {
  const runs = [names.map(bare).join(''), names.map(bare).toReversed().join('')];
  if (runs[0]!.length < SHORT) return false;
  const all = [...others, ...lines];
  const texts = all.filter((line) => !isBesideRelative(line, all)).map(({ text }) => text);
  if (IDEOGRAPHS.test(runs[0]!)) {
    return texts.some((text) => {
      const [whole, value] = [bare(text), bare(text.slice(endOfLabel(text, NAME_LABELS) ?? 0))];
      const own = whole.split(OF_RELATIVE)[0]!;
      return runs.some((run) => value === run || (run.length > SHORT && own.includes(run)));
    });
  }
  const nameWords = names.flatMap(wordsOf);
  return texts.some((text) => {
    const words = wordsOf(text);
    return nameWords.every((word) => {
      const at = words.indexOf(word);
      if (at >= 0) words.splice(at, 1);
      return at >= 0;
    });
  });
}
