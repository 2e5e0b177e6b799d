import type { Readable } from 'node:stream';
import type { ListedObject } from './storage.ts';

/**
 * Store of sealed bytes: a folder, a bucket. It knows no encryption, no account and no media.
 *
 * Keys are made by `key.ts`: at most 133 lower-case letters, digits, `-`, `_` and `.`, in parts that `/` separates. Each method
 * throws `StorageError` `invalid_key` for any other. `blob-store.test.ts` tests the requirements of an implementation.
 *
 * @example
 * import { Readable } from 'node:stream';
 * import type { BlobStore } from './blob-store.ts';
 * import { StorageError } from './storage.ts';
 *
 * const blobs = new Map<string, { bytes: Buffer; modified: number }>();
 * const memory: BlobStore = {
 *   async put(key, source) {
 *     const chunks: Uint8Array[] = [];
 *     for await (const chunk of source) chunks.push(chunk);
 *     blobs.set(key, { bytes: Buffer.concat(chunks), modified: Date.now() });
 *   },
 *   async get(key) {
 *     const blob = blobs.get(key);
 *     if (!blob) throw new StorageError('missing', `No blob has the key ${key}`);
 *     return Readable.from([blob.bytes]);
 *   },
 *   has: async (key) => blobs.has(key),
 *   async delete(key) {
 *     blobs.delete(key);
 *   },
 *   async *list(folder) {
 *     for (const [key, { modified }] of blobs) {
 *       if (folder === undefined || key.startsWith(`${folder}/`)) yield { key, modified };
 *     }
 *   },
 *   discardUnfinished: async () => 0,
 * };
 * await memory.put('media/one', Readable.from([Buffer.from('bytes')]));
 * (await memory.get('media/one')).read().toString(); // 'bytes'
 */
export interface BlobStore {
  /**
   * Streams `source` into a blob, in place of one that has the key. All or nothing: when `source` throws, nothing is
   * stored and its error comes out; until the promise resolves, `get` finds nothing new. Then the blob survives a loss of
   * power. Takes from `source` no faster than it can write. A chunk of `source` is valid until the next one is asked for.
   */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;

  /**
   * The bytes, whose memory the reader takes over. Throws `StorageError` `missing` without such a blob. Read the stream or
   * destroy it.
   */
  get(key: string): Promise<Readable>;

  /** Returns whether there is such a blob. */
  has(key: string): Promise<boolean>;

  /** Deletes permanently. Resolves even if there is no such blob. */
  delete(key: string): Promise<void>;

  /** The blobs, in no order; with `folder`, those whose key begins with it and a slash. */
  list(folder?: string): AsyncIterable<ListedObject>;

  /**
   * Removes what uploads that never finished left behind before `before`, Unix time in milliseconds; resolves to how many
   * there were. One that is still under way fails.
   */
  discardUnfinished(before: number): Promise<number>;

  /** Makes the blobs survive a loss of power that were put since the last call. Absent if `put` itself does so. */
  sync?(): Promise<void>;

  /** Advice for the operator, in words: for example, that the store keeps deleted blobs. Absent: there is none. */
  warnings?(): Promise<readonly string[]>;
}
