import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { lists, withPart } from './architecture-lists.js';
import { root } from './repository-files.js';

const page = readFileSync(`${root}/docs/architecture/layers.md`, 'utf8');

test.each(Object.entries(lists()))('docs/architecture/layers.md has the %s of the code', (name, content) => {
  // `npm run graph` writes them.
  expect(withPart(page, name, content)).toBe(page);
});

it('shows each folder of the server above the folders that it imports', () => {
  const rows = lists().layers.split('\n').slice(2);
  const rowOf = (folder) => rows.findIndex((row) => row.includes(`\`${folder}\``));
  const topDown = ['workers', 'checks', 'applicants', 'store', 'config', 'base'];
  expect(topDown.map(rowOf)).toEqual(topDown.map(rowOf).toSorted((a, b) => a - b));
  expect(rowOf('base')).toBe(rows.length - 1);
});

it('refuses a page without a place for a list', () => {
  expect(() => withPart('# Layers\n', 'locks', 'account')).toThrow('There is no place for "locks".');
});
