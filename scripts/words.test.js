import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { repositoryFiles, root } from './repository-files.js';

/** Words that leave open who acts, or that no documentation of the field uses. CONTRIBUTING.md names what to write instead. */
const VAGUE =
  /\b(tell|tells|told|telling|hear|hears|heard|whoever|somebody|anybody|(go|goes|went|going) on|speaks?|spoken|lay|lays|laid|knows of|hand(s|ed)? over)\b/gi;

/** Files whose words are data: languages, vocabulary of papers, published texts. */
const DATA = [/\/words\/|\/language\/|\/address-proof\/|\/specimens\//, /^scripts\/words\.test\.js$/];

it('names who acts, and uses verbs of the field', () => {
  const files = repositoryFiles().filter((file) => /\.(ts|js|md)$/.test(file) && !DATA.some((data) => data.test(file)));
  const found = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.match(VAGUE) ?? []).map((word) => `${file}:${index + 1}: ${word}`)),
  );
  expect(found).toEqual([]);
});
