import type { MatchedPart, NameCap, NameComparison } from './hit.ts';
import {
  areSyllables,
  JOINED_AGREE,
  type JoinedMatch,
  type JoinedWords,
  joinedMatches,
  joinedOf,
  joinedPairs,
  type Pair,
  toJoined,
} from './joins.ts';
import { PARTS_AGREE, type PartLikeness, partLikeness, type Word } from './likeness.ts';

/** Cost of a part of the query without counterpart, as a part of its weight; the next constant is the cost in the listed name. */
export const UNMATCHED_QUERY = 0.8;
const UNMATCHED_LISTED = 0.35;
/** Cost of a part that documents often leave out: a name between two that agree, or one of two family names. */
export const UNMATCHED_OPTIONAL = 0.6;

/** Most that one agreeing part is worth when either name has more: George Bush is not George Habash. */
const ONE_PART = 0.6;

const LAST_NAME_UNMATCHED = 0.75;

/** One name of the query, ready to be compared. */
export interface QueryWords {
  readonly words: readonly Word[];
  /** Flags of words that belong to the last name; absent if nobody split the name. */
  readonly last?: readonly boolean[];
  /** The name has more words than are compared. */
  readonly shortened?: boolean;
}

/** The words that the query and a listed name share. The answer may come from a cache. */
export interface Likenesses {
  /** Likeness of word i of the query and word j of the listed name. */
  like(i: number, j: number): PartLikeness | undefined;
  /** Neighbours of the query that are so many words of the listed name from a place on. */
  joined(from: number, count: number): readonly JoinedMatch[];
}

/** Compares the words themselves. */
function likenessesOf({ words }: QueryWords, listed: readonly Word[]): Likenesses {
  let neighbours: JoinedWords | undefined;
  return {
    like: (i, j) => partLikeness(words[i]!, listed[j]!),
    joined(from, count) {
      neighbours ??= joinedOf(words);
      return joinedMatches(neighbours, toJoined(listed.slice(from, from + count)));
    },
  };
}

/**
 * Compares a name of the query with a listed name by the best alignment of their words.
 *
 * The score is the agreeing weight times its similarity, over that weight and a part of the weight without counterpart: 0.8 of
 * the query's, 0.35 of the listed name's. Lists have more names of a person than applicants give.
 */
export function compareNames(
  query: QueryWords,
  listed: readonly Word[],
  likenesses: Likenesses = likenessesOf(query, listed),
): NameComparison {
  return describe(query, listed, best(query, listed, likenesses));
}

/** Computes the score alone. It is used for the many names that are not shown. */
export function scoreNames(query: QueryWords, listed: readonly Word[], likenesses: Likenesses): number {
  return rate(query, listed, best(query, listed, likenesses)).score;
}

interface Alignment {
  readonly pairs: readonly Pair[];
  /** Flags of words that agree with a word of the other name. */
  readonly query: Uint8Array;
  readonly listed: Uint8Array;
}

/** The alignment that says more of two: single words first, or joined ones first. */
function best(query: QueryWords, listed: readonly Word[], likenesses: Likenesses): Alignment {
  const { words } = query;
  const found = pairsOf(words, listed, likenesses);
  const single = take(found, words, listed);
  if (!found.some(isJoined)) return single;
  const joined = take(found, words, listed, true);
  return rate(query, listed, joined).score > rate(query, listed, single).score ? joined : single;
}

const isJoined = ({ queryCount, listedCount }: Pair) => queryCount + listedCount > 2;

function pairsOf(query: readonly Word[], listed: readonly Word[], { like, joined }: Likenesses): Pair[] {
  const found: Pair[] = [];
  let wanting = query.length;
  for (let i = 0; i < query.length; i++) {
    let best = 0;
    for (let j = 0; j < listed.length; j++) {
      const likeness = like(i, j);
      if (!likeness) continue;
      found.push({ ...likeness, query: i, queryCount: 1, listed: j, listedCount: 1 });
      if (likeness.similarity > best) best = likeness.similarity;
    }
    if (best >= JOINED_AGREE) wanting--;
  }
  if (wanting > 0 && query.length + listed.length > 2) found.push(...joinedPairs(listed.length, joined));
  return found;
}

/**
 * Takes pairs best first, each word once. Of two equal pairs it prefers the pair that joins fewer words, then the more
 * significant one.
 */
function take(found: Pair[], query: readonly Word[], listed: readonly Word[], joinedFirst = false): Alignment {
  const rank = (pair: Pair) => pair.similarity + (joinedFirst && isJoined(pair) ? 1 : 0);
  found.sort(
    (a, b) =>
      rank(b) - rank(a) ||
      a.queryCount + a.listedCount - b.queryCount - b.listedCount ||
      weighed(b, query, listed) - weighed(a, query, listed),
  );
  const taken = { pairs: [] as Pair[], query: new Uint8Array(query.length), listed: new Uint8Array(listed.length) };
  for (const pair of found) {
    if (!isFree(taken.query, pair.query, pair.queryCount) || !isFree(taken.listed, pair.listed, pair.listedCount))
      continue;
    taken.query.fill(1, pair.query, pair.query + pair.queryCount);
    taken.listed.fill(1, pair.listed, pair.listed + pair.listedCount);
    taken.pairs.push(pair);
  }
  return taken;
}

function isFree(used: Uint8Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (used[at]) return false;
  return true;
}

const weighed = (pair: Pair, query: readonly Word[], listed: readonly Word[]) =>
  (sumOf(query, pair.query, pair.queryCount) + sumOf(listed, pair.listed, pair.listedCount)) / 2;

function sumOf(words: readonly Word[], from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += words[at]!.weight;
  return sum;
}

interface Rating {
  readonly score: number;
  readonly caps: readonly NameCap[];
}

function rate(
  query: QueryWords,
  listed: readonly Word[],
  { pairs, query: used, listed: usedListed }: Alignment,
): Rating {
  const { words } = query;
  let [agreeing, paired, contents] = [0, 0, 0];
  for (const pair of pairs) {
    const weight = weighed(pair, words, listed);
    paired += weight;
    agreeing += weight * pair.similarity;
    if (pair.similarity >= PARTS_AGREE) contents += contentsOf(pair, words, listed);
  }
  if (pairs.length === 0) return { score: 0, caps: [] };
  const missing = unmatchedWeight(words, used, listed, usedListed);
  const unmatched = isOptional(query, used) ? UNMATCHED_OPTIONAL : UNMATCHED_QUERY;
  let score = agreeing / (paired + unmatched * missing.query + UNMATCHED_LISTED * missing.listed);
  const caps: NameCap[] = [];
  if (contents < 2 && Math.max(contentCount(words), contentCount(listed)) > 1 && score > ONE_PART) {
    score = ONE_PART;
    caps.push('one_part_agrees');
  }
  if (query.last && !words.some((word, i) => query.last![i] && used[i] && word.kind === 'content')) {
    if (words.some((word, i) => query.last![i] && word.kind === 'content')) {
      score *= LAST_NAME_UNMATCHED;
      caps.push('last_name_unmatched');
    }
  }
  if (query.shortened) caps.push('query_shortened');
  return { score: Math.min(1, score), caps };
}

/** Returns whether the unmatched part is one name that papers leave out. */
function isOptional(query: QueryWords, used: Uint8Array): boolean {
  const { words } = query;
  const isLeft = (word: Word, i: number) => word.kind === 'content' && !used[i];
  const left = words.findIndex(isLeft);
  if (left < 0 || words.findLastIndex(isLeft) !== left) return false;
  const agrees = (word: Word, i: number) => word.kind === 'content' && used[i];
  const [first, last] = [words.findIndex(agrees), words.findLastIndex(agrees)];
  return (first >= 0 && first < left && last > left) || isSecondFamilyName(query, used, left);
}

/** Returns whether a hyphen joins the word to one that agrees, in the last name. Given names of Korean have hyphens, too. */
function isSecondFamilyName({ words, last }: QueryWords, used: Uint8Array, at: number): boolean {
  const other = words[at]!.hyphened ? at - 1 : words[at + 1]?.hyphened ? at + 1 : -1;
  if (!used[other] || words[other]!.kind !== 'content') return false;
  if (last) return last[at]! && last[other]!;
  return Math.max(at, other) === words.length - 1 && !areSyllables([words[at]!, words[other]!]);
}

/** Content words that a pair brings together: both of a name that the other side writes in one word. */
function contentsOf(
  { query: i, queryCount, listed: j, listedCount }: Pair,
  query: readonly Word[],
  listed: readonly Word[],
) {
  const [of, others] = [contentCount(query.slice(i, i + queryCount)), contentCount(listed.slice(j, j + listedCount))];
  return queryCount === 1 && listedCount === 1 ? Math.min(of, others) : Math.max(of, others);
}

function contentCount(words: readonly Word[]): number {
  let count = 0;
  for (const { kind } of words) if (kind === 'content') count++;
  return count;
}

/**
 * Weight of the words without counterpart. A word that is repeated on its side costs nothing. Words without counterpart on both
 * sides contradict each other: an initial then weighs as much as a name.
 */
function unmatchedWeight(query: readonly Word[], used: Uint8Array, listed: readonly Word[], usedListed: Uint8Array) {
  const contradicts = hasName(query, used) && hasName(listed, usedListed);
  return { query: weightLeft(query, used, contradicts), listed: weightLeft(listed, usedListed, contradicts) };
}

const isName = ({ kind }: Word) => kind === 'content' || kind === 'initial';
const hasName = (words: readonly Word[], used: Uint8Array) => words.some((word, i) => !used[i] && isName(word));

function weightLeft(words: readonly Word[], used: Uint8Array, contradicts: boolean): number {
  let sum = 0;
  words.forEach((word, i) => {
    if (used[i] || words.some(({ text }, k) => k !== i && used[k] && text === word.text)) return;
    if (contradicts && word.kind === 'initial') sum += 1;
    else sum += contradicts ? word.weight : leastWeight(word);
  });
  return sum;
}

/** Least weight of a word without counterpart. */
export const leastWeight = ({ text, weight }: Word): number => (isPatronymic(text) ? weight / 2 : weight);

/** Names after the father, which East Slavic documents give and most other papers leave out. */
const isPatronymic = (text: string) => /.{3}(ovich|evich|ovna|evna|ivna)$/.test(text);

function describe(query: QueryWords, listed: readonly Word[], alignment: Alignment): NameComparison {
  const { score, caps } = rate(query, listed, alignment);
  const texts = (words: readonly Word[], from: number, count: number) =>
    words
      .slice(from, from + count)
      .map(({ text }) => text)
      .join(' ');
  const parts: MatchedPart[] = alignment.pairs.map((pair) => ({
    query: texts(query.words, pair.query, pair.queryCount),
    listed: texts(listed, pair.listed, pair.listedCount),
    similarity: pair.similarity,
    why: pair.why,
  }));
  const left = (words: readonly Word[], used: Uint8Array) => words.filter((_, i) => !used[i]).map(({ text }) => text);
  return {
    name_score: score,
    parts,
    unmatched: { query: left(query.words, alignment.query), listed: left(listed, alignment.listed) },
    caps,
  };
}
