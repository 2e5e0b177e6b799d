import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { listAt, objectAt, type Place, recordAt, textAt } from './place.ts';
import { readTextFile, readYaml } from './yaml-file.ts';

/** Faults of a text whose lists hold texts and lists. */
function problemsOf(text: string): string[] {
  const read = (place: Place): unknown => (Array.isArray(place.value) ? listAt(place, 50, read) : textAt(place));
  try {
    readYaml(text, { file: 'f.yaml', whole: 'the file' }, (place) => recordAt(place, read, 50));
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

test.each([
  ['line ends of Windows', 'a: x\r\nb: [y]\r\n'],
  ['a byte order mark', '\uFEFFa: x\nb: [y]\n'],
  ['an anchor that is used twice', 'a: &x [y]\nb: [*x, *x]\n'],
  ['JSON', '{"a": "x", "b": ["y"]}'],
])('%s is read', (_, text) => {
  expect(problemsOf(text)).toEqual([]);
});

describe('what is wrong is said with the file, the line and the column', () => {
  it.each<[string, string, string]>([
    [
      'an alias without an anchor',
      'a: x\nb: *none\n',
      'f.yaml:2:4 the alias "none" refers to an anchor that is not defined before it',
    ],
    ['an alias within its anchor', 'a: &x\n  - [*x]\n', 'f.yaml:2:6 the alias "x" refers to itself'],
    ['a tag that nobody knows', 'a: !!js/function "x"\n', 'f.yaml:1:4 Unresolved tag: tag:yaml.org,2002:js/function'],
    ['a key that is there twice', 'a: x\na: y\n', 'f.yaml:2:1 Map keys must be unique'],
    ['a tab', 'a:\n\t- x\n', 'f.yaml:2:1 Tabs are not allowed as indentation'],
    ['two files in one', 'a: x\n---\na: y\n', expect.stringMatching(/^f\.yaml:2:1 Source contains multiple documents/)],
    ['a control character', 'a: "x\\u0000"\n', 'f.yaml:1:4 a: must not contain control characters'],
    ['half a character', 'a: "\\ud800"\n', 'f.yaml:1:4 a: must not contain control characters'],
  ])('%s', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});

describe('texts that are made to take long, or to end the process,', () => {
  const deep = (levels: number) => `a: ${'['.repeat(levels)}x${']'.repeat(levels)}\n`;
  const bomb = [...'bcdefghi'].reduce(
    (text, key, index) => `${text}${key}: &${key} [${`*${'abcdefgh'[index]}, `.repeat(9)}]\n`,
    'a: &a [x]\n',
  );

  it('are refused where they are nested too deep', () => {
    const message = 'is nested more than 64 deep';
    expect(problemsOf(deep(63))).toEqual([]);
    expect(problemsOf(deep(64))).toEqual([`f.yaml:1:67 a${'[0]'.repeat(63)}: ${message}`]);
    for (const levels of [5_000, 200_000]) {
      const [problem, ...more] = problemsOf(deep(levels));
      expect([problem?.replace(/:\d+ /, ': '), more]).toEqual([`f.yaml:1: ${message}`, []]);
    }
    expect(problemsOf(`{"a": ${'['.repeat(100_000)}`)[0]).toMatch(/^f\.yaml:1:\d+ is nested more than 64 deep$/);
  });

  it('are refused where aliases multiply', () => {
    expect(problemsOf(bomb)).toEqual(['f.yaml:2:8 aliases repeat more than 100 values']);
    const many = `a: &a x\nb: [${'*a, '.repeat(49)}]\nc: [${'*a, '.repeat(49)}]\nd: [*a, *a, *a]\n`;
    expect(problemsOf(many)).toEqual(['f.yaml:2:5 aliases repeat more than 100 values']);
  });

  it('are refused where they are too long', () => {
    expect(problemsOf(`a: x # ${'y'.repeat(1_000_000)}`)).toEqual(['f.yaml:1:1 has more than 1,000,000 letters']);
  });

  it('get the first hundred faults, and the number of the others', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `k${index}: 1\n`).join('');
    const unknown = (text: string) => {
      try {
        readYaml(text, { file: 'f.yaml', whole: 'the file' }, (place) => objectAt(place, ['a']));
        return [];
      } catch (error) {
        return (error as Error).message.split('\n');
      }
    };
    expect(unknown(keys(100))).toHaveLength(100);
    const found = unknown(keys(3_000));
    expect(found).toHaveLength(101);
    expect([found[0], found[99], found[100]]).toEqual([
      'f.yaml:1:5 k0: is unknown. Known keys: a',
      'f.yaml:100:6 k99: is unknown. Known keys: a',
      'f.yaml and 2900 more',
    ]);
    expect(problemsOf(keys(3_000))[0]).toBe('f.yaml:1:1 the file: must not have more than 50 keys');
    expect(problemsOf(`a: [${'1, '.repeat(30_000)}]`)).toHaveLength(51);
    expect(problemsOf(`{${'"a": 1, '.repeat(1000)}}`)).toHaveLength(101);
  });
});

describe('a file', () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'yaml-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is UTF-8, and there', () => {
    const file = (name: string, bytes: Buffer) => {
      writeFileSync(join(directory, name), bytes);
      return join(directory, name);
    };
    expect(readTextFile(file('good.yaml', Buffer.from('a: ü')))).toBe('a: ü');
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const path = file(`${encoding}.yaml`, Buffer.from('\uFEFFa: ü', encoding));
      expect(() => readTextFile(path)).toThrow(`${path}:1:1 is not UTF-8`);
    }
    expect(() => readTextFile(join(directory, 'none.yaml'))).toThrow('ENOENT');
    expect(() => readTextFile(directory)).toThrow('EISDIR');
  });
});
