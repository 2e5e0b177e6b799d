/** Statements that a transaction runs last, before its commit: for locks that it must hold for the shortest time. */
export class Endings {
  readonly #works: { readonly key: string; readonly work: () => Promise<void> }[] = [];

  /** Works of one key run in the order in which they were added. */
  add(key: string, work: () => Promise<void>): void {
    this.#works.push({ key, work });
  }

  /** Runs the added works in the order of their keys, so that all transactions lock in the same order. */
  async run(): Promise<void> {
    if (this.#works.length === 0) return;
    this.#works.sort((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
    for (const { work } of this.#works) await work();
  }
}
