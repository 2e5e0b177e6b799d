import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { expect, it, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { REFERENCE_PATH } from './reference.ts';

const service = useService();

const get = (path: string) => service.get(path, { token: null });

/** The bytes as they travel. */
async function sent(path: string, acceptEncoding?: string) {
  const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  const { statusCode, headers: answered, body } = await request(service.httpUrl + path, { headers });
  expect(statusCode, path).toBe(200);
  return { encoding: answered['content-encoding'], vary: answered.vary, bytes: Buffer.from(await body.arrayBuffer()) };
}

const linksOf = async () =>
  [...(await get(REFERENCE_PATH)).body.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, link]) => link as string);

it('shows the page with everything that it needs from this service alone', async () => {
  const { status, headers, body } = await get(REFERENCE_PATH);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toBe(
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'",
  );
  expect(body).not.toMatch(/https?:/);
  const links = await linksOf();
  expect(links.map((link) => link.replace(/^\/reference\/[0-9a-f]{12}\//, ''))).toEqual([
    ...['swagger-ui.css', 'page.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'page.js'],
  ]);
  for (const link of links) {
    const file = await get(link);
    expect([file.status, file.headers['cache-control']], link).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(file.headers['content-type'], link).toBe(
      link.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
    );
  }
  const script = (await get(links.at(-1) as string)).body;
  for (const version of ['v3.6', 'v3.2', 'v2', 'v1']) {
    expect(script).toContain(`"/openapi/${version}.json"`);
    expect((await get(`/openapi/${version}.json`)).status).toBe(200);
  }
  expect(script).not.toMatch(/https?:/);
});

test('everything is compressed as the browser accepts it', async () => {
  let total = 0;
  for (const path of [REFERENCE_PATH, ...(await linksOf()), '/openapi/v3.6.json']) {
    const plain = await sent(path);
    expect([plain.encoding, plain.vary], path).toEqual([undefined, 'accept-encoding']);
    const refused = await sent(path, 'br;q=0, gzip;q=0.0, *;q=0');
    expect(refused.encoding, path).toBe(undefined);
    const gzip = await sent(path, 'deflate, GZIP;q=0.5');
    expect([gzip.encoding, gunzipSync(gzip.bytes).equals(plain.bytes)], path).toEqual(['gzip', true]);
    const brotli = await sent(path, 'gzip, deflate, br, zstd');
    expect([brotli.encoding, brotliDecompressSync(brotli.bytes).equals(plain.bytes)], path).toEqual(['br', true]);
    total += brotli.bytes.length;
  }
  console.log(`The API reference has ${Math.round(total / 1000)} KB as it travels; 2,400 KB before`);
  expect(total).toBeLessThan(700_000);
});

it("shows no file but the page's own", async () => {
  const mark = /\/reference\/(\w+)\//.exec((await linksOf())[0] as string)?.[1];
  for (const path of [
    `/reference/${mark}/../../package.json`,
    `/reference/${mark}/%2e%2e%2fpackage.json`,
    `/reference/${mark}/index.html`,
    `/reference/${mark}/constructor`,
    '/reference/000000000000/page.js',
    '/reference/x',
  ]) {
    const { status, body } = await get(path);
    expect([status, body.error?.type], path).toEqual([404, 'resource_not_found']);
  }
});
