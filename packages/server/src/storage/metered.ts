import type { Metrics } from '../metrics/metrics.ts';
import type { LabelsOf } from '../metrics/table.ts';
import type { BlobStore } from './blob-store.ts';
import { StorageError } from './storage.ts';

const NAME = 'bonafide_storage_call_duration_seconds';

type Labels = LabelsOf<typeof NAME>;

const outcomeOf = (error: unknown): Labels['outcome'] => {
  if (error === undefined) return 'ok';
  return error instanceof StorageError && error.fault === 'missing' ? 'missing' : 'failed';
};

/**
 * Observes the calls of a `BlobStore`. The duration of `get` ends when the first bytes can be read, and the duration of `put` when
 * the blob is stored, which includes waiting for its client's bytes.
 */
export function meteredBlobs(blobs: BlobStore, metrics: Metrics, store: Labels['store']): BlobStore {
  const timed = <T>(call: Labels['call'], run: () => Promise<T>) => metrics.time(NAME, { store, call }, run, outcomeOf);
  return {
    put: (key, source) => timed('put', () => blobs.put(key, source)),
    get: (key) => timed('get', () => blobs.get(key)),
    delete: (key) => timed('delete', () => blobs.delete(key)),
    has: (key) => timed('has', () => blobs.has(key)),
    list: (folder) => blobs.list(folder),
    discardUnfinished: (before) => blobs.discardUnfinished(before),
    warnings: async () => (await blobs.warnings?.()) ?? [],
  };
}
