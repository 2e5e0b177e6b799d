// Before the tests in browsers: one Chromium for all files, with a camera that shows a person.
import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { executablePath } from './chromium.ts';
import { footageOf, hasFfmpeg } from './web-sdk/footage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser is reached (`openBrowser`). */
    browser?: string;
  }
}

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!executablePath) return undefined;
  const camera = hasFfmpeg ? await footageOf('person') : undefined;
  const server = await chromium.launchServer({
    executablePath,
    args: [
      // Tests answer for pages themselves, so that the browser doesn't take them for those of this machine.
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
      // Nothing but this machine can be reached.
      '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
      ...(camera ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${camera.file}`] : []),
    ],
  });
  provide('browser', server.wsEndpoint());
  return async () => {
    await server.close();
    if (camera) rmSync(camera.directory, { recursive: true });
  };
}
