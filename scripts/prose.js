// node scripts/prose.js: finds riddles, and docstrings and descriptions that start with neither subject nor verb.
//
// Part of npm run lint. Prints each finding, then figures by package. The exit code is 1 when there is a finding.
import { readFileSync } from 'node:fs';
import { proseOf } from './prose-of.js';
import { openingOf, riddlesIn } from './prose-rules.js';
import { repositoryFiles, root } from './repository-files.js';

/** Files whose words are data (languages, vocabularies, published texts) or history. */
const NOT_OURS = [
  /\/language\/|\/address-proof\/words|\/specimens\//,
  /^scripts\/prose/,
  // Its docstrings are descriptions of the OpenAPI document.
  /^packages\/dashboard\/src\/api-types\.ts$/,
  /^CHANGELOG\.md$|^changes\/|\/errors\.md$/,
];

const isOurs = (file) => /\.(ts|tsx|js|mjs|md)$/.test(file) && !NOT_OURS.some((pattern) => pattern.test(file));

/** The package of a file; `docs` for every Markdown document, `root` for files beside the packages. */
function packageOf(file) {
  if (file.endsWith('.md')) return 'docs';
  return /^(packages\/[^/]+|bench|eval|e2e|scripts)\//.exec(file)?.[1] ?? 'root';
}

const packages = new Map();
for (const file of repositoryFiles().filter(isOurs)) {
  const count = packages.get(packageOf(file)) ?? { docstrings: 0, riddles: 0, openings: 0 };
  packages.set(packageOf(file), count);
  for (const { kind, line, text } of proseOf(file, readFileSync(`${root}/${file}`, 'utf8'))) {
    const riddles = riddlesIn(text);
    const opening = kind === 'docstring' || kind === 'description' ? openingOf(text) : undefined;
    if (kind === 'docstring') count.docstrings += 1;
    if (riddles.length > 0) {
      count.riddles += 1;
      console.log(`${file}:${line}: riddle "${riddles.join('", "')}": ${text}`);
    }
    if (opening) {
      count.openings += 1;
      console.log(`${file}:${line}: opening "${opening}": ${text}`);
    }
  }
}

for (const [name, { docstrings, riddles, openings }] of [...packages].sort()) {
  console.log(`${name}: ${riddles} riddles, ${openings} openings in ${docstrings} docstrings`);
  if (riddles + openings > 0) process.exitCode = 1;
}
if (process.exitCode) console.log('"Plain English" in CONTRIBUTING.md says what to write instead.');
