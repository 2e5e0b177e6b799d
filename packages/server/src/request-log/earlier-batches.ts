import { inflateRawSync } from 'node:zlib';
import type { LoggedRequest, RequestShape } from './entry.ts';

/** Columns of a batch as JSON, one for each part of the requests; `at` is after `from`. */
interface Columns {
  readonly shapes: readonly RequestShape[];
  readonly from: number;
  readonly at: readonly number[];
  readonly request_id: readonly string[];
  readonly latency_ms: readonly number[];
  readonly path_ids: readonly (readonly string[])[];
  readonly shape: readonly number[];
}

/**
 * Rows of a batch as JSON, by deflate if there are many, of each request `at`, `request_id`, `latency_ms`, `path_ids` and the
 * place of its shape.
 */
interface Rows {
  readonly shapes: readonly RequestShape[];
  readonly requests: readonly (readonly [number, string, number, readonly string[], number])[];
}

/**
 * Returns whether the text of a batch was written by an earlier version of the service: today's batches have a line for each
 * request.
 */
export const isEarlier = (text: string): boolean => !text.includes('\n');

/** The requests of a batch that an earlier version of the service wrote. */
export function decodeEarlier(text: string): LoggedRequest[] {
  const json = text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString();
  const batch = JSON.parse(json) as Columns | Rows;
  if ('requests' in batch) {
    return batch.requests.map(([at, request_id, latency_ms, path_ids, shape]) => ({
      ...(batch.shapes[shape] as RequestShape),
      at,
      request_id,
      latency_ms,
      path_ids,
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
