import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { goneFrom, isAlive } from '../analysis/testing/pools.ts';
import { TestClock } from '../testing/clock.ts';
import { importInProcess, type ProcessOfImport } from './import-in-process.ts';
import { leftoversOf } from './stage.ts';
import { useLists } from './testing/lists.ts';

const lists = useLists();
const script = new URL('../../dist/screening/worker.js', import.meta.url);

const rows = (count: number) =>
  ['id,name,categories', ...Array.from({ length: count }, (_, i) => `${i},Ana Example ${i},pep`), ''].join('\n');

function start(text: string, more: Partial<ProcessOfImport> = {}) {
  const staging = join(lists.directory(), `staged-${Math.random()}.jsonl`);
  const [file] = lists.write({ 'list.csv': text });
  const request = { files: [file!], options: { list: 'test', format: 'csv' as const }, staging };
  return { staging, end: importInProcess(request, { clock: new TestClock(), script, ...more }) };
}

const nothingIsLeft = (staging: string) =>
  expect(['', '.partial', '.scratch'].filter((end) => existsSync(staging + end))).toEqual([]);

test('a list is read in a process of its own, and its records are staged a line each', async () => {
  const { staging, end } = start(rows(3000));
  expect(await end).toMatchObject({ list: 'test', format: 'csv', records: 3000, names: 3000 });
  const lines = readFileSync(staging, 'utf8').split('\n');
  expect(lines).toHaveLength(3001);
  expect(lines[3000]).toBe('');
  expect(JSON.parse(lines[2999]!)).toMatchObject({ source_id: '2999', names: [{ full: 'Ana Example 2999' }] });
  expect(existsSync(`${staging}.partial`)).toBe(false);
});

test('a refusal arrives with its place, and nothing is left', async () => {
  const { staging, end } = start(`${rows(3000)}3000,,pep\n`);
  await expect(end).rejects.toMatchObject({
    name: 'ListRefused',
    reason: 'malformed',
    place: { file: 'list.csv', line: 3002 },
    message: 'list.csv, line 3002: name is empty',
  });
  nothingIsLeft(staging);
});

test('a process beyond its memory is ended, and nothing is left', async () => {
  const { staging, end } = start(rows(300_000), { memory: 40_000_000 });
  await expect(end).rejects.toMatchObject({ name: 'AnalysisFailed', reason: 'crashed' });
  nothingIsLeft(staging);
});

test('a process beyond its processor time is ended, and nothing is left', async () => {
  const { staging, end } = start(rows(300_000), { processorTime: 1 });
  await expect(end).rejects.toMatchObject({ name: 'AnalysisFailed', reason: 'too_slow' });
  nothingIsLeft(staging);
});

test('an import that is stopped leaves nothing', async () => {
  const stop = new AbortController();
  const { staging, end } = start(rows(300_000), { signal: stop.signal });
  stop.abort();
  await expect(end).rejects.toMatchObject({ name: 'AnalysisFailed', reason: 'stopped' });
  nothingIsLeft(staging);
});

test.skipIf(process.platform !== 'linux')('a service that is killed takes its import with it', async () => {
  const directory = join(lists.directory(), 'killed');
  mkdirSync(directory);
  const staging = join(directory, 'staged.jsonl');
  const [partial] = leftoversOf(staging);
  const [file] = lists.write({ 'long.csv': rows(300_000) });
  const program = fileURLToPath(new URL('testing/parent.ts', import.meta.url));
  const args = ['--conditions=bonafide-source', program, script.href, file!.path, staging];
  const service = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  await expect.poll(() => existsSync(partial)).toBe(true);
  const child = Number(readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8'));
  expect(isAlive(child)).toBe(true);
  service.kill('SIGKILL');
  await goneFrom(child);
  expect(existsSync(staging)).toBe(false);
  const names = leftoversOf(staging).map((path) => basename(path));
  expect(names).toEqual(expect.arrayContaining(readdirSync(directory)));
});
