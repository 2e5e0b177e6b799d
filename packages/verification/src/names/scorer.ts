import { ScoreBound } from './bound.ts';
import { compareNames, type Likenesses, type QueryWords, scoreNames } from './compare.ts';
import type { NameComparison } from './hit.ts';
import type { NameIndex } from './index-file.ts';
import { type JoinedMatch, type JoinedWords, joinedMatches, joinedOf, toJoined } from './joins.ts';
import { type PartLikeness, partLikeness, type Word } from './likeness.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { Work } from './work.ts';

/** Pairs of words that are put in order and cost as much as one comparison. */
const PAIRS_OF_A_UNIT = 4;

/** Neighbouring words of listed names, and the words of the query that resemble them once they are joined. */
interface Neighbours {
  readonly next: Map<number, Neighbours>;
  matches?: readonly JoinedMatch[];
}

/** The words of the query in one order, with the earlier comparisons. */
interface Order {
  readonly query: QueryWords;
  readonly joined: JoinedWords;
  readonly rows: Map<number, readonly (PartLikeness | undefined)[]>;
  readonly neighbours: Neighbours;
}

/** The score of a listed name, and the order of the query that gives it. */
export interface OrderScore {
  readonly score: number;
  readonly order: number;
}

/** Scores names against one name of the query; compares each distinct part, and each distinct row of parts, once. */
export class Scorer {
  readonly seen = new Set<number>();
  readonly #index: NameIndex;
  readonly #vocabulary: Vocabulary;
  readonly #work: Work;
  readonly #bound: ScoreBound;
  readonly #orders: readonly Order[];

  constructor(index: NameIndex, vocabulary: Vocabulary, work: Work, orders: readonly [QueryWords, ...QueryWords[]]) {
    this.#index = index;
    this.#vocabulary = vocabulary;
    this.#work = work;
    this.#bound = new ScoreBound(orders[0]);
    this.#orders = orders.map((query) => ({
      query,
      joined: joinedOf(query.words),
      rows: new Map(),
      neighbours: { next: new Map() },
    }));
  }

  /** Returns whether the name could reach a score. It is not compared. */
  mayReach(name: number, least: number): boolean {
    return this.#bound.most(Array.from(this.#partsOf(name), (part) => this.#vocabulary.lengthOf(part))) >= least;
  }

  score(name: number): OrderScore {
    let best: OrderScore = { score: -1, order: 0 };
    for (const [order, { query }] of this.#orders.entries()) {
      const { listed, likenesses } = this.#compared(name, order);
      const score = scoreNames(query, listed, likenesses);
      if (score > best.score) best = { score, order };
      if (score > 0.9) break;
    }
    return best;
  }

  /** The similarity of the query, in one of its orders, and a listed name. */
  describe(name: number, order: number): NameComparison {
    const { listed, likenesses } = this.#compared(name, order);
    return compareNames(this.#orders[order]!.query, listed, likenesses);
  }

  #partsOf(name: number): Uint32Array {
    const { nameStarts, nameParts } = this.#index;
    return nameParts.subarray(nameStarts[name]!, nameStarts[name + 1]!);
  }

  #compared(name: number, at: number): { listed: readonly Word[]; likenesses: Likenesses } {
    const order = this.#orders[at]!;
    const parts = this.#partsOf(name);
    const listed = Array.from(parts, (part) => this.#vocabulary.word(part));
    const rows = Array.from(parts, (part, j) => this.#row(order, part, listed[j]!));
    this.#work.spend((order.query.words.length * listed.length) / PAIRS_OF_A_UNIT);
    return {
      listed,
      likenesses: {
        like: (i, j) => rows[j]![i],
        joined: (from, count) => this.#joined(order, parts, listed, from, count),
      },
    };
  }

  #row({ query, rows }: Order, part: number, word: Word): readonly (PartLikeness | undefined)[] {
    const known = rows.get(part);
    if (known) return known;
    const row = query.words.map((other) => partLikeness(other, word));
    this.#work.spend(row.length);
    rows.set(part, row);
    return row;
  }

  #joined(
    { joined, neighbours }: Order,
    parts: Uint32Array,
    listed: readonly Word[],
    from: number,
    count: number,
  ): readonly JoinedMatch[] {
    let at = neighbours;
    for (let place = from; place < from + count; place++) {
      const next = at.next.get(parts[place]!) ?? { next: new Map() };
      at.next.set(parts[place]!, next);
      at = next;
    }
    at.matches ??= joinedMatches(joined, toJoined(listed.slice(from, from + count)), this.#work);
    return at.matches;
  }
}
