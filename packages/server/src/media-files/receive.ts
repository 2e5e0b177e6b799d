import { createHmac } from 'node:crypto';
import { freeBytes } from '../base/free-bytes.ts';
import type { Storage } from '../storage/storage.ts';
import { checkedType, type FileType } from './checked-type.ts';
import { weigher } from './decode-weight.ts';
import type { Format } from './format.ts';
import { HeldBytes, type UploadMemory } from './held-bytes.ts';
import { PdfEnds } from './pdf-ends.ts';
import { PlainText } from './plain-text.ts';
import { bytesOf, largestOf, missingFile, refused, sizeName, type UploadRules } from './rules.ts';
import { HEAD_BYTES, sniff } from './sniff.ts';

export interface ReceiveOptions {
  readonly storage: Storage;
  readonly memory: UploadMemory;
  readonly account: string;
  readonly mediaId: string;
  readonly rules: UploadRules;
  /** Media type as the client sent it, if it did. */
  readonly claimedType?: string | undefined;
  /** The safe one. */
  readonly fileName: string;
  /** True if the client named the file. Browsers send neither name nor bytes if no file was chosen. */
  readonly named: boolean;
  /** Key of the HMAC that comes with a video; without one, none is made. */
  readonly videoKey?: string | undefined;
}

export interface ReceivedFile {
  readonly storageKey: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly type: FileType;
  /** Bytes of memory that decoding it takes, by the header of a JPEG or PNG; 0 of other files. */
  readonly decodeWeight: number;
  /** True if a PDF has both ends; true for other files. */
  readonly hasBothEnds: boolean;
  /** True if all bytes of a text file are text; true for other files. */
  readonly isWholeText: boolean;
  /** HMAC-SHA256 of a video under `videoKey`. */
  readonly videoHmac?: Buffer | undefined;
  /** All its bytes, from memory or, where that had no room, from the storage. */
  read(): Promise<Buffer>;
  /** Forgets the bytes in memory. */
  release(): void;
}

/** Formats whose bytes a decoder reads before the request is answered. */
const decodedFormats: ReadonlySet<Format> = new Set(['jpg', 'png', 'json']);

/**
 * Streams an upload into the storage and inspects it on the way: its size, its type by the first bytes, the header of a
 * picture, both ends of a PDF, the HMAC of a video. So a file is written once. Only decoders read it again, from memory if it
 * fits there.
 *
 * Refuses as early as possible: a wrong type after 4 KB, a file that is too large at the limit. It then stops reading `source`,
 * destroys it if it is a stream, and leaves nothing in the storage. `source` must fail, not end, when the client disconnects.
 * Takes ownership of the chunks and frees their memory. Throws `validation_error` with the reason under the field that the rules name.
 */
export async function receive(source: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
  const { storage, memory, account, mediaId, rules, named } = options;
  const held = new HeldBytes(memory, largestOf(rules));
  let type: FileType | undefined;
  let inspector: Inspector | undefined;

  async function* inspected() {
    const head = Buffer.alloc(HEAD_BYTES);
    let size = 0;
    const knowType = async (start: Buffer) => {
      type = await typeOf(start, options);
      inspector = inspectorOf(type, options);
      inspector?.push(start);
      if (!decodedFormats.has(type.format)) held.release();
    };
    for await (const bytes of source) {
      if (size < HEAD_BYTES) head.set(bytes.subarray(0, HEAD_BYTES - size), size);
      size += bytes.length;
      if (type) inspector?.push(bytes);
      else if (size >= HEAD_BYTES) {
        await knowType(head);
        inspector?.push(bytes.subarray(bytes.length - (size - HEAD_BYTES)));
      }
      if (type && size > bytesOf(rules, type.format).largest) {
        throw refused(rules, 'size', `must be at most ${sizeName(bytesOf(rules, type.format).largest)}`);
      }
      yield bytes;
      // The storage has taken them, and asks for more.
      if (!type || decodedFormats.has(type.format)) held.push(bytes);
      freeBytes(bytes);
    }
    if (size === 0) throw named ? refused(rules, 'empty', 'must not be empty') : missingFile(rules);
    if (!type) await knowType(head.subarray(0, size));
    const { smallest } = bytesOf(rules, (type as unknown as FileType).format);
    if (size < smallest) throw refused(rules, 'size', `must be at least ${sizeName(smallest)}`);
  }

  try {
    const { key, sha256, size } = await storage.put({ account, mediaId }, inspected());
    return {
      storageKey: key,
      sha256,
      size,
      type: type as unknown as FileType,
      decodeWeight: 0,
      hasBothEnds: true,
      isWholeText: true,
      ...(inspector as Inspector | undefined)?.found(),
      read: () => held.read(() => storage.get(key), size),
      release: () => held.release(),
    };
  } catch (error) {
    held.release();
    throw error;
  }
}

async function typeOf(head: Buffer, { claimedType, fileName, rules }: ReceiveOptions): Promise<FileType> {
  const found = await sniff(head);
  const isText = found === null && rules.formats.includes('txt') && beginsAsText(head);
  return checkedType(claimedType, fileName, isText ? 'txt' : found, rules);
}

function beginsAsText(head: Buffer): boolean {
  const text = new PlainText();
  text.push(head);
  return text.isTextSoFar;
}

/** Inspects a file of one format while it streams by. */
interface Inspector {
  push(bytes: Uint8Array): void;
  found(): Partial<Pick<ReceivedFile, 'decodeWeight' | 'hasBothEnds' | 'isWholeText' | 'videoHmac'>>;
}

function inspectorOf({ format, mediaType }: FileType, { rules, videoKey }: ReceiveOptions): Inspector | undefined {
  if (format === 'jpg' || format === 'png') {
    const picture = weigher(format, rules);
    return { push: (bytes) => picture.push(bytes), found: () => ({ decodeWeight: picture.weight() }) };
  }
  if (format === 'pdf') {
    const ends = new PdfEnds();
    return { push: (bytes) => ends.push(bytes), found: () => ({ hasBothEnds: ends.areWhole() }) };
  }
  if (format === 'txt') {
    const text = new PlainText();
    return { push: (bytes) => text.push(bytes), found: () => ({ isWholeText: text.isWholeText() }) };
  }
  if (videoKey !== undefined && mediaType.startsWith('video/')) {
    const hmac = createHmac('sha256', videoKey);
    return { push: (bytes) => void hmac.update(bytes), found: () => ({ videoHmac: hmac.digest() }) };
  }
  return undefined;
}
