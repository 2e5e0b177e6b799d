import { MAX_PIXELS } from '@bonafide/verification';
import type { Storage } from '../storage/storage.ts';
import { checkedType, type FileType } from './checked-type.ts';
import { dimensions } from './dimensions.ts';
import { bytesOf, refused, sizeName, type UploadRules } from './rules.ts';
import { HEAD_BYTES, sniff } from './sniff.ts';

export interface ReceiveOptions {
  readonly storage: Storage;
  readonly account: string;
  readonly mediaId: string;
  readonly rules: UploadRules;
  /** As the client sent it, if it did. */
  readonly claimedType?: string | undefined;
  /** The safe one. */
  readonly fileName: string;
}

export interface ReceivedFile {
  readonly storageKey: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly type: FileType;
}

/**
 * Streams an upload into the storage and looks at it on the way: its size, and the type that its first bytes tell.
 *
 * Refuses as soon as it knows (a file of a wrong type after 4 KB, one that is too large where it gets so), takes nothing
 * more from `source`, destroys it if it is a stream, and leaves nothing in the storage. `source` must fail, not end, when
 * the client breaks off. Throws `validation_error` with the reason under the field that the rules name.
 */
export async function receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
  const { storage, account, mediaId, rules } = options;
  let type: FileType | undefined;

  async function* inspected() {
    const head = Buffer.alloc(HEAD_BYTES);
    let size = 0;
    for await (const bytes of source) {
      if (size < HEAD_BYTES) head.set(bytes.subarray(0, HEAD_BYTES - size), size);
      size += bytes.length;
      if (size >= HEAD_BYTES) type ??= await typeOf(head, options);
      if (type && size > bytesOf(rules, type.format).largest) {
        throw refused(rules, 'size', `must be at most ${sizeName(bytesOf(rules, type.format).largest)}`);
      }
      yield bytes;
    }
    if (size === 0) throw refused(rules, 'empty', 'must not be empty');
    type ??= await typeOf(head.subarray(0, size), options);
    const { smallest } = bytesOf(rules, type.format);
    if (size < smallest) throw refused(rules, 'size', `must be at least ${sizeName(smallest)}`);
  }

  const stored = await storage.put({ account, mediaId }, inspected());
  return { storageKey: stored.key, sha256: stored.sha256, size: stored.size, type: type as FileType };
}

async function typeOf(head: Buffer, { claimedType, fileName, rules }: ReceiveOptions): Promise<FileType> {
  const type = checkedType(claimedType, fileName, await sniff(head), rules);
  if (type.format === 'jpg' || type.format === 'png') checkPixels(head, type.format, rules);
  return type;
}

/** Throws `validation_error` when the picture's header is in `bytes` and states more than 64 megapixels. */
export function checkPixels(bytes: Uint8Array, format: 'jpg' | 'png', rules: UploadRules): void {
  const size = dimensions(bytes, format);
  if (size && size.width * size.height > MAX_PIXELS) {
    throw refused(rules, 'content', `must have at most ${MAX_PIXELS / 1e6} megapixels`);
  }
}
