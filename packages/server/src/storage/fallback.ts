import type { BlobStore } from './blob-store.ts';
import { StorageError } from './storage.ts';

/**
 * Blobs that move from one store to another: new ones are written to `current`, and one that `current` lacks is read from
 * `earlier`.
 *
 * `delete` begins with `earlier`, since `copyBlobs` writes to `current` and looks afterwards whether `earlier` still has the blob.
 * This order keeps a blob out of `current` that is deleted while it is copied.
 */
export function withFallback(current: BlobStore, earlier: BlobStore): BlobStore {
  return {
    put: (key, source) => current.put(key, source),
    async get(key) {
      const isMissing = (error: unknown) => error instanceof StorageError && error.fault === 'missing';
      for (const blobs of [current, earlier]) {
        try {
          return await blobs.get(key);
        } catch (error) {
          if (!isMissing(error)) throw error;
        }
      }
      // It may have been moved between the two.
      return current.get(key);
    },
    has: async (key) => (await current.has(key)) || (await earlier.has(key)),
    async delete(key) {
      await earlier.delete(key);
      await current.delete(key);
    },
    async *list(folder) {
      yield* current.list(folder);
      yield* earlier.list(folder);
    },
    async discardUnfinished(before) {
      return (await current.discardUnfinished(before)) + (await earlier.discardUnfinished(before));
    },
    warnings: async () => [...((await current.warnings?.()) ?? []), ...((await earlier.warnings?.()) ?? [])],
  };
}
