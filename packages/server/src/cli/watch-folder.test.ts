import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { droppedLists, moveAway } from './watch-folder.ts';

test('files that belong together are one list, and each other file is one', () => {
  expect(
    droppedLists([
      'SDN.CSV',
      'alt.csv',
      'add.csv',
      'sdn_comments.csv',
      'UN Consolidated.xml',
      'peps.pep.csv',
      '.hidden',
      '§.csv',
    ]),
  ).toEqual([
    {
      list: 'ofac-sdn',
      fields: { format: 'ofac-csv' },
      missing: [],
      files: ['SDN.CSV', 'add.csv', 'alt.csv', 'sdn_comments.csv'],
    },
    { list: 'un-consolidated', fields: {}, files: ['UN Consolidated.xml'], missing: [] },
    { list: 'peps', fields: { category: 'pep' }, files: ['peps.pep.csv'], missing: [] },
    { list: 'list', fields: {}, files: ['§.csv'], missing: [] },
  ]);
});

test('a list whose companions have not come waits for them', () => {
  expect(droppedLists(['cons_prim.csv'])).toEqual([
    {
      list: 'ofac-consolidated',
      fields: { format: 'ofac-csv' },
      files: ['cons_prim.csv'],
      missing: ['cons_alt.csv', 'cons_add.csv'],
    },
  ]);
});

test('what was moved away is never overwritten', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const drop = (...names: string[]) => {
    for (const name of names) writeFileSync(join(folder, name), name);
    return names;
  };
  await moveAway(folder, 'refused', { files: drop('sdn.csv', 'alt.csv'), reason: 'first' });
  await moveAway(folder, 'refused', { files: drop('alt.csv', 'sdn.csv'), reason: 'second' });
  await moveAway(folder, 'refused', { files: drop('README'), reason: 'third' });
  await moveAway(folder, 'refused', { files: drop('README'), reason: 'fourth' });
  const names = ['README', 'README.2', 'README.2.reason.txt', 'README.reason.txt', 'alt.2.csv', 'alt.2.csv.reason.txt'];
  expect(readdirSync(join(folder, 'refused')).sort()).toEqual(
    [...names, 'alt.csv', 'sdn.2.csv', 'sdn.csv', 'sdn.csv.reason.txt'].sort(),
  );
  expect(readFileSync(join(folder, 'refused/sdn.csv.reason.txt'), 'utf8')).toBe('first\n');
  expect(readdirSync(folder).sort()).toEqual(['done', 'refused']);
  rmSync(folder, { recursive: true });
});

test('nothing is written through a link, or where a file has the name of a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-'));
  const elsewhere = mkdtempSync(join(tmpdir(), 'bonafide-'));
  writeFileSync(join(folder, 'sdn.csv'), 'a list');
  symlinkSync(elsewhere, join(folder, 'refused'));
  const moved = () => moveAway(folder, 'refused', { files: ['sdn.csv'], reason: 'first' });
  await expect(moved()).rejects.toThrow('refused must be a folder, not a link to a folder');
  rmSync(join(folder, 'refused'));
  writeFileSync(join(folder, 'refused'), '');
  await expect(moved()).rejects.toThrow('refused must be a folder');
  rmSync(join(folder, 'refused'));

  // A dangling link with the name of the reason is a name that is taken.
  mkdirSync(join(folder, 'refused'));
  symlinkSync(join(elsewhere, 'written'), join(folder, 'refused/sdn.csv.reason.txt'));
  await moved();
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readFileSync(join(folder, 'refused/sdn.2.csv.reason.txt'), 'utf8')).toBe('first\n');
  for (const one of [folder, elsewhere]) rmSync(one, { recursive: true });
});
