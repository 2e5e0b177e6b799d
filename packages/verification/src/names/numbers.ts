/** A list of 32-bit numbers that grows. */
export class Numbers {
  #values = new Uint32Array(1024);
  length = 0;

  constructor(values: readonly number[] = []) {
    this.push(...values);
  }

  push(...values: readonly number[]): void {
    for (const value of values) {
      if (this.length === this.#values.length) {
        const larger = new Uint32Array(2 * this.length);
        larger.set(this.#values);
        this.#values = larger;
      }
      this.#values[this.length++] = value;
    }
  }

  all(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}
