// Before the tests in browsers: one Chromium for the files whose pages ask for a camera, which shows a person, and one for all others.
import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { executablePath, shellPath } from './chromium.ts';
import { footageOf, hasFfmpeg } from './web-sdk/footage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browsers are reached (`openBrowser`). */
    browser?: string;
    cameraBrowser?: string;
  }
}

const args = [
  // Tests answer for pages themselves, so that the browser doesn't take them for those of this machine.
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
  // Nothing but this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
];

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!executablePath) return undefined;
  const footage = hasFfmpeg ? await footageOf('person') : undefined;
  const camera = footage && ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${footage.file}`];
  const [browser, cameraBrowser] = await Promise.all([
    chromium.launchServer({ executablePath: shellPath, args }),
    chromium.launchServer({ executablePath, args: [...args, ...(camera ?? [])] }),
  ]);
  provide('browser', browser.wsEndpoint());
  provide('cameraBrowser', cameraBrowser.wsEndpoint());
  return async () => {
    await Promise.all([browser.close(), cameraBrowser.close()]);
    if (footage) rmSync(footage.directory, { recursive: true });
  };
}
