import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { folded } from '../text/page.ts';
import { BILLS, DEEDS, isClosing, isGreeting, isOtherKind, KINDS } from './kinds.ts';

const folder = new URL('kinds/', import.meta.url);
const jsonIn = (path: string): string[] => readdirSync(new URL(path, folder)).filter((name) => name.endsWith('.json'));
const files = ['accepted', 'other'].flatMap((group) => jsonIn(`${group}/`).map((name) => [group, name] as const));
const read = (path: string) => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Record<string, string[]>;
const kindOf = (name: string) => name.replace('.json', '').replaceAll('-', '_') as keyof typeof KINDS;

/** Folded, with `*` at an end alone. */
function expectWords(words: readonly string[]): void {
  for (const word of words) {
    const text = word.replace(/^\*|\*$/g, '');
    expect(text).not.toBe('');
    expect(text).not.toContain('*');
    expect(folded(text)).toBe(text);
  }
}

describe('the words of kinds of documents', () => {
  it('are a file for each kind', () => {
    expect(files.map(([, name]) => kindOf(name)).sort()).toEqual(Object.keys(KINDS).sort());
    for (const [group, name] of files) expect(isOtherKind(kindOf(name))).toBe(group === 'other');
  });

  test.each(files)('%s/%s has known lists of folded words, each once', (group, name) => {
    const lists = read(`${group}/${name}`);
    const known = ['names', 'senders', 'mentions', 'subjects', 'papers'];
    expect(Object.keys(lists)).toEqual(known.filter((list) => list in lists));
    expect(lists.names?.length).toBeGreaterThan(0);
    expect(lists.mentions?.length).toBeGreaterThan(0);
    for (const words of Object.values(lists)) {
      expect(new Set(words).size).toBe(words.length);
      expectWords(words.filter((word) => !['@bills', '@deeds'].includes(word)));
    }
  });

  it('of papers take the place of the lists that a file refers to', () => {
    expect(KINDS.benefit_letters.papers).toEqual(DEEDS);
    expect(KINDS.council_tax.papers).toEqual([...BILLS, ...DEEDS]);
    expect(KINDS.gas_bill.papers).toEqual(BILLS);
    expectWords([...BILLS, ...DEEDS]);
  });
});

test.each([
  ['dear mr smith', true],
  ['dearborn street 4', false],
  ['estimada clienta', true],
  ['to whom it may concern', true],
  ['kara anna', true],
  ['karate club', false],
])('%s is a greeting: %s', (line, is) => {
  expect(isGreeting(line)).toBe(is);
});

test.each([
  ['yours truly,', true],
  ['mit freundlichen gruessen', true],
  ['best regards from oslo', true],
  ['best before', false],
])('%s is a closing: %s', (line, is) => {
  expect(isClosing(line)).toBe(is);
});
