import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryFiles, root } from './repository-files.js';

const files = repositoryFiles();

/** Every file of the repository, and every folder that holds one. */
const paths = new Set(
  files.flatMap((file) => file.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'))),
);

/** Documents of the present. The changelog names files as they were then. */
const documents = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');

/** The text of a document without its blocks of code. */
const textOf = (file) => readFileSync(`${root}/${file}`, 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** Folders that documents leave out of a path. */
const BASES = ['', 'packages/server/src/', 'packages/verification/', 'packages/web-sdk/', 'e2e/src/'];

/**
 * Names that look like a path but are not: names of packages and of types, and files that a build or a running service makes.
 */
const NO_PATH =
  /^@|^(multipart|image|application|text)\/|(^|\/)dist(\/|$)|^data\/|^packages\/verification\/models\/text$|^lazy\//;

/** A path of the repository: two parts, or a name with the extension of a source. Placeholders are not paths. */
const PATH = /^(\.?[\w-][\w.-]*\/)+[\w.-]*$|^[\w.-]+\.(ts|js|mjs|json|md|yml)$/;

const withoutSlash = (path) => path.replace(/\/$/, '');

/** Returns whether a path exists from a base, from the document's own folder, or, for one name, anywhere. */
function exists(path, document) {
  const from = [...BASES, `${posix.dirname(document)}/`, `${posix.dirname(document)}/src/`];
  if (from.some((base) => paths.has(posix.normalize(base + path)))) return true;
  return !path.includes('/') && files.some((file) => file.endsWith(`/${path}`));
}

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (file) => [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));

it('links to files and headings that exist', () => {
  const broken = [...documents, 'CHANGELOG.md'].flatMap((document) =>
    [...textOf(document).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path === '' ? document : withoutSlash(posix.join(posix.dirname(document), path));
        return !paths.has(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
      })
      .map(([link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('names paths that exist', () => {
  const unknown = documents.flatMap((document) =>
    [...textOf(document).matchAll(/`([^`\n]+)`/g)]
      .map(([, code]) => code)
      .filter((code) => PATH.test(code) && !NO_PATH.test(code) && !exists(withoutSlash(code), document))
      .map((code) => `${document}: ${code}`),
  );
  expect(unknown).toEqual([]);
});

it('names commands that exist', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'));
  const unknown = [...documents, '.dependency-cruiser.mjs', ...files.filter((file) => /\.(ts|js)$/.test(file))].flatMap(
    (file) =>
      [...readFileSync(`${root}/${file}`, 'utf8').matchAll(/npm run (?:-s |--silent )?([a-z]+(?::[a-z-]+)*)/g)]
        .map(([, name]) => name)
        .filter((name) => !Object.hasOwn(scripts, name))
        .map((name) => `${file}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

/** Returns the names of the folders directly below `base` that hold a file of the repository. */
const foldersBelow = (base) => [
  ...new Set(
    files
      .filter((file) => file.startsWith(base) && file.slice(base.length).includes('/'))
      .map((file) => file.slice(base.length).split('/')[0]),
  ),
];

/** Returns the folders that the tables below a heading name in their first column. */
const describedIn = (document, heading) => {
  const section = readFileSync(`${root}/${document}`, 'utf8')
    .split(/^#+ /m)
    .find((part) => part.startsWith(heading));
  return [...section.matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, folder]) => folder);
};

it.each([
  ['', 'At the root'],
  ['packages/server/src/', 'The server'],
  ['packages/verification/src/', 'The analysers'],
])('ARCHITECTURE.md has one row for each folder of %s', (base, heading) => {
  expect(describedIn('ARCHITECTURE.md', heading).toSorted()).toEqual(foldersBelow(base).toSorted());
});

it('describes every folder of the browser SDK in its README', () => {
  const readme = readFileSync(`${root}/packages/web-sdk/README.md`, 'utf8');
  const named = new Set([...readme.matchAll(/`([\w.*/-]+)`/g)].flatMap(([, path]) => [path, path.split('/')[0]]));
  expect(foldersBelow('packages/web-sdk/src/').filter((folder) => !named.has(folder))).toEqual([]);
});

it('lists every decision in their index', () => {
  const folder = 'docs/architecture/decisions/';
  const index = readFileSync(`${root}/${folder}README.md`, 'utf8');
  const records = files.filter((file) => file.startsWith(`${folder}0`)).map((file) => file.slice(folder.length));
  expect(records.filter((record) => !index.includes(`](${record})`))).toEqual([]);
});

it('keeps the front door short', () => {
  const readme = readFileSync(`${root}/README.md`, 'utf8').trimEnd().split('\n');
  expect(readme.length, 'lines of README.md').toBeLessThanOrEqual(120);
  const architecture = Buffer.byteLength(readFileSync(`${root}/ARCHITECTURE.md`));
  expect(architecture, 'bytes of ARCHITECTURE.md').toBeLessThanOrEqual(14 * 1024);
});
