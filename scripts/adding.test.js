import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { rows } from './adding-rows.js';
import { bundleAll } from './build-web-sdk.js';
import { repositoryFiles, root } from './repository-files.js';

const section = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8')
  .split(/^## /m)
  .find((part) => part.startsWith('Adding'));

/** The rows of the tables by their first cell. */
const table = new Map(
  section
    .split('\n')
    .filter((line) => /^\| [a-z]/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, name, create, register, then]) => [name, { create, register, then }]),
);

/** Returns the paths in a cell, from the root of the repository. A path that names no package is the server's. */
const pathsIn = (cell) =>
  [...cell.matchAll(/`((?:[\w.<>-]+\/)*[\w.<>-]+\.\w+)`/g)].map(([, path]) =>
    /^(packages|scripts|docs|eval)\//.test(path) || existsSync(join(root, path)) ? path : `packages/server/src/${path}`,
  );

const registered = [...table].flatMap(([name, { register }]) =>
  [...register.matchAll(/`([^`]+)`(?: \(((?:`\w+`(?:, )?)+)\))?/g)].map(([cell, , symbols]) => ({
    name,
    path: pathsIn(cell)[0],
    symbols: [...(symbols ?? '').matchAll(/\w+/g)].map(([symbol]) => symbol),
  })),
);

test.each(registered)('$name: $path has $symbols', ({ path, symbols }) => {
  const text = readFileSync(join(root, path), 'utf8');
  expect(symbols.filter((symbol) => !new RegExp(`\\b${symbol}\\b`).test(text))).toEqual([]);
});

const asPattern = (path) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/<\w+>|NNNN/g, '[\\w-]+')}$`);

test.each(Object.entries(rows))(
  '%s: the edits touch only files that the row names',
  (name, { create = {}, insert }) => {
    const row = table.get(name);
    const named = pathsIn(`${row.create} ${row.register} ${row.then}`).map(asPattern);
    const touched = [...Object.keys(create), ...insert.map(([path]) => path)];
    expect(touched.filter((path) => !named.some((pattern) => pattern.test(path)))).toEqual([]);
  },
);

/** Copies the sources that the edits belong to, without tests. Packages come from the repository's `node_modules`. */
function scratchCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-adding-'));
  const sources = repositoryFiles().filter(
    (file) =>
      /^packages\/((server|web-sdk|dashboard)\/src|server\/languages)\//.test(file) &&
      !/\.test\.tsx?$|\/testing(\/|\.ts$)/.test(file),
  );
  // The browser SDK has its limits from there.
  sources.push('packages/verification/src/image/capture-limits.ts');
  for (const file of [...sources, 'package.json', 'tsconfig.json', 'packages/server/package.json']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function perform(folder, { create = {}, insert }) {
  for (const [path, text] of Object.entries(create)) writeFileSync(join(folder, path), text);
  for (const [path, anchor, text] of insert) {
    const before = readFileSync(join(folder, path), 'utf8');
    if (!before.includes(anchor))
      throw new Error(`${path} has no "${anchor}". Correct the row in CONTRIBUTING.md and here.`);
    writeFileSync(
      join(folder, path),
      before.replace(anchor, () => anchor + text),
    );
  }
}

/** The type checker's options for the service, and for what runs in browsers. */
const programs = {
  service: { compilerOptions: {}, include: ['packages/server/src'] },
  browser: {
    compilerOptions: { lib: ['es2023', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
    include: ['packages/web-sdk/src', 'packages/dashboard/src'],
  },
};

/** Returns the errors of the type checker, one a line; empty for none. One thread takes the least processor time. */
function typeErrors(folder, { compilerOptions, include }) {
  const options = { ...compilerOptions, noUnusedLocals: false };
  writeFileSync(
    join(folder, 'tsconfig.scratch.json'),
    JSON.stringify({ extends: './tsconfig.json', compilerOptions: options, include }),
  );
  try {
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.scratch.json', '--singleThreaded'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return '';
  } catch ({ stdout }) {
    return stdout;
  }
}

/** Bundles what the service makes of an unknown form's page and of a form's mail, from the sources in a folder. */
async function bundledWords(folder) {
  const server = join(folder, 'packages/server');
  const entry = join(server, 'src/entry.ts');
  writeFileSync(
    entry,
    `export { default as fastify } from 'fastify';
export { problem } from './base/errors.ts';
export { applicantFormMail } from './checks/forms/mail.ts';
export { sendErrorPage } from './pages/hosted/error-page.ts';
`,
  );
  const file = join(server, 'dist/words.js');
  await build({ cwd: server, input: entry, platform: 'node', external: /^[@a-z]/, output: { file } });
  return import(file);
}

describe('a scratch copy after the edits of all rows', () => {
  let folder;
  beforeAll(() => {
    folder = scratchCopy();
    for (const row of Object.values(rows)) perform(folder, row);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('compiles', () => {
    for (const [name, program] of Object.entries(programs)) expect(typeErrors(folder, program), name).toBe('');
  });

  it('speaks the added language on a page and in mail, and English where words are missing', async () => {
    const { applicantFormMail, fastify, problem, sendErrorPage } = await bundledWords(folder);
    const app = fastify();
    app.setErrorHandler(sendErrorPage);
    app.get('/', () => {
      throw problem('resource_not_found');
    });
    const page = await app.inject({ url: '/', headers: { 'accept-language': 'lb-LU' } });
    expect(page.statusCode).toBe(404);
    expect(page.body).toContain('<html lang="lb" dir="ltr">');
    expect(page.body).toContain('<h1>Formulaire net fonnt</h1>');
    expect(page.body).toContain('There is no form at this address.');
    await app.close();

    const brand = { name: 'Alice', privacyNoticeUrl: null, support: null, colour: null, logo: null };
    const addresses = { formUri: 'https://id.example.com/forms/1/2', baseUrl: 'https://id.example.com' };
    const mail = applicantFormMail({ brand, firstName: 'Jana', language: 'lb', ...addresses });
    expect(mail.subject).toBe('Alice freet Iech no Ärer Identitéit');
    expect(mail.html).toContain('<html lang="lb">');
    expect(mail.text).toContain('Hello Jana,');
  });

  it('has the added language in the module and the script of the browser SDK', async () => {
    const made = join(folder, 'sdk');
    await bundleAll(made, join(folder, 'packages/web-sdk'));
    expect((await import(join(made, 'lazy/lb.js'))).default.welcome.next_button).toBe('Ufänken');
    expect(readFileSync(join(made, 'Onfido.js'), 'utf8')).toMatch(/import\(.\.\/lazy\/lb\.js.\)/);
    expect(readFileSync(join(made, 'onfido.min.js'), 'utf8')).toMatch(/\bko\W+lb\W+lt\b/);
  });
});
