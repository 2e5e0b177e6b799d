import { defineConfig } from 'vitest/config';
import { binaryFiles } from './scripts/binary-files.js';
import { builtModules } from './scripts/built-modules.js';

export default defineConfig({
  plugins: [builtModules, binaryFiles],
  test: {
    include: ['scripts/*.test.js', 'packages/*/src/**/*.test.ts', 'e2e/src/**/*.test.ts', 'eval/src/**/*.test.ts'],
    globalSetup: 'scripts/build-for-tests.js',
    // Most of a test is waiting for the service: two files at once take little more time than one.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
