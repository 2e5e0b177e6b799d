import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words that leave open who acts, or that no documentation of the field uses. CONTRIBUTING.md names what to write instead. */
const VAGUE =
  /\b(tell|tells|told|telling|hear|hears|heard|whoever|somebody|anybody|(go|goes|went|going) on|speaks?|spoken|lay|lays|laid|knows of|hand(s|ed)? over)\b/gi;

/** Files whose words are data: languages, vocabulary of papers, published texts. */
const DATA = [/\/words\/|\/language\/|\/address-proof\/|\/specimens\//, /^scripts\/words\.test\.js$/];

it('names who acts, and uses verbs of the field', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.js', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !DATA.some((data) => data.test(file)));
  const found = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line.match(VAGUE) ?? []).map((word) => `${file}:${index + 1}: ${word}`)),
  );
  expect(found).toEqual([]);
});
