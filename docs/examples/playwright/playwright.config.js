import { defineConfig } from '@playwright/test';

const { PORT = '3000', CHROMIUM } = process.env;

export default defineConfig({
  testMatch: '*.spec.js',
  // Time limits only end a test that hangs.
  timeout: 240_000,
  expect: { timeout: 120_000 },
  // Starts the shop before the tests. It reads BONAFIDE_URL and BONAFIDE_API_TOKEN.
  webServer: { command: 'node ../shop/server.js', url: `http://localhost:${PORT}`, timeout: 120_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    // A service in development has a certificate of its own.
    ignoreHTTPSErrors: true,
    // CHROMIUM names a browser of the system. Without it, Playwright's own is used.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
  },
});
