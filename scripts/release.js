// Makes a version: notes of `changes/` go into the changelog, all packages get the number.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PUBLISHED = [
  'packages/server',
  'packages/verification',
  'packages/web-sdk',
  'packages/chip-reader',
  'packages/conformance',
];

/** Texts that name the version as it is now. */
const NAMED = ['packages/web-sdk/src/version.ts', 'packages/web-sdk/README.md'];

const jsonOf = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Returns whether `a` is a later version than `b`; both are `major.minor.patch`. */
export function isLater(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && left[at] > right[at];
}

/** The changelog with a section for `version` on top, made from the notes and from the text under "Unreleased". */
export function withSection(changelog, version, date, notes) {
  const [head, ...sections] = changelog.split(/^(?=## )/m);
  const open = sections[0]?.startsWith('## Unreleased') ? sections.shift().replace(/^## Unreleased\n+/, '') : '';
  const listed = notes.map((text) => text.trim()).join('\n');
  const body = [listed, open.trim()].filter((text) => text !== '');
  if (body.length === 0)
    throw new Error('There is nothing to release: no file in changes/, nothing under "Unreleased".');
  return [head, `## ${version} (${date})\n\n${body.join('\n\n')}\n\n`, ...sections].join('').replace(/\n+$/, '\n');
}

/** Sets the version of the published packages, and what they say of each other, in `package.json` or a lock's entry. */
export function withVersion(manifest, names, version) {
  const changed = { ...manifest, version };
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const name of Object.keys(changed[kind] ?? {})) if (names.includes(name)) changed[kind][name] = `^${version}`;
  }
  return changed;
}

/** Writes the version into the repository at `root`. Throws where the number is no later one, or nothing is to be released. */
export function release(root, version, date) {
  const manifests = PUBLISHED.map((folder) => jsonOf(join(root, folder, 'package.json')));
  const [current] = manifests.map((manifest) => manifest.version);
  if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new Error('Give a version, for example: npm run release -- 0.3.0');
  if (!isLater(version, current)) throw new Error(`${version} is not later than ${current}.`);

  const folder = join(root, 'changes');
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md');
  const notes = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  const changelog = join(root, 'CHANGELOG.md');
  writeFileSync(changelog, withSection(readFileSync(changelog, 'utf8'), version, date, notes));
  for (const file of files) rmSync(join(folder, file));

  const names = manifests.map((manifest) => manifest.name);
  const lock = jsonOf(join(root, 'package-lock.json'));
  for (const [index, path] of PUBLISHED.entries()) {
    writeJson(join(root, path, 'package.json'), withVersion(manifests[index], names, version));
    lock.packages[path] = withVersion(lock.packages[path], names, version);
  }
  writeJson(join(root, 'package-lock.json'), lock);
  for (const file of NAMED.map((path) => join(root, path))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(current, version));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const version = process.argv[2];
  try {
    release(fileURLToPath(new URL('..', import.meta.url)), version, new Date().toISOString().slice(0, 10));
    console.log(
      `Read the changelog, then: git commit -am "Release ${version}" && git tag -a v${version} -m "Release ${version}"`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
