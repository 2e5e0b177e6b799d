import type { Readable } from 'node:stream';

/** Owner of bytes. Both are lower-case ids: letters, digits, `-` and `_`, at most 64 of them. */
export interface Owner {
  readonly account: string;
  readonly mediaId: string;
}

/** A stored object, as it was when its last byte was written. */
interface StoredObject {
  /** Key under which it is stored: see `storageKey`. */
  readonly key: string;
  /** SHA-256 of the given bytes, in lower-case hex. */
  readonly sha256: string;
  /** Bytes as given, before encryption. */
  readonly size: number;
}

export interface ListedObject {
  readonly key: string;
  /** Time of writing, Unix time in milliseconds. */
  readonly modified: number;
}

/**
 * The bytes of media, encrypted at rest: `sealedStorage` over a `BlobStore`.
 *
 * Each media owns one object, even when another has the same content. So erasing a media deletes one object. Shared objects would
 * need reference counts that survive crashes in two places at once. A wrong count either destroys evidence or keeps what had to
 * be erased. Equal uploads are rare enough to pay for.
 *
 * An object is written before its row, so a crash in between leaves an object without a row, never a row without an object.
 * `list` lets the upkeep find such objects.
 */
export interface Storage {
  /**
   * Streams `source` into a new object. All or nothing: when `source` throws, nothing is stored and its error comes out.
   * When the promise resolves, the object survives a loss of power. Takes from `source` no faster than it can write.
   */
  put(owner: Owner, source: AsyncIterable<Uint8Array>): Promise<StoredObject>;

  /**
   * The bytes as they were given. Throws `StorageError` when the object is missing or sealed with an unknown key; the
   * stream fails with it, before it ends, when bytes were changed, cut off or added. Read it or destroy it.
   */
  get(key: string): Promise<Readable>;

  /** Returns whether there is such an object. Doesn't read it. */
  has(key: string): Promise<boolean>;

  /** Deletes permanently. Resolves even if there is no such object, so that it can be repeated after a crash. */
  delete(key: string): Promise<void>;

  /** The objects, of one account if it is given, written before `before` (Unix time in milliseconds), in no order. */
  list(options?: { account?: string; before?: number }): AsyncIterable<ListedObject>;

  /** Removes what uploads that never finished left behind before `before`; resolves to how many there were. */
  discardUnfinished(before: number): Promise<number>;

  /** Advice for the operator about the store, in words. */
  warnings(): Promise<readonly string[]>;
}

export type StorageFault = 'invalid_key' | 'missing' | 'damaged' | 'unknown_format' | 'unknown_encryption_key';

/** A fault of the storage, never of a client: the response is a 500 without details, and the log has them. */
export class StorageError extends Error {
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
    this.fault = fault;
  }
}
