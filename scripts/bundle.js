// Bundles what is run into `dist/`: a start from one file takes a fifth of the time of a start from a thousand.
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { binaryFiles } from './binary-files.js';
import { buildDashboard } from './build-dashboard.js';
import { ensure } from './ensure.js';
import { externalPackages } from './external-packages.js';
import { refuseFilesBeside } from './files-beside.js';
import { guides } from './guides.js';
import { exportModules, ours } from './modules.js';
import { fingerprintOf } from './parts.js';
import { ensureTextModels } from './text-models.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A package, and every file that it exports by a path of its own. */
const external = externalPackages.map((name) => new RegExp(`^${name}(/|$)`));

/** Writes the types of the analysers beside their bundle. */
async function emitTypes(dir, cwd) {
  const tsc = join(root, 'node_modules/.bin/tsc');
  await promisify(execFile)(tsc, ['-p', 'tsconfig.build.json', '--outDir', join(dir, 'types')], { cwd });
}

/** Vitest keeps transformed tests, which name the modules that were in the bundle before. */
function forgetTransforms() {
  rmSync(join(root, 'node_modules/.vitest-cache'), { recursive: true, force: true });
}

/** Entries of each bundle by its folder, the files whose modules tests use, and what else is made of the sources. */
const bundles = {
  'packages/server': {
    input: {
      'cli/main': 'src/cli/main.ts',
      'demo/main': 'src/demo/main.ts',
      'backup/worker': 'src/backup/worker.ts',
      'analysis/worker': 'src/analysis/worker.ts',
      'analysis/guard': 'src/analysis/guard.ts',
      'screening/worker': 'src/screening/worker.ts',
    },
    exported: ['src/app.ts', 'src/cli/program.ts', 'src/demo/story.ts', 'src/demo/screening-story.ts'],
    async afterwards(dir) {
      await buildDashboard(join(dir, 'dashboard'));
      forgetTransforms();
    },
  },
  'packages/verification': { input: { index: 'src/index.ts' }, afterwards: emitTypes },
  // Apps bundle the reader themselves, with the libraries that they share.
  'packages/chip-reader': { input: { index: 'src/index.ts' }, libraries: /^[@a-z]/, afterwards: emitTypes },
  'packages/conformance': { input: { index: 'src/index.ts' }, libraries: /^[@a-z]/ },
  bench: {
    input: {
      main: 'src/main.ts',
      crash: 'src/crash.ts',
      faults: 'src/faults.ts',
      capacity: 'src/capacity.ts',
      rolling: 'src/rolling.ts',
    },
  },
  eval: { input: { main: 'src/main.ts', layouts: 'src/layouts.ts' } },
};

/** A package that is missing here would be missing where the bundle runs. */
function refuseUnresolved(level, log, handle) {
  if (log.code === 'UNRESOLVED_IMPORT') throw new Error(`${log.message}\nRun "npm ci" first.`);
  handle(level, log);
}

/** Builds the bundle of a folder, and the nets that it loads, unless nothing has changed: a running service keeps its files. */
export async function ensureBundle(folder) {
  await Promise.all([ensureTextModels(), ensureCode(folder)]);
}

function ensureCode(folder) {
  const { input, exported, afterwards, libraries } = bundles[folder];
  const cwd = join(root, folder);
  return ensure(join(cwd, 'dist'), fingerprintOf(folder), async (dir) => {
    await build({
      cwd,
      input,
      external: libraries ?? external,
      platform: 'node',
      plugins: [
        refuseFilesBeside(),
        guides,
        binaryFiles,
        exported && exportModules(exported.map((file) => join(root, folder, file))),
      ],
      resolve: { alias: ours },
      output: { dir, format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name]-[hash].js' },
      logLevel: 'warn',
      onLog: refuseUnresolved,
    });
    await afterwards?.(dir, cwd);
  });
}
