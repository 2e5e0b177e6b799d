import { deflateRawSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../verification/src/testing/any-character.ts';
import { Batch, decodeRequests } from './batch.ts';

const shape = {
  method: 'GET',
  route: '/applicants/:id',
  status: 200,
  error_type: null,
  error_message: null,
  token_id: 'token',
  client: 'acme/1.4 – ünïcode',
  api_version: 'v3.6',
  idempotent_replay: false,
  body_fields: [],
  query: {},
};

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

const entry = (n: number) => ({
  ...shape,
  at: 1_000 + n,
  request_id: `request-${n}`,
  latency_ms: 3,
  path_ids: ['12'],
});

function batchOf(count: number): Batch {
  const batch = new Batch(
    { accountId: 'a', environment: 'live', applicantId: null },
    { id: 'b', dropped: 0, at: 1_000 },
  );
  for (const n of numbers(count)) {
    batch.add(shape, { at: 1_000 + n, id: `request-${n}`, latency: 3, params: { id: '12' } });
  }
  return batch;
}

it('stores a large batch in a fifth of its characters and a small one as it is', async () => {
  const large = batchOf(500);
  const { data, at, first_at, entries } = await large.row();
  expect([at, first_at, entries]).toEqual([1_499, 1_000, 500]);
  expect(data.length).toBeLessThan(large.size / 5);
  expect(decodeRequests(data)).toEqual(numbers(500).map(entry));
  const small = await batchOf(2).row();
  expect(small.data).toContain('\n0 3 0 request-0 12\n1 3 0 request-1 12\n');
  expect(decodeRequests(small.data)).toEqual([entry(0), entry(1)]);
});

const Params = fc.dictionary(
  fc.string(),
  fc
    .oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      fc.nat(),
      fc.string({ unit: anyCharacter }),
    )
    .map(String),
);
const Requests = fc.array(
  fc.record({
    shape: fc.nat(3),
    at: fc.integer({ min: 1_700_000_000_000, max: 1_700_000_001_000 }),
    id: fc.stringMatching(/^[0-9a-f]{24}$/),
    latency: fc.nat(),
    params: Params,
  }),
  { maxLength: 200 },
);

it('answers the requests that it got, and of their paths the ids alone', async () => {
  await fc.assert(
    fc.asyncProperty(Requests, async (requests) => {
      const shapes = numbers(4).map((n) => ({ ...shape, status: 200 + n }));
      const batch = new Batch(
        { accountId: 'a', environment: 'live', applicantId: null },
        { id: 'b', dropped: 0, at: 1_700_000_000_000 },
      );
      for (const one of requests) batch.add(shapes[one.shape]!, one);
      const isId = (value: string) => /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{1,9})$/i.test(value);
      expect(decodeRequests((await batch.row()).data)).toEqual(
        requests.map(({ shape: n, at, id, latency, params }) => ({
          ...shapes[n],
          at,
          request_id: id,
          latency_ms: latency,
          path_ids: Object.values(params)
            .filter(isId)
            .map((value) => value.toLowerCase()),
        })),
      );
    }),
  );
});

const columnsOf = (count: number) =>
  JSON.stringify({
    shapes: [shape],
    from: 1_000,
    at: numbers(count),
    request_id: numbers(count).map((n) => `request-${n}`),
    latency_ms: numbers(count).map(() => 3),
    path_ids: numbers(count).map(() => ['12']),
    shape: numbers(count).map(() => 0),
  });

const rowsOf = (count: number) =>
  JSON.stringify({
    shapes: [shape],
    requests: numbers(count).map((n) => [1_000 + n, `request-${n}`, 3, ['12'], 0]),
  });

it('reads the columns and rows of earlier versions, as they are and compressed', () => {
  for (const data of [columnsOf(2), rowsOf(2)]) expect(decodeRequests(data)).toEqual([entry(0), entry(1)]);
  const all = numbers(500).map(entry);
  expect(decodeRequests(zstdCompressSync(columnsOf(500)).toString('base64'))).toEqual(all);
  for (const level of [1, 6, 9]) {
    expect(decodeRequests(deflateRawSync(rowsOf(500), { level }).toString('base64'))).toEqual(all);
  }
});
