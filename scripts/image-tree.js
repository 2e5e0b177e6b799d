// node scripts/image-tree.js FOLDER api|full: writes `FOLDER/node_modules`, the built service as npm would install it, without
// what no process of a container reads: bundled packages, maps, types, documents, libraries of other platforms.
//
// `full` has every net of live analysis. `api` has only the net that finds faces in uploads, so its processes need the setting
// `--analysis elsewhere`.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { externalPackages } from './external-packages.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const jsonOf = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Packages whose files are read by path. Their code is bundled or unused, so their dependencies are left out. */
const readByPath = ['@fastify/swagger-ui', '@vladmandic/face-api', '@ip-location-db/geo-whois-asn-country-mmdb'];

/** Paths within a package that are copied, where a package has far more than the service reads. */
const usedPaths = {
  '@fastify/swagger-ui': /^static\//,
  '@hyzyla/pdfium': /^dist\/(index\.(esm|cjs)|index\.esm\.js|pdfium\.wasm$|vendor\/|[a-z.]+\.js$)/,
  '@ip-location-db/geo-whois-asn-country-mmdb': /^geo-whois-asn-country\.mmdb$/,
  '@vladmandic/face-api': /^model\/(ssd_mobilenetv1|face_landmark_68|face_recognition|age_gender)_model/,
  'dejavu-fonts-ttf': /^ttf\/DejaVuSans(Mono)?(-Bold)?\.ttf$/,
  exifr: /^dist\/full\./,
  fontkit: /^dist\/(main|module)\./,
  'onnxruntime-node': new RegExp(`^(dist/|bin/napi-v\\d+/${process.platform}/${process.arch}/)`),
  pdfkit: /^js\/(data\/|standard-fonts\/|output\.|pdfkit\.(js|node\.mjs)$)/,
  'zxing-wasm': /^dist\/(es|cjs|reader)\//,
};

/** Paths of our own packages that only analyses of reports read. */
const netsOfReports = {
  '@bonafide/verification': /^models\//,
  '@vladmandic/face-api': /^model\/(face_recognition|age_gender)_model/,
};

const LICENCE = /^(licen[cs]e|notice|copying|copyright)/i;
const UNUSED_FILE = /\.(map|test\.js|d\.[cm]?ts|tsbuildinfo|md|markdown|flow|html)$|^(stamp|\.[^/]*)$/i;
const UNUSED_FOLDER = /^(tests?|__tests__|docs?|examples?|benchmarks?|coverage|modules-.*|\..*)$/i;

/** Folder of a package, as Node finds it from `from`; undefined without it. */
function folderOf(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Folders of the packages, and of all that they depend on. */
function closure(names, from, found = new Set()) {
  for (const name of names) {
    const folder = folderOf(name, from);
    // Optional packages of other platforms are absent.
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    if (readByPath.includes(name)) continue;
    const { dependencies = {}, optionalDependencies = {} } = jsonOf(join(folder, 'package.json'));
    closure([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], folder, found);
  }
  return found;
}

/** Copies what is used of a package. `skipped` matches paths that are left out. */
function copyPackage(name, from, to, skipped) {
  const used = usedPaths[name];
  const wanted = (path) =>
    !skipped?.test(path) && (path === 'package.json' || LICENCE.test(basename(path)) || !used || used.test(path));
  const walk = (path) => {
    for (const entry of readdirSync(join(from, path), { withFileTypes: true })) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && !(path === '' && UNUSED_FOLDER.test(entry.name))) walk(inner);
      } else if (wanted(inner) && (LICENCE.test(entry.name) || !UNUSED_FILE.test(entry.name))) {
        mkdirSync(join(to, path), { recursive: true });
        cpSync(join(from, inner), join(to, inner), { dereference: true });
      }
    }
  };
  walk('');
}

/** Names of the packages that the bundle loads or reads, of those that the published packages depend on. */
function usedPackages() {
  const published = ['packages/server', 'packages/verification'].flatMap((folder) =>
    Object.keys(jsonOf(join(root, folder, 'package.json')).dependencies),
  );
  const isUsed = (name) =>
    externalPackages.includes(name) || readByPath.includes(name) || name.startsWith('@fontsource-variable/');
  return [...new Set(published)].filter(isUsed);
}

/** Writes the tree into `target/node_modules`. Throws where the service is not built. */
export function writeTree(target, kind) {
  const modules = join(target, 'node_modules');
  const skipped = (name) => (kind === 'api' ? netsOfReports[name] : undefined);
  for (const [name, folder, parts] of [
    ['bonafide', 'packages/server', ['bin', 'demo', 'dist', 'languages', 'workflows']],
    ['@bonafide/verification', 'packages/verification', ['models']],
    ['@bonafide/web-sdk', 'packages/web-sdk', ['dist']],
  ]) {
    const from = join(root, folder);
    for (const part of parts) {
      if (!existsSync(join(from, part))) throw new Error(`${folder}/${part} is missing. Run "npm run build" first.`);
    }
    const others = new RegExp(`^(?!(${parts.join('|')})/|package\\.json$|LICENSE$)|^dist/modules|^dist/stamp|/stamp$`);
    const left = skipped(name);
    copyPackage(name, from, join(modules, name), left ? new RegExp(`${others.source}|${left.source}`) : others);
  }
  const names = usedPackages();
  const missing = names.filter((name) => !folderOf(name, root));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is missing. Run "npm ci" first.`);
  for (const folder of closure(names, root)) {
    const path = relative(join(root, 'node_modules'), folder);
    const name = jsonOf(join(folder, 'package.json')).name;
    copyPackage(name, folder, join(modules, path), skipped(name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, kind] = process.argv.slice(2);
  if (!folder || !['api', 'full'].includes(kind)) throw new Error('Usage: node scripts/image-tree.js FOLDER api|full');
  writeTree(folder, kind);
}
