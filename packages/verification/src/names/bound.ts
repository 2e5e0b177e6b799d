import { leastWeight, type QueryWords, UNMATCHED_OPTIONAL, UNMATCHED_QUERY } from './compare.ts';
import { MOST_JOINED, VOWELS_DIFFER } from './joins.ts';

/**
 * The most that a listed name can score against one name of the query, by the number and the length of their words alone. It
 * spares the comparison of a long name with most short ones.
 *
 * A listed word is the counterpart of one word of the query, or of up to four neighbours whose letters together are
 * no more than its own and `VOWELS_DIFFER`. What remains of the query has no counterpart.
 */
export class ScoreBound {
  readonly #shortest: number;
  /** Weight of the heaviest distinct words without counterpart: of none, of one, of two, and so on. */
  readonly #heaviest: readonly number[];
  readonly #contents: number;
  readonly #words: number;

  constructor({ words }: QueryWords) {
    // A word that stands a second time has no weight of its own.
    const distinct = [...new Map(words.map((word) => [word.text, word])).values()];
    this.#words = words.length;
    this.#shortest = Math.min(...words.map(({ text }) => text.length));
    this.#contents = distinct.filter(({ kind }) => kind === 'content').length;
    let sum = 0;
    const weights = distinct.map(leastWeight).sort((a, b) => b - a);
    this.#heaviest = [0, ...weights.map((weight) => (sum += weight))];
  }

  /** @param lengths letters of each word of the listed name */
  most(lengths: readonly number[]): number {
    let counterparts = 0;
    for (const length of lengths) {
      counterparts += Math.max(1, Math.min(MOST_JOINED, (length + VOWELS_DIFFER) / this.#shortest));
    }
    const covered = Math.min(this.#words, Math.floor(counterparts));
    const left = this.#heaviest.at(-1)! - this.#heaviest[Math.min(covered, this.#heaviest.length - 1)]!;
    const paired = (covered + lengths.length) / 2;
    const cost = this.#contents - covered > 1 ? UNMATCHED_QUERY : UNMATCHED_OPTIONAL;
    return paired / (paired + cost * left);
  }
}
