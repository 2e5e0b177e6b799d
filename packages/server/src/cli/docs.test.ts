import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guides } from '../pages/docs/guides.ts';

const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const run = promisify(execFile);

let root: string;
let server: Server;
let base: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bonafide-docs-'));
  // As any web server: files by their paths, and nothing else.
  server = createServer((request, response) => {
    const file = join(root, (request.url as string).split('?')[0] as string);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    return response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true });
});

const linksOf = (page: string) =>
  [...page.matchAll(/(?:href=|src=|action=)"([^"]*)"/g)].map(([, link]) => link as string);

/** Links of Markdown, without those in code. */
const linksOfMarkdown = (text: string) =>
  [...text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link as string);

test('every link of the exported documentation works from a plain server, in a subfolder', async () => {
  const { stdout } = await run(process.execPath, [main, 'docs', 'export', join(root, 'help/docs')]);
  const count = 2 * Object.keys(guides).length + 2;
  const index = join(root, 'help/docs/index.html');
  expect(stdout).toBe(`Wrote ${count} files. Open ${index}, or serve the directory\n`);

  const pages = new Map<string, string>();
  const waiting = [`${base}/help/docs/index.html`];
  const broken: string[] = [];
  const anchors: [from: string, to: string, id: string][] = [];
  for (let address = waiting.pop(); address; address = waiting.pop()) {
    if (pages.has(address)) continue;
    const answer = await fetch(address);
    const text = await answer.text();
    pages.set(address, text);
    if (answer.status !== 200) broken.push(address);
    for (const link of address.endsWith('.html') ? linksOf(text) : linksOfMarkdown(text)) {
      if (/^(https?:|data:)/.test(link)) continue;
      const { href, hash } = new URL(link, address);
      const target = href.slice(0, href.length - hash.length);
      if (hash && target.endsWith('.html')) anchors.push([address, target, decodeURIComponent(hash.slice(1))]);
      waiting.push(target);
    }
  }
  expect(broken).toEqual([]);
  expect(anchors.filter(([, target, id]) => !pages.get(target)?.includes(`id="${id}"`))).toEqual([]);
  expect(anchors.length).toBeGreaterThan(100);
  const written = readdirSync(join(root, 'help/docs')).map((name) => `${base}/help/docs/${name}`);
  expect(written).toHaveLength(count);
  expect([...pages.keys()].toSorted()).toEqual(written.toSorted());
  // Nothing leads to the root of the server, where another site is.
  const html = [...pages].filter(([address]) => address.endsWith('.html'));
  expect(html.flatMap(([, text]) => linksOf(text)).filter((link) => link.startsWith('/'))).toEqual([]);
});

test('an export replaces an earlier one and keeps other files', async () => {
  const directory = join(root, 'again');
  mkdirSync(directory);
  writeFileSync(join(directory, 'CNAME'), 'docs.example.com');
  writeFileSync(join(directory, 'webhooks.html'), 'of an earlier release');
  await run(process.execPath, [main, 'docs', 'export', directory]);
  expect(readFileSync(join(directory, 'CNAME'), 'utf8')).toBe('docs.example.com');
  expect(readFileSync(join(directory, 'webhooks.html'), 'utf8')).toMatch(/^<!doctype html>\n<html lang="en">/);
});

test('a directory that can not be written is named, with exit code 1', async () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  const failed = await run(process.execPath, [main, 'docs', 'export', file]).catch((error) => error);
  expect([failed.code, failed.stdout]).toEqual([1, '']);
  expect(failed.stderr).toMatch(/^The documentation can't be written: EEXIST/);
});
