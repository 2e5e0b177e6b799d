import { defineConfig } from 'cypress';

export default defineConfig({
  e2e: {
    // The address of ../shop/server.js, which must be running.
    baseUrl: 'http://localhost:3000',
    supportFile: false,
    // The SDK lives in a shadow root.
    includeShadowDom: true,
    defaultCommandTimeout: 30_000,
  },
});
