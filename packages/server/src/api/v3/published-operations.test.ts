import { beforeAll, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { publishedOperations } from './testing/published-operations.ts';

const service = useService();

/** Operations of our OpenAPI document of v3.6, with nameless parameters. */
let served: ReadonlySet<string>;
beforeAll(async () => {
  const { status, body } = await service.get('/openapi/v3.6.json', { token: null });
  expect(status).toBe(200);
  served = new Set(
    Object.entries<object>(body.paths).flatMap(([path, methods]) => {
      const below = path.replace(/^\/v3\.6/, '').replace(/\{\w+\}/g, '{}');
      return Object.keys(methods).map((method) => `${method.toUpperCase()} ${below}`);
    }),
  );
});

test('the published document of v3.6 has 64 paths', () => {
  expect(new Set(publishedOperations.map((operation) => operation.split(' ')[1])).size).toBe(64);
});

test('every published operation is served', () => {
  expect(publishedOperations.filter((operation) => !served.has(operation))).toEqual([]);
});
