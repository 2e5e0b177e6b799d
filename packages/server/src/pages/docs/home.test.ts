import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { startProduction } from '../../http/testing/production.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const get = (path: string, of = service) => of.get(path, { token: null });
const linksIn = (body: string) => [...body.matchAll(/ href="(\/[^"#]*)/g)].map(([, link]) => link as string);

const policy =
  /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;
const docs = new URL('../../../../../docs/', import.meta.url);
const index = readFileSync(new URL('README.md', docs), 'utf8');
/** The pages in the order of the index of `docs/`. */
const guidePaths = [...index.matchAll(/\]\((?:[a-z-]+\/([a-z-]+)|..\/packages\/(web-sdk)\/README)\.md\)/g)].map(
  ([, page, sdk]) => `/docs/${page ?? sdk}`,
);
const openapi = ['/openapi/v3.6.json', '/openapi/v3.2.json', '/openapi/v2.json', '/openapi/v1.json'];

it('lists every document of a section in the index', () => {
  const documents = readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z-]+\/[a-z-]+\.md$/.test(file))
    .map((file) => `/docs/${file.slice(file.indexOf('/') + 1, -'.md'.length)}`);
  expect(guidePaths.toSorted()).toEqual([...documents, '/docs/web-sdk'].toSorted());
  expect(readdirSync(docs).filter((file) => file.endsWith('.md'))).toEqual(['README.md']);
});

it('leads from the root to the reference, the demonstration and the documents', async () => {
  const { status, headers, body } = await get('/');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(policy);
  expect(body).toContain('This is an identity verification service.');
  expect(linksIn(body)).toEqual(['/reference', '/dashboard', '/demo', ...guidePaths, ...openapi]);
  for (const link of linksIn(body)) expect((await get(link)).status, link).toBe(200);
  expect((await get('/?utm=1')).status).toBe(200);
  expect((await service.post('/', {}, { token: null })).status).toBe(404);
});

it('names no demonstration in production', async () => {
  const strict = await startProduction();
  try {
    const { status, body } = await get('/', strict);
    expect(status).toBe(200);
    expect(linksIn(body)).toEqual(['/reference', '/dashboard', ...guidePaths, ...openapi]);
    expect(body).not.toMatch(/demo/i);
  } finally {
    await strict.close();
  }
});

test.each(guidePaths)('%s is a page, and its links lead to others', async (path) => {
  const { status, headers, body } = await get(path);
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(policy);
  expect(body.match(/<h1 /g)).toHaveLength(1);
  expect(body).not.toMatch(/\]\(|<script/);
  for (const link of linksIn(body)) expect((await get(link)).status, link).toBe(200);
});

test.each(['/docs', '/docs/none', '/docs/constructor', '/docs/..%2fpackage'])('%s is unknown', async (path) => {
  const { status, body } = await get(path);
  expect([status, body.error?.type]).toEqual([404, 'resource_not_found']);
});
