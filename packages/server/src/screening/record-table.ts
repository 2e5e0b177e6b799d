/** Share of the slots that are filled before the table grows. */
const FILL = 0.7;
const WORDS = 3;

/**
 * Set of the records of a list that were read, by 64 bits of a digest of their identifier, each with 32 bits of its content: 12
 * bytes a slot, where a map of strings takes a hundred. Five million identifiers share 64 bits with a chance of one in a million.
 */
export class RecordTable {
  #slots = new Uint32Array(WORDS * 1024);
  #size = 0;

  /** Keeps the content unless the identifier is known: then says whether its content was the same. */
  put(id: Buffer, content: number): 'new' | 'same' | 'other' {
    // A slot of zeros is free.
    const [low, high] = [id.readUInt32LE(0) || 1, id.readUInt32LE(4)];
    const at = this.#find(low, high);
    if (this.#slots[at] !== 0) return this.#slots[at + 2] === content ? 'same' : 'other';
    this.#slots.set([low, high, content], at);
    if (++this.#size > (this.#slots.length / WORDS) * FILL) this.#grow();
    return 'new';
  }

  #find(low: number, high: number): number {
    const count = this.#slots.length / WORDS;
    let slot = low & (count - 1);
    while (true) {
      const at = slot * WORDS;
      if (this.#slots[at] === 0 || (this.#slots[at] === low && this.#slots[at + 1] === high)) return at;
      slot = (slot + 1) & (count - 1);
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WORDS) {
      const [low, high, content] = before.subarray(at, at + WORDS) as unknown as [number, number, number];
      if (low !== 0) this.#slots.set([low, high, content], this.#find(low, high));
    }
  }
}
