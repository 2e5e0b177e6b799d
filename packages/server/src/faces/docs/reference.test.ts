import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../../testing/service.ts';
import { REFERENCE_PATH } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const get = (path: string) => service.get(path, { token: null });

it('shows the page with everything that it needs from this service alone', async () => {
  const { status, headers, body } = await get(REFERENCE_PATH);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'",
  );
  const links = [...body.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link as string);
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    expect(link.startsWith('/reference/static/'), link).toBe(true);
    expect((await get(link)).status, link).toBe(200);
  }
  const initializer = await get('/reference/static/swagger-initializer.js');
  for (const version of ['v3.6', 'v3.2', 'v2', 'v1']) {
    expect(initializer.body).toContain(`/openapi/${version}.json`);
    expect((await get(`/openapi/${version}.json`)).status).toBe(200);
  }
  expect(initializer.body).not.toMatch(/https?:\/\/(?!stackoverflow\.com)/);
});

it('shows no file but those of the page', async () => {
  for (const path of [
    '/reference/static/../../package.json',
    '/reference/static/%2e%2e%2fpackage.json',
    '/reference/x',
  ]) {
    const { status, body } = await get(path);
    expect([status, body.error?.type], path).toEqual([404, 'resource_not_found']);
  }
});
