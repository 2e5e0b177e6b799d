import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensure } from './ensure.js';

let folder;
let dist;
let builds;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bonafide-build-'));
  dist = join(folder, 'dist');
  builds = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const build = (text) => async (made) => {
  builds.push(text);
  await new Promise((resolve) => setImmediate(resolve));
  writeFileSync(join(made, 'main.js'), text);
};
const built = () => readFileSync(join(dist, 'main.js'), 'utf8');

test('builds where something has changed, and nothing else', async () => {
  await ensure(dist, 'one', build('1'));
  await ensure(dist, 'one', build('1'));
  expect([builds, built()]).toEqual([['1'], '1']);
  await ensure(dist, 'two', build('2'));
  expect([builds, built()]).toEqual([['1', '2'], '2']);
});

test('one of several builds, and the others wait for it', async () => {
  await Promise.all([1, 2, 3].map(() => ensure(dist, 'one', build('1'))));
  expect([builds, built()]).toEqual([['1'], '1']);
});

test('a build that fails leaves the former one, and the next tries again', async () => {
  await ensure(dist, 'one', build('1'));
  await expect(ensure(dist, 'two', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(built()).toBe('1');
  await ensure(dist, 'two', build('2'));
  expect(built()).toBe('2');
});

test('the lock of a process that was killed is taken away', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(`${dist}.lock`, String(pid));
  await ensure(dist, 'one', build('1'));
  expect([built(), existsSync(`${dist}.lock`)]).toEqual(['1', false]);
});
