/** Timers that are stopped together. */
export class Timers {
  #ids: number[] = [];

  /** True from the first start until `stop`, even once every timer has ended. */
  get isStarted(): boolean {
    return this.#ids.length > 0;
  }

  /** Calls `work` after each number of milliseconds. */
  start(afterMs: readonly number[], work: () => void): void {
    this.#ids.push(...afterMs.map((after) => window.setTimeout(work, after)));
  }

  stop(): void {
    for (const id of this.#ids.splice(0)) clearTimeout(id);
  }
}
