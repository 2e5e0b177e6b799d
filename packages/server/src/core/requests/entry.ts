import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';

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

/** What the data of a batch is, as JSON. */
interface BatchData {
  readonly shapes: readonly RequestShape[];
  /** Of each request `at`, `request_id`, `latency_ms`, `path_ids`, and the place of its shape in `shapes`. */
  readonly requests: readonly (readonly [number, string, number, readonly string[], number])[];
}

/** Characters from which a batch is compressed. */
const LARGE = 2_000;

const deflate = promisify(deflateRaw);

/** The data of a batch as it is stored: a large one compressed, by a thread beside the event loop, as base64. */
export async function packBatch(json: string): Promise<string> {
  return json.length < LARGE ? json : (await deflate(json, { level: 1 })).toString('base64');
}

const unpacked = (data: string): string =>
  data.startsWith('{') ? data : inflateRawSync(Buffer.from(data, 'base64')).toString();

/** The requests of a batch as it is stored, in the order in which they were answered. */
export function decodeRequests(data: string): LoggedRequest[] {
  const { shapes, requests } = JSON.parse(unpacked(data)) as BatchData;
  return requests.map(([at, request_id, latency_ms, path_ids, shape]) => ({
    ...(shapes[shape] as RequestShape),
    ...{ at, request_id, latency_ms, path_ids },
  }));
}
