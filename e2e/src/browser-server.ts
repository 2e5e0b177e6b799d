// Before the tests in browsers: one Chromium for all files, with a camera that shows a person.
import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { executablePath, shellPath } from './chromium.ts';
import { footageOf, hasFfmpeg } from './web-sdk/footage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browsers (`openBrowser`). */
    browser?: string;
    askingBrowser?: string;
  }
}

const args = [
  // Tests answer for pages themselves, so that the browser doesn't take them for pages of this machine.
  '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
  // Nothing but this machine can be reached.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
];

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!executablePath) return undefined;
  const footage = hasFfmpeg ? await footageOf('person') : undefined;
  const camera = footage
    ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${footage.file}`]
    : [];
  const launch = (path: string, more: readonly string[] = []) =>
    chromium.launchServer({ executablePath: path, args: [...args, ...camera, ...more] });
  const asking = await launch(executablePath);
  const shell = shellPath
    ? await launch(shellPath, ['--use-fake-ui-for-media-stream']).catch(async (error) => {
        await asking.close();
        throw error;
      })
    : undefined;
  provide('browser', (shell ?? asking).wsEndpoint());
  provide('askingBrowser', asking.wsEndpoint());
  return async () => {
    await Promise.all([asking.close(), shell?.close()]);
    if (footage) rmSync(footage.directory, { recursive: true });
  };
}
