import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { startProduction } from '../../http/testing/production.ts';
import { useService } from '../../testing/service.ts';

const service = useService();

const get = (path: string, of = service) => of.get(path, { token: null });
const linksIn = (body: string) => [...body.matchAll(/ href="(\/[^"#]*)/g)].map(([, link]) => link as string);

const policy =
  /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/;
const docs = new URL('../../../../../docs/', import.meta.url);
const index = readFileSync(new URL('README.md', docs), 'utf8');
/** The pages in the order of the index of `docs/`. */
const guidePaths = [...index.matchAll(/\]\((?:[a-z-]+\/([a-z-]+)|..\/packages\/(web-sdk)\/README)\.md\)/g)].map(
  ([, page, sdk]) => `/docs/${page ?? sdk}`,
);
const versions = ['v3.6', 'v3.2', 'v2', 'v1'];
const openapi = ['json', 'postman.json'].flatMap((ending) => versions.map((one) => `/openapi/${one}.${ending}`));

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
  expect(linksIn(body)).toEqual(['/docs', '/reference', '/dashboard', '/demo', ...openapi]);
  for (const link of linksIn(body)) expect((await get(link)).status, link).toBe(200);
  expect((await get('/?utm=1')).status).toBe(200);
  expect((await service.post('/', {}, { token: null })).status).toBe(404);
});

it('names no demonstration in production', async () => {
  const strict = await startProduction();
  try {
    const { status, body } = await get('/', strict);
    expect(status).toBe(200);
    expect(linksIn(body)).toEqual(['/docs', '/reference', '/dashboard', ...openapi]);
    expect(body).not.toMatch(/demo/i);
  } finally {
    await strict.close();
  }
});

it('lists every document at /docs, in the order of the index', async () => {
  const { body } = await get('/docs');
  expect(linksIn(body)).toEqual(['/', ...guidePaths, '/llms.txt']);
  const { headers, body: list } = await get('/llms.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect([...list.matchAll(/\]\((.*)\.md\)/g)].map(([, path]) => path)).toEqual(guidePaths);
});

test.each(guidePaths)('%s is Markdown, whose links lead to others', async (path) => {
  const { status, headers, bytes } = await get(`${path}.md`);
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(bytes.toString()).toMatch(/^# /);
  for (const [, link] of bytes.toString().matchAll(/\]\((\/[^)#]*)/g))
    expect((await get(link as string)).status, link).toBe(200);
});

test.each(guidePaths)('%s is found by the words of its title', async (path) => {
  const title = /<h1 [^>]*>(.*)<\/h1>/.exec((await get(path)).body)?.[1]?.replace(/<[^>]*>/g, '') as string;
  const { body } = await get(`/docs?q=${encodeURIComponent(title)}`);
  expect(linksIn(body)).toContain(path);
});

it('searches by parts of words and with slips, and escapes what was typed', async () => {
  const { body } = await get('/docs?q=idempotncy');
  expect(linksIn(body)).toContain('/docs/contract');
  const { body: none } = await get(`/docs?q=${encodeURIComponent('<b>zzqqxx')}`);
  expect(none).toContain('Nothing matches “&lt;b&gt;zzqqxx”.');
  expect(linksIn(none)).toEqual(['/docs', '/docs']);
  for (const query of ['q=', 'q=%20', 'q=a&q=b', `q=${'a+'.repeat(500)}`, 'q=%F0%9F%98%80"*~^']) {
    expect((await get(`/docs?${query}`)).status, query).toBe(200);
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

test.each(['/docs/none', '/docs/none.md', '/docs/constructor', '/docs/..%2fpackage'])('%s is unknown', async (path) => {
  const { status, body } = await get(path);
  expect([status, body.error?.type]).toEqual([404, 'resource_not_found']);
});
