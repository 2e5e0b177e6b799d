import { buffer } from 'node:stream/consumers';
import type { Slots } from './decode-slots.ts';
import { examine } from './examine.ts';
import { type ReceivedFile, type ReceiveOptions, receive } from './receive.ts';

export interface AcceptOptions extends ReceiveOptions {
  readonly slots: Slots;
  /** Whether faults in the quality of a picture refuse it too. */
  readonly quality: boolean;
}

/**
 * Takes an upload whole: streams it into the storage, then examines what lies there, a few files at a time, since
 * decoding needs them in memory. A file that is refused leaves nothing behind. The caller writes the row afterwards.
 * Throws `validation_error`.
 */
export async function accept(source: AsyncIterable<Uint8Array>, options: AcceptOptions): Promise<ReceivedFile> {
  const { storage, slots } = options;
  const file = await receive(source, options);
  try {
    if (!file.type.mediaType.startsWith('video/')) {
      await slots.run(async () => examine(await buffer(await storage.get(file.storageKey)), file.type, options));
    }
    return file;
  } catch (error) {
    await storage.delete(file.storageKey);
    throw error;
  }
}
