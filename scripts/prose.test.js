import { expect, it } from 'vitest';
import { proseOf } from './prose-of.js';
import { openingOf, riddlesIn } from './prose-rules.js';

it('reads docstrings, comments and names of tests', () => {
  const source = [
    '/**',
    ' * Hashes a key.',
    ' * The hash has 32 bytes.',
    ' * @example',
    ' * hash(key); // not prose',
    ' */',
    'export const size = 32; // Bytes of a hash.',
    '// The first line,',
    '// and the second.',
    "it('hashes what is asked of it', () => {});",
  ].join('\n');
  expect(proseOf('hash.ts', source)).toEqual([
    { kind: 'docstring', line: 1, text: 'Hashes a key. The hash has 32 bytes.' },
    { kind: 'comment', line: 7, text: 'Bytes of a hash.' },
    { kind: 'comment', line: 8, text: 'The first line, and the second.' },
    { kind: 'test', line: 10, text: 'hashes what is asked of it' },
  ]);
});

it('reads messages, names of tests in tables, and descriptions of schemas', () => {
  const source = [
    "throw new Error('the file is damaged');",
    "it.each([['a file of which nothing is left', 1]])('%s', () => {});",
    'const page = Type.Integer({',
    "  description: 'Of a PDF, from 0',",
    '});',
    "// 'a literal in a comment'",
    "const key = 'content-type';",
  ].join('\n');
  expect(proseOf('file.ts', source)).toEqual([
    { kind: 'comment', line: 6, text: "'a literal in a comment'" },
    { kind: 'test', line: 2, text: '%s' },
    { kind: 'text', line: 1, text: 'the file is damaged' },
    { kind: 'text', line: 2, text: 'a file of which nothing is left' },
    { kind: 'description', line: 4, text: 'Of a PDF, from 0' },
  ]);
});

it('reads paragraphs, list items and rows of documents, and leaves out code', () => {
  const document = ['# Title', '', 'First line', 'of two.', '', '```sh', 'ls', '```', '', '- one', '- two'].join('\n');
  expect(proseOf('readme.md', document)).toEqual([
    { kind: 'document', line: 1, text: '# Title' },
    { kind: 'document', line: 3, text: 'First line of two.' },
    { kind: 'document', line: 10, text: '- one' },
    { kind: 'document', line: 10, text: '- two' },
  ]);
});

it.each([
  ['Settings of the account, and those of its members.', ['those of']],
  ['The result of a person, also where a list makes another of it.', ['also where', 'makes another of it']],
  ['Everything of which the key is known.', ['of which']],
  ['The file, or the one that replaced it; all else is deleted.', ['all else', 'the one that']],
  ['Returns the settings of the account. Those settings never change.', []],
  ['Sends the `those of` literal.', []],
  ['Bytes that are no picture, and a token that is none.', ['are no p', 'is none']],
  ['Undefined when there is none; the key is no longer valid.', []],
  ['The end of the one before.', ['the one before']],
])('finds riddles: %s', (text, riddles) => {
  expect(riddlesIn(text).sort()).toEqual(riddles);
});

it.each([
  ['What is kept of a decision.', 'What'],
  ['Whose bytes are read.', 'Whose'],
  ['Of the index, hexadecimal.', 'Of'],
  ['By when a reviewer has to decide.', 'By'],
  ['Its place in the version.', 'Its'],
  ['The stored decision.', undefined],
  ['Returns whether the report is complete.', undefined],
  ['Formats a date.', undefined],
])('finds the opening: %s', (docstring, opening) => {
  expect(openingOf(docstring)).toBe(opening);
});
