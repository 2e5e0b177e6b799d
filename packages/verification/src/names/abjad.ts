import anyAscii from 'any-ascii';

/**
 * Arabic letters, and letters of Persian, Urdu and Pashto, with their Latin letters. Long vowels stay, as `a`, `w` and `y`: names
 * with equal consonants differ in them. Letters that languages read differently have two Latin ones (`dh`, `th`), which the
 * comparison reads as either.
 */
const ARABIC: Readonly<Record<string, string>> = {
  ا: 'a',
  أ: 'a',
  إ: 'a',
  آ: 'a',
  ٱ: 'a',
  ء: '',
  ؤ: 'w',
  ئ: 'y',
  ى: 'y',
  ي: 'y',
  ی: 'y',
  ې: 'y',
  ۍ: 'y',
  ے: 'y',
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 'th',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'dh',
  ط: 't',
  ظ: 'dh',
  ع: '',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ک: 'k',
  ك: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ہ: 'h',
  ھ: 'h',
  ة: 'h',
  و: 'w',
  ځ: 'z',
  څ: 's',
};

/** Words of Arabic that have one Latin form, whatever their letters. */
const WORDS: Readonly<Record<string, string>> = {
  بن: 'bin',
  ابن: 'ibn',
  إبن: 'ibn',
  بنت: 'bint',
  ابو: 'abu',
  أبو: 'abu',
  ابي: 'abi',
  أبي: 'abi',
  ام: 'um',
  أم: 'um',
  عبد: 'abd',
  ولد: 'ould',
  الله: 'allah',
  اللہ: 'allah',
  آل: 'al',
  شيخ: 'sheikh',
  الشيخ: 'sheikh',
  شیخ: 'sheikh',
  حاج: 'haj',
  الحاج: 'haj',
  حاجي: 'haji',
  حاجی: 'haji',
  حاجى: 'haji',
  ملا: 'mullah',
  مولوي: 'mawlawi',
  مولوی: 'mawlawi',
};

const SERVANT = /^(عبد)(ال)(?=\p{L}{3})/u;
/** `Light of the faith`, `strength of God`, where they are written in one word. */
const COMPOUND = /^(\p{L}{2,})(الد[يی]ن|الله|اللہ)$/u;
const FATHER = /^([اأ]بو)(ال)(?=\p{L}{3})/u;
const ARTICLE = /^ال(?=\p{L}{2})/u;

/** A word of Arabic or Hebrew in Latin letters, and whether its vowels are missing. */
export interface AbjadPiece {
  readonly text: string;
  readonly vowelless: boolean;
}

/** The pieces of a word: its article and `servant of` apart, as Latin script mostly writes them. */
export function piecesOf(word: string): AbjadPiece[] {
  const whole = WORDS[word];
  if (whole !== undefined) return [{ text: whole, vowelless: false }];
  if (/^عبد(الله|اللہ)$/u.test(word)) return [{ text: 'abdallah', vowelless: false }];
  const joined = SERVANT.exec(word) ?? FATHER.exec(word) ?? COMPOUND.exec(word);
  if (joined) return [...piecesOf(joined[1]!), ...piecesOf(word.slice(joined[1]!.length))];
  const stem = word.replace(ARTICLE, '');
  const article = stem === word ? [] : [{ text: 'al', vowelless: false }];
  const text = romanised(stem);
  return text === '' ? article : [...article, { text, vowelless: true }];
}

/** A first letter that only carries a vowel is one. */
function romanised(word: string): string {
  const plain = Array.from(word, (letter) => ARABIC[letter] ?? hebrew(letter)).join('');
  const carried = /^[عאע]/u.test(word) && !plain.startsWith('a') ? `a${plain}` : plain;
  return carried.replace(/[^a-z0-9]/g, '');
}

const hebrew = (letter: string) => (letter === 'א' ? 'a' : letter === 'ע' ? '' : anyAscii(letter).toLowerCase());

/** The word with letters that languages read otherwise read so, for keys that are compared letter by letter. */
export const otherReadings = (bare: string): string[] => [
  ...new Set([
    bare,
    bare.replaceAll('dh', 'z'),
    bare.replaceAll('th', 's'),
    bare.replaceAll('q', 'g'),
    bare.replaceAll('j', 'g'),
  ]),
];
