import anyAscii from 'any-ascii';

/**
 * Arabic letters, with those of Persian, Urdu and Pashto, in Latin ones. Long vowels stay, as `a`, `w` and `y`: they are
 * what differs between names of equal consonants. Letters of which languages disagree have two Latin ones (`dh`, `th`), which
 * the comparison reads as either.
 */
const ARABIC: Readonly<Record<string, string>> = {
  ...{ ا: 'a', أ: 'a', إ: 'a', آ: 'a', ٱ: 'a', ء: '', ؤ: 'w', ئ: 'y', ى: 'y', ي: 'y', ی: 'y', ې: 'y', ۍ: 'y', ے: 'y' },
  ...{ ب: 'b', پ: 'p', ت: 't', ث: 'th', ج: 'j', چ: 'ch', ح: 'h', خ: 'kh', د: 'd', ذ: 'dh', ر: 'r', ز: 'z', ژ: 'zh' },
  ...{ س: 's', ش: 'sh', ص: 's', ض: 'dh', ط: 't', ظ: 'dh', ع: '', غ: 'gh', ف: 'f', ق: 'q', ک: 'k', ك: 'k', گ: 'g' },
  ...{ ل: 'l', م: 'm', ن: 'n', ه: 'h', ہ: 'h', ھ: 'h', ة: 'h', و: 'w', ځ: 'z', څ: 's' },
};

/** Words of Arabic that have one Latin form, whatever their letters. */
const WORDS: Readonly<Record<string, string>> = {
  ...{
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
  },
  ...{ عبد: 'abd', ولد: 'ould', الله: 'allah', اللہ: 'allah', آل: 'al', شيخ: 'sheikh', الشيخ: 'sheikh', شیخ: 'sheikh' },
  ...{
    حاج: 'haj',
    الحاج: 'haj',
    حاجي: 'haji',
    حاجی: 'haji',
    حاجى: 'haji',
    ملا: 'mullah',
    مولوي: 'mawlawi',
    مولوی: 'mawlawi',
  },
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

/** Latin letters that may stand for one of Arabic or Hebrew, of those that differ from it. */
const ALSO: Readonly<Record<string, string>> = {
  ...{
    b: 'p v',
    p: 'b f',
    t: 'th',
    th: 't s',
    j: 'dj g zh',
    ch: 'tch c',
    kh: 'k h ch x',
    d: 'dh',
    dh: 'd z th',
    z: 's',
  },
  ...{ zh: 'j', s: 'c z', sh: 'ch sch s', gh: 'g q', f: 'ph', q: 'k g gh c ck', k: 'c q ck kh', g: 'k gh', v: 'b w f' },
};

const stands: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(ALSO).map(([letter, others]) => [letter, new Set([letter, ...others.split(' ')])]),
);

const SOUNDS = /sch|tch|sh|kh|gh|th|dh|ch|zh|ck|ph|dj|[a-zIUE]/g;

/** Long vowels of Latin, which Arabic writes: I, U and E. Among others `ou` is short as often as long. */
const long = (latin: string) =>
  latin
    .replace(/ee/g, 'I')
    .replace(/oo/g, 'U')
    .replace(/[ae](yi|[iy](?![aeiou]))/g, 'E')
    .replace(/ou/g, 'u');
const isVowel = (sound: string) => 'aeiouIUE'.includes(sound);

/** What a vowel or `h` costs that only one of both has. */
const ONLY_ONE = 0.75;
const NEVER = 9;

/**
 * How alike a word without vowels and a word in Latin letters are: each consonant must have its counterpart, in order;
 * a long vowel should have one. Short vowels of Latin are free.
 *
 * @param bare as `piecesOf` gives it
 * @returns 0 to 1; undefined for words that don't agree
 */
export function abjadLikeness(bare: string, latin: string): number | undefined {
  const [a, b] = [
    bare.replace(/(.)\1+/g, '$1').match(SOUNDS) ?? [],
    long(latin)
      .replace(/(.)\1+/g, '$1')
      .match(SOUNDS) ?? [],
  ];
  const consonants = a.filter((sound) => !'awy'.includes(sound)).length;
  if (consonants === 0 || a.length > 24 || b.length > 40) return undefined;
  const cost = leastCost(a, b);
  if (cost < 0.35) return consonants > 2 ? 0.95 : consonants === 2 ? 0.92 : 0.85;
  if (cost >= 0.85) return undefined;
  return consonants > 2 ? 0.87 : consonants === 2 ? 0.78 : undefined;
}

function leastCost(a: readonly string[], b: readonly string[]): number {
  let below = new Float64Array(b.length + 1);
  for (let j = b.length - 1; j >= 0; j--) below[j] = Math.min(NEVER, below[j + 1]! + skipped(b, j));
  for (let i = a.length - 1; i >= 0; i--) {
    const row = new Float64Array(b.length + 1).fill(NEVER);
    row[b.length] = below[b.length]! + missing(a, i);
    for (let j = b.length - 1; j >= 0; j--) {
      row[j] = Math.min(
        NEVER,
        below[j + 1]! + matched(a, i, b[j]!),
        below[j]! + missing(a, i),
        row[j + 1]! + skipped(b, j),
      );
    }
    below = row;
  }
  return below[0]!;
}

/** A sound of the Latin word without counterpart. */
function skipped(b: readonly string[], j: number): number {
  const sound = b[j]!;
  if (isVowel(sound)) {
    if (j === b.length - 1) return sound === 'i' ? 1 : sound === 'e' ? 0.4 : ONLY_ONE;
    return j === 0 ? ONLY_ONE : sound === 'E' ? 0.9 : sound === 'I' || sound === 'U' ? 0.4 : 0;
  }
  if (sound === 'h') return j === b.length - 1 ? 0 : ONLY_ONE;
  return sound === 'y' || sound === 'w' ? 0.3 : NEVER;
}

/** A letter of the word without vowels that has no counterpart. */
function missing(a: readonly string[], i: number): number {
  const sound = a[i]!;
  if (sound === 'h') return i === 0 ? NEVER : i === a.length - 1 ? 0 : ONLY_ONE;
  if (sound === 'a') return i === 0 ? NEVER : ONLY_ONE;
  return sound === 'w' || sound === 'y' ? 0.9 : NEVER;
}

function matched(a: readonly string[], i: number, sound: string): number {
  const letter = a[i]!;
  if (letter === sound) return 0;
  if (letter === 'a')
    return !isVowel(sound)
      ? NEVER
      : i === 0 || sound === 'a' || sound === 'e'
        ? 0
        : sound === 'o' || sound === 'E'
          ? 0.25
          : 0.5;
  if (letter === 'w') return 'vouU'.includes(sound) ? 0 : NEVER;
  if (letter === 'y') {
    if ('ieIE'.includes(sound)) return 0;
    return sound === 'j' ? 0.25 : sound === 'a' && i === a.length - 1 ? 0.25 : NEVER;
  }
  if (letter === 'h' && i === a.length - 1 && (sound === 'a' || sound === 'e')) return 0;
  return stands[letter]?.has(sound) ? 0 : NEVER;
}

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
