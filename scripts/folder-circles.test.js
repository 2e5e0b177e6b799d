import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import rules from '../.dependency-cruiser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const packages = ['verification', 'chip-reader', 'conformance', 'web-sdk', 'dashboard', 'server'];

/** Returns the folder directly below `src` that a file is in; null for files of `src` itself. */
const folderOf = (path) => /^packages\/([^/]+\/src\/[^/]+)\/./.exec(path)?.[1] ?? null;

/** Returns the folders of the first circle that a walk along the imports finds; an empty list without one. */
function circleOf(imports) {
  const ended = new Set();
  const walk = (folder, path) => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (ended.has(folder)) return [];
    for (const next of imports.get(folder) ?? []) {
      const circle = walk(next, [...path, folder]);
      if (circle.length > 0) return circle;
    }
    ended.add(folder);
    return [];
  };
  for (const folder of imports.keys()) {
    const circle = walk(folder, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

test('finds a circle of three folders', () => {
  const imports = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
  ]);
  expect(circleOf(imports)).toEqual(['a', 'b', 'c', 'a']);
});

test('no folders of a package import each other in a circle', async () => {
  const { output } = await cruise(
    packages.map((name) => `packages/${name}/src`),
    {
      ...rules.options,
      baseDir: root,
      exclude: { path: String.raw`/dist/|node_modules|\.test\.tsx?$|/testing/|/testing\.ts$` },
    },
  );
  const imports = new Map();
  for (const { source, dependencies } of output.modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [folderOf(source), folderOf(resolved)];
      if (!from || !to || from === to || dirname(from) !== dirname(to)) continue;
      imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  expect(imports.size).toBeGreaterThan(40);
  expect(circleOf(imports)).toEqual([]);
}, 120_000);
