import anyAscii from 'any-ascii';
import { wadeGilesSyllables } from './syllables.ts';

/** Spellings of a Wade-Giles name in Pinyin that are searched. */
const MOST_PINYIN = 8;

/** Signs that a word is a Russian, Ukrainian or Bulgarian name as Germans write it. */
const GERMAN_SIGNS: readonly (readonly [sign: RegExp, weight: number])[] = [
  [/tsch/, 2],
  [/(schwili|adse)$/, 2],
  [/sch(?![lmnrtw])/, 1],
  [/[eo]wa?$|[eo]w(itsch|na|sk[iy])/, 1],
  [/^j(e[fgklw]|ur[ij]|ako|aro|asch)/, 1],
  [/[bdfgklmnpqrsvwxz]j[aeou]/, 1],
  [/[aeiou]w[aeiou]/, 1],
  [/^w[jl]/, 1],
  [/[aeiy]j$/, 1],
  [/^w(olod|lad|ikt|assil|alent|eni)/, 1],
  [/[^st]z[aeiou]|[bdfgklmnpr]z/, 1],
];

/** Weight of signs from which a name counts as such. */
const GERMAN = 2;

/** Letters of German transliteration and of English, in the order in which they are replaced (Duden; BGN/PCGN 1947). */
const GERMAN_LETTERS: readonly (readonly [german: RegExp, english: string])[] = [
  [/schtsch/g, 'shch'],
  [/dsch/g, 'j'],
  [/tsch/g, 'C'],
  [/sch/g, 'sh'],
  [/ch/g, 'kh'],
  [/C/g, 'ch'],
  [/z/g, 'ts'],
  [/w/g, 'v'],
  [/(?<=[aeiou])s(?=[aeiou])/g, 'z'],
  [/^s(?=j[aeou])/g, 'z'],
  [/sn(?=[aeio])/g, 'zn'],
  [/ss/g, 's'],
  [/j/g, 'y'],
];

/**
 * The words of a name in English transliteration, if they are a Slavic name as Germans write it: `Boris Jelzin` is `boris yeltsin`.
 *
 * @param words of a whole name, in Latin letters
 * @returns undefined for any other name
 */
export function englishFromGerman(words: readonly string[]): string[] | undefined {
  const plain = words.map((word) => anyAscii(word.replaceAll('ß', 'ss')).toLowerCase());
  let weight = 0;
  for (const [sign, each] of GERMAN_SIGNS) if (plain.some((word) => sign.test(word))) weight += each;
  if (weight < GERMAN) return undefined;
  const english = plain.map((word) =>
    GERMAN_LETTERS.reduce((text, [german, letters]) => text.replace(german, letters), word),
  );
  return english.join() === plain.join() ? undefined : english;
}

/** An apostrophe behind the letters that it makes aspirated. */
const ASPIRATED = /(?<=^|[^a-z])(?:ch|ts|tz|[ptk])['’‘`ʻʼ]|(?<=[a-z])(?:ch|ts|tz|[ptk])['’‘`ʻʼ]/i;

/**
 * The words of a name in Pinyin, if they are a name in Wade-Giles: `Mao Tse-tung` is `mao zedong`. Names in newspapers leave out the
 * apostrophes that separate two sounds, so such a name has several spellings.
 *
 * @param words of a whole name, with their hyphens and apostrophes
 * @returns empty for any other name
 */
export function pinyinFromWadeGiles(words: readonly string[]): string[][] {
  const marked = words.some((word) => ASPIRATED.test(word));
  const read = words.map((word) => wadeGilesSyllables(word.toLowerCase(), marked));
  if (read.some((syllables) => syllables === undefined)) return [];
  const syllables = read.flatMap((each) => each!);
  if (syllables.length < 2 || syllables.length > 4) return [];
  // A hyphen alone is a sign, too: Pinyin joins both syllables of a first name.
  const isHyphened = syllables.length > 2 && words.some((word) => word.includes('-'));
  if (!marked && !isHyphened && !syllables.some(({ onlyWadeGiles }) => onlyWadeGiles)) return [];
  let spellings: string[][] = [[]];
  for (const word of read) {
    let joined = [''];
    for (const { pinyin } of word!) joined = joined.flatMap((start) => pinyin.map((syllable) => start + syllable));
    spellings = spellings.flatMap((before) => joined.map((each) => [...before, each])).slice(0, MOST_PINYIN);
  }
  return spellings;
}
