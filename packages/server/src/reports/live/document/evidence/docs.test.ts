import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { assuranceDocument } from '../../../../cli/commands/assurance.ts';
import { leafPaths } from '../../../breakdown.ts';
import { documentTree } from '../../../document.ts';
import { documentKinds, FORGERY_WORDS, type Forgery } from './forgery.ts';
import { EVIDENCE } from './table.ts';

test('docs/reference/assurance.md is made from the tables that decide', () => {
  const page = new URL('../../../../../../../docs/reference/assurance.md', import.meta.url);
  expect(readFileSync(page, 'utf8').trim()).toBe(assuranceDocument());
});

test('every forgery has a leaf of the report and a source, for every kind of document that it is done to', () => {
  const paths = leafPaths(documentTree);
  expect(EVIDENCE.flatMap(({ leaves }) => leaves).filter((leaf) => !paths.includes(leaf))).toEqual([]);
  expect(EVIDENCE.filter(({ sources }) => sources.length === 0)).toEqual([]);
  for (const forgery of Object.keys(FORGERY_WORDS) as Forgery[]) {
    const kinds = EVIDENCE.filter((row) => row.forgery === forgery).flatMap((row) => row.kinds);
    const all = documentKinds.filter((kind) => forgery !== 'side_missing' || kind.startsWith('card'));
    expect(kinds.toSorted()).toEqual(all.toSorted());
  }
});
