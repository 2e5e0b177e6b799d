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
 * Names that look like a path and are none: names of packages and of types, and files that a build or a running service makes.
 */
const NO_PATH =
  /^@|^(multipart|image|application|text)\/|(^|\/)dist(\/|$)|^data\/|^packages\/verification\/models\/text$|^lazy\//;

/** A path of the repository: two parts, or a name with the extension of a source. Placeholders are none. */
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

it('describes every folder at the root and of the packages', () => {
  const architecture = readFileSync(`${root}/ARCHITECTURE.md`, 'utf8');
  const named = (text) =>
    new Set([...text.matchAll(/`([\w.*/-]+)`/g)].flatMap(([, path]) => [path, path.split('/')[0]]));
  const below = (base) =>
    new Set(
      files
        .filter((file) => file.startsWith(base))
        .map((file) => file.slice(base.length))
        .filter((file) => file.includes('/'))
        .map((file) => file.split('/')[0]),
    );
  const missing = (base, text) =>
    [...below(base)].filter((folder) => !named(text).has(folder)).map((folder) => base + folder);
  expect([
    ...missing('', architecture),
    ...missing('packages/server/src/', architecture),
    ...missing('packages/verification/src/', architecture),
    ...missing('packages/web-sdk/src/', readFileSync(`${root}/packages/web-sdk/README.md`, 'utf8')),
  ]).toEqual([]);
});
