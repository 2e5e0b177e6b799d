/** Units after which a search gives the processor back: a millisecond or two. */
const SLICE = 1_000;

/** Entries of a list of names that cost one unit. */
const ENTRIES_OF_A_UNIT = 64;

/**
 * Counts what a search compares. One unit is about one comparison of two words. The count of a search depends on its query and
 * its index alone, so a busy machine changes nothing about its result.
 */
export class Work {
  readonly #budget: number;
  #spent = 0;
  #startedAt = 0;
  #pausedAt = 0;

  /** @param budget units after which each part of the work ends */
  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Units so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Begins a part of the work, which has the whole budget. */
  start(): void {
    this.#startedAt = this.#spent;
  }

  /** Returns whether the part has used up its budget. */
  get isOver(): boolean {
    return this.#spent - this.#startedAt >= this.#budget;
  }

  spend(units: number): void {
    this.#spent += units;
  }

  /** Counts entries of a list that are looked through without a comparison. */
  spendOnEntries(count: number): void {
    this.#spent += count / ENTRIES_OF_A_UNIT;
  }

  /** Returns whether a slice has passed since this was true before. */
  isPauseDue(): boolean {
    if (this.#spent - this.#pausedAt < SLICE) return false;
    this.#pausedAt = this.#spent;
    return true;
  }
}

/** A search that gives the processor back after each slice of its work. */
export type Slices<Result> = Generator<undefined, Result>;

/** Runs all slices at once. */
export function inOnePiece<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}
