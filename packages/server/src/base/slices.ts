/** Work that gives the processor back after each slice. */
export type Sliced<Result> = Iterator<undefined, Result>;

/** Makes one slice; false once the work is done. */
type NextSlice = () => boolean;

/**
 * Runs sliced work, one slice in each turn of the event loop. Requests are answered between two slices, however much work waits.
 * The work takes turns, so a short search doesn't wait for the end of a long one.
 */
export class Slices {
  readonly #waiting: NextSlice[] = [];

  /** Runs the work to its end. Throws what it throws. */
  run<Result>(work: Sliced<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const nextSlice = () => {
        try {
          const { done, value } = work.next();
          if (done) resolve(value);
          return !done;
        } catch (error) {
          reject(error);
          return false;
        }
      };
      if (this.#waiting.push(nextSlice) === 1) setImmediate(() => this.#turn());
    });
  }

  #turn(): void {
    const nextSlice = this.#waiting[0] as NextSlice;
    const more = nextSlice();
    this.#waiting.shift();
    if (more) this.#waiting.push(nextSlice);
    if (this.#waiting.length > 0) setImmediate(() => this.#turn());
  }
}
