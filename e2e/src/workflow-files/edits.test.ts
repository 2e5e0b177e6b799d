import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Node, parseDocument } from 'yaml';
import {
  editFile,
  exchangeInFile,
  valueAt,
  withValue,
} from '../../../packages/dashboard/src/workflows/builder/edit-file.ts';
import {
  allParts,
  outlineOf,
  type Part,
  type Path,
  parsedText,
} from '../../../packages/dashboard/src/workflows/builder/outline.ts';
import { sampleFile } from '../../../packages/server/src/workflows/sample-file.ts';
import { workflowDirectory } from '../../../packages/server/src/workflows/testing/write.ts';

const root = new URL('../../../', import.meta.url);

/** Workflow files of a directory. */
const filesIn = (directory: string | URL): [name: string, text: string][] =>
  readdirSync(directory)
    .filter((name) => /\.(ya?ml|json)$/.test(name))
    .map((name) => [
      name,
      readFileSync(directory instanceof URL ? new URL(name, directory) : `${directory}/${name}`, 'utf8'),
    ]);

/** Examples of workflows in the guide that are whole files. */
const guide = [
  ...readFileSync(new URL('docs/guides/workflows.md', root), 'utf8').matchAll(/```yaml\n([\s\S]*?)```/g),
].map(([, text], index): [string, string] => [`workflows.md, example ${index + 1}`, text as string]);

const odd: [name: string, text: string][] = [
  ['CRLF', sampleFile.text.replaceAll('\n', '\r\n')],
  ['no line break at the end', sampleFile.text.trimEnd()],
  ['JSON', `${JSON.stringify(parsedText(sampleFile.text), null, 2)}\n`],
  ['JSON in one line', JSON.stringify(parsedText(sampleFile.text))],
  ['BOM', `\uFEFF${sampleFile.text}`],
  [
    'quotes and blocks',
    "name: 'It''s'\nsteps:\n- task: notify\n  to: \"applicant\"\n  subject:   a  # why\n  text: |\n    One\n\n    Two\n- {task: wait,   hours: 2} # rest\n\n# Alone.\n\ndecide:\n- outcome: review\n",
  ],
];

const all = [
  ...filesIn(new URL('packages/server/workflows/', root)),
  ...filesIn(new URL('e2e/src/published-suite/workflows/', root)),
  ...filesIn(workflowDirectory()),
  [sampleFile.name, sampleFile.text] as [string, string],
  ...guide,
  ...odd,
];

const partsIn = (text: string): Part[] => allParts(outlineOf(parsedText(text)));

/** Lists of the parts of a file with the number of their entries. */
function listsIn(text: string): { path: Path; length: number }[] {
  const value = parsedText(text);
  const paths = [['steps'], ['decide'], ...partsIn(text).flatMap(({ lists }) => lists.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const list = valueAt(value, path);
    return Array.isArray(list) ? [{ path, length: list.length }] : [];
  });
}

/** Lines of a text, sorted. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

/** Comment lines of a text, in their order. */
const commentsOf = (text: string) => linesOf(text).filter((line) => line.startsWith('#'));

/** Positions in a text between which a part stands, with the rest of its last line. */
function placeOf(text: string, path: Path): readonly [from: number, to: number] {
  const node = parseDocument(text).getIn(path, true) as Node;
  const [from, , end] = node.range as [number, number, number];
  const line = text.indexOf('\n', end);
  return [from, line < 0 ? text.length : line + 1];
}

/** Expects that two texts differ between two positions of the first one alone. */
function expectSameAround(text: string, edited: string, [from, to]: readonly [number, number]): void {
  expect(edited.slice(0, from)).toBe(text.slice(0, from));
  const rest = text.slice(to);
  expect(edited.slice(edited.length - rest.length)).toBe(rest);
}

const odd_texts = [
  'a',
  'Is it: so?',
  '#x',
  'true',
  '12',
  'two\nlines',
  "it's",
  '{y}',
  ' z ',
  'é, ü',
  '- q',
  'end\n',
  '',
];
// biome-ignore-start lint/suspicious/noThenProperty: the key of a workflow file.
const steps = [
  { task: 'wait', name: 'new_wait', hours: 2 },
  { task: 'check', name: 'more', reports: ['document', 'facial_similarity_photo'] },
  { if: { value: 'start.plan', in: ['a', 'b'] }, then: [{ end: 'approve', reason: 'a: b' }] },
];
// biome-ignore-end lint/suspicious/noThenProperty: the key of a workflow file.

describe.each(all)('%s', (_, text) => {
  const value = parsedText(text);

  test('opens and saves byte-equal', () => {
    expect(editFile(text, value)).toBe(text);
  });

  test('has the fields of the builder after each edit, and an unchanged text around the part', () => {
    const run = (one: number, two: number, word: string, key: string) => {
      const parts = partsIn(text).filter(({ path, fields }) => path.length > 0 && Object.keys(fields).length > 0);
      const part = parts[one % parts.length];
      if (!part) return;
      const own = Object.keys(part.fields);
      for (const inner of [word, ['approve', word], { value: word }, 7, undefined]) {
        for (const name of [key, own[two % own.length] as string]) {
          const after = withValue(value, [...part.path, name], inner);
          const edited = editFile(text, after);
          expect(parsedText(edited)).toEqual(after);
          expectSameAround(text, edited, placeOf(text, part.path));
        }
      }
    };
    const numbers = [fc.nat(), fc.nat()] as const;
    const words = fc.constantFrom(...odd_texts);
    fc.assert(fc.property(...numbers, words, fc.constantFrom('reason', 'choices'), run), { numRuns: 5 });
  });

  test('gains, moves and loses steps, and keeps the text around their list', () => {
    const run = (one: number, two: number, step: object) => {
      const lists = listsIn(text);
      const list = lists[one % lists.length];
      if (!list) return;
      const entries = valueAt(value, list.path) as readonly unknown[];
      const around = placeOf(text, list.path.slice(0, -1));
      const index = two % (entries.length + 1);
      const more = withValue(value, list.path, entries.toSpliced(index, 0, step));
      const added = editFile(text, more);
      expect(parsedText(added)).toEqual(more);
      expect(commentsOf(added)).toEqual(commentsOf(text));
      if (list.path.length > 1) expectSameAround(text, added, around);
      if (entries.length === 0) return;
      const less = withValue(value, list.path, entries.toSpliced(index % entries.length, 1));
      expect(parsedText(editFile(text, less))).toEqual(less);
      if (entries.length === 1) return;
      const at = index % (entries.length - 1);
      const moved = exchangeInFile(text, list.path, at);
      expect(parsedText(moved)).toEqual(
        withValue(value, list.path, entries.toSpliced(at, 2, entries[at + 1], entries[at])),
      );
    };
    fc.assert(fc.property(fc.nat(), fc.nat(), fc.constantFrom(...steps), run), { numRuns: 8 });
  });
});
