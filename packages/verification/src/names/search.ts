import type { QueryWords } from './compare.ts';
import type { NameCandidate, NameCap, NameSearchResult } from './hit.ts';
import { PART_KINDS } from './index-builder.ts';
import { bucketOf, hashOf, NAME_PEOPLE, NAME_PLACE, NAME_WEAK, type NameIndex, otherHashOf } from './index-file.ts';
import { plainNumber } from './keys.ts';
import { partLikeness } from './likeness.ts';
import type { NameQuery, NameSearchOptions } from './query.ts';
import { queryWords, turned } from './query-words.ts';
import { Retrieval } from './retrieval.ts';
import { Scorer } from './scorer.ts';
import { otherSpellings } from './spellings.ts';
import { Vocabulary } from './vocabulary.ts';
import { inOnePiece, type Slices, Work } from './work.ts';

/**
 * Least score of a name on its own to be returned. No qualifier adds more than 0.08, so no lower score can come near the default
 * threshold of 0.75.
 */
const LEAST = 0.62;
const MOST = 500;

/** A weak alias that agrees at least so well raises the score of another name. */
const WEAK_AGREES = 0.85;

/** A listed name of one word is the word of a longer query when it is at least so like it. */
const ONE_WORD_AGREES = 0.9;

/** Units of work that the result for one candidate costs. */
const CANDIDATE_COSTS = 20;

/**
 * Units of work that the search for one name may cost, besides one for each listed name. Of 900 invented names among a million listed
 * ones, none costs more than 15,000 (`npm run bench -- --only screening`).
 */
const BUDGET = 500_000;

/**
 * Records whose name or identity number may be the person's, best first. A record that reaches `least` is only left out because
 * of `most`, which is counted, or because the budget is used up; then the result is not `complete`.
 *
 * @param index what `openNameIndex` gives. One search uses one index from beginning to end
 *
 * @example
 * import { buildNameIndex, openNameIndex, searchNames } from '@bonafide/verification';
 *
 * const name = { full: 'Iskra Novak', quality: 'strong' } as const;
 * const index = openNameIndex(buildNameIndex([{ ordinal: 0, kind: 'person', names: [name], ids: [] }]));
 * searchNames(index, { names: [{ first: 'Iskra', last: 'Novak' }] }).candidates.length; // 1
 */
export function searchNames(index: NameIndex, query: NameQuery, options: NameSearchOptions = {}): NameSearchResult {
  return inOnePiece(searchNamesInSlices(index, query, options));
}

/**
 * `searchNames` in slices of about a millisecond, between which other work of the process has its turn. Searches of one index may take
 * turns, too.
 *
 * @example
 * import { buildNameIndex, openNameIndex, searchNamesInSlices } from '@bonafide/verification';
 *
 * const index = openNameIndex(buildNameIndex([]));
 * const slices = searchNamesInSlices(index, { names: [{ full: 'Iskra Novak' }] });
 * let slice = slices.next();
 * while (!slice.done) {
 *   await new Promise(setImmediate);
 *   slice = slices.next();
 * }
 * slice.value.candidates; // []
 */
export function* searchNamesInSlices(
  index: NameIndex,
  query: NameQuery,
  {
    least = LEAST,
    kinds = 'people',
    most = MOST,
    whole = Number.POSITIVE_INFINITY,
    initials = false,
    budget = BUDGET + index.names,
  }: NameSearchOptions = {},
): Slices<NameSearchResult> {
  const search = new Search(index, { least, peopleOnly: kinds === 'people', initials, budget });
  const oneWordToo = (query.births?.length ?? 0) + (query.ids?.length ?? 0) > 0;
  for (const [place, name] of query.names.entries()) {
    const spellings = [name, ...otherSpellings(name)].map(queryWords);
    yield* search.look(spellings, place, oneWordToo);
  }
  for (const { number } of query.ids ?? []) search.lookUpNumber(number);
  return yield* search.result(most, whole);
}

/** The best name of a record so far. */
interface Best {
  readonly name: number;
  readonly score: number;
  readonly place: number;
  readonly order: number;
  readonly scorer: Scorer;
  readonly cap?: NameCap;
}

interface SearchLimits {
  readonly least: number;
  readonly peopleOnly: boolean;
  readonly initials: boolean;
  readonly budget: number;
}

class Search {
  readonly #index: NameIndex;
  readonly #limits: SearchLimits;
  readonly #work: Work;
  readonly #vocabulary: Vocabulary;
  readonly #retrieval: Retrieval;
  readonly #strong = new Map<number, Best>();
  readonly #weak = new Map<number, Best>();
  readonly #numbers = new Set<number>();
  #considered = 0;
  #complete = true;

  constructor(index: NameIndex, limits: SearchLimits) {
    this.#index = index;
    this.#limits = limits;
    this.#work = new Work(limits.budget);
    this.#vocabulary = new Vocabulary(index, this.#work);
    this.#retrieval = new Retrieval(index, this.#vocabulary, this.#work);
  }

  /**
   * Each name has the whole budget, so that none takes it from the others.
   *
   * @param spellings of the name. The first one is the spelling of the query
   */
  *look(spellings: readonly QueryWords[], place: number, oneWordToo: boolean): Slices<void> {
    this.#work.start();
    for (const query of spellings) if (query.words.length > 0) yield* this.#lookFor(query, place, oneWordToo);
    if (this.#work.isOver) this.#complete = false;
  }

  *#lookFor(query: QueryWords, place: number, oneWordToo: boolean): Slices<void> {
    const back = turned(query);
    const scorer = new Scorer(this.#index, this.#vocabulary, this.#work, [query, ...(back ? [back] : [])]);
    yield* this.#consider(scorer, yield* this.#retrieval.candidates(query), place);
    for (const { words } of back ? [query, back] : [query]) {
      yield* this.#consider(scorer, this.#retrieval.written(words), place);
    }
    if (oneWordToo) yield* this.#lookForOneWord(scorer, query, place);
    if (this.#limits.initials) yield* this.#lookForInitials(scorer, query, place);
  }

  /** Listed names that have a word of the query, and initials, which names are not found by. */
  *#lookForInitials(scorer: Scorer, query: QueryWords, place: number): Slices<void> {
    for (const word of query.words) {
      if (word.kind !== 'content') continue;
      for (const part of yield* this.#retrieval.similarTo(word)) {
        if (this.#work.isOver) return;
        const names = this.#vocabulary.names(part);
        this.#work.spendOnEntries(names.length);
        const withInitial = names.filter((name) => this.#hasInitial(name));
        yield* this.#consider(scorer, withInitial, place);
      }
    }
  }

  #hasInitial(name: number): boolean {
    const { nameStarts, nameParts, partFacts } = this.#index;
    const parts = nameParts.subarray(nameStarts[name]!, nameStarts[name + 1]!);
    return parts.some((part) => PART_KINDS[partFacts[part]! & 3] === 'initial');
  }

  *#consider(scorer: Scorer, names: Iterable<number>, place: number): Slices<void> {
    for (const name of names) {
      if (this.#work.isOver) return;
      if (this.#work.isPauseDue()) yield;
      if (scorer.seen.has(name) || !this.#isWanted(name)) continue;
      scorer.seen.add(name);
      this.#work.spend(1);
      if (!scorer.mayReach(name, this.#limits.least)) continue;
      this.#considered++;
      const { score, order } = scorer.score(name);
      if (score >= this.#limits.least) this.#addResult({ name, score, place, order, scorer });
    }
  }

  #isWanted(name: number): boolean {
    return !this.#limits.peopleOnly || (this.#index.nameFacts[name]! & NAME_PEOPLE) !== 0;
  }

  #addResult(best: Best): void {
    const { nameFacts, nameRecords } = this.#index;
    const kept = (nameFacts[best.name]! & NAME_WEAK) !== 0 ? this.#weak : this.#strong;
    const ordinal = nameRecords[best.name]!;
    const known = kept.get(ordinal);
    if (!known || known.score < best.score) kept.set(ordinal, best);
  }

  /** Listed names of one word that the query has among others. They need a fact beside them: `qualify` looks for it. */
  *#lookForOneWord(scorer: Scorer, query: QueryWords, place: number): Slices<void> {
    if (query.words.length < 2) return;
    for (const word of query.words) {
      if (word.kind !== 'content') continue;
      for (const part of yield* this.#retrieval.similarTo(word)) {
        if (this.#work.isOver) return;
        if (!this.#isAlone(this.#vocabulary.names(part)[0])) continue;
        this.#work.spend(1);
        const similarity = partLikeness(word, this.#vocabulary.word(part))?.similarity ?? 0;
        if (similarity >= ONE_WORD_AGREES) yield* this.#keepOneWords(part, { scorer, place, score: 0.6 * similarity });
      }
    }
  }

  *#keepOneWords(part: number, best: Pick<Best, 'scorer' | 'place' | 'score'>): Slices<void> {
    for (const name of this.#vocabulary.names(part)) {
      if (!this.#isAlone(name) || this.#work.isOver) return;
      if (this.#work.isPauseDue()) yield;
      if (!this.#isWanted(name) || (this.#index.nameFacts[name]! & NAME_WEAK) !== 0) continue;
      this.#considered++;
      this.#work.spend(1);
      this.#addResult({ ...best, name, order: 0, cap: 'one_word_listed' });
    }
  }

  /** Returns whether the name has one word. Names of one word come before the others of a part. */
  #isAlone(name: number | undefined): boolean {
    const { nameStarts } = this.#index;
    return name !== undefined && nameStarts[name + 1]! - nameStarts[name]! === 1;
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

  /**
   * @param most candidates
   * @param whole score from which no candidate is left out
   */
  *result(most: number, whole: number): Slices<NameSearchResult> {
    const ordinals = new Set([...this.#strong.keys(), ...this.#weak.keys(), ...this.#numbers]);
    const ranked = [...ordinals]
      .map((ordinal) => ({ ordinal, rank: this.#rank(ordinal) }))
      .sort((a, b) => b.rank - a.rank || a.ordinal - b.ordinal);
    const isWhole = (ordinal: number, rank: number) => rank >= whole || (whole <= 1 && this.#isOneWord(ordinal));
    const kept = ranked.filter(({ ordinal, rank }, i) => i < most || isWhole(ordinal, rank));
    const candidates: NameCandidate[] = [];
    for (const { ordinal } of kept) {
      candidates.push(this.#candidate(ordinal));
      this.#work.spend(CANDIDATE_COSTS);
      if (this.#work.isPauseDue()) yield;
    }
    return {
      candidates,
      considered: this.#considered,
      left: ranked.length - kept.length,
      unknown_parts: this.#retrieval.unknown,
      complete: this.#complete,
      work: Math.ceil(this.#work.spent),
    };
  }

  #rank(ordinal: number): number {
    const best = this.#strong.get(ordinal) ?? this.#weak.get(ordinal);
    return (best?.score ?? 0) + (this.#numbers.has(ordinal) ? 1 : 0);
  }

  /** Returns whether a fact beside the name makes a hit of the candidate, whatever its score. */
  #isOneWord(ordinal: number): boolean {
    return this.#strong.get(ordinal)?.cap === 'one_word_listed';
  }

  #candidate(ordinal: number): NameCandidate {
    const [strong, weak] = [this.#strong.get(ordinal), this.#weak.get(ordinal)];
    const best = strong ?? weak;
    const number = this.#numbers.has(ordinal);
    if (!best) return { ordinal, number, name_score: 0, parts: [], unmatched: { query: [], listed: [] }, caps: [] };
    const { nameFacts } = this.#index;
    const compared = best.scorer.describe(best.name, best.order);
    const raises = strong && weak && weak.score >= WEAK_AGREES;
    const caps = [...compared.caps, ...(best.cap ? [best.cap] : []), ...(strong ? [] : ['weak_alias' as const])];
    return {
      ordinal,
      number,
      ...compared,
      caps,
      query_name: best.place,
      listed_name: nameFacts[best.name]! & NAME_PLACE,
      ...(raises && { also_weak: nameFacts[weak.name]! & NAME_PLACE }),
    };
  }
}
