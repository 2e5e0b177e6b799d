import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Keys of one page of a list: few, so that tests read several pages. */
const PAGE = 2;

/** Smallest part that S3 takes, unless it is the last one. */
const PART_BYTES = 5 * 1024 * 1024;

interface Stored {
  readonly bytes: Buffer;
  readonly modified: number;
}

interface Upload {
  readonly key: string;
  readonly begun: number;
  readonly parts: Map<number, Buffer>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** An object store in memory with one bucket, `media`, that speaks the part of the S3 protocol that `S3Blobs` uses. */
export class FakeS3 {
  readonly objects = new Map<string, Stored>();
  readonly uploads = new Map<string, Upload>();
  /** Methods and paths of the requests so far, with the names of their parameters. */
  readonly requests: string[] = [];
  readonly #now: () => number;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  /** @param now Unix milliseconds */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url as string, 'http://localhost');
    this.requests.push(`${request.method} ${url.pathname}?${[...url.searchParams.keys()].sort().join('&')}`);
    const body = await buffer(request).catch(() => undefined);
    if (!body) return;
    const { status, headers, body: sent = '' } = this.#handle(request, url, body);
    response.writeHead(status, { 'content-length': Buffer.byteLength(sent), ...headers });
    response.end(request.method === 'HEAD' ? undefined : sent);
  }

  #handle({ method, headers }: IncomingMessage, { pathname, searchParams: query }: URL, body: Buffer): Answer {
    const [, bucket, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    if (!headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return failure(403, 'AccessDenied');
    if (bucket !== 'media') return failure(404, 'NoSuchBucket');
    if (!key) return this.#ofBucket(query);
    const upload = this.uploads.get(query.get('uploadId') ?? '');
    if (query.has('uploadId') && !upload) return failure(404, 'NoSuchUpload');
    if (upload) return this.#ofUpload(method as string, upload, query, body);
    if (method === 'POST') {
      const id = randomUUID();
      this.uploads.set(id, { key, begun: this.#now(), parts: new Map() });
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (method === 'PUT') return this.#store(key, body);
    if (method === 'DELETE') {
      this.objects.delete(key);
      return { status: 204 };
    }
    const stored = this.objects.get(key);
    if (!stored) return failure(404, 'NoSuchKey');
    const etag = etagOf(stored.bytes);
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag) return failure(412, 'PreconditionFailed');
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const rest = stored.bytes.subarray(start);
    return { status: headers.range ? 206 : 200, headers: { etag, 'content-length': String(rest.length) }, body: rest };
  }

  #store(key: string, bytes: Buffer): Answer {
    this.objects.set(key, { bytes, modified: this.#now() });
    return { status: 200, headers: { etag: etagOf(bytes) } };
  }

  #ofUpload(method: string, upload: Upload, query: URLSearchParams, body: Buffer): Answer {
    const id = query.get('uploadId') as string;
    if (method === 'PUT') {
      upload.parts.set(Number(query.get('partNumber')), body);
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method === 'DELETE') {
      this.uploads.delete(id);
      return { status: 204 };
    }
    const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number));
    const parts = numbers.map((number) => upload.parts.get(number));
    if (parts.some((part) => !part)) return failure(400, 'InvalidPart');
    if (parts.slice(0, -1).some((part) => (part as Buffer).length < PART_BYTES)) return failure(400, 'EntityTooSmall');
    this.uploads.delete(id);
    this.#store(upload.key, Buffer.concat(parts as Buffer[]));
    return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }

  #ofBucket(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    if (query.has('versioning')) return xml('<VersioningConfiguration></VersioningConfiguration>');
    if (query.has('uploads')) {
      const uploads = [...this.uploads].filter(([, { key }]) => key.startsWith(prefix));
      const shown = uploads.map(
        ([id, { key, begun }]) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${new Date(begun).toISOString()}</Initiated></Upload>`,
      );
      return xml(`<ListMultipartUploadsResult>${shown.join('')}</ListMultipartUploadsResult>`);
    }
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const shown = page.map((key) => {
      const modified = new Date((this.objects.get(key) as Stored).modified).toISOString();
      return `<Contents><Key>${key}</Key><LastModified>${modified}</LastModified></Contents>`;
    });
    const more = keys.length > PAGE;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return xml(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${shown.join('')}</ListBucketResult>`);
  }
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function xml(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'application/xml' }, body };
}

function failure(status: number, code: string): Answer {
  return { ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`), status };
}
