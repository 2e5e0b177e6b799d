import { type QueryWords, scoreNames } from './compare.ts';
import type { NameIndex } from './index-file.ts';
import { type PartLikeness, partLikeness, type Word } from './likeness.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Scores names against one name of the query; compares each distinct part of the index once. */
export class Scorer {
  readonly seen = new Set<number>();
  readonly #index: NameIndex;
  readonly #vocabulary: Vocabulary;
  readonly #orders: readonly { query: QueryWords; rows: Map<number, readonly (PartLikeness | undefined)[]> }[];

  constructor(index: NameIndex, vocabulary: Vocabulary, query: QueryWords, back: QueryWords | undefined) {
    this.#index = index;
    this.#vocabulary = vocabulary;
    this.#orders = [query, ...(back ? [back] : [])].map((order) => ({ query: order, rows: new Map() }));
  }

  score(name: number): { score: number; query: QueryWords } {
    const { nameStarts, nameParts } = this.#index;
    const parts = nameParts.subarray(nameStarts[name]!, nameStarts[name + 1]!);
    let best = { score: -1, query: this.#orders[0]!.query };
    for (const { query, rows } of this.#orders) {
      const listed: Word[] = [];
      const likenesses: (readonly (PartLikeness | undefined)[])[] = [];
      for (const part of parts) {
        const word = this.#vocabulary.word(part);
        listed.push(word);
        let row = rows.get(part);
        if (!row) {
          row = query.words.map((other) => partLikeness(other, word));
          rows.set(part, row);
        }
        likenesses.push(row);
      }
      const score = scoreNames(query, listed, (i, j) => likenesses[j]![i]);
      if (score > best.score) best = { score, query };
      if (score > 0.9) break;
    }
    return best;
  }
}
