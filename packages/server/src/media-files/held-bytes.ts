import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Bytes of all uploads together that are held in memory while their requests are answered: 16 pictures of 2 MB. More
 * would count against the 150 MB that `npm run bench` allows for 50 uploads at once.
 */
const HELD_BYTES = 32 * 1024 * 1024;

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

  /** Gives back what was reserved. */
  release(bytes: number): void {
    this.#free += bytes;
  }
}

/**
 * The bytes of one upload, for what examines them before the request is answered. They are held as they stream in, as far
 * as the memory allows; else they are read back from the storage. So most uploads are never read back.
 */
export class HeldBytes {
  readonly #memory: UploadMemory;
  #chunks: Uint8Array[] | undefined = [];
  #reserved = 0;

  constructor(memory: UploadMemory) {
    this.#memory = memory;
  }

  /** Holds the next bytes of the upload, or no bytes of it at all when the memory has no room for them. */
  push(bytes: Uint8Array): void {
    if (this.#chunks && this.#reserve(bytes.length)) this.#chunks.push(bytes);
    else this.release();
  }

  /** All bytes; `open` opens the stored upload. Bytes that were read back are held too, where there is room by now. */
  async read(open: () => Promise<Readable>): Promise<Buffer> {
    if (this.#chunks) {
      const whole = Buffer.concat(this.#chunks);
      this.#chunks = [whole];
      return whole;
    }
    const whole = await buffer(await open());
    if (this.#reserve(whole.length)) this.#chunks = [whole];
    return whole;
  }

  /** Gives the memory back. */
  release(): void {
    this.#chunks = undefined;
    this.#memory.release(this.#reserved);
    this.#reserved = 0;
  }

  #reserve(bytes: number): boolean {
    if (!this.#memory.reserve(bytes)) return false;
    this.#reserved += bytes;
    return true;
  }
}
