import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles, root } from './repository-files.js';

const contract = readFileSync(`${root}/docs/reference/contract.md`, 'utf8');
const rules = new Set([...contract.matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number]) => number));
const chapters = new Set([...contract.matchAll(/^## (\d+)\. /gm)].map(([, number]) => number));

/** Lists such as "contract 9.2 and 9.7", "contract 3.3 to 3.8" and "contract 14". */
const CITATION = /contract(?: \(| )(\d+(?:\.\d+)?(?:(?:, | and | to )\d+\.\d+)*)/gi;

const sources = repositoryFiles().filter((file) => /^(packages|e2e|bench|eval)\/.*\.(ts|js)$/.test(file));

it('numbers its rules without a gap', () => {
  expect(chapters.size).toBeGreaterThan(10);
  for (const chapter of chapters) {
    const own = [...rules].filter((rule) => rule.startsWith(`${chapter}.`)).map((rule) => Number(rule.split('.')[1]));
    expect(own, `chapter ${chapter}`).toEqual(own.map((_, index) => index + 1));
  }
});

it('holds every rule that the code cites', () => {
  const cited = sources.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(CITATION)].flatMap(([, list]) =>
      list.split(/, | and | to /).map((number) => ({ file, number })),
    ),
  );
  expect(cited.length).toBeGreaterThan(80);
  expect(cited.filter(({ number }) => !rules.has(number) && !chapters.has(number))).toEqual([]);
});

it('is the only document that sections are cited of, beside public standards', () => {
  const own = sources.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .filter((line) => /\b(supplement|seed document|\w+ document, section)\b/i.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(own).toEqual([]);
});
