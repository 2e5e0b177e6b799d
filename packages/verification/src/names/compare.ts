import type { MatchedPart, NameCap, NameComparison } from './hit.ts';
import { PARTS_AGREE, type PartLikeness, partLikeness, type Word, wordOf } from './likeness.ts';
import type { NamePart } from './parts.ts';

/** What a part of the query without counterpart costs, as a part of its weight; and one of the listed name. */
const UNMATCHED_QUERY = 0.8;
const UNMATCHED_LISTED = 0.35;

/** Most that one agreeing part is worth when either name has more: George Bush is not George Habash. */
const ONE_PART = 0.6;

const LAST_NAME_UNMATCHED = 0.75;

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
const JOINED_AGREE = 0.85;

/** One name of the query, ready to be compared. */
export interface QueryWords {
  readonly words: readonly Word[];
  /** For each word whether it is of the last name; absent where nobody split the name. */
  readonly last?: readonly boolean[];
  /** The name has more words than are compared. */
  readonly shortened?: boolean;
}

/** Words that agree: where they begin on either side, how many, how much. */
interface Pair extends PartLikeness {
  readonly query: number;
  readonly queryCount: number;
  readonly listed: number;
  readonly listedCount: number;
}

/**
 * How alike a name of the query and a listed name are, by the alignment of their words that is best word by word.
 *
 * The score is the weight of what agrees times how much it agrees, over that weight and a part of what has no
 * counterpart: 0.8 of the query's, 0.35 of the listed name's. Lists have more names of a person than applicants give.
 *
 * @param like likeness of word i of the query and word j of the listed name; a cache may answer
 */
export function compareNames(
  query: QueryWords,
  listed: readonly Word[],
  like: (i: number, j: number) => PartLikeness | undefined = (i, j) => partLikeness(query.words[i]!, listed[j]!),
): NameComparison {
  return describe(query, listed, align(query.words, listed, like));
}

/** The score alone, for the many names of which few are shown. */
export function scoreNames(
  query: QueryWords,
  listed: readonly Word[],
  like: (i: number, j: number) => PartLikeness | undefined,
): number {
  return rate(query, listed, align(query.words, listed, like)).score;
}

interface Alignment {
  readonly pairs: readonly Pair[];
  /** For each word whether it agrees with something. */
  readonly query: Uint8Array;
  readonly listed: Uint8Array;
}

function align(
  query: readonly Word[],
  listed: readonly Word[],
  like: (i: number, j: number) => PartLikeness | undefined,
): Alignment {
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
  if (wanting > 0 && query.length + listed.length > 2) found.push(...joined(query, listed));
  return take(found, query, listed);
}

/** Best first, each word once; of two alike the one that joins fewer words, then the one that says more. */
function take(found: Pair[], query: readonly Word[], listed: readonly Word[]): Alignment {
  found.sort(
    (a, b) =>
      b.similarity - a.similarity ||
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

function joined(query: readonly Word[], listed: readonly Word[]): Pair[] {
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
  if (Math.abs(letters(query, i, queryCount) - letters(listed, j, listedCount)) > JOINED_DIFFER) return undefined;
  if (query[i]!.text[0] !== listed[j]!.text[0]) return undefined;
  return likenessOfJoined(join(query, i, queryCount), join(listed, j, listedCount));
}

/** Letters that two words may differ by when one of them is joined of several. */
export const JOINED_DIFFER = 3;

/** How alike two words are of which one or both are joined of several; undefined where that is chance. */
export function likenessOfJoined(a: Word, b: Word): PartLikeness | undefined {
  if (Math.abs(a.text.length - b.text.length) > JOINED_DIFFER || a.text[0] !== b.text[0]) return undefined;
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

function join(words: readonly Word[], from: number, count: number): Word {
  const parts = words.slice(from, from + count);
  const part: NamePart = {
    text: parts.map(({ text }) => text).join(''),
    kind: 'content',
    abjad: parts.some(({ abjad }) => abjad),
  };
  return wordOf(part);
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
  let score = agreeing / (paired + UNMATCHED_QUERY * missing.query + UNMATCHED_LISTED * missing.listed);
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
 * Weight of what has no counterpart. A word that stands on its side a second time costs nothing. Words without
 * counterpart on both sides contradict each other: an initial then weighs what a name does.
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
    else sum += !contradicts && isPatronymic(word.text) ? word.weight / 2 : word.weight;
  });
  return sum;
}

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
