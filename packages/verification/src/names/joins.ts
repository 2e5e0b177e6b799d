import { editsBetween } from './edits.ts';
import { type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import type { NamePart } from './parts.ts';

/** Neighbours that are joined on either side. The last letters of a cut word begin the next one. */
const JOINS: readonly (readonly [query: number, listed: number])[] = [
  ...([
    [2, 1],
    [1, 2],
    [3, 1],
    [1, 3],
    [2, 3],
    [3, 2],
    [2, 2],
    [4, 1],
    [1, 4],
  ] as const),
];

/** Neighbours joined agree when they are at least so alike. */
export const JOINED_AGREE = 0.85;

/** Words that agree: where they begin on either side, how many, how much. */
export interface Pair extends PartLikeness {
  readonly query: number;
  readonly queryCount: number;
  readonly listed: number;
  readonly listedCount: number;
}

/** Pairs of which one side or both are several neighbours in one word. */
export function joinedPairs(query: readonly Word[], listed: readonly Word[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [queryCount, listedCount] of JOINS) {
    for (let i = 0; i + queryCount <= query.length; i++) {
      for (let j = 0; j + listedCount <= listed.length; j++) {
        const likeness = joinedLikeness(query, i, queryCount, listed, j, listedCount);
        if (likeness) pairs.push({ ...likeness, query: i, queryCount, listed: j, listedCount });
      }
    }
  }
  return pairs;
}

function joinedLikeness(
  query: readonly Word[],
  i: number,
  queryCount: number,
  listed: readonly Word[],
  j: number,
  listedCount: number,
): PartLikeness | undefined {
  const differ = Math.abs(letters(query, i, queryCount) - letters(listed, j, listedCount));
  if (differ > VOWELS_DIFFER || !mayBeginAlike(query[i]!, listed[j]!)) return undefined;
  const [from, to] = [query.slice(i, i + queryCount), listed.slice(j, j + listedCount)];
  if (differ > JOINED_DIFFER && from.some(isAbjad) === to.some(isAbjad)) return undefined;
  if (endsInArticle(from) || endsInArticle(to)) return undefined;
  const [a, b] = [joinedWord(from), joinedWord(to)];
  const moved = queryCount > 1 && listedCount > 1;
  const syllables = areSyllables(queryCount > 1 ? from : to);
  // An initial that is joined must be a letter of the other name, else it could be left out.
  const initial = [...from, ...to].some(({ kind }) => kind === 'initial');
  if (initial && a.text !== b.text) return undefined;
  // Letters have only moved from one word to the next, or syllables are written together: hardly any differs.
  if ((moved || syllables) && editsBetween(a.text, b.text, 1) > (moved && syllables ? 0 : 1)) return undefined;
  return likenessOfJoined(a, b);
}

/** A letter of Arabic or Hebrew stands for several of Latin. */
const mayBeginAlike = (a: Word, b: Word) => a.abjad !== b.abjad || a.text[0] === b.text[0];

/** The article belongs to the name behind it, save in `servant of the`. */
const endsInArticle = (words: readonly Word[]) =>
  words.length > 1 && isArticle(words.at(-1)!) && words.at(-2)!.text !== 'abd';

export const areSyllables = (words: readonly Word[]) => words.every(({ readings }) => readings.length > 0);

/** Letters that two words may differ by when one of them is joined of several; and when one of them has no vowels. */
const JOINED_DIFFER = 3;
const VOWELS_DIFFER = 6;

const isAbjad = ({ abjad }: Word) => abjad;

/** How alike two words are of which one or both are joined of several; undefined where that is chance. */
export function likenessOfJoined(a: Word, b: Word): PartLikeness | undefined {
  const most = a.abjad === b.abjad ? JOINED_DIFFER : VOWELS_DIFFER;
  if (Math.abs(a.text.length - b.text.length) > most || !mayBeginAlike(a, b)) return undefined;
  if (a.text.length < 5) return undefined;
  const likeness = partLikeness(a, b);
  if (!likeness || likeness.similarity < JOINED_AGREE) return undefined;
  return { similarity: likeness.similarity, why: 'joined' };
}

function letters(words: readonly Word[], from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += words[at]!.text.length;
  return sum;
}

/** Neighbours as one word. */
export function joinedWord(words: readonly Word[]): Word {
  const abjad = words.some((word) => word.abjad);
  const text = words.map((each, i) => assimilated(each, abjad, words[i - 1], words[i + 1])).join('');
  const part: NamePart = { text, kind: 'content', abjad };
  return wordOf(part);
}

/**
 * The article takes the sound of the letter behind it: `Siraj al-Din` is `Sirajuddin`. Inside of a word without vowels
 * it has none.
 */
function assimilated(word: Word, abjad: boolean, before: Word | undefined, after: Word | undefined): string {
  const { text } = word;
  if (abjad && before && text === 'allah') return 'llah';
  if (!isArticle(word) || !before || before.text === 'abd' || !after) return text;
  const sound = /^[tdrzsn]/.test(after.text) ? '' : 'l';
  const between = before.text.at(-1) === after.text[0] || !abjad ? text[0]! : '';
  return between + sound;
}

const isArticle = ({ kind, text }: Word) => kind === 'particle' && /^[aeu]l$/.test(text);
