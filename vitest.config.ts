import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['scripts/*.test.js', 'packages/*/src/**/*.test.ts', 'e2e/src/**/*.test.ts', 'eval/src/**/*.test.ts'],
    // Most of a test is waiting for the service: two files at once take little more time than one.
    maxWorkers: '100%',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
