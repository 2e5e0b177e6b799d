import { Readable } from 'node:stream';
import type { BlobStore } from '../blob-store.ts';
import { assertId, ownerOf } from '../key.ts';
import { StorageError } from '../storage.ts';

/** Blobs in memory: the second implementation, which shows that the first one promises nothing of its own. */
export class MemoryBlobs implements BlobStore {
  readonly #now: () => number;
  readonly #blobs = new Map<string, { bytes: Buffer; modified: number }>();
  readonly #incoming = new Set<{ begun: number }>();

  /** @param now Unix milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Number of pending uploads. */
  get incoming(): number {
    return this.#incoming.size;
  }

  async put(key: string, source: AsyncIterable<Uint8Array>) {
    ownerOf(key);
    const upload = { begun: this.#now() };
    this.#incoming.add(upload);
    const chunks: Buffer[] = [];
    try {
      // A copy: a chunk is valid until the next one is asked for.
      for await (const bytes of source) chunks.push(Buffer.from(bytes));
      if (!this.#incoming.has(upload)) throw new Error('The upload was discarded');
      this.#blobs.set(key, { bytes: Buffer.concat(chunks), modified: this.#now() });
    } finally {
      this.#incoming.delete(upload);
    }
  }

  async get(key: string) {
    ownerOf(key);
    const blob = this.#blobs.get(key);
    if (!blob) throw new StorageError('missing', `No object ${key}`);
    return Readable.from([Buffer.from(blob.bytes)], { objectMode: false });
  }

  async has(key: string) {
    ownerOf(key);
    return this.#blobs.has(key);
  }

  async delete(key: string) {
    ownerOf(key);
    this.#blobs.delete(key);
  }

  async *list(folder?: string) {
    if (folder !== undefined) assertId(folder);
    for (const [key, { modified }] of this.#blobs) {
      if (folder === undefined || key.startsWith(`${folder}/`)) yield { key, modified };
    }
  }

  async discardUnfinished(before: number) {
    const old = [...this.#incoming].filter(({ begun }) => begun < before);
    for (const upload of old) this.#incoming.delete(upload);
    return old.length;
  }
}
