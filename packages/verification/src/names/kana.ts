import { isKoreanPair } from './syllables.ts';

/**
 * Japanese names in Latin letters. Hepburn is the system of passports, which leave the length of a vowel out: Ōno is `ono`. People
 * and other systems write the length (`ohno`, `oono`), and some consonants otherwise (`Sinitiro` for Shin'ichirō).
 *
 * Hepburn of passports: Ministry of Foreign Affairs of Japan, "Hebon-shiki rōmaji tsuzuri-hō"; Kunrei: ISO 3602:1989.
 */

/**
 * A word of kana, in any of the systems. A consonant stands alone only as `n`, as `m` before a labial, or doubled. `ee` and `hye` are
 * Korean.
 */
const KANA =
  /^(?!.*(?:ee|[^aiueon]ye))(?:(?:[knhmrgbp]y?|s[hy]?|t[sy]?|ch|[zd]y?|dz|jy?|f|y|w)?[aiueo](?:(?<=[ou])h(?![aiueoy]))?|n(?![aiueoy])|m(?=[bmp])|([ksptc])(?=\1)|t(?=ch))+$/;

/** Kunrei and older spellings, as Hepburn writes them. */
const CONSONANTS: readonly (readonly [other: RegExp, hepburn: string])[] = [
  [/tch|tty|tt(?=i)/g, 'cch'],
  [/ty|t(?=i)/g, 'ch'],
  [/sy|s(?=i)/g, 'sh'],
  [/[zd]y|z(?=i)/g, 'j'],
  [/t(?=u)/g, 'ts'],
  [/dz/g, 'z'],
  [/(?<![sc])h(?=u)/g, 'f'],
];

/**
 * A long o or u with its length. Inoue has two vowels and no long one. An h before a vowel is a sign of length in `Ohishi` and
 * `Kohichi`, and a consonant in `Kohei`.
 */
const LONG_VOWEL = /o(?:o|u(?!e)|h(?![aiueoy])|(?<=^o)h(?=[iue])|h(?=ichi))|u(?:u|h(?![aiueoy]))/g;

/** `oo` that is u in Korean names of two syllables: `Soomin` and `Somin` are two names. Few have `too` or `shoo`. */
const KOREAN_U = /(?<=[^aiueotz])(?<!sh)oo/;

/** Words whose `ou` is French or Portuguese for u: other words without it are other names. */
const OTHER_OU: ReadonlySet<string> = new Set(
  'bouba mouna mousa moussa moura noura souna sousa souza toure'.split(' '),
);

/** Family names such as Rohde and Böhme, which are other names without the h. Few Japanese names end so. */
const GERMAN_H = /^[^aiueo]*[ou]h[^aiueo]+e$/;

/** Vowels of a word from which other spellings of its consonants are the same name: Zina is not Jina. */
const LEAST_VOWELS = 3;

/** Returns whether a word of lower case letters can be Japanese, in any romanisation. */
export const isKana = (word: string): boolean => KANA.test(word);

const vowelsOf = (text: string) => text.replace(/[^aiueo]/g, '').length;

/**
 * A word as Japanese passports write it, with short vowels, if it can be a Japanese name in any romanisation.
 *
 * @param word lower case letters a to z, without accents
 * @param loosely takes words, too, that may also be names of other languages: `Koo` and `Ko` are two names in Korean
 * @returns the word itself if it has no other spelling, or may be another name
 */
export function hepburnOf(word: string, loosely = false): string {
  if (!isKana(word)) return word;
  const short = word
    .replace(LONG_VOWEL, (vowel) => vowel[0]!)
    .replace(/m(?=[bmp])/g, 'n')
    .replace(/jy/g, 'j');
  const vowels = vowelsOf(short);
  const isOther =
    OTHER_OU.has(word) ||
    GERMAN_H.test(word) ||
    (vowels === 1 && !word.includes('uu')) ||
    // One letter would be an initial.
    short.length === 1 ||
    (KOREAN_U.test(word) && isKoreanPair(word));
  const plain = isOther && !loosely ? word : short;
  if (vowels < LEAST_VOWELS && !loosely) return plain;
  return CONSONANTS.reduce((text, [other, hepburn]) => text.replace(other, hepburn), plain);
}

/** Returns whether a name has a macron or circumflex over o or u, which marks Japanese long vowels. */
export const hasLongVowelSign = (name: string): boolean => /[ou][\u0302\u0304]/i.test(name.normalize('NFD'));
