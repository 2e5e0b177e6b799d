import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type AbortMultipartUploadCommandInput,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { MINUTE_MS } from '../base/clock.ts';
import { type Lane, TooManyWaiting, Turns } from '../base/turns.ts';
import { Unavailable } from '../base/unavailable.ts';
import type { BlobStore } from './blob-store.ts';
import { discardFiles, WRITES_AT_ONCE } from './disk.ts';
import { assertId, isKey, ownerOf } from './key.ts';
import { type Bucket, type Call, isNotFound, openCalls, openClient, RETRY_AFTER } from './s3-client.ts';
import { type ListedObject, StorageError } from './storage.ts';

/** Smallest part that S3 takes, unless it is the last one. A larger object is uploaded in parts of this size, 10,000 at most. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * Parts in memory at once: 40 MiB. More uploads wait for a turn, so that memory doesn't grow with their number. An upload beyond
 * the bounds is refused, since a client doesn't wait for minutes.
 */
const PARTS_AT_ONCE = 8;
const WAITING = { applicant: 64, account: 128, all: 256 } as const;

/** Times that a download which breaks off is continued. */
const CONTINUATIONS = 3;

/**
 * Blobs in a bucket: `<prefix>/<key>`.
 *
 * An upload collects a part in a file, then sends the part and collects the next one. So a client that sends slowly holds neither
 * memory nor a connection to the store, and a request that is sent again has its bytes. The store shows an object once it is
 * whole. The bytes are sealed before they come here, and `sealed.ts` finds bytes that were changed.
 * @param directory folder for the parts, made if missing
 */
export async function openS3Blobs(bucket: Bucket, directory: string): Promise<BlobStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return new S3Blobs(bucket, directory);
}

class S3Blobs implements BlobStore {
  readonly #bucket: string;
  readonly #client: S3Client;
  readonly #call: Call;
  readonly #directory: string;
  readonly #prefix: string;
  readonly #writes = new Turns({ places: WRITES_AT_ONCE });
  readonly #parts = new Turns({ places: PARTS_AT_ONCE, bounds: { light: WAITING, heavy: WAITING } });

  constructor(bucket: Bucket, directory: string) {
    this.#bucket = bucket.bucket;
    this.#client = openClient(bucket);
    this.#call = openCalls(this.#client, bucket);
    this.#directory = directory;
    this.#prefix = bucket.prefix === '' ? '' : `${bucket.prefix}/`;
  }

  async put(key: string, source: AsyncIterable<Uint8Array>) {
    const { account, mediaId } = ownerOf(key);
    const lane = { account, applicant: mediaId };
    const path = join(this.#directory, randomUUID());
    const upload = new Upload(this.#call, this.#object(key));
    /** Reads the collected part by its path: a file that `discardUnfinished` has removed ends the upload. */
    const send = (last: boolean) => this.#inTurn(lane, async () => upload.send(await readFile(path), last));
    try {
      const file = await this.#writes.run(() => open(path, 'wx', 0o600), { lane });
      try {
        let size = 0;
        for await (const bytes of source) {
          for (let start = 0; start < bytes.length; ) {
            if (size === PART_BYTES) {
              await send(false);
              await file.truncate(0);
              size = 0;
            }
            const piece = bytes.subarray(start, start + PART_BYTES - size);
            const { bytesWritten } = await this.#writes.run(() => file.write(piece, 0, piece.length, size), { lane });
            size += bytesWritten;
            start += bytesWritten;
          }
        }
      } finally {
        await file.close();
      }
      await send(true);
    } catch (error) {
      await upload.abort();
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }

  async get(key: string) {
    const target = this.#object(key);
    let answer = await this.#download(key, target);
    const { ETag } = answer;
    const next = async (start: number) => {
      answer = await this.#download(key, { ...target, Range: `bytes=${start}-`, IfMatch: ETag });
      return answer;
    };
    const whole = Readable.from(continued(answer, next), { objectMode: false });
    // A stream that is destroyed before it was read never enters the generator.
    return whole.once('close', () => bodyOf(answer).destroy());
  }

  async has(key: string) {
    const command = new HeadObjectCommand(this.#object(key));
    return this.#call((client, options) => client.send(command, options)).then(() => true, ifNotFound(false));
  }

  async delete(key: string) {
    const command = new DeleteObjectCommand(this.#object(key));
    await this.#call((client, options) => client.send(command, options));
  }

  async *list(folder?: string) {
    if (folder !== undefined) assertId(folder);
    const within = { Bucket: this.#bucket, Prefix: `${this.#prefix}${folder === undefined ? '' : `${folder}/`}` };
    let next: { ContinuationToken?: string | undefined } | undefined = {};
    do {
      const command: ListObjectsV2Command = new ListObjectsV2Command({ ...within, ...next });
      const page = await this.#call((client, options) => client.send(command, options));
      for (const { Key = '', LastModified } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (isKey(key)) yield { key, modified: this.#timeHere(LastModified) } satisfies ListedObject;
      }
      next = page.IsTruncated ? { ContinuationToken: page.NextContinuationToken } : undefined;
    } while (next !== undefined);
  }

  async discardUnfinished(before: number) {
    let discarded = await discardFiles(this.#directory, before);
    const within = { Bucket: this.#bucket, Prefix: this.#prefix };
    let next: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    do {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ ...within, ...next });
      const page = await this.#call((client, options) => client.send(command, options));
      for (const { Key = '', UploadId, Initiated } of page.Uploads ?? []) {
        // Others may upload into the bucket, too.
        if (!isKey(Key.slice(this.#prefix.length)) || this.#timeHere(Initiated) >= before) continue;
        await abort(this.#call, { Bucket: this.#bucket, Key, UploadId });
        discarded += 1;
      }
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
    } while (next !== undefined);
    return discarded;
  }

  async warnings() {
    const command = new GetBucketVersioningCommand({ Bucket: this.#bucket });
    const status = await this.#call((client, options) => client.send(command, options)).then(
      (answer) => answer.Status ?? 'Off',
      () => undefined,
    );
    if (status === undefined) {
      return [`whether ${this.#bucket} keeps earlier versions can't be seen. Allow s3:GetBucketVersioning`];
    }
    if (status !== 'Enabled') return [];
    return [
      `the bucket ${this.#bucket} keeps earlier versions, so what was deleted stays there. Suspend its versioning, or let a ` +
        'rule of its lifecycle remove earlier versions within a day',
    ];
  }

  #object(key: string): Target {
    ownerOf(key);
    return { Bucket: this.#bucket, Key: `${this.#prefix}${key}` };
  }

  async #download(key: string, target: Target & { Range?: string; IfMatch?: string | undefined }) {
    const answer = await this.#call((client, options) => client.send(new GetObjectCommand(target), options)).catch(
      ifNotFound(undefined),
    );
    if (!answer) throw new StorageError('missing', `No object ${key}`);
    return answer;
  }

  /** Runs a task that holds a part in memory. */
  async #inTurn(lane: Lane, task: () => Promise<void>): Promise<void> {
    try {
      await this.#parts.run(task, { lane });
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      const options = { part: 'The storage of files', retryAfter: RETRY_AFTER, cause: error };
      throw new Unavailable('Too many uploads wait for the object store', options);
    }
  }

  /** A time of the store by the clock of this machine, as far as the SDK has noticed that the clocks differ. */
  #timeHere(time: Date | undefined): number {
    const ahead = this.#client.config.systemClockOffset;
    // It is a difference of headers with whole seconds, so a small one says nothing.
    return Number(time) - (Math.abs(ahead) < MINUTE_MS ? 0 : ahead);
  }
}

interface Target {
  readonly Bucket: string;
  readonly Key: string;
}

/** An upload of an object: one request, or several parts. */
class Upload {
  readonly #call: Call;
  readonly #target: Target;
  readonly #parts: { ETag: string | undefined; PartNumber: number }[] = [];
  #id: string | undefined;

  constructor(call: Call, target: Target) {
    this.#call = call;
    this.#target = target;
  }

  /** Sends the next part. The object is there after the last one. */
  async send(Body: Buffer, last: boolean): Promise<void> {
    if (last && this.#id === undefined) {
      const command = new PutObjectCommand({ ...this.#target, Body });
      await this.#call((client, options) => client.send(command, options));
      return;
    }
    this.#id ??= await this.#begin();
    const at = { ...this.#target, UploadId: this.#id };
    const PartNumber = this.#parts.length + 1;
    const command = new UploadPartCommand({ ...at, PartNumber, Body });
    const { ETag } = await this.#call((client, options) => client.send(command, options));
    this.#parts.push({ ETag, PartNumber });
    if (!last) return;
    const end = new CompleteMultipartUploadCommand({ ...at, MultipartUpload: { Parts: this.#parts } });
    await this.#call((client, options) => client.send(end, options));
  }

  /** Removes the parts that were sent. What can't be removed now is left to `discardUnfinished`. */
  async abort(): Promise<void> {
    if (this.#id === undefined) return;
    await abort(this.#call, { ...this.#target, UploadId: this.#id }).catch(() => undefined);
  }

  async #begin(): Promise<string | undefined> {
    const command = new CreateMultipartUploadCommand(this.#target);
    return (await this.#call((client, options) => client.send(command, options))).UploadId;
  }
}

async function abort(call: Call, upload: AbortMultipartUploadCommandInput): Promise<void> {
  const command = new AbortMultipartUploadCommand(upload);
  await call((client, options) => client.send(command, options)).catch(ifNotFound(undefined));
}

/** Answers `value` where the store has no such object or upload. */
function ifNotFound<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (!isNotFound(error)) throw error;
    return value;
  };
}

const bodyOf = ({ Body }: GetObjectCommandOutput): Readable => Body as Readable;

/** The bytes of an object. Where a download breaks off, `next` continues it. Fails when it can't be continued. */
async function* continued(
  first: GetObjectCommandOutput,
  next: (start: number) => Promise<GetObjectCommandOutput>,
): AsyncGenerator<Buffer> {
  const length = first.ContentLength ?? Number.POSITIVE_INFINITY;
  let chunks = bodyOf(first)[Symbol.asyncIterator]();
  let breaks = 0;
  for (let read = 0; read < length; ) {
    const chunk = await chunks.next().catch(async (error) => {
      breaks += 1;
      if (breaks > CONTINUATIONS) throw error;
      chunks = bodyOf(await next(read))[Symbol.asyncIterator]();
      return chunks.next();
    });
    if (chunk.done) return;
    read += chunk.value.length;
    yield chunk.value;
  }
}
