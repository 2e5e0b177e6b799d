import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { leafPaths } from '../../../breakdown.ts';
import { documentTree } from '../../../document.ts';
import { type DocumentKind, documentKinds, FORGERY_WORDS, type Forgery, KIND_WORDS } from './forgery.ts';
import { EVIDENCE, type EvidenceSource, SOURCES_OF_EVIDENCE } from './table.ts';

const guide = new URL('../../../../../../../docs/guides/evidence.md', import.meta.url);

const kindsOf = (kinds: readonly DocumentKind[]) =>
  kinds.length === documentKinds.length ? 'all' : kinds.map((kind) => KIND_WORDS[kind]).join(', ');
const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
const leavesOf = (leaves: readonly string[]) =>
  leaves.length === 1 ? code(leaves) : `\`data_consistency\`: ${code(leaves.map((leaf) => leaf.split('.')[1]!))}`;

/** The tables as the guide has them. */
function tables(): string {
  const rows = EVIDENCE.map(
    ({ forgery, kinds, leaves, sources }) =>
      `| \`${forgery}\` | ${kindsOf(kinds)} | ${leavesOf(leaves)} | ${code(sources)} |`,
  );
  const sources = (Object.keys(SOURCES_OF_EVIDENCE) as EvidenceSource[]).map(
    (name) => `| \`${name}\` | ${SOURCES_OF_EVIDENCE[name].grade} | ${SOURCES_OF_EVIDENCE[name].words} |`,
  );
  return [
    ...['| Forgery | Documents | Leaf | Confirmed absent by any of |', '|---|---|---|---|', ...rows, ''],
    ...['| Source | Grade | What it is |', '|---|---|---|', ...sources],
  ].join('\n');
}

test('the guide prints the table of evidence as it is', () => {
  const printed = readFileSync(guide, 'utf8');
  const [, between] = printed.split(/<!-- (?:end of )?the table of evidence -->\n/);
  expect(between).toBe(`\n${tables()}\n\n`);
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
