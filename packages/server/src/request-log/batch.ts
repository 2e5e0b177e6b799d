import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib';
import type { Principal } from '../context/principal.ts';
import type { Environment, RequestBatchRow } from '../store/schema.ts';
import { decodeEarlier, isEarlier } from './earlier-batches.ts';
import type { LoggedRequest, RequestShape } from './entry.ts';
import { ID_BYTES, LINE_BYTES, readLines, writeEnd, writePathId, writeRequest } from './lines.ts';

/** Fields of a single request. */
export interface Answered {
  /** Time of the answer, Unix milliseconds. */
  readonly at: number;
  readonly id: string;
  /** Milliseconds. */
  readonly latency: number;
  /** Values of the route's parameters in the path: only ids are stored. */
  readonly params: Readonly<Record<string, string>>;
}

/** Table that the lines of a batch refer to, as JSON on a line before them. */
interface Head {
  readonly shapes: readonly RequestShape[];
  /** Start of the batch, Unix milliseconds. */
  readonly from: number;
}

/** Initial size of a batch in bytes, enough for the few requests of a quiet account. */
const FIRST_BYTES = 512;

/** Factor by which a full batch grows: memory that is new to the process takes time, and so does copying. */
const GROWTH = 4;

/** Bytes of lines from which a batch is compressed. */
const LARGE = 2_000;

const compress = promisify(zstdCompress);

/** The least effort: ids, which are most of a batch, get no smaller by more of it. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Beginning of a Zstandard frame in base64 (RFC 8878, 3.1.1). */
const ZSTANDARD = 'KLUv/';

/** Requests of an account and environment that wait for the store. */
export class Batch {
  readonly account_id: string;
  readonly environment: Environment;
  readonly #id: string;
  /** Requests before them that were dropped. */
  readonly dropped: number;
  readonly #from: number;
  #at: number;
  readonly #shapes = new Map<RequestShape, number>();
  /** The shape of the last request and its place: most requests have the same one again. */
  #lastShape: RequestShape | undefined;
  #lastPlace = 0;
  #lines = Buffer.allocUnsafe(FIRST_BYTES);
  #end = 0;
  #shapeCharacters = 0;
  #entries = 0;

  constructor(
    { accountId, environment }: Principal['scope'],
    { id, dropped, at }: { readonly id: string; readonly dropped: number; readonly at: number },
  ) {
    this.account_id = accountId as string;
    this.environment = environment as Environment;
    this.#id = id;
    this.dropped = dropped;
    this.#from = at;
    this.#at = at;
  }

  get entries(): number {
    return this.#entries;
  }

  /** Bytes that it takes, by about. */
  get size(): number {
    return this.#end + this.#shapeCharacters;
  }

  add(shape: RequestShape, { at, id, latency, params }: Answered): void {
    if (shape !== this.#lastShape) this.#place(shape);
    let lines = this.#reserve(LINE_BYTES + id.length);
    let end = writeRequest(lines, this.#end, { after: at - this.#from, latency, place: this.#lastPlace, id });
    for (const name in params) {
      this.#end = end;
      lines = this.#reserve(LINE_BYTES + ID_BYTES);
      end = writePathId(lines, end, params[name] as string);
    }
    this.#end = writeEnd(lines, end);
    this.#entries += 1;
    if (at > this.#at) this.#at = at;
  }

  /** The lines, with room for so many bytes more. */
  #reserve(bytes: number): Buffer {
    if (this.#end + bytes > this.#lines.length) {
      const larger = Buffer.allocUnsafe(GROWTH * (this.#lines.length + bytes));
      this.#lines.copy(larger, 0, 0, this.#end);
      this.#lines = larger;
    }
    return this.#lines;
  }

  /** Makes a shape the last one. */
  #place(shape: RequestShape): void {
    const known = this.#shapes.get(shape);
    this.#lastShape = shape;
    this.#lastPlace = known ?? this.#shapes.size;
    if (known !== undefined) return;
    this.#shapes.set(shape, this.#lastPlace);
    this.#shapeCharacters += JSON.stringify(shape).length;
  }

  /** Row of the batch for the store: a large batch is compressed, by a thread beside the event loop, and written as base64. */
  async row(): Promise<RequestBatchRow> {
    const { account_id, environment, entries, dropped } = this;
    const head = `${JSON.stringify({ shapes: [...this.#shapes.keys()], from: this.#from } satisfies Head)}\n`;
    const lines = this.#lines.subarray(0, this.#end);
    const data =
      lines.length < LARGE
        ? head + lines.toString('latin1')
        : (await compress(Buffer.concat([Buffer.from(head), lines]), FAST)).toString('base64');
    return { account_id, environment, at: this.#at, id: this.#id, first_at: this.#from, entries, dropped, data };
  }
}

/** The requests of a stored batch, in the order in which they were answered. */
export function decodeRequests(data: string): LoggedRequest[] {
  const text = data.startsWith(ZSTANDARD) ? zstdDecompressSync(Buffer.from(data, 'base64')).toString() : data;
  if (isEarlier(text)) return decodeEarlier(text);
  const end = text.indexOf('\n');
  const { shapes, from } = JSON.parse(text.slice(0, end)) as Head;
  return readLines(text.slice(end + 1), shapes, from);
}
