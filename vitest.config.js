import { defineConfig } from 'vitest/config';
import { binaryFiles } from './scripts/binary-files.js';
import { builtModules } from './scripts/built-modules.js';

/** Tests that open Chromium: `npm run test:browser`. */
const browser = ['e2e/src/{form,pages,published-sdk,web-sdk}/**/*.test.ts'];

/** Analysers on many pictures and films, and the service as a process of its own: `npm run test:live`. */
const live = ['**/*.live.test.{ts,js}', 'e2e/src/{attacks,live}/**/*.test.ts'];

/** All the rest: `npm test`. */
const all = ['scripts/*.test.js', 'packages/*/src/**/*.test.ts', 'e2e/src/**/*.test.ts', 'eval/src/**/*.test.ts'];

/** Tests of the service that query a store: `npm run test:store`, for a second run with `DATABASE_URL`. */
const store = ['packages/server/src/**/*.test.ts'];
const storeless = [
  'packages/server/src/{analysis,cli,crypto,demo,exports,mail,media-files,outgoing,screening,sms,tls}/**',
  '**/stalls.test.ts',
];

/**
 * Milliseconds that a test may take, and those that `expect.poll` waits. They only end what hangs: a machine of a fifth of
 * the speed that has other work must stay below them.
 */
const patience = { quick: [120_000, 30_000], slow: [600_000, 120_000] };

const suite = (name, include, exclude, [ms, poll], globalSetup = []) => ({
  extends: true,
  test: { name, include, exclude, testTimeout: ms, hookTimeout: ms, expect: { poll: { timeout: poll } }, globalSetup },
});

const elsewhere = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  plugins: [builtModules, binaryFiles],
  test: {
    globalSetup: 'scripts/build-for-tests.js',
    setupFiles: process.env.NODE_V8_COVERAGE ? ['scripts/coverage-setup.js'] : [],
    // Most of a test is waiting for the service: two files at once take little more time than one.
    maxWorkers: '100%',
    // Files that share a worker share its imports: the service is loaded once a worker, not once a file.
    isolate: false,
    // Which modules come from the bundle changes with it, which a cache of transformed files doesn't see.
    fsModuleCache: false,
    projects: [
      suite('fast', all, [...elsewhere, ...browser, ...live], patience.quick),
      suite('store', store, [...elsewhere, ...storeless, ...live], patience.quick),
      suite('browser', browser, elsewhere, patience.slow, ['e2e/src/browser-server.ts']),
      suite('live', live, elsewhere, patience.slow),
    ],
  },
});
