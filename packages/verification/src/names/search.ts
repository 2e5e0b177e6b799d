import { compareNames, type QueryWords } from './compare.ts';
import type { NameCandidate, NameCap, NameComparison, NameSearchResult } from './hit.ts';
import { bucketOf, hashOf, NAME_PEOPLE, NAME_PLACE, NAME_WEAK, type NameIndex, otherHashOf } from './index-file.ts';
import { joinedWord, likenessOfJoined } from './joins.ts';
import { plainNumber, wholeKey } from './keys.ts';
import { partLikeness, type Word, wordOf } from './likeness.ts';
import { partsOf } from './parts.ts';
import type { NameQuery, NameSearchOptions, QueryName } from './query.ts';
import { queryWords, turned } from './query-words.ts';
import { Scorer } from './scorer.ts';
import { bitCount } from './shapes.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * What a name must reach by itself to be returned. No qualifier adds more than 0.08, so nothing below can come near the
 * default threshold of 0.75.
 */
const LEAST = 0.62;
const MOST = 500;

/** Words of a query name that look for names; the longest where it has more. */
const SEARCHING_WORDS = 8;

/** A weak alias that agrees at least so well raises the score of another name. */
const WEAK_AGREES = 0.85;

/** A listed name of one word is the word of a longer query when it is at least so like it. */
const ONE_WORD_AGREES = 0.9;

/** A word that is written in two on the list looks for the rarer of them, unless that is in more names than this. */
const MOST_NAMES_OF_A_HALF = 2000;

/**
 * Records whose name or identity number may be the person's, best first. Nothing that reaches `least` is left out but by
 * `most`, and that is counted.
 *
 * @param index what `openNameIndex` gives. One search uses one index from beginning to end
 */
export function searchNames(
  index: NameIndex,
  query: NameQuery,
  { least = LEAST, kinds = 'people', most = MOST }: NameSearchOptions = {},
): NameSearchResult {
  const search = new Search(index, least, kinds === 'people');
  query.names.forEach((name, place) => {
    search.look(queryWords(name), place, (query.births?.length ?? 0) + (query.ids?.length ?? 0) > 0);
  });
  for (const { number } of query.ids ?? []) search.lookUpNumber(number);
  return search.result(most);
}

/** How alike two names are, in whichever order the query gives first and last name. No list is needed. */
export function compareTwoNames(query: QueryName, listed: string): NameComparison {
  const words = partsOf(listed).map(wordOf);
  const forward = queryWords(query);
  const back = turned(forward);
  const compared = [forward, ...(back ? [back] : [])].map((order) => compareNames(order, words));
  return compared.reduce((best, other) => (other.name_score > best.name_score ? other : best));
}

/** The best name of a record so far. */
interface Best {
  readonly name: number;
  readonly score: number;
  readonly place: number;
  readonly query: QueryWords;
  readonly cap?: NameCap;
}

class Search {
  readonly #index: NameIndex;
  readonly #least: number;
  readonly #peopleOnly: boolean;
  readonly #vocabulary: Vocabulary;
  readonly #similar = new Map<string, Set<number>>();
  readonly #strong = new Map<number, Best>();
  readonly #weak = new Map<number, Best>();
  readonly #numbers = new Set<number>();
  readonly #unknown = new Set<string>();
  #considered = 0;

  constructor(index: NameIndex, least: number, peopleOnly: boolean) {
    this.#index = index;
    this.#least = least;
    this.#peopleOnly = peopleOnly;
    this.#vocabulary = new Vocabulary(index);
  }

  look(query: QueryWords, place: number, oneWordToo: boolean): void {
    if (query.words.length === 0) return;
    const back = turned(query);
    const scorer = new Scorer(this.#index, this.#vocabulary, query, back);
    for (const name of this.#candidates(query)) this.#consider(scorer, name, place);
    for (const { words } of back ? [query, back] : [query]) {
      for (const name of this.#written(words)) this.#consider(scorer, name, place);
    }
    if (oneWordToo) this.#lookForOneWord(query, place);
  }

  #consider(scorer: Scorer, name: number, place: number): void {
    if (scorer.seen.has(name) || !this.#isWanted(name)) return;
    scorer.seen.add(name);
    this.#considered++;
    const { score, query } = scorer.score(name);
    if (score >= this.#least) this.#keep({ name, score, place, query });
  }

  #isWanted(name: number): boolean {
    return !this.#peopleOnly || (this.#index.nameFacts[name]! & NAME_PEOPLE) !== 0;
  }

  #keep(best: Best): void {
    const { nameFacts, nameRecords } = this.#index;
    const kept = (nameFacts[best.name]! & NAME_WEAK) !== 0 ? this.#weak : this.#strong;
    const ordinal = nameRecords[best.name]!;
    const known = kept.get(ordinal);
    if (!known || known.score < best.score) kept.set(ordinal, best);
  }

  /** Names that share enough words with the query: one of one, both of two, two of three or four, half of more. */
  *#candidates({ words }: QueryWords): Iterable<number> {
    const looking = this.#looking(words);
    const total = looking.length;
    if (total === 0) return;
    const need = total < 3 ? total : Math.max(2, Math.ceil(total / 2));
    const seen = scratchOf(this.#index);
    const found: number[] = [];
    const rarestFirst = looking
      .map((parts) => Array.from(parts, (part) => this.#vocabulary.names(part)))
      .map((lists) => ({ lists, length: lists.reduce((sum, { length }) => sum + length, 0) }))
      .sort((x, y) => x.length - y.length);
    // What has `need` words has one of these, so the longest lists bring no name: they only count.
    const bringing = total - need + 1;
    rarestFirst.forEach(({ lists }, place) => {
      const bit = 1 << place;
      for (const names of lists) {
        for (const name of names) {
          const before = seen[name]!;
          if ((before & bit) !== 0 || (before === 0 && place >= bringing)) continue;
          seen[name] = before | bit;
          if (bitCount(before | bit) === need) found.push(name);
        }
      }
    });
    for (const { lists } of rarestFirst.slice(0, bringing)) {
      for (const names of lists) for (const name of names) seen[name] = 0;
    }
    yield* found;
  }

  /** For each word that looks for names, the parts of names that may be it or a piece of it. */
  #looking(words: readonly Word[]): Set<number>[] {
    const contents = [
      ...new Map(words.filter(({ kind }) => kind === 'content').map((word) => [word.text, word])).values(),
    ];
    const longest = contents.sort((a, b) => b.text.length - a.text.length).slice(0, SEARCHING_WORDS);
    const looking = longest.map((word) => ({
      word,
      parts: new Set([...this.#similarTo(word), ...this.#halves(word)]),
    }));
    for (let i = 0; i + 1 < words.length; i++) {
      this.#addJoined(words.slice(i, i + 2), looking);
      // `Siraj al-Din` looks for `sirajuddin`, and `Abd al-Qadir` for `abdelkader`.
      if (words[i + 1]!.kind === 'particle' && i + 2 < words.length) this.#addJoined(words.slice(i, i + 3), looking);
    }
    for (const { word, parts } of looking) if (parts.size === 0) this.#unknown.add(word.text);
    return looking.map(({ parts }) => parts);
  }

  #similarTo(word: Word): Set<number> {
    const key = `${word.text}${word.abjad ? '+' : ''}`;
    const known = this.#similar.get(key) ?? this.#vocabulary.similar(word);
    this.#similar.set(key, known);
    return known;
  }

  /** `Patr ushev` looks for `patrushev`, by either half. */
  #addJoined(words: readonly Word[], looking: readonly { word: Word; parts: Set<number> }[]): void {
    const joining = looking.filter(({ word }) => words.some(({ text }) => text === word.text));
    const whole = joinedWord(words);
    if (joining.length === 0 || whole.text.length < 5) return;
    const joined = [...this.#similarTo(whole)].filter((part) => likenessOfJoined(whole, this.#vocabulary.word(part)));
    for (const { parts } of joining) for (const part of joined) parts.add(part);
  }

  /** `jongun` looks for `jong un`, `abdurrahman` for `abd al rahman`: the rarer piece of what the list may have apart. */
  #halves({ text }: Word): number[] {
    const found: number[] = [];
    const names = (id: number) => this.#vocabulary.names(id).length;
    for (let at = 2; at <= text.length - 2 && text.length <= 24; at++) {
      const left = this.#vocabulary.exactly(text.slice(0, at));
      const right = left.length > 0 ? this.#vocabulary.exactly(text.slice(at)) : [];
      const rarer = [...left, ...right].sort((a, b) => names(a) - names(b))[0];
      if (right.length > 0 && names(rarer!) <= MOST_NAMES_OF_A_HALF) found.push(rarer!);
    }
    const servant = /^abd[aeiou]?[lrsnztd]?(.{4,})$/.exec(text)?.[1];
    if (servant) found.push(...this.#similarTo(wordOf({ text: servant, kind: 'content', abjad: false })));
    return found;
  }

  /** Names that are the query once both are written in one word, give or take vowels. */
  *#written(words: readonly Word[]): Iterable<number> {
    const { wholeStarts, wholeNames } = this.#index;
    const key = wholeKey(words);
    if (key.length < 3) return;
    const bucket = bucketOf(hashOf(key), wholeStarts);
    yield* wholeNames.subarray(wholeStarts[bucket]!, wholeStarts[bucket + 1]!);
  }

  /** Listed names of one word that the query has among others. They need a fact beside them: `qualify` looks for it. */
  #lookForOneWord(query: QueryWords, place: number): void {
    const { nameStarts, nameFacts } = this.#index;
    if (query.words.length < 2) return;
    for (const word of query.words) {
      if (word.kind !== 'content') continue;
      for (const part of this.#similarTo(word)) {
        const isAlone = (name: number | undefined) =>
          name !== undefined && nameStarts[name + 1]! - nameStarts[name]! === 1;
        const names = this.#vocabulary.names(part);
        if (!isAlone(names[0])) continue;
        const similarity = partLikeness(word, this.#vocabulary.word(part))?.similarity ?? 0;
        if (similarity < ONE_WORD_AGREES) continue;
        for (const name of names) {
          if (!isAlone(name)) break;
          if (!this.#isWanted(name) || (nameFacts[name]! & NAME_WEAK) !== 0) continue;
          this.#considered++;
          this.#keep({ name, score: 0.6 * similarity, place, query, cap: 'one_word_listed' });
        }
      }
    }
  }

  lookUpNumber(number: string): void {
    const { numberStarts, numberPairs } = this.#index;
    const plain = plainNumber(number);
    if (plain === '') return;
    const [bucket, other] = [bucketOf(hashOf(plain), numberStarts), otherHashOf(plain)];
    for (let pair = numberStarts[bucket]!; pair < numberStarts[bucket + 1]!; pair++) {
      if (numberPairs[2 * pair] === other) this.#numbers.add(numberPairs[2 * pair + 1]!);
    }
  }

  result(most: number): NameSearchResult {
    const ordinals = new Set([...this.#strong.keys(), ...this.#weak.keys(), ...this.#numbers]);
    const rank = (ordinal: number) =>
      (this.#numbers.has(ordinal) ? 1 : 0) + (this.#strong.get(ordinal) ?? this.#weak.get(ordinal))!.score;
    const ranked = [...ordinals]
      .map((ordinal) => ({ ordinal, rank: this.#strong.has(ordinal) || this.#weak.has(ordinal) ? rank(ordinal) : 1 }))
      .sort((a, b) => b.rank - a.rank || a.ordinal - b.ordinal);
    return {
      candidates: ranked.slice(0, most).map(({ ordinal }) => this.#candidate(ordinal)),
      considered: this.#considered,
      left: Math.max(0, ranked.length - most),
      unknown_parts: [...this.#unknown],
    };
  }

  #candidate(ordinal: number): NameCandidate {
    const [strong, weak] = [this.#strong.get(ordinal), this.#weak.get(ordinal)];
    const best = strong ?? weak;
    const number = this.#numbers.has(ordinal);
    if (!best) return { ordinal, number, name_score: 0, parts: [], unmatched: { query: [], listed: [] }, caps: [] };
    const { nameFacts, nameStarts, nameParts } = this.#index;
    const listed = Array.from(nameParts.subarray(nameStarts[best.name]!, nameStarts[best.name + 1]!), (part) =>
      this.#vocabulary.word(part),
    );
    const compared = compareNames(best.query, listed);
    const raises = strong && weak && weak.score >= WEAK_AGREES;
    const caps = [...compared.caps, ...(best.cap ? [best.cap] : []), ...(strong ? [] : ['weak_alias' as const])];
    return {
      ...{ ordinal, number, ...compared, caps },
      query_name: best.place,
      listed_name: nameFacts[best.name]! & NAME_PLACE,
      ...(raises && { also_weak: nameFacts[weak.name]! & NAME_PLACE }),
    };
  }
}

const scratches = new WeakMap<NameIndex, Uint8Array>();

/**
 * For each name a bit of every word of the query that brought it. Each search uses the array and leaves it empty: a
 * search never waits, so no two use it at once.
 */
function scratchOf(index: NameIndex): Uint8Array {
  const known = scratches.get(index);
  if (known) return known;
  const scratch = new Uint8Array(index.names);
  scratches.set(index, scratch);
  return scratch;
}
