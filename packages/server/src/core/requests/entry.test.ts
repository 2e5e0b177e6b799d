import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeRequests, packBatch } from './entry.ts';

const shape = {
  ...{ method: 'GET', route: '/applicants/:id', status: 200, error_type: null, error_message: null },
  ...{
    token_id: 'token',
    client: 'acme/1.4',
    api_version: 'v3.6',
    idempotent_replay: false,
    body_fields: [],
    query: {},
  },
};

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const batchOf = (count: number) =>
  JSON.stringify({
    shapes: [shape],
    from: 1_000,
    at: numbers(count),
    request_id: numbers(count).map((n) => `request-${n}`),
    latency_ms: numbers(count).map(() => 3),
    path_ids: numbers(count).map(() => ['12']),
    shape: numbers(count).map(() => 0),
  });

/** As earlier versions wrote it. */
const rowsOf = (count: number) =>
  JSON.stringify({
    shapes: [shape],
    requests: numbers(count).map((n) => [1_000 + n, `request-${n}`, 3, ['12'], 0]),
  });

const entry = (n: number) => ({
  ...shape,
  ...{ at: 1_000 + n, request_id: `request-${n}`, latency_ms: 3, path_ids: ['12'] },
});

it('stores a large batch in a quarter of its characters and a small one as it is', async () => {
  const large = await packBatch(batchOf(500));
  expect(large.length).toBeLessThan(batchOf(500).length / 4);
  expect(decodeRequests(large)).toEqual(numbers(500).map(entry));
  expect(await packBatch(batchOf(2))).toBe(batchOf(2));
  expect(decodeRequests(batchOf(2))).toEqual([entry(0), entry(1)]);
});

it('reads the rows of an earlier version, as they are and by deflate', () => {
  expect(decodeRequests(rowsOf(2))).toEqual([entry(0), entry(1)]);
  for (const level of [1, 6, 9]) {
    const data = deflateRawSync(rowsOf(500), { level }).toString('base64');
    expect(decodeRequests(data)).toEqual(numbers(500).map(entry));
  }
});
