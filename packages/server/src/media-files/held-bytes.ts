import { freeBytes } from '../base/free-bytes.ts';

/**
 * Bytes of all uploads together that are held in memory while their requests are answered: 16 pictures of 2 MB. More
 * would count against the 150 MB that `npm run bench` allows for 50 uploads at once.
 */
const HELD_BYTES = 32 * 1024 * 1024;

/** Bytes by which the memory of an upload grows. */
const STEP_BYTES = 512 * 1024;

/** A budget of memory, shared by all uploads of a process. */
export class UploadMemory {
  #free: number;

  /** @param bytes that may be reserved at once */
  constructor(bytes = HELD_BYTES) {
    this.#free = bytes;
  }

  /** Takes `bytes` of the budget; false where so many are not free. */
  reserve(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  /** Releases the reservation. */
  release(bytes: number): void {
    this.#free += bytes;
  }
}

/**
 * The bytes of one upload, for the examination before the answer. They stay in memory while they stream in, as far as there is
 * room. Otherwise they are read back from the storage, which is rare.
 */
export class HeldBytes {
  readonly #memory: UploadMemory;
  readonly #mostBytes: number;
  #held: GrowingBytes | undefined;
  #isWhole = true;
  #reserved = 0;
  /** Bytes that readers got and that the budget has no room for. A garbage collection may be earlier than the release. */
  readonly #unheld: WeakRef<GrowingBytes>[] = [];

  /** @param mostBytes the largest size of the upload */
  constructor(memory: UploadMemory, mostBytes: number) {
    this.#memory = memory;
    this.#mostBytes = mostBytes;
  }

  /** Holds a copy of the next bytes of the upload, or no bytes of it at all when the memory has no room for them. */
  push(bytes: Uint8Array): void {
    if (this.#isWhole && this.#reserve(bytes.length)) {
      this.#held ??= new GrowingBytes(this.#mostBytes);
      this.#held.push(bytes);
    } else this.release();
  }

  /**
   * All bytes, valid until `release`. `open` opens the stored upload, which has `size` bytes. Bytes that were read back are held
   * too, where there is room by now.
   */
  async read(open: () => Promise<AsyncIterable<Uint8Array>>, size: number): Promise<Buffer> {
    if (this.#isWhole && this.#held) return this.#held.bytes();
    const whole = new GrowingBytes(size);
    for await (const bytes of await open()) {
      whole.push(bytes);
      freeBytes(bytes);
    }
    this.#isWhole = this.#reserve(size);
    if (this.#isWhole) this.#held = whole;
    else this.#unheld.push(new WeakRef(whole));
    return whole.bytes();
  }

  /** Gives the memory back. No reader may use the bytes any more. */
  release(): void {
    this.#held?.free();
    for (const reference of this.#unheld) reference.deref()?.free();
    this.#held = undefined;
    this.#isWhole = false;
    this.#memory.release(this.#reserved);
    this.#reserved = 0;
  }

  #reserve(bytes: number): boolean {
    if (!this.#memory.reserve(bytes)) return false;
    this.#reserved += bytes;
    return true;
  }
}

/**
 * Bytes that arrive in pieces, in one piece of memory. A resizable buffer has pages of its own, which the system gets back at
 * once. The C library keeps the memory of other buffers: 60 MB after twenty uploads of 10 MB.
 */
class GrowingBytes {
  readonly #buffer: ArrayBuffer;
  #size = 0;

  /** @param mostBytes that will ever be pushed */
  constructor(mostBytes: number) {
    this.#buffer = new ArrayBuffer(0, { maxByteLength: mostBytes });
  }

  push(bytes: Uint8Array): void {
    const size = this.#size + bytes.length;
    const { byteLength, maxByteLength } = this.#buffer;
    if (size > byteLength) this.#buffer.resize(Math.min(Math.max(size, byteLength + STEP_BYTES), maxByteLength));
    new Uint8Array(this.#buffer, this.#size, bytes.length).set(bytes);
    this.#size = size;
  }

  bytes(): Buffer {
    return Buffer.from(this.#buffer, 0, this.#size);
  }

  free(): void {
    if (!this.#buffer.detached) this.#buffer.transferToFixedLength(0);
  }
}
