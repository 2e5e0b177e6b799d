import { promisify } from 'node:util';
import { constants, inflateRawSync, zstdCompress, zstdDecompressSync } from 'node:zlib';

/** What requests of one client to one route have in common: a batch has it once. */
export interface RequestShape {
  readonly method: string;
  /** Template of the route without its version: `/applicants/:id`. */
  readonly route: string;
  readonly status: number;
  readonly error_type: string | null;
  readonly error_message: string | null;
  /** The API token, or the one that made the SDK token. */
  readonly token_id: string;
  /** Its user agent; null for SDK tokens, where it is that of an applicant. */
  readonly client: string | null;
  /** The version in its path; null for the routes of capture SDKs that have none. */
  readonly api_version: string | null;
  readonly idempotent_replay: boolean;
  /** Names of the fields of its body. */
  readonly body_fields: readonly string[];
  /** Values of its query by name; null for all but paging. */
  readonly query: Readonly<Record<string, string | null>>;
}

/**
 * An API request as the request log keeps it: no value of a body, none of a query but for paging, and of its path ids alone. So it
 * names nobody, and stays when an applicant is erased.
 */
export interface LoggedRequest extends RequestShape {
  /** When it was answered, Unix milliseconds. */
  readonly at: number;
  readonly request_id: string;
  /** Milliseconds from its headers to the end of the answer. */
  readonly latency_ms: number;
  /** Ids in its path, in their order. */
  readonly path_ids: readonly string[];
}

/** What the data of a batch is, as JSON: a column for each part of its requests. Rows take half as much time again, and twice the room. */
export interface BatchColumns {
  readonly shapes: readonly RequestShape[];
  /** The time that `at` counts from, Unix milliseconds. */
  readonly from: number;
  /** When each request was answered, milliseconds after `from`. */
  readonly at: readonly number[];
  readonly request_id: readonly string[];
  readonly latency_ms: readonly number[];
  readonly path_ids: readonly (readonly string[])[];
  /** The place of each request's shape in `shapes`. */
  readonly shape: readonly number[];
}

/** What earlier versions of the service wrote: of each request `at`, `request_id`, `latency_ms`, `path_ids` and the place of its shape. */
interface BatchRows {
  readonly shapes: readonly RequestShape[];
  readonly requests: readonly (readonly [number, string, number, readonly string[], number])[];
}

/** Characters from which a batch is compressed. */
const LARGE = 2_000;

const compress = promisify(zstdCompress);

/** Zstandard of the least effort takes a third of the time of deflate at its level 1 here, and less room. */
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** How base64 of a Zstandard frame begins (RFC 8878, 3.1.1); no deflate stream that zlib writes begins so. */
const ZSTANDARD = 'KLUv/';

/** The data of a batch as it is stored: a large one compressed, by a thread beside the event loop, as base64. */
export async function packBatch(json: string): Promise<string> {
  return json.length < LARGE ? json : (await compress(json, FAST)).toString('base64');
}

/** Batches of earlier versions of the service are deflate. */
function unpacked(data: string): string {
  if (data.startsWith('{')) return data;
  const bytes = Buffer.from(data, 'base64');
  return (data.startsWith(ZSTANDARD) ? zstdDecompressSync(bytes) : inflateRawSync(bytes)).toString();
}

/** The requests of a batch as it is stored, in the order in which they were answered. */
export function decodeRequests(data: string): LoggedRequest[] {
  const batch = JSON.parse(unpacked(data)) as BatchColumns | BatchRows;
  if ('requests' in batch) {
    return batch.requests.map(([at, request_id, latency_ms, path_ids, shape]) => ({
      ...(batch.shapes[shape] as RequestShape),
      ...{ at, request_id, latency_ms, path_ids },
    }));
  }
  const { shapes, from, at, latency_ms, path_ids, shape } = batch;
  return batch.request_id.map((request_id, n) => ({
    ...(shapes[shape[n] as number] as RequestShape),
    at: from + (at[n] as number),
    request_id,
    latency_ms: latency_ms[n] as number,
    path_ids: path_ids[n] as readonly string[],
  }));
}
