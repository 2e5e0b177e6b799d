import type { ReceivedFile } from '../media-files/receive.ts';
import type { Storage } from '../storage/storage.ts';

/**
 * A file in the storage that waits for its row. The operation that writes the row claims the file. The route that received
 * the file discards it when no operation has claimed it. So a handler has nothing to do for either.
 */
export class PendingUpload {
  readonly mediaId: string;
  /** File name that is safe to store and to send in headers. */
  readonly fileName: string;
  readonly file: ReceivedFile;
  readonly #storage: Storage;
  #isClaimed = false;

  constructor(storage: Storage, { mediaId, fileName, file }: Pick<PendingUpload, 'mediaId' | 'fileName' | 'file'>) {
    this.#storage = storage;
    this.mediaId = mediaId;
    this.fileName = fileName;
    this.file = file;
  }

  /** Keeps the file: its row is committed, or may be. Only the operation that wrote the row calls it. */
  claim(): void {
    this.#isClaimed = true;
  }

  /** Releases the bytes in memory, and deletes a file that nothing has claimed. */
  async discardUnclaimed(): Promise<void> {
    this.file.release();
    if (!this.#isClaimed) await this.#storage.delete(this.file.storageKey);
  }
}
