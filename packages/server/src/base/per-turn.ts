import { atTurnEnd } from './turn-end.ts';

/** Reads of one turn of the event loop that share an answer. */
export class PerTurn<T> {
  readonly #shared = new Map<string, Promise<T>>();

  /**
   * Returns the answer of `read`, which runs at the end of this turn. All callers of the turn with this key get the same answer: it is as
   * new as the answers of reads of their own. The answer must not be changed.
   */
  share(key: string, read: () => Promise<T>): Promise<T> {
    let shared = this.#shared.get(key);
    if (!shared) {
      shared = new Promise((resolve) => {
        atTurnEnd(() => {
          this.#shared.delete(key);
          resolve(read());
        });
      });
      this.#shared.set(key, shared);
    }
    return shared;
  }
}
