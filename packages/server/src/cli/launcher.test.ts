import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../', import.meta.url));
const bin: string = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')).bin.bonafide;

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'bonafide-'));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Runs the command as npm links it. */
function run(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const link = join(clone, 'node_modules/.bin/bonafide');
  mkdirSync(join(clone, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(folder, bin), link);
  return new Promise((resolve) => {
    execFile(link, args, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
  });
}

test('before the build, the command says what to run first', async () => {
  for (const file of ['package.json', bin, 'bin/node.js'])
    cpSync(join(server, file), join(clone, 'packages/server', file));
  expect(await run(join(clone, 'packages/server'), 'serve')).toEqual({
    code: 1,
    out: '',
    err: 'Bonafide is not built yet. Run "npm run build" first.\n',
  });
});

test('after the build, the command is the program', async () => {
  const { code, out, err } = await run(server, '--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Usage: bonafide /);
});

test('the file that npm links may be run', () => {
  expect(statSync(join(server, bin)).mode & 0o111).toBe(0o111);
});
