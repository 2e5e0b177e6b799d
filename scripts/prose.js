// node scripts/prose.js: counts riddles and openings that are neither subject nor verb, by package.
//
// Part of npm run lint. A count may not exceed its ceiling in prose-ceilings.json.
// --list [PATH...] prints each finding below the paths. --lower lowers the ceilings to the counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { proseOf } from './prose-of.js';
import { openingOf, riddlesIn } from './prose-rules.js';
import { repositoryFiles, root } from './repository-files.js';

const CEILINGS = fileURLToPath(new URL('prose-ceilings.json', import.meta.url));

/** Files whose words are data (languages, vocabularies, published texts) or history. */
const NOT_OURS = [
  /\/language\/|\/address-proof\/words|\/specimens\//,
  /^scripts\/prose/,
  /^CHANGELOG\.md$|^changes\/|\/errors\.md$/,
];

const isOurs = (file) => /\.(ts|tsx|js|mjs|md)$/.test(file) && !NOT_OURS.some((pattern) => pattern.test(file));

/** The package of a file; `docs` for every Markdown document, `root` for files beside the packages. */
function packageOf(file) {
  if (file.endsWith('.md')) return 'docs';
  return /^(packages\/[^/]+|bench|eval|e2e|scripts)\//.exec(file)?.[1] ?? 'root';
}

/** Findings of one file, as `path:line: riddle "…" in docstring: text`. */
function findingsOf(file) {
  return proseOf(file, readFileSync(`${root}/${file}`, 'utf8')).flatMap(({ kind, line, text }) => {
    const riddles = riddlesIn(text);
    const opening = kind === 'docstring' ? openingOf(text) : undefined;
    return [
      { kind, docstring: kind === 'docstring' },
      ...(riddles.length > 0
        ? [{ riddle: kind, at: `${file}:${line}: riddle "${riddles.join('", "')}": ${text}` }]
        : []),
      ...(opening ? [{ opening, at: `${file}:${line}: opening "${opening}": ${text}` }] : []),
    ];
  });
}

const packages = new Map();
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
for (const file of repositoryFiles().filter(isOurs)) {
  const name = packageOf(file);
  const count = packages.get(name) ?? { docstrings: 0, riddles: 0, riddlesInDocstrings: 0, openings: 0 };
  packages.set(name, count);
  for (const { docstring, riddle, opening, at } of findingsOf(file)) {
    if (docstring) count.docstrings += 1;
    if (riddle) count.riddles += 1;
    if (riddle === 'docstring') count.riddlesInDocstrings += 1;
    if (opening) count.openings += 1;
    if (at && process.argv.includes('--list') && (paths.length === 0 || paths.some((path) => file.startsWith(path)))) {
      console.log(at);
    }
  }
}

const ceilings = JSON.parse(readFileSync(CEILINGS, 'utf8'));
const percent = (part, whole) => `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
const total = { docstrings: 0, riddlesInDocstrings: 0, openings: 0 };
for (const [name, { docstrings, riddles, riddlesInDocstrings, openings }] of [...packages].sort()) {
  const ceiling = ceilings[name] ?? { riddles: 0, openings: 0 };
  const high = riddles > ceiling.riddles || openings > ceiling.openings;
  if (high) process.exitCode = 1;
  console.log(
    `${name}: ${riddles} riddles (ceiling ${ceiling.riddles}), ${openings} openings (ceiling ${ceiling.openings}) in ` +
      `${docstrings} docstrings${high ? ' FAILED' : ''}`,
  );
  total.docstrings += docstrings;
  total.riddlesInDocstrings += riddlesInDocstrings;
  total.openings += openings;
  ceilings[name] = { riddles: Math.min(riddles, ceiling.riddles), openings: Math.min(openings, ceiling.openings) };
}
if (process.exitCode)
  console.log('Run npm run prose -- --list PATH. "Plain English" in CONTRIBUTING.md says what to write instead.');
console.log(
  `all docstrings: ${percent(total.riddlesInDocstrings, total.docstrings)} riddles, ` +
    `${percent(total.openings, total.docstrings)} openings that are neither subject nor verb`,
);
if (process.argv.includes('--lower')) writeFileSync(CEILINGS, `${JSON.stringify(ceilings, null, 2)}\n`);
