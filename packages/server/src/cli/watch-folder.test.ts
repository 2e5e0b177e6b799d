import { expect, test } from 'vitest';
import { droppedLists } from './watch-folder.ts';

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
      ...{ list: 'ofac-sdn', fields: { format: 'ofac-csv' }, missing: [] },
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
      ...{ list: 'ofac-consolidated', fields: { format: 'ofac-csv' }, files: ['cons_prim.csv'] },
      missing: ['cons_alt.csv', 'cons_add.csv'],
    },
  ]);
});
