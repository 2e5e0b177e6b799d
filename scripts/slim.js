// After "npm ci" of the workspace: deletes from `node_modules` what none of its commands loads. Asks no network. Only the
// workspace has this script; who installs the published packages keeps every file.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_BUILD = /^node-(bin-)?(linux|darwin|win)-(x64|arm64)$/;

/** Builds for platforms, by the folder that holds them in `onnxruntime-node`. */
const platform = `bin/napi-v6/${process.platform}/${process.arch}/`;

/**
 * Returns whether a file of `onnxruntime-node` is for another platform; never if a release has none for this one at that place.
 */
const isForeign = (file, files) =>
  file.startsWith('bin/') && !file.startsWith(platform) && files.some((one) => one.startsWith(platform));

/**
 * Files of packages that nothing here loads: a package, the files, and the reason.
 * @type {[RegExp, (file: string, files: string[]) => boolean, string][]}
 */
const unused = [
  [/^onnxruntime-node$/, isForeign, 'one package for all platforms'],
  [NODE_BUILD, (file) => /^(include|share)\//.test(file), 'headers and manuals'],
  [/^lightningcss-/, (file) => file.endsWith('.node'), 'Vite minifies style sheets with it, which no test asks for'],
  [/^@libsql\/.*-musl$/, () => process.report?.getReport().header.glibcVersionRuntime, 'for another C library'],
  [/^onfido-sdk-ui$/, (file) => /^(lib|src|dist\/reports)\//.test(file), 'its sources, and reports of its build'],
  [/^zod$/, (file) => file.startsWith('src/'), 'what it was built from'],
  [/^@tesseract\.js-data\//, (file) => file.startsWith('4.0.0/'), 'larger data of the same languages'],
  [/^tesseract\.js-core$/, (file) => /^tesseract-core(?!-simd-lstm\.(js|wasm)$)/.test(file), 'builds for others'],
  [/^@vladmandic\/face-api$/, (file) => /^(dist|demo|src|types)\//.test(file), 'its weights alone are read'],
  [/^@fontsource-variable\//, (file) => /-(wdth|standard)-|-italic\./.test(file), 'PDFs change the weight alone'],
  [/^@hyzyla\/pdfium$/, (file) => /base64-|worker/.test(file), 'the same assembly as text'],
  [/^pdfkit$/, (file) => /^\.yarn\/|^js\/pdfkit\.(browser|standalone)/.test(file), 'builds for browsers'],
  [/^@ip-location-db\//, (file) => /-ipv[46]\.mmdb$/.test(file), 'halves of the file that is read'],
  [/^dejavu-fonts-ttf$/, (file) => /^(status\.txt|NEWS)$/.test(file), 'notes of its authors'],
  [/^stdnum$/, (file) => /^(src|lib\/esm)\//.test(file), 'its sources, and the same for bundlers alone'],
  [
    /^libphonenumber-js$/,
    (file) => /^(build|bundle|es6-modern|source|mobile|max)\//.test(file),
    'other builds, and larger data',
  ],
  [/^@cantoo\/pdf-lib$/, (file) => /^(dist|src|ts3\.4)\/|^cjs\/.*\.js$/.test(file), 'other builds, and its sources'],
  [/^playwright-core$/, (file) => file.startsWith('lib/vite/'), 'pages that show traces'],
  [/./, (file) => file.endsWith('.map'), 'maps to sources'],
];

/** Names of the folders in a folder. Left out are links, which lead to packages of the workspace, and hidden ones. */
function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
}

/** Packages under a `node_modules`: each name and folder, nested ones too. */
function* packagesIn(modules) {
  for (const folder of foldersIn(modules)) {
    const names = folder.startsWith('@')
      ? foldersIn(join(modules, folder)).map((name) => `${folder}/${name}`)
      : [folder];
    for (const name of names) {
      yield { name, folder: join(modules, name) };
      const nested = join(modules, name, 'node_modules');
      if (existsSync(nested)) yield* packagesIn(nested);
    }
  }
}

/** Files of a package, their paths with `/` between folders. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith(`node_modules${sep}`))
    .map((file) => file.replaceAll(sep, '/'));
}

/** The major version of the Node that runs npm; 0 where that is the build from npm, or unknown. */
function ownNode(modules, path = process.env.npm_node_execpath) {
  if (!path || path.startsWith(modules)) return 0;
  return Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
}

/**
 * Deletes what is not used in a `node_modules`.
 * @param modules its path
 * @param own major version of the machine's own Node: from 24 on the build from npm is deleted too
 */
export function slim(modules, own = ownNode(modules)) {
  if (!existsSync(modules)) return;
  for (const { name, folder } of packagesIn(modules)) {
    // Windows can't delete a program that runs, as this one does on that build.
    if (NODE_BUILD.test(name) && own >= 24 && process.platform !== 'win32') {
      rmSync(folder, { recursive: true });
      for (const link of ['node', 'node.cmd', 'node.ps1']) rmSync(join(modules, '.bin', link), { force: true });
      continue;
    }
    const rules = unused.filter(([names]) => names.test(name));
    const files = filesOf(folder);
    for (const file of files) if (rules.some(([, isUnused]) => isUnused(file, files))) rmSync(join(folder, file));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  slim(fileURLToPath(new URL('../node_modules', import.meta.url)));
