import type { QueryWords } from './compare.ts';
import { bucketOf, hashOf, type NameIndex } from './index-file.ts';
import { joinedWord, likenessOfJoined } from './joins.ts';
import { wholeKey } from './keys.ts';
import { type Word, wordOf } from './likeness.ts';
import { bitCount } from './shapes.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Slices, Work } from './work.ts';

/** Maximum number of words of a query that are used to retrieve names; the longest words are used. */
const SEARCHING_WORDS = 8;

/** A word that is written in two on the list looks for the rarer of them, unless that is in more names than this. */
const MOST_NAMES_OF_A_HALF = 2000;

/** Letters of the longest word that may be written in two on the list. */
const LONGEST_WITH_HALVES = 24;

/** An Arabic name with its article inside, whose letter may sound like the next one: `zeineddine`, `sirajuldin`. */
const ARTICLE_INSIDE = /^(.{3,})[aeiou](?:l|([rsnztd])(?=\2))(.{3,})$/;

const contentOf = (text: string) => wordOf({ text, kind: 'content', abjad: false });

/** Entries of a list of names that are looked through between two pauses. */
const ENTRIES_AT_ONCE = 4096;

/** A word that looks for names, and the parts of names that may be it. */
interface Looking {
  readonly word: Word;
  readonly parts: Set<number>;
}

/** Finds the listed names that are worth a comparison. One search uses one. */
export class Retrieval {
  readonly #index: NameIndex;
  readonly #vocabulary: Vocabulary;
  readonly #work: Work;
  readonly #similar = new Map<string, Set<number>>();
  readonly #unknown = new Set<string>();

  constructor(index: NameIndex, vocabulary: Vocabulary, work: Work) {
    this.#index = index;
    this.#vocabulary = vocabulary;
    this.#work = work;
  }

  /** Words that resemble no part of any listed name. */
  get unknown(): string[] {
    return [...this.#unknown];
  }

  /** Names that share enough words with the query: one of one, both of two, two of three or four, half of more. */
  *candidates({ words }: QueryWords): Slices<number[]> {
    const looking = yield* this.#looking(words);
    const total = looking.length;
    if (total === 0 || this.#work.isOver) return [];
    const need = total < 3 ? total : Math.max(2, Math.ceil(total / 2));
    const found: number[] = [];
    const rarestFirst = looking
      .map((parts) => Array.from(parts, (part) => this.#vocabulary.names(part)))
      .map((lists) => ({ lists, length: lists.reduce((sum, { length }) => sum + length, 0) }))
      .sort((x, y) => x.length - y.length);
    // What has `need` words has one of these, so the longest lists bring no name: they only count.
    const bringing = total - need + 1;
    const seen = takeScratch(this.#index);
    for (const [place, { lists }] of rarestFirst.entries()) {
      const bit = 1 << place;
      for (const names of lists) {
        for (let from = 0; from < names.length && !this.#work.isOver; from += ENTRIES_AT_ONCE) {
          const some = names.subarray(from, from + ENTRIES_AT_ONCE);
          for (const name of some) {
            const before = seen[name]!;
            if ((before & bit) !== 0 || (before === 0 && place >= bringing)) continue;
            seen[name] = before | bit;
            if (bitCount(before | bit) === need) found.push(name);
          }
          this.#work.spendOnEntries(some.length);
          if (this.#work.isPauseDue()) yield;
        }
      }
    }
    leaveScratch(
      this.#index,
      seen,
      rarestFirst.slice(0, bringing).flatMap(({ lists }) => lists),
    );
    return found;
  }

  /** Finds the parts of names that may be each searching word or a piece of it. */
  *#looking(words: readonly Word[]): Slices<Set<number>[]> {
    const contents = [
      ...new Map(words.filter(({ kind }) => kind === 'content').map((word) => [word.text, word])).values(),
    ];
    const longest = contents.sort((a, b) => b.text.length - a.text.length).slice(0, SEARCHING_WORDS);
    const looking: Looking[] = [];
    for (const word of longest) {
      const parts = new Set([...(yield* this.similarTo(word)), ...(yield* this.#halves(word))]);
      looking.push({ word, parts });
    }
    for (let i = 0; i + 1 < words.length; i++) {
      yield* this.#addJoined(words.slice(i, i + 2), looking);
      // `Siraj al-Din` looks for `sirajuddin`, and `Abd al-Qadir` for `abdelkader`.
      if (words[i + 1]!.kind === 'particle' && i + 2 < words.length) {
        yield* this.#addJoined(words.slice(i, i + 3), looking);
      }
    }
    for (const { word, parts } of looking) if (parts.size === 0) this.#unknown.add(word.text);
    return looking.map(({ parts }) => parts);
  }

  *similarTo(word: Word): Slices<Set<number>> {
    const key = `${word.text}${word.abjad ? '+' : ''}`;
    const known = this.#similar.get(key) ?? (yield* this.#vocabulary.similar(word));
    if (!this.#work.isOver) this.#similar.set(key, known);
    return known;
  }

  /** `Patr ushev` looks for `patrushev`, by either half. */
  *#addJoined(words: readonly Word[], looking: readonly Looking[]): Slices<void> {
    const joining = looking.filter(({ word }) => words.some(({ text }) => text === word.text));
    if (joining.length === 0) return;
    const whole = joinedWord(words);
    if (whole.text.length < 5) return;
    for (const part of yield* this.similarTo(whole)) {
      if (!likenessOfJoined(whole, this.#vocabulary.word(part))) continue;
      for (const { parts } of joining) parts.add(part);
    }
  }

  /**
   * Lets `jongun` find `jong un`, and `abdurrahman` find `abd al rahman`: it returns the rarer of the pieces that the list may
   * write separately.
   */
  *#halves({ text }: Word): Slices<number[]> {
    const found: number[] = [];
    const names = (id: number) => this.#vocabulary.names(id).length;
    for (let at = 2; at <= text.length - 2 && text.length <= LONGEST_WITH_HALVES; at++) {
      const left = this.#vocabulary.exactly(text.slice(0, at));
      const right = left.length > 0 ? this.#vocabulary.exactly(text.slice(at)) : [];
      this.#work.spend(1);
      const rarer = [...left, ...right].sort((a, b) => names(a) - names(b))[0];
      if (right.length > 0 && names(rarer!) <= MOST_NAMES_OF_A_HALF) found.push(rarer!);
    }
    const servant = /^abd[aeiou]?[lrsnztd]?(.{4,})$/.exec(text)?.[1];
    if (servant) return [...found, ...(yield* this.similarTo(contentOf(servant)))];
    const [, before, , behind] = ARTICLE_INSIDE.exec(text) ?? [];
    if (before && behind && [before, behind].some((half) => this.#vocabulary.exactly(half).length > 0)) {
      const [left, right] = [yield* this.similarTo(contentOf(before)), yield* this.similarTo(contentOf(behind))];
      if (left.size > 0 && right.size > 0) found.push(...left);
    }
    return found;
  }

  /** Names that are the query once both are written in one word, give or take vowels. */
  written(words: readonly Word[]): Iterable<number> {
    const { wholeStarts, wholeNames } = this.#index;
    const key = wholeKey(words);
    if (key.length < 3) return [];
    const bucket = bucketOf(hashOf(key), wholeStarts);
    return wholeNames.subarray(wholeStarts[bucket]!, wholeStarts[bucket + 1]!);
  }
}

const scratches = new WeakMap<NameIndex, Uint8Array[]>();

/**
 * An array that has, for each name, a bit of every word of the query that brought the name. All are 0. Searches that take turns
 * have one each.
 */
const takeScratch = (index: NameIndex): Uint8Array => scratches.get(index)?.pop() ?? new Uint8Array(index.names);

/** Clears an array and returns it to the pool. @param lists the names whose bits may be set */
function leaveScratch(index: NameIndex, scratch: Uint8Array, lists: readonly Uint32Array[]): void {
  const entries = lists.reduce((sum, { length }) => sum + length, 0);
  if (entries * FILLED_AN_ENTRY > scratch.length) scratch.fill(0);
  else for (const names of lists) for (const name of names) scratch[name] = 0;
  const free = scratches.get(index) ?? [];
  free.push(scratch);
  scratches.set(index, free);
}

/** Bytes that are filled in the time of one single write. */
const FILLED_AN_ENTRY = 16;
