/**
 * Spreads work over turns of the event loop: lets one piece of work through in each, in the order of arrival. Pieces of a
 * third of a millisecond therefore delay a request by no more than that, however many of them arrive together.
 */
export class OnePerTurn {
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  /** Resolves when the next piece of work may be done: at once where this turn has had none. */
  enter(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#taken) {
        this.#waiting.push(resolve);
        return;
      }
      this.#taken = true;
      resolve();
      setImmediate(() => this.#next());
    });
  }

  #next(): void {
    const resolve = this.#waiting.shift();
    if (!resolve) {
      this.#taken = false;
      return;
    }
    resolve();
    setImmediate(() => this.#next());
  }
}
