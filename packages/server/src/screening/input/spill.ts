import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Bytes that are gathered for a part before they are written. */
const BATCH = 1 << 16;

/**
 * Lines spread over files by a key, so that all lines of one key are in one part and a part fits in memory: how a file of
 * gigabytes is joined with itself. `close` deletes the files.
 */
export class Spill {
  readonly #directory: string;
  readonly #streams: WriteStream[];
  readonly #waiting: string[];

  private constructor(directory: string, count: number) {
    this.#directory = directory;
    this.#streams = Array.from({ length: count }, (_, i) => createWriteStream(this.#path(i)));
    // An error comes again with the next write, which is awaited.
    for (const stream of this.#streams) stream.on('error', () => {});
    this.#waiting = Array.from({ length: count }, () => '');
  }

  /** Opens files for the parts. @param scratch a directory that exists; default: the system's */
  static async open(count: number, scratch: string = tmpdir()): Promise<Spill> {
    return new Spill(await mkdtemp(join(scratch, 'bonafide-list-')), count);
  }

  #path(part: number): string {
    return join(this.#directory, String(part));
  }

  get parts(): number {
    return this.#streams.length;
  }

  /** @param line without a line break */
  async add(key: string, line: string): Promise<void> {
    const part = hash(key) % this.parts;
    this.#waiting[part] += `${line}\n`;
    if (this.#waiting[part]!.length >= BATCH) await this.#write(part);
  }

  #write(part: number): Promise<void> {
    const text = this.#waiting[part]!;
    this.#waiting[part] = '';
    return new Promise((resolve, reject) => {
      this.#streams[part]!.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Ends writing. */
  async flush(): Promise<void> {
    for (let part = 0; part < this.parts; part++) {
      await this.#write(part);
      await new Promise<void>((resolve) => this.#streams[part]!.end(resolve));
    }
  }

  /** Lines of a part, in the order in which they were added. */
  lines(part: number): AsyncIterable<string> {
    return createInterface({ input: createReadStream(this.#path(part)), crlfDelay: Number.POSITIVE_INFINITY });
  }

  async close(): Promise<void> {
    // Closed first: a file that is still being opened would appear in the directory while that is deleted.
    const closed = this.#streams.map((stream) => (stream.closed ? undefined : once(stream.destroy(), 'close')));
    await Promise.all(closed);
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** FNV-1a, 32 bits. http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}
