/** Thrown when bytes from outside aren't what their format says. Never leaves the parsers. */
export class Malformed extends Error {}

/** Reads big-endian values in order and never past the end. Throws `Malformed` instead. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  /** The next `length` bytes, not copied. */
  take(length: number): Uint8Array {
    if (length > this.left) throw new Malformed(`${length} bytes are stated, ${this.left} are there`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** The next `bytes` bytes (1 to 4) as an unsigned integer. */
  uint(bytes: 1 | 2 | 3 | 4): number {
    return Buffer.from(this.take(bytes)).readUIntBE(0, bytes);
  }

  rest(): Uint8Array {
    return this.take(this.left);
  }
}

/** The result of a parser, or null when it found its input malformed. Other errors pass. */
export function orNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}
