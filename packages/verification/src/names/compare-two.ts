import { compareNames, type Likenesses, type QueryWords } from './compare.ts';
import type { NameComparison } from './hit.ts';
import { type JoinedMatch, type JoinedWords, joinedMatches, joinedOf, MOST_JOINED, toJoined } from './joins.ts';
import { type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import { partsOf } from './parts.ts';
import type { QueryName } from './query.ts';
import { queryWords, turned } from './query-words.ts';
import { otherSpellings } from './spellings.ts';
import { inOnePiece, type Slices, Work } from './work.ts';

/** Letters whose comparison costs one unit of work. */
const LETTERS_OF_A_UNIT = 32;

/**
 * Compares two names, in whichever order the query gives first and last name. No list is needed.
 *
 * @example
 * import { compareTwoNames } from '@bonafide/verification';
 *
 * compareTwoNames({ first: 'Iskra', last: 'Novak' }, 'Novak Iskra').name_score; // 1
 */
export function compareTwoNames(query: QueryName, listed: string): NameComparison {
  return inOnePiece(compareTwoNamesInSlices(query, listed));
}

/**
 * `compareTwoNames` in slices of about a millisecond, between which other work of the process has its turn. Two names of 600 characters
 * take up to 0.4 s.
 *
 * @example
 * import { compareTwoNamesInSlices } from '@bonafide/verification';
 *
 * const slices = compareTwoNamesInSlices({ full: 'Iskra Novak' }, 'NOVAK, Iskra');
 * let slice = slices.next();
 * while (!slice.done) {
 *   await new Promise(setImmediate);
 *   slice = slices.next();
 * }
 * console.log(slice.value.name_score);
 */
export function* compareTwoNamesInSlices(query: QueryName, listed: string): Slices<NameComparison> {
  const work = new Work(Number.POSITIVE_INFINITY);
  let best: NameComparison | undefined;
  for (const spelling of [query, ...otherSpellings(query)]) {
    for (const { first, last, full } of [{ full: listed }, ...otherSpellings({ full: listed })]) {
      const compared = yield* compareSpellings(spelling, full ?? `${first} ${last}`, work);
      if (!best || compared.name_score > best.name_score) best = compared;
    }
  }
  return best as NameComparison;
}

function* compareSpellings(query: QueryName, listed: string, work: Work): Slices<NameComparison> {
  const words = partsOf(listed).map(wordOf);
  yield;
  const forward = queryWords(query);
  yield;
  const back = turned(forward);
  const likeness = yield* likenessTable(forward.words, words, work);
  let best: NameComparison | undefined;
  for (const order of back ? [forward, back] : [forward]) {
    const joined = yield* joinedTable(order, words, work);
    const compared = compareNames(order, words, likenessesFrom(likeness, joined, order, words));
    if (!best || compared.name_score > best.name_score) best = compared;
    yield;
  }
  return best as NameComparison;
}

/** Likeness of each word of the query with each listed word, by their texts: long names repeat words. */
type LikenessTable = ReadonlyMap<Word, ReadonlyMap<Word, PartLikeness | undefined>>;

function* likenessTable(query: readonly Word[], listed: readonly Word[], work: Work): Slices<LikenessTable> {
  const table = new Map<Word, Map<Word, PartLikeness | undefined>>();
  for (const word of query) {
    const row = new Map<Word, PartLikeness | undefined>();
    table.set(word, row);
    for (const other of listed) {
      row.set(other, partLikeness(word, other));
      work.spend(1 + (word.text.length + other.text.length) / LETTERS_OF_A_UNIT);
      if (work.isPauseDue()) yield;
    }
  }
  return table;
}

/** Matches of `count` listed words from a place on: `table[count - 1][from]`. */
type JoinedTable = readonly (readonly (readonly JoinedMatch[])[])[];

function* joinedTable({ words }: QueryWords, listed: readonly Word[], work: Work): Slices<JoinedTable> {
  const neighbours: JoinedWords = joinedOf(words);
  const table: (readonly JoinedMatch[])[][] = [];
  for (let count = 1; count <= MOST_JOINED; count++) {
    const row: (readonly JoinedMatch[])[] = [];
    for (let from = 0; from + count <= listed.length; from++) {
      const some = toJoined(listed.slice(from, from + count));
      row.push(joinedMatches(neighbours, some, work));
      work.spend(1 + some.letters / LETTERS_OF_A_UNIT);
      if (work.isPauseDue()) yield;
    }
    table.push(row);
  }
  return table;
}

const likenessesFrom = (
  likeness: LikenessTable,
  joined: JoinedTable,
  { words }: QueryWords,
  listed: readonly Word[],
): Likenesses => ({
  like: (i, j) => likeness.get(words[i]!)?.get(listed[j]!),
  joined: (from, count) => joined[count - 1]?.[from] ?? [],
});
