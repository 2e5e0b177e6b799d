// Builds the browser SDK into `packages/web-sdk/dist`: a module, CommonJS, a file for `<script>`, types, and the hashes
// that pages may pin. Fails when what every applicant loads is larger than it may be.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'rolldown';
import { importGlobPlugin } from 'rolldown/experimental';
import { binaryFiles } from './binary-files.js';
import { ensure } from './ensure.js';
import { fingerprintOf } from './parts.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'packages/web-sdk');
const dist = join(folder, 'dist');

/** Bytes, gzip, that document and selfie steps in English may load: script and style are one file. */
const CORE_LIMIT = 60 * 1024;

/** Parts besides languages that may load later, each a file of its own. Links to phones and to wallets share `qr-drawing`. */
const lazy = [
  'country-choice',
  'cross-device',
  'document-film',
  'document-vision',
  'face-vision',
  'passkey',
  'profile',
  'qr-drawing',
  'recorder',
  'signature',
  'step-up',
  'teaching',
  'test-mode',
  'wallet',
  'watch',
  'workflow',
];

/** Names of the languages besides English, each a file that loads later. */
const languagesIn = (cwd) =>
  readdirSync(join(cwd, 'src/language/words'))
    .map((file) => file.replace('.json', ''))
    .filter((id) => id !== 'en_US');

const output = { minify: true, sourcemap: true, chunkFileNames: 'lazy/[name].js' };

/** A script can't be split, so what loads later is found by the script's own address. */
const byAddress = {
  name: 'lazy-by-address',
  resolveId: (id, importer) =>
    id.endsWith('/lazy.ts') ? resolve(dirname(importer), id.replace('lazy.ts', 'lazy-by-address.ts')) : null,
};

/** The component for React imports the SDK by its name, so that a page has it once. */
const packageByName = {
  name: 'package-by-name',
  resolveId: (id) => (id === './index.ts' ? { id: '@bonafide/web-sdk', external: true } : null),
};

const size = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
const kb = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;

/** Files of the package's types: the rest of the source stays inside. */
const surface = ['index.d.ts', 'names.d.ts', 'react.d.ts', 'types.d.ts', 'version.d.ts'];

/** Has the compiler write the types of all files into `all-types`. */
async function emitTypes(made) {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', join(made, 'all-types')];
  try {
    await promisify(execFile)(tsc, ['-p', 'tsconfig.build.json', ...types], { cwd: folder });
  } catch (error) {
    // The compiler prints what is wrong to its standard output.
    throw new Error(`The types of the browser SDK can't be written:\n${error.stdout || error.message}`);
  }
}

/** Keeps the types of the surface: for modules, and once more for CommonJS, as which the same file would not be read. */
function keepSurface(made) {
  const all = join(made, 'all-types');
  for (const to of [join(made, 'types'), join(made, 'cjs/types')]) {
    mkdirSync(to);
    for (const file of surface) copyFileSync(join(all, 'web-sdk/src', file), join(to, file));
  }
  writeFileSync(join(made, 'cjs/package.json'), '{ "type": "commonjs" }\n');
  rmSync(all, { recursive: true });
}

const laterIn = (made) => readdirSync(join(made, 'lazy')).filter((name) => name.endsWith('.js'));

/** Files that pages load, in a build. */
const filesIn = (made) => ['Onfido.js', 'onfido.min.js', ...laterIn(made).map((name) => `lazy/${name}`)];

/** Writes a module, CommonJS and a file for `<script>` from the sources in the folder `cwd`. */
export function bundleAll(made, cwd) {
  const common = { cwd, platform: 'browser', plugins: [importGlobPlugin(), binaryFiles], logLevel: 'warn' };
  const modules = { ...common, input: { Onfido: 'src/index.ts' } };
  const react = {
    ...common,
    input: { react: 'src/react.ts' },
    external: ['react'],
    plugins: [...common.plugins, packageByName],
  };
  // Frameworks that render on servers leave a module that says so to the browser.
  const banner = "'use client';";
  const esm = { dir: made, format: 'esm' };
  const cjs = {
    dir: join(made, 'cjs'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'lazy/[name].cjs',
  };
  return Promise.all([
    build({ ...modules, output: { ...output, ...esm } }),
    build({ ...modules, output: { ...output, ...cjs } }),
    build({ ...react, output: { ...output, ...esm, banner } }),
    build({ ...react, output: { ...output, ...cjs, banner } }),
    build({
      ...common,
      input: 'src/script.ts',
      plugins: [...common.plugins, byAddress],
      transform: { define: { LANGUAGES: JSON.stringify(languagesIn(cwd)) } },
      output: { ...output, file: join(made, 'onfido.min.js'), format: 'iife' },
    }),
  ]);
}

async function buildWebSdk(made) {
  await Promise.all([bundleAll(made, folder), emitTypes(made)]);
  // Pages of older generations link a style sheet; everything is in the script.
  writeFileSync(join(made, 'style.css'), '/* The SDK brings its style with its script. */\n');
  // The MIT licence asks that its text goes with the copies, in `lazy/qr-drawing.js` and `lazy/passkey.js`.
  mkdirSync(join(made, 'licences'));
  copyFileSync(join(root, 'node_modules/uqr/LICENSE'), join(made, 'licences/uqr.txt'));
  copyFileSync(
    join(root, 'node_modules/@simplewebauthn/browser/LICENSE.md'),
    join(made, 'licences/simplewebauthn.txt'),
  );
  keepSurface(made);

  const later = laterIn(made);
  const expected = [...lazy, ...languagesIn(folder)].map((name) => `${name}.js`).toSorted();
  if (later.join() !== expected.join())
    throw new Error(`What loads later is ${later}: parts of the core were split off, or a file is not in the list`);
  const files = filesIn(made);
  for (const file of files.slice(0, 2)) {
    const bytes = size(join(made, file));
    if (bytes > CORE_LIMIT) throw new Error(`${file} has ${kb(bytes)}, more than ${kb(CORE_LIMIT)}`);
  }
  const integrity = Object.fromEntries(
    files.map((file) => [
      file,
      `sha384-${createHash('sha384')
        .update(readFileSync(join(made, file)))
        .digest('base64')}`,
    ]),
  );
  writeFileSync(join(made, 'integrity.json'), `${JSON.stringify(integrity, null, 2)}\n`);
  console.log(`The browser SDK has ${kb(size(join(made, 'onfido.min.js')))} gzip, of at most ${kb(CORE_LIMIT)}`);
}

/** Builds unless nothing has changed. */
export const ensureWebSdk = () => ensure(dist, fingerprintOf('packages/web-sdk'), buildWebSdk);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureWebSdk();
  for (const file of filesIn(dist)) console.log(`${file.padEnd(16)} ${kb(size(join(dist, file)))} gzip`);
}
