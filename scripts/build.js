// Bundles what is run into `dist/`: a start from one file takes a fifth of the time of a start from a thousand.
// Does nothing when nothing has changed, so that `npm run demo` leaves a running service its files.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { ensureWebSdk } from './build-web-sdk.js';
import { ensure } from './ensure.js';
import { refuseFilesBeside } from './files-beside.js';
import { fingerprint } from './fingerprint.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages with files or binaries of their own beside their code; they stay, whole, where npm has put them. */
const packages = [
  'libsql',
  'sharp',
  'pino',
  'pdfkit',
  'dejavu-fonts-ttf',
  'libsodium-wrappers',
  '@cornerstonejs/codec-openjpeg',
  '@fastify/swagger-ui',
  '@hyzyla/pdfium',
  'exifr',
  'zxing-wasm',
  'onnxruntime-node',
  '@vladmandic/face-api',
  'pg-native',
  'autocannon',
  'playwright-core',
  '@stoplight',
];

/** A package, and every file that it exports by a path of its own. */
const external = packages.map((name) => new RegExp(`^${name}(/|$)`));

const bundles = [
  {
    folder: 'packages/server',
    input: {
      'cli/main': 'src/cli/main.ts',
      'demo/main': 'src/demo/main.ts',
      'analysis/worker': 'src/analysis/worker.ts',
      'analysis/guard': 'src/analysis/guard.ts',
    },
  },
  { folder: 'bench', input: { main: 'src/main.ts', crash: 'src/crash.ts' } },
  { folder: 'eval', input: { main: 'src/main.ts' } },
];

const parts = ['packages/verification/src', 'packages/web-sdk/src/vision', 'package-lock.json', 'scripts'];

for (const { folder, input } of bundles) {
  // Bench and evaluation use parts of the server too.
  const now = fingerprint(...new Set([`${folder}/src`, 'packages/server/src', ...parts]));
  await ensure(join(root, folder, 'dist'), now, (dir) =>
    build({
      cwd: join(root, folder),
      input,
      external,
      platform: 'node',
      plugins: [refuseFilesBeside()],
      resolve: { alias: { '@bonafide/verification': join(root, 'packages/verification/src/index.ts') } },
      output: { dir, format: 'esm', sourcemap: true, chunkFileNames: 'chunks/[name]-[hash].js' },
      logLevel: 'warn',
    }),
  );
}

await ensureWebSdk();
