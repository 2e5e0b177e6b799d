import { editsBetween } from './edits.ts';
import { type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import type { NamePart } from './parts.ts';
import type { Work } from './work.ts';

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

/** Most neighbours that are joined. */
export const MOST_JOINED = 4;

/** Neighbours of a name, as one word. */
export interface Joined {
  readonly words: readonly Word[];
  /** Letters of all words. */
  readonly letters: number;
  readonly abjad: boolean;
  readonly word: Word;
}

class JoinedNeighbours implements Joined {
  readonly words: readonly Word[];
  readonly letters: number;
  readonly abjad: boolean;
  #word: Word | undefined;

  constructor(words: readonly Word[]) {
    this.words = words;
    this.letters = words.reduce((sum, { text }) => sum + text.length, 0);
    this.abjad = words.some(isAbjad);
  }

  /** Most neighbours differ too much from all others, so the word is made when it is compared. */
  get word(): Word {
    this.#word ??= joinedWord(this.words);
    return this.#word;
  }
}

/** The neighbours of a name that may be one word: `joined[count - 1][from]`. */
export type JoinedWords = readonly (readonly Joined[])[];

export const joinedOf = (words: readonly Word[]): JoinedWords =>
  Array.from({ length: MOST_JOINED }, (_, i) =>
    Array.from({ length: Math.max(0, words.length - i) }, (_, from) => toJoined(words.slice(from, from + i + 1))),
  );

export const toJoined = (words: readonly Word[]): Joined => new JoinedNeighbours(words);

/** Neighbours of the query that agree with neighbours of a listed name, wherever these stand in it. */
export interface JoinedMatch extends PartLikeness {
  /** Place in `JOINS`. */
  readonly join: number;
  readonly query: number;
  readonly queryCount: number;
}

/** The neighbours of the query that are the neighbours of a listed name, once one side or both are joined. */
export function joinedMatches(query: JoinedWords, listed: Joined, work?: Work): JoinedMatch[] {
  const found: JoinedMatch[] = [];
  JOINS.forEach(([queryCount, listedCount], join) => {
    if (listedCount !== listed.words.length) return;
    const neighbours = query[queryCount - 1]!;
    work?.spend(neighbours.length / FILTERED_A_UNIT);
    neighbours.forEach((joined, from) => {
      if (!mayAgree(joined, listed)) return;
      work?.spend(1);
      const likeness = joinedLikeness(joined, listed);
      if (likeness) found.push({ ...likeness, join, query: from, queryCount });
    });
  });
  return found;
}

/** Pairs that are refused by their letters and cost as much as one comparison. */
const FILTERED_A_UNIT = 32;

/**
 * Finds pairs in which one or both sides join several neighbouring words.
 * @param matches the matches of so many words of the listed name from a place on; a cache may answer
 */
export function joinedPairs(
  listedCount: number,
  matches: (from: number, count: number) => readonly JoinedMatch[],
): Pair[] {
  const found: { join: number; pair: Pair }[] = [];
  for (let from = 0; from < listedCount; from++) {
    for (let count = 1; count <= MOST_JOINED && from + count <= listedCount; count++) {
      for (const { join, ...match } of matches(from, count)) {
        found.push({ join, pair: { ...match, listed: from, listedCount: count } });
      }
    }
  }
  // Of pairs that are equally good the first one is taken.
  return found
    .sort((a, b) => a.join - b.join || a.pair.query - b.pair.query || a.pair.listed - b.pair.listed)
    .map(({ pair }) => pair);
}

function mayAgree({ letters, words, abjad }: Joined, listed: Joined): boolean {
  const differ = Math.abs(letters - listed.letters);
  if (differ > VOWELS_DIFFER || !mayBeginAlike(words[0]!, listed.words[0]!)) return false;
  return differ <= JOINED_DIFFER || abjad !== listed.abjad;
}

function joinedLikeness(query: Joined, listed: Joined): PartLikeness | undefined {
  const [from, to] = [query.words, listed.words];
  if (endsInArticle(from) || endsInArticle(to)) return undefined;
  const [a, b] = [query.word, listed.word];
  const moved = from.length > 1 && to.length > 1;
  const syllables = areSyllables(from.length > 1 ? from : to);
  // An initial that is joined must be a letter of the other name, else it could be left out.
  const initial = from.some(isInitial) || to.some(isInitial);
  if (initial && a.text !== b.text) return undefined;
  // Letters have only moved from one word to the next, or syllables are written together: hardly any differs.
  if ((moved || syllables) && editsBetween(a.text, b.text, 1) > (moved && syllables ? 0 : 1)) return undefined;
  return likenessOfJoined(a, b);
}

const isInitial = ({ kind }: Word) => kind === 'initial';

/** A letter of Arabic or Hebrew stands for several of Latin. */
const mayBeginAlike = (a: Word, b: Word) => a.abjad !== b.abjad || a.text[0] === b.text[0];

/** The article belongs to the name behind it, save in `servant of the`. */
const endsInArticle = (words: readonly Word[]) =>
  words.length > 1 && isArticle(words.at(-1)!) && words.at(-2)!.text !== 'abd';

export const areSyllables = (words: readonly Word[]) => words.every(({ readings }) => readings.length > 0);

/**
 * Number of letters in which two words may differ if one of them joins several words; the next constant applies if one has no
 * vowels.
 */
const JOINED_DIFFER = 3;
export const VOWELS_DIFFER = 6;

const isAbjad = ({ abjad }: Word) => abjad;

/** Similarity of two words when one or both join several words; undefined for a chance match. */
export function likenessOfJoined(a: Word, b: Word): PartLikeness | undefined {
  const most = a.abjad === b.abjad ? JOINED_DIFFER : VOWELS_DIFFER;
  if (Math.abs(a.text.length - b.text.length) > most || !mayBeginAlike(a, b)) return undefined;
  if (a.text.length < 5) return undefined;
  const likeness = partLikeness(a, b);
  if (!likeness || likeness.similarity < JOINED_AGREE) return undefined;
  return { similarity: likeness.similarity, why: 'joined' };
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
