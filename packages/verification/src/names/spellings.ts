import anyAscii from 'any-ascii';
import { hanSpellings } from './han-names.ts';
import { hasLongVowelSign, hepburnOf, isKana } from './kana.ts';
import { koreanSyllables } from './korean-names.ts';
import type { QueryName } from './query.ts';
import { englishFromGerman, pinyinFromWadeGiles } from './romanisations.ts';

const LATIN = /^[\p{Script=Latin}\p{M}\s'’‘`ʻʼ.,-]+$/u;
const HAN = /\p{Script=Han}/u;

/**
 * Other spellings under which a list may have the name: names in Han characters as Korean and Japanese read them, Slavic names in
 * German transliteration as English writes them, names in Wade-Giles in Pinyin, Japanese names with short vowels, Korean given names in
 * two syllables. Lists and queries are both read so.
 *
 * @returns at most a dozen; empty for most names
 */
export function otherSpellings(name: QueryName): QueryName[] {
  const { first = '', last = '', full } = name;
  if (HAN.test(full ?? `${first}${last}`)) {
    return hanSpellings(full ?? { first: first.trim(), last: last.trim() });
  }
  if (!LATIN.test(full ?? `${first} ${last}`)) return [];
  const [firsts, lasts] = full === undefined ? [wordsOf(first), wordsOf(last)] : [wordsOf(inOrder(full)), []];
  const words = [...firsts, ...lasts];
  const english = englishFromGerman(words);
  const japanese = plainJapanese(words);
  const spellings = [english, japanese].filter((spelling) => spelling !== undefined);
  return [...spellings, ...pinyinFromWadeGiles(words), ...koreanSyllables(words.map(plain))].map((spelling) =>
    full !== undefined || firsts.length === 0
      ? { full: spelling.join(' ') }
      : { first: spelling.slice(0, firsts.length).join(' '), last: spelling.slice(firsts.length).join(' ') },
  );
}

/** The words of a Japanese name with short vowels; undefined for any other name, and for a name without long ones. */
function plainJapanese(words: readonly string[]): string[] | undefined {
  const pieces = words.map((word) => plain(word).replaceAll('-', ''));
  if (!pieces.every(isKana)) return undefined;
  // A family name of one long vowel would be an initial: people write `Oh`.
  const hepburn = pieces.map((piece, i) => (piece === 'o' && hasLongVowelSign(words[i]!) ? 'oh' : hepburnOf(piece)));
  return hepburn.join() === pieces.join() ? undefined : hepburn;
}

const plain = (word: string) => anyAscii(word.replace(/['’‘`ʻʼ]/g, '')).toLowerCase();

const wordsOf = (text: string) => text.split(/[\s.,]+/).filter((word) => word !== '');

/** First names first where a comma splits the name. */
const inOrder = (full: string) => full.replace(/^([^,]+),([^,]+)$/, '$2 $1');
