import type { Storage } from '../storage/storage.ts';
import { checkedType, type FileType } from './checked-type.ts';
import { type Weigher, weigher } from './decode-weight.ts';
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
  /** Bytes of memory that decoding it takes, by the header of a JPEG or PNG; 0 of other files. */
  readonly decodeWeight: number;
}

/**
 * Streams an upload into the storage and looks at it on the way: its size, the type that its first bytes show, and what the
 * header of a picture states.
 *
 * Refuses as soon as it knows (a file of a wrong type after 4 KB, one that is too large where it gets so), takes nothing
 * more from `source`, destroys it if it is a stream, and leaves nothing in the storage. `source` must fail, not end, when
 * the client breaks off. Throws `validation_error` with the reason under the field that the rules name.
 */
export async function receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
  const { storage, account, mediaId, rules } = options;
  let type: FileType | undefined;
  let picture: Weigher | undefined;

  async function* inspected() {
    const head = Buffer.alloc(HEAD_BYTES);
    let size = 0;
    for await (const bytes of source) {
      if (size < HEAD_BYTES) head.set(bytes.subarray(0, HEAD_BYTES - size), size);
      size += bytes.length;
      if (type) picture?.push(bytes);
      else if (size >= HEAD_BYTES) {
        type = await typeOf(head, options);
        picture = weigherOf(type, rules);
        picture?.push(head);
        picture?.push(bytes.subarray(bytes.length - (size - HEAD_BYTES)));
      }
      if (type && size > bytesOf(rules, type.format).largest) {
        throw refused(rules, 'size', `must be at most ${sizeName(bytesOf(rules, type.format).largest)}`);
      }
      yield bytes;
    }
    if (size === 0) throw refused(rules, 'empty', 'must not be empty');
    if (!type) {
      type = await typeOf(head.subarray(0, size), options);
      picture = weigherOf(type, rules);
      picture?.push(head.subarray(0, size));
    }
    const { smallest } = bytesOf(rules, type.format);
    if (size < smallest) throw refused(rules, 'size', `must be at least ${sizeName(smallest)}`);
  }

  const { key, sha256, size } = await storage.put({ account, mediaId }, inspected());
  return { storageKey: key, sha256, size, type: type as FileType, decodeWeight: picture?.weight() ?? 0 };
}

async function typeOf(head: Buffer, { claimedType, fileName, rules }: ReceiveOptions): Promise<FileType> {
  return checkedType(claimedType, fileName, await sniff(head), rules);
}

function weigherOf({ format }: FileType, rules: UploadRules): Weigher | undefined {
  return format === 'jpg' || format === 'png' ? weigher(format, rules) : undefined;
}
